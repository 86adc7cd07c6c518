"""The dealer's touchscreen: a client of the core's socket, drawn with Kivy."""
