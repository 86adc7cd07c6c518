"""The camera in the shoe's exit: frames become card_out, white_card_out and reader faults.

Nothing is built here yet. It will be a card source beside ``firmware_bridge``, behind the same port
(:class:`engine.ports.CardSource`), and like it may import nothing but ``engine``.
"""
