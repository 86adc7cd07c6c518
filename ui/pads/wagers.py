"""Between coups: who sits down, who bets on a box, and how much (articles 2(3), 13)."""

from dataclasses import replace

from engine.events import PlayerLeft, PlayerSeated, WagerPlaced, WagerWithdrawn
from engine.instructions import Shuffle, TakeWagers
from engine.view import BetView, BoxView, PublicView
from ui.opened import Bets, Deciding, Numbering, Opened, Seats, Wagering
from ui.pads.keys import Made, chips, digits, primary, rows_of
from ui.shown import Button, Pad
from ui.texts import money, text
from ui.theme import Tone

TIMES = (1, 2, 5, 10)
"""Multiples of the least wager that one touch places."""
LONGEST_NUMBER = 8
"""Digits of a player's number."""
FULL_ROW = 7
"""Seated players who are offered as further bettors."""
IN_ROW = 4
"""Bettors, or boxes with their players, beside each other."""


def box_of(view: PublicView, number: int) -> BoxView:
    """The box ``number``."""
    return view.boxes[number - 1]


def placed(box: BoxView, player: str) -> int:
    """What ``player`` has on ``box``, in avos."""
    return sum(bet.wager for bet in box.wagers if bet.player == player)


# A wager


def wagering(opened: Wagering, view: PublicView) -> Made:
    """The chips of one wager; amounts that are often wanted are one touch."""
    box, player = box_of(view, opened.box), opened.player
    lying, before = placed(box, player), _before(view, opened)
    quick = [
        _place(view, opened, f"quick:{amount}", text("key.quick", amount=money(amount)), amount)
        for amount in sorted({view.money.least * times for times in TIMES} | ({before} if before else set()))
        if view.money.most is None or amount <= view.money.most
    ]
    if opened.amount not in (0, lying):
        quick = [replace(button, press=None, answers=None, opens=None, is_open=False) for button in quick]
    others = Button("bets", text("key.bets"), opens=Bets(opened.box), is_open=opened.amount in (0, lying))
    back = Button("wager:clear", text("key.clear"), opens=replace(opened, amount=0), is_open=opened.amount > 0)
    taken = _taken_back(view, opened)
    rows = (
        chips(view, opened.amount, lambda amount: replace(opened, amount=amount), view.money.most),
        tuple(quick),
        (back, taken, others),
    )
    title = text("pad.wager", box=opened.box, player=player)
    entry = money(opened.amount) if opened.amount else ""
    return Pad(title, entry, rows=rows), _placing(view, opened, before)


def _placing(view: PublicView, opened: Wagering, before: int) -> Button:
    lying = placed(box_of(view, opened.box), opened.player)
    if opened.amount not in (0, lying):
        return _lawful(
            view,
            opened,
            _primary_placing(view, opened, text("button.place", amount=money(opened.amount)), opened.amount),
        )
    if before and not opened.amount and not lying:
        return _primary_placing(view, opened, text("button.again", amount=money(before)), before)
    return primary(text("button.chips_first"), is_open=False)


def _lawful(view: PublicView, opened: Wagering, button: Button) -> Button:
    """``button``, closed with the reason while the chips laid are no lawful wager by what the core tells of them."""
    reason = ""
    if opened.amount % view.money.step:
        reason = text("reason.step", amount=money(view.money.step))
    elif opened.amount < view.money.least:
        reason = text("reason.least", amount=money(view.money.least))
    return replace(button, press=None, answers=None, opens=None, is_open=False, reason=reason) if reason else button


def _primary_placing(view: PublicView, opened: Wagering, words: str, amount: int) -> Button:
    button = _place(view, opened, "primary", words, amount)
    return replace(button, is_primary=True, tone=Tone.LAST)


def _place(view: PublicView, opened: Wagering, key: str, words: str, amount: int) -> Button:
    event = WagerPlaced(box=opened.box, player=opened.player, amount=amount)
    return Button(key, words, Tone.LAST, event, answers=view.due_seq, opens=_next(view, opened))


def _taken_back(view: PublicView, opened: Wagering) -> Button:
    event = WagerWithdrawn(box=opened.box, player=opened.player)
    is_open = placed(box_of(view, opened.box), opened.player) > 0
    return Button("wager:back", text("key.take_back"), Tone.TAKE, event, answers=view.due_seq, is_open=is_open)


def _before(view: PublicView, opened: Wagering) -> int:
    """What he wagered in the coup before."""
    return next((one.amount for one in view.repeat if (one.box, one.player) == (opened.box, opened.player)), 0)


def _next(view: PublicView, opened: Wagering) -> Opened | None:
    """After another bettor's wager his box; else the next box, towards the right, whose player has no wager yet."""
    if box_of(view, opened.box).player != opened.player:
        return Bets(opened.box)
    after = [box for box in view.boxes if box.box > opened.box and box.player is not None]
    return next((Wagering(box.box, box.player or "") for box in after if not placed(box, box.player or "")), None)


# Who bets


def bets(opened: Bets, view: PublicView) -> Made:
    """The bettors of a box: each wager can be changed, another bettor added, the box left."""
    box = box_of(view, opened.box)
    wagers = list(box.wagers)
    if box.player is not None and all(bet.player != box.player for bet in wagers):
        wagers.insert(0, BetView(player=box.player, wager=0))
    each = tuple(_bettor(view, box, bet) for bet in wagers)
    more = Button("bets:more", text("key.another"), opens=Numbering("bet", opened.box), sign="plus")
    leaves = Button(
        "bets:leave",
        text("key.leaves", player=box.player or ""),
        Tone.TROUBLE,
        PlayerLeft(box=opened.box),
        answers=view.due_seq,
        is_open=box.player is not None,
        is_held=True,
        reason=text("reason.hold"),
    )
    decides = Button("bets:decides", text("key.decides"), opens=Deciding(opened.box), is_open=len(box.wagers) > 1)
    last = (more, leaves) if view.money.is_told else (more, decides, leaves)
    return Pad(text("pad.bets", box=opened.box), rows=(*rows_of(each, IN_ROW), last)), None


