"""The supervisor's screen: sheets that fill the glass, made of what the core's reader of the log tells."""
