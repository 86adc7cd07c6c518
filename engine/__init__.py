"""The law of the game and the table's memory: Portaria 57/83/M as code, the journal, and what a screen may see.

The law part (articles, cards, rules, events, hand, settlement, procedure, coup, table, view) is pure: no clock, no
chance, no threads, no input or output. The journal and the session around it are where effects begin.
"""
