"""Reports of what the log tells: a coup, a shoe, a span of time; as values first, then as PDF in every language.

Nothing here needs Kivy, a screen or the journal: what a report tells was read before (``deploy/exporting.py``).
"""
