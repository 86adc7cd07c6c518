"""Torture of the journal: death, cut and dropped writes, rotten bits and edits, each many times over, and counted.

Nothing here is planted in the product: what dies, is cut or rots is what runs at a table.
"""