def _bettor(view: PublicView, box: BoxView, bet: BetView) -> Button:
    key = f"bettor:{bet.player}"
    if view.money.is_told:
        words = text("key.bettor", player=bet.player, amount=money(bet.wager) if bet.wager else text("box.no_wager"))
        return Button(key, words, Tone.LAST, opens=Wagering(box.box, bet.player, bet.wager))
    words = text("key.bettor", player=bet.player, amount=text("box.wager" if bet.wager else "box.no_wager"))
    return replace(toggled(view, box, bet.player, Bets(box.box)), key=key, text=words)


def toggled(view: PublicView, box: BoxView, player: str, then: Opened | None) -> Button:
    """Where no amounts are told: a wager is placed, or goes back."""
    if placed(box, player):
        event: WagerPlaced | WagerWithdrawn = WagerWithdrawn(box=box.box, player=player)
    else:
        event = WagerPlaced(box=box.box, player=player, amount=view.money.least)
    return Button(f"box:{box.box}", "", Tone.LAST, event, answers=view.due_seq, opens=then)


def deciding(opened: Deciding, view: PublicView) -> Made:
    """Where no amounts are told, whose wager is the highest: he decides; the occupant where they are equal (13)."""
    box = box_of(view, opened.box)
    each = tuple(_decider(view, box, bet.player) for bet in box.wagers)
    return Pad(text("pad.decides", box=opened.box), sentences=each), None


def _decider(view: PublicView, box: BoxView, player: str) -> Button:
    """His wager counts twice as much as the others', unless he occupies the box."""
    single = view.money.least
    due = {bet.player: single for bet in box.wagers} | ({} if player == box.player else {player: 2 * single})
    changed = tuple(
        WagerPlaced(box=box.box, player=bet.player, amount=due[bet.player])
        for bet in box.wagers
        if bet.wager != due[bet.player]
    )
    words = text("key.he_decides", player=player)
    button = Button(f"decides:{player}", words, Tone.ASK, answers=view.due_seq, closes=True)
    return replace(button, press=changed[0], also=changed[1:]) if changed else button


# Who sits down


def numbering(opened: Numbering, view: PublicView) -> Made:
    """The number of who sits down, or of who bets besides; a guest has the box's."""
    longest = LONGEST_NUMBER
    guest = f"G{opened.box}"
    more = _seating(view, opened, "guest", text("key.guest"), guest) if opened.what == "seat" else _clear(opened)
    rows = digits(opened.number, longest, lambda number: replace(opened, number=number), more)
    if opened.what == "seat":
        made = Pad(text("pad.seat", box=opened.box), opened.number, rows=rows)
        player = f"P{opened.number}"
        button = _seating(view, opened, "primary", text("button.sits", player=player), player)
        return made, replace(button, is_primary=True) if opened.number else primary(
            text("button.number_first"), is_open=False
        )
    box = box_of(view, opened.box)
    seated = [each.player for each in view.boxes if each.player not in (None, box.player) and each.player]
    seated = [player for player in seated if not placed(box, player)]
    player = f"P{opened.number}"
    names = tuple(_betting(view, opened, f"bets:{name}", name, name) for name in seated[:FULL_ROW])
    button = replace(_betting(view, opened, "primary", text("button.bets", player=player), player), is_primary=True)
    is_typed = bool(opened.number)
    made = Pad(text("pad.bet", box=opened.box), opened.number, rows=(*rows_of(names, FULL_ROW), *rows))
    return made, button if is_typed else primary(text("button.number_first"), is_open=False)


def _clear(opened: Numbering) -> Button:
    return Button("digit:clear", text("key.clear"), opens=replace(opened, number=""), is_open=bool(opened.number))


def _betting(view: PublicView, opened: Numbering, key: str, words: str, player: str) -> Button:
    """He bets on the box: how much, or where no amounts are told, who decides there."""
    if view.money.is_told:
        return Button(key, words, Tone.LAST, opens=Wagering(opened.box, player))
    event = WagerPlaced(box=opened.box, player=player, amount=view.money.least)
    return Button(key, words, Tone.LAST, event, answers=view.due_seq, opens=Deciding(opened.box))


def _seating(view: PublicView, opened: Numbering, key: str, words: str, player: str) -> Button:
    event = PlayerSeated(box=opened.box, player=player)
    bets_now = view.money.is_told and not view.is_closed and isinstance(view.due, TakeWagers | Shuffle)
    then = Wagering(opened.box, player) if bets_now else None
    return Button(key, words, Tone.PAY, event, answers=view.due_seq, opens=then)


def seats(_opened: Seats, view: PublicView) -> Made:
    """Who sits where: a free box is taken, an occupied one left."""
    return Pad(text("pad.seats"), rows=rows_of((_seat(view, box) for box in view.boxes), IN_ROW)), None


def _seat(view: PublicView, box: BoxView) -> Button:
    key = f"seat:{box.box}"
    words = text("key.seat", box=box.box, player=box.player or text("box.free"))
    if box.player is None:
        return Button(key, words, Tone.PAY, opens=Numbering("seat", box.box))
    event = PlayerLeft(box=box.box)
    return Button(
        key,
        words,
        Tone.CALM,
        event,
        answers=view.due_seq,
        opens=Seats(),
        is_held=True,
        reason=text("reason.hold_leaves"),
    )
