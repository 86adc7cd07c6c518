"""The legal record of the table: every card and bet, one opaque record a row, chained by sha256, durable when told so.

``chain`` is the arithmetic, ``store`` the one writer, ``verify`` the walk that any auditor may take while the core
runs. ``layout`` says what the file looks like, ``lock`` keeps a second writer away, ``errors`` puts failures in words.

What the chain cannot show is that its end was cut off or the whole file replaced: only a head kept elsewhere can.
"""
