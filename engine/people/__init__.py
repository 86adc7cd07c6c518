"""Who may do what at the table, who somebody is, and how often that was guessed wrong.

``duties`` and ``sessions`` are pure; ``verifier`` joins the files (``staff``, ``attempts``, ``pepper``) into one
answer to "who is that?", and ``checker`` gives it on a thread of its own, since a PIN takes a third of a second.
"""
