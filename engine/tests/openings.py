"""Beginnings of coups, as scripts (two packs, so two cards are burned first)."""

ONE_BOX = """
    new shoe                        then take_wagers
    Ana sits 1                      then take_wagers
    Ana bets 200 on 1               then take_wagers
    2C 3C           is burn         then deal box:1 down
"""
"""Cards 1 and 2 are burned; the deal to box 1 is due."""

TWO_BOXES = """
    new shoe
    Bo sits 3
    Ana sits 1
    Bo bets 400 on 3
    Ana bets 200 on 1
    2C 3C           is burn         then deal box:1 down
"""

OPENING_COUP = (
    ONE_BOX
    + """
    TS 8S           is box:1        then deal upcard up
    6D              is upcard       then offer surrender
    stand 1                         then burn 1
    4H              is burn         then deal second up
    TC              is second       then draw
    TD              is draw         then settle         ends 1 win +200 5
    done                            then take_wagers
"""
)
"""A whole coup of 8 cards."""


def void_cards(count: int) -> str:
    """So many cards leave unread between coups."""
    return "\n?? is void alerts not_asked_for" * count


THIRTY_LEFT = OPENING_COUP + void_cards(104 - 8 - 30)
"""30 cards are left in the shoe, no wager is placed."""
ACE_UP = (
    ONE_BOX
    + """
    TS 8S           is box:1        then deal upcard up
    AD              is upcard       then deal hidden down
"""
)
"""The hidden card is due."""
ALL_BUST_AGAINST_AN_ACE = (
    ACE_UP
    + """
    9C              is hidden       then offer insurance even_money
    5H              is box:1/1      then turn_hidden    pays 1 -200 3(2)b
"""
)
ANA_HAS_19 = (
    ONE_BOX
    + """
    TS 9S           is box:1        then deal upcard up
"""
)
