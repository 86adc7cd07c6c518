"""The legal record of the table: every card and bet, one opaque record a row, chained by sha256, durable when told so.

``chain`` is the arithmetic, ``store`` the one writer, ``verify`` the walk that any auditor may take while the core
runs (with ``walk``, ``commitments``, ``times`` and ``known``). ``layout`` says what a file looks like, ``files`` how a
journal continues in several and ``retention`` how it grows old, ``lock`` keeps a second writer away, ``seal`` hides
what nobody may know yet, ``errors`` puts failures in words. ``backup`` and ``restore`` copy it away and back.

What the chain cannot show is that its end was cut off or the whole of it replaced: that is for ``checkpoint``, signed
with one of ``keys``, which ``witness`` writes to another medium. ``index`` and ``search`` find things, and prove none.
"""
