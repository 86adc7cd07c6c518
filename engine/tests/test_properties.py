"""What holds whatever happens: tables by chance, every correction among what can happen to them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from random import Random
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from msgspec import structs

from engine.answers import Answer, CoupResult, Outcome, Payment, SettlementRow
from engine.cards import Card
from engine.coup import Coup
from engine.events import (
    AlertAcknowledged,
    AnyEvent,
    AssistantOff,
    AssistantOn,
    BettingClosed,
    Call,
    CardNamed,
    CardOut,
    ClockStepped,
    CommitmentsOpened,
    Correction,
    DealerChanged,
    Done,
    EvenMoney,
    Insurance,
    MisdealFound,
    Note,
    Opened,
    Paid,
    PayoutCorrected,
    PlayerSeated,
    Request,
    ShoeStarted,
    SignedIn,
    SignedOut,
    TableClosed,
    WagerPlaced,
    Withdrawn,
)
from engine.felt import Felt
from engine.hand import BoxHand, Laid, is_ace
from engine.instructions import (
    Ask,
    Burn,
    Deal,
    Draw,
    Due,
    NameCard,
    Offer,
    Reconcile,
    Settle,
    Shuffle,
    TakeWagers,
    TurnHidden,
)
from engine.legality import NOT_BORNE_OUT, TOUCHES
from engine.lines import ENCODER, name_of
from engine.roles import DRAW, SECOND, UPCARD, box_and_hand, extra
from engine.rules import TableRules
from engine.table import Table
from engine.tests import chance
from engine.tests.chance import SEEN, events, late, plays, rules, snapshot

pytestmark = pytest.mark.thorough

Place = tuple[int, int, str]
"""A box, its hand, and whose wager."""

AT_ONCE = (Outcome.BUST, Outcome.BONUS, Outcome.SURRENDER, Outcome.EVEN_MONEY)
"""What is decided before the dealer's cards are (articles 3(2)b, 9, 12, 6)."""


@settings(max_examples=200)
@given(plays, rules)
def test_no_sequence_of_events_ends_in_an_exception_and_something_is_always_due(
    decided: bytes, chosen: TableRules
) -> None:
    table = Table(chosen)
    for happened in events(decided, chosen):
        note(repr(happened))
        assert table.take(happened).due is not None


@settings(max_examples=60)
@given(plays, rules)
def test_a_refused_request_changes_nothing_but_that_a_hand_is_shown_for_a_claim(
    decided: bytes, chosen: TableRules
) -> None:
    table = Table(chosen)
    for happened in events(decided, chosen):
        if not isinstance(happened, Request):
            assert table.take(happened).refused is None
            continue
        before, seen = snapshot(table), snapshot(table, SEEN)
        answer = table.take(happened)
        if answer.refused is None:
            continue
        if answer.refused.code in NOT_BORNE_OUT:
            assert snapshot(table, SEEN) == seen
            assert structs.replace(answer, alerts=()) == Answer(due=table.felt.due, refused=answer.refused)
        else:
            assert answer == Answer(due=table.felt.due, refused=answer.refused)
            assert snapshot(table) == before


@settings(max_examples=120)
@given(plays, rules, st.integers(0, 100))
def test_every_beginning_of_a_table_played_again_gives_the_same_answers_and_felt(
    decided: bytes, chosen: TableRules, length: int
) -> None:
    begun = events(decided, chosen)[:length]
    once, again = Table(chosen), Table(chosen)
    for happened in begun:
        assert once.take(happened) == again.take(happened)
    assert snapshot(once) == snapshot(again)


@settings(max_examples=120)
@given(plays, rules)
def test_no_answer_changes_after_it_was_given(decided: bytes, chosen: TableRules) -> None:
    table = Table(chosen)
    written = [(answer, ENCODER.encode(answer)) for answer in map(table.take, events(decided, chosen))]
    assert all(ENCODER.encode(answer) == before for answer, before in written)


# Money


@settings(max_examples=200)
@given(plays, rules)
def test_what_moved_at_once_is_to_the_unit_what_the_results_say_was_decided_at_once(
    decided: bytes, chosen: TableRules
) -> None:
    """Payments less those that went back, over all coups, whenever no coup is under way."""
    table, moved = Table(chosen), Counter[Place]()
    for happened in events(decided, chosen):
        note(repr(happened))
        if isinstance(happened, PayoutCorrected):
            continue
        moved.update(amounts(table.take(happened).pay))
        if isinstance(happened, AssistantOff):
            moved = decided_at_once(table)  # the coup ends by hand: no money is told
        if isinstance(table.felt.due, TakeWagers | Settle | Shuffle) and moved != decided_at_once(table):
            table.take(Note())  # a line tells one result: of two that a correction changed the other follows
            assert moved == decided_at_once(table)


def amounts(pay: Iterable[Payment]) -> Counter[Place]:
    return total(((payment.box, payment.hand, payment.player), payment.amount) for payment in pay)


def decided_at_once(table: Table) -> Counter[Place]:
    rows = (row for result in table.results.values() for row in result.settlement if row.outcome in AT_ONCE)
    return total(((row.box, row.hand, row.player), row.net) for row in rows)


def total(amounts: Iterable[tuple[Place, int]]) -> Counter[Place]:
    found = Counter[Place]()
    for place, amount in amounts:
        found[place] += amount
    return found


@settings(max_examples=200)
@given(plays, rules)
def test_every_wager_has_its_row_and_the_bank_wins_what_the_players_lose(decided: bytes, chosen: TableRules) -> None:
    table = Table(chosen)
    for happened in events(decided, chosen):
        note(repr(happened))
        placed, lay_open = wagers_of(table), table.felt.betting_is_open
        result = table.take(happened).coup
        coup = table.felt.open_coup
        if lay_open and isinstance(happened, BettingClosed) and coup is not None and not coup.begun:
            assert {(hand.box, bet.player): bet.amount for hand in coup.hands for bet in hand.bets} == placed
        if result is None or coup is None or coup.number != result.number:
            continue
        assert result.bank + sum(row.net for row in result.settlement) == 0
        main = [row for row in result.settlement if row.kind == "main"]
        on_felt = [(hand.box, hand.number, bet.player, bet.amount) for hand in coup.hands for bet in hand.bets]
        assert sorted({places(row) for row in main}) == sorted(on_felt)
        paid_besides = [row for row in main if row.outcome == "bonus"] if chosen.bonus == "add" else []
        assert len(main) == len(on_felt) + len(paid_besides)
        insured = {(row.box, row.player): row.wager for row in result.settlement if row.kind == "insurance"}
        assert insured == {who: amount for who, amount in coup.insurance.items() if amount}
        units = {(hand.box, bet.player): bet.unit for hand in coup.hands for bet in hand.bets}
        assert all(0 < amount <= units[who] // 2 for who, amount in insured.items())
        assert all(bet.amount in (bet.unit, 2 * bet.unit) for hand in coup.hands for bet in hand.bets)


def wagers_of(table: Table) -> dict[tuple[int, str], int]:
    return {(box, each.player): each.amount for box, placed in table.felt.wagers.items() for each in placed}


def places(row: SettlementRow) -> tuple[int, int, str, int]:
    return row.box, row.hand, row.player, row.wager


RATIO = {
    "natural": Fraction(3, 2),
    "win": Fraction(1),
    "push": Fraction(0),
    "lose": Fraction(-1),
    "bust": Fraction(-1),
    "bonus": Fraction(3),
    "surrender": Fraction(-1, 2),
    "even_money": Fraction(1),
    "insurance_win": Fraction(2),
    "insurance_lose": Fraction(-1),
    "cancelled": Fraction(0),
}
"""What each outcome pays for one (articles 2(1), 3(2)b, 5, 6, 7, 8, 9, 12)."""


@settings(max_examples=200)
@given(plays, rules)
def test_each_net_follows_from_its_outcome_and_each_outcome_from_the_cards(decided: bytes, chosen: TableRules) -> None:
    table = Table(chosen)
    for happened in events(decided, chosen):
        note(repr(happened))
        if isinstance(happened, PayoutCorrected):
            continue
        result = table.take(happened).coup
        coup = table.felt.open_coup
        if result is None or coup is None or coup.number != result.number:
            continue
        check_nets(result, chosen)
        if result.cancelled:
            assert {row.outcome for row in result.settlement} <= {"cancelled", *AT_ONCE}
            assert chosen.void_keeps_paid or {row.outcome for row in result.settlement} <= {"cancelled"}
        else:
            check_outcomes(result, coup)


def check_nets(result: CoupResult, chosen: TableRules) -> None:
    for row in result.settlement:
        exact = row.wager * RATIO[row.outcome]
        if (row.outcome, row.article) == ("lose", "6") and chosen.dealer_natural_takes == "one":
            assert row.net in (exact, exact / 2)  # of a doubled wager one unit (6)
            continue
        assert row.net % chosen.chip_unit == 0
        assert abs(row.net - exact) < chosen.chip_unit
        assert row.net == exact or (row.net > exact) == (chosen.odd_amounts == "player")


def check_outcomes(result: CoupResult, coup: Coup) -> None:
    """Each outcome as the law has it, counted here by hand (articles 3(2)b, 4, 5, 6, 7, 8, 9, 12)."""
    dealer = [laid.card.face for laid in coup.dealer.cards if laid.card is not None]
    expected = list[tuple[int, int, str, str, int]]()
    for hand in coup.hands:
        faces = [laid.card.face if laid.card is not None else "-" for laid in hand.cards]
        for bet in hand.bets:
            given = "surrender" if bet.surrendered else "even_money" if bet.even_money else ""
            outcomes = [given] if given else lawful_outcomes(faces, dealer, coup.rules, split=hand.split)
            expected += [(hand.box, hand.number, bet.player, outcome, bet.unit) for outcome in outcomes]
    if coup.rules.dealer_natural_takes == "one" and natural(dealer):
        expected = list(one_unit_lost(expected))
    found = [(row.box, row.hand, row.player, row.outcome.value) for row in result.settlement if row.kind == "main"]
    assert found == [row[:4] for row in expected], dealer
    insured = {row.outcome for row in result.settlement if row.kind == "insurance"}
    assert insured <= {"insurance_win" if natural(dealer) else "insurance_lose"}


def one_unit_lost(rows: list[tuple[int, int, str, str, int]]) -> Iterator[tuple[int, int, str, str, int]]:
    """Article 6, ``dealer_natural_takes`` one: of a bettor's wagers on a box that live, the first loses."""
    lost = set()
    for box, hand, player, outcome, unit in rows:
        again = outcome == "lose" and (box, player) in lost
        lost |= {(box, player)} if outcome == "lose" else set()
        yield box, hand, player, "push" if again else outcome, unit


def lawful_outcomes(player: list[str], dealer: list[str], chosen: TableRules, *, split: bool) -> list[str]:
    paid = prize(player) and (chosen.bonus_on_split or not split)
    if paid and chosen.bonus == "replace":
        return ["bonus"]
    return [*(["bonus"] if paid else []), against(player, dealer, split=split)]


def against(player: list[str], dealer: list[str], *, split: bool) -> str:
    if (mine := count(player)) > 21:
        return "bust"
    his = count(dealer)
    if natural(player) and not split:
        return "push" if natural(dealer) else "natural"
    if natural(dealer):
        return "lose"
    if his > 21 or mine > his:
        return "win"
    return "push" if mine == his else "lose"


def count(faces: list[str]) -> int:
    least = sum({"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(face[0]) or int(face[0]) for face in faces)
    return least + 10 if least <= 11 and any(face[0] == "A" for face in faces) else least


def prize(faces: list[str]) -> bool:
    ranks, suits = "".join(sorted(face[0] for face in faces)), {face[1] for face in faces}
    return ranks == "777" or (ranks == "678" and len(suits) == 1)


def natural(faces: list[str]) -> bool:
    return len(faces) == 2 and count(faces) == 21


# The order of the cards


@settings(max_examples=200)
@given(plays, rules)
def test_a_coup_that_is_not_cancelled_deals_its_cards_in_the_order_of_the_law(
    decided: bytes, chosen: TableRules
) -> None:
    table = Table(chosen)
    for happened in events(decided, chosen):
        note(repr(happened))
        result = table.take(happened).coup
        coup = table.felt.open_coup
        if result is not None and coup is not None and coup.number == result.number and not coup.cancelled:
            check_order(coup, list(table.felt.cards.values()))


def check_order(coup: Coup, cards: list[Laid]) -> None:
    """Articles 2(4), 3(1), 3(2): void cards aside, the roles come in one order; a held card takes its role later."""
    assert len(cards) == len({laid.seq for laid in cards})
    if any(laid.fate == "held" for laid in cards) or coup.shoe.held:
        return
    roles = "".join(f"{laid.role} " for laid in cards if laid.role != "void")
    boxes = list(dict.fromkeys(hand.box for hand in coup.hands))
    deal = [f"box:{box} " for box in boxes]
    dealt = "".join(role * 2 for role in deal) if coup.rules.deal_order == "pairs" else "".join(deal * 2)
    extras = "".join(extras_of(coup, box) for box in boxes)
    metal_box, ace_up = coup.rules.equipment == "metal_box", is_ace(coup.dealer.cards[0].card)
    burned = "" if metal_box else "burn "
    draws = f"({burned}(draw )+)?" if metal_box or ace_up else "burn second (draw )*"
    alive = any(lives(hand, coup.rules) for hand in coup.hands) or coup.rules.dealer_draws_without_wagers
    late_name = any(laid.seq in coup.names for laid in cards)
    dealer = draws if alive else f"({draws})?" if late_name else ""
    hidden = "hidden " if metal_box or ace_up else ""
    assert re.fullmatch(f"{'burn ' * coup.burns}{dealt}upcard {hidden}{extras}{dealer}", roles), roles
    if alive:
        check_draws([laid.card.face if laid.card is not None else "-" for laid in coup.dealer.cards], coup.rules)


def extras_of(coup: Coup, box: int) -> str:
    """Hand by hand, in number order; both second cards of a split first where the house deals them at once."""
    if coup.rules.split_deal == "both_at_once" and len(coup.of_box(box)) > 1:
        return rf"(box:{box}/\d )*"
    return "".join(f"(box:{box}/{hand.number} )*" for hand in coup.of_box(box))


def lives(hand: BoxHand, chosen: TableRules) -> bool:
    faces = [card.face for card in hand.known]
    over = count(faces) > 21 or "bonus" in lawful_outcomes(faces, ["TS", "TS"], chosen, split=hand.split)[-1:]
    return not over and any(not (bet.surrendered or bet.even_money) for bet in hand.bets)


def check_draws(dealer: list[str], chosen: TableRules) -> None:
    """Article 3(2)a: he draws on 16 or less, stands on 17 or more."""
    for drawn in range(2, len(dealer) + 1):
        so_far = dealer[:drawn]
        least = sum(10 if face[0] in "TJQK" else 1 if face[0] == "A" else int(face[0]) for face in so_far)
        soft = count(so_far) > least
        draws = count(so_far) <= 16 or (count(so_far) == 17 and soft and chosen.dealer_soft_17 == "draw")
        assert draws == (drawn < len(dealer)), dealer


# What is due


@settings(max_examples=200)
@given(plays, rules, st.integers(0, 100))
def test_doing_what_is_due_is_always_possible_and_ends_the_coup(
    decided: bytes, chosen: TableRules, length: int
) -> None:
    table = after(events(decided, chosen)[: 4 + length], chosen)
    for _ in range(300):
        due = table.felt.due
        if isinstance(due, TakeWagers | Shuffle) and not table.felt.is_off:
            break
        answer = table.take(answering(due))
        assert answer.refused is None
        check_taken(due, answer)
    else:
        raise AssertionError("the coup does not end")
    if isinstance(table.felt.due, Shuffle):
        assert table.take(ShoeStarted()).due == TakeWagers()
    begin_another(table)


def after(happened: list[AnyEvent], chosen: TableRules) -> Table:
    table = Table(chosen)
    for each in happened:
        table.take(each)
    return table


def answering(due: Due) -> AnyEvent:
    """What does it, in the simplest way."""
    match due:
        case Ask(box=box, hand=hand):
            return Call(box=box, hand=hand, call="stand")
        case NameCard(n=n):
            return CardNamed(n=n, card=Card.parse("9C"), by="Pit")
        case Offer() | TurnHidden() | Reconcile() | Settle():
            return Done(of=due.__struct_config__.tag)  # type: ignore[arg-type]
        case Burn() | Deal() | Draw():
            return CardOut(card=Card.parse("9D"))
        case Shuffle():
            return ShoeStarted()
        case TakeWagers():
            return AssistantOn()


def check_taken(due: Due, answer: Answer) -> None:
    """A card takes the role for which one was due; what was done is due no more."""
    match due:
        case Burn():
            assert answer.role == "burn"
        case Deal(to=to):
            assert answer.role == to
        case Draw():
            assert answer.role == "draw"
        case NameCard(n=n):
            assert not (isinstance(answer.due, NameCard) and answer.due.n == n)
        case Ask() | Offer() | TurnHidden() | Settle():
            assert answer.due != due


def begin_another(table: Table) -> None:
    """Wagers can be taken: by who occupies a box, or else by who sits down."""
    if not table.felt.seats:
        assert table.take(PlayerSeated(box=1, player="Fay")).refused is None
    box, player = min(table.felt.seats.items())
    elsewhere = [other for other, placed in table.felt.wagers.items() for each in placed if each.player == player]
    refused = table.take(WagerPlaced(box=box, player=player, amount=400)).refused
    assert refused is None or (refused.code == "one_box_only" and elsewhere)


@settings(max_examples=150)
@given(plays, rules, st.integers(0, 100))
def test_what_is_asked_and_offered_is_lawful_on_public_grounds_and_every_other_call_is_not(
    decided: bytes, chosen: TableRules, length: int
) -> None:
    begun = events(decided, chosen)[: 4 + length]
    due = after(begun, chosen).felt.due
    if isinstance(due, Ask):
        for call in CALLS:
            refused = after(begun, chosen).take(Call(box=due.box, hand=due.hand, call=call)).refused
            open_hand = is_open(after(begun, chosen), due)
            judged = refused is None or (refused.code in NOT_BORNE_OUT and not open_hand)
            assert judged == (call in due.calls), (call, refused)
    if isinstance(due, Offer):
        for what in due.what:
            assert any(
                refused is None or refused.code in NOT_BORNE_OUT
                for refused in (after(begun, chosen).take(request).refused for request in asking(begun, chosen, what))
            ), what


CALLS: Final[tuple[Literal["hit", "stand", "double", "split", "surrender"], ...]] = (
    "hit",
    "stand",
    "double",
    "split",
    "surrender",
)


def is_open(table: Table, due: Ask) -> bool:
    coup = table.felt.open_coup
    hand = coup.hand(due.box, due.hand) if coup is not None else None
    return hand is not None and hand.is_open


def asking(begun: list[AnyEvent], chosen: TableRules, what: str) -> list[AnyEvent]:
    """Who might ask for what is offered."""
    coup = after(begun, chosen).felt.open_coup
    bets = [(hand.box, bet.player) for hand in coup.hands for bet in hand.bets] if coup is not None else []
    if what == "insurance":
        return [Insurance(box=box, player=player, amount=0) for box, player in bets]
    if what == "even_money":
        return [EvenMoney(box=box, player=player) for box, player in bets]
    return [Call(box=box, call="surrender") for box, _ in bets]


# Corrections: as if the slip had not been


@settings(max_examples=300)
@given(plays, rules, st.integers(0, 100), st.integers(0, 255))
def test_2_1_a_request_that_is_withdrawn_is_as_if_it_had_not_been_made(
    decided: bytes, chosen: TableRules, length: int, which: int
) -> None:
    log = without_refused(events(decided, chosen)[: 4 + length], chosen)
    slips = [at for at in range(len(log)) if isinstance(log[at][1], Request) and not is_corrected(log[at + 1 :])]
    if not slips:
        return
    at = slips[-1 - which % min(len(slips), 12)]
    slip = log[at][0]
    corrected = taken(log, chosen)
    answer = corrected.take(Withdrawn(seq=slip, reason="slip", by="Pit", felt="agrees"), 1000)
    if answer.refused is None:
        note(repr((slip, log)))
        check_alike(corrected, taken(log[:at] + log[at + 1 :], chosen))


@settings(max_examples=300)
@given(plays, rules, st.integers(0, 100), st.integers(0, 255), st.integers(0, 255))
def test_2_1_a_late_request_is_as_if_it_had_been_made_in_its_place(
    decided: bytes, chosen: TableRules, length: int, which: int, request: int
) -> None:
    log = without_refused(events(decided, chosen)[: 4 + length], chosen)
    corrected = taken(log, chosen)
    cards = list(corrected.felt.cards.values())
    if not cards:
        return
    of_either_shoe = cards[-1 - which % min(len(cards), 12)]
    laid = next(each for each in reversed(cards) if each.n == of_either_shoe.n)
    event: Any = late(corrected, laid.n, request)
    is_next = event.before == corrected.felt.shoe.out + 1  # of the shoe before: this one's next card has its number
    answer = corrected.take(structs.replace(event, felt="agrees"), 1000)
    at = next((at for at, (seq, _) in enumerate(log) if seq == laid.seq), None)
    too_late = answer.refused is not None and answer.refused.code in ("no_such_card", "betting_stands")
    if at is None or is_next or too_late or is_corrected(log[at:]):
        return
    on_the_day = (1000, structs.replace(event, before=None, by=None))
    note(repr((on_the_day, at, log)))
    if answer.refused is not None:
        assert taken(log[:at], chosen).take(on_the_day[1], 1000).refused == answer.refused
    else:
        check_alike(corrected, taken([*log[:at], on_the_day, *log[at:]], chosen))


@settings(max_examples=200)
@given(plays, rules, st.integers(0, 100), st.integers(0, 255), st.sampled_from(chance.RICH))
def test_2_1_a_misread_card_that_lies_face_up_is_as_if_it_had_been_read_by_its_name(
    decided: bytes, chosen: TableRules, length: int, which: int, name: Card
) -> None:
    log = without_refused(events(decided, chosen)[: 4 + length], chosen)
    corrected = taken(log, chosen)
    cards = [laid for laid in corrected.felt.cards.values() if laid.role in (UPCARD, SECOND, DRAW) or is_extra(laid)]
    if not cards:
        return
    laid = cards[which % len(cards)]
    answer = corrected.take(CardNamed(n=laid.n, card=name, by="Pit", felt="agrees"), 1000)
    assert answer.refused is None
    note(repr((laid, name, log)))
    at = next(at for at, (seq, _) in enumerate(log) if seq == laid.seq)
    if is_corrected(log[at:]):
        return
    read = [(seq, structs.replace(event, card=name, tag=None) if seq == laid.seq else event) for seq, event in log]
    check_alike(corrected, taken(read, chosen))


def is_extra(laid: Laid) -> bool:
    at = box_and_hand(laid.role)
    return at is not None and laid.role == extra(*at)


Log = list[tuple[int, AnyEvent]]


def is_corrected(rest: Log) -> bool:
    """A correction is among them: what was asked for before it was judged without it on the day."""
    return any(isinstance(event, Correction) or getattr(event, "before", None) is not None for _, event in rest)


def without_refused(happened: list[AnyEvent], chosen: TableRules) -> Log:
    """The events that were taken, each with its record; a touch says of what it was, and after a correction the felt
    agrees: cards that must be laid again first have no value meanwhile.
    """
    table, log = Table(chosen), Log()
    for seq, event in enumerate(happened, 1):
        if isinstance(event, MisdealFound):
            continue
        due = table.felt.due.__struct_config__.tag
        said = structs.replace(event, of=due) if event == Done() and due in TOUCHES else event
        if isinstance(said, Correction) or (isinstance(said, Request) and said.before is not None):
            said = structs.replace(said, felt="agrees")
        if table.take(said, seq).refused is None:
            log.append((seq, said))
    return log


def taken(log: Log, chosen: TableRules) -> Table:
    table = Table(chosen)
    for seq, event in log:
        table.take(event, seq)
    return table


def check_alike(corrected: Table, otherwise: Table) -> None:
    """The same but for what was shown meanwhile, which stays shown, and what was told."""
    if shown(corrected) != shown(otherwise):
        return  # the law goes on by what is public: a bust is taken, insurance is closed
    if isinstance(corrected.felt.due, Settle) and not isinstance(otherwise.felt.due, Settle):
        return  # it was paid as it had ended before, and is paid anew
    assert lying(corrected.felt) == lying(otherwise.felt)
    if isinstance(corrected.felt.due, TakeWagers | Settle | Shuffle):
        assert told_last(corrected) == told_last(otherwise)


def shown(table: Table) -> set[int]:
    return {laid.seq for laid in table.felt.cards.values() if laid.face_up}


def told_last(table: Table) -> dict[int, CoupResult]:
    """The results of the coups that there are, whether or not they replaced others."""
    coups = table.felt.coups + (table.felt.open_coup is not None)
    results = table.results.items()
    return {number: structs.replace(result, supersedes=False) for number, result in results if number <= coups}


TELLING: Final = SEEN - {"card"} | {"names", "lies_as", "face", "hidden_exposed", "to_pay"}
"""Fields that tell what was shown or said, and how a correction came about."""


def lying(felt: Felt) -> Any:
    """What lies on the felt; a coup that is paid lies there no more."""
    play = felt.play if felt.open_coup is not None else None
    return snapshot([felt.seats, felt.wagers, felt.shoe, play, felt.coups, felt.is_off], TELLING)


# What the properties stand on


def test_chance_reaches_every_event_instruction_outcome_and_correction() -> None:
    """Among some tables each occurs; of corrections and late requests some are taken."""
    kinds, dues, outcomes, put_right = set[type](), set[type](), set[str](), set[str]()
    for seed in range(300):
        chance_of = Random(seed)
        chosen = chance.RULES[seed % len(chance.RULES)]
        table = Table(chosen)
        for happened in events(chance_of.randbytes(240), chosen):
            kinds.add(type(happened))
            answer = table.take(happened)
            dues.add(type(answer.due))
            outcomes |= {str(row.outcome) for row in answer.coup.settlement} if answer.coup is not None else set()
            if isinstance(happened, Request) and answer.refused is None and happened.by is not None:
                put_right.add(f"late {name_of(happened)}" if happened.before is not None else name_of(happened))
    assert dues == set(get_args(Due))
    assert outcomes == set(RATIO) == {outcome.value for outcome in Outcome}
    assert kinds >= set(get_args(AnyEvent)) - WITHOUT_COUP
    assert put_right >= {name_of(kind) for kind in get_args(Correction)} | {"late call", "late hand_shown"}


WITHOUT_COUP: Final = {
    *(DealerChanged, TableClosed, Paid, Opened, AlertAcknowledged, SignedIn, SignedOut, ClockStepped, CommitmentsOpened)
}
"""Records of a live table's life that, like ``note``, change nothing."""


def test_each_house_option_has_each_of_its_values_in_a_table_by_chance() -> None:
    played = {name: {getattr(each, name) for each in chance.RULES} for name in TableRules.__struct_fields__}
    for name, kind in get_type_hints(TableRules).items():
        values = {True, False} if kind is bool else set(get_args(kind)) if get_origin(kind) is Literal else set()
        assert played[name] >= values, name
    assert played["max_hands"] == {2, 3, 4}
    assert played["boxes"] == {6, 7}


def test_most_corrections_are_compared_with_the_log_without_the_slip() -> None:
    compared = 0
    for seed in range(60):
        chosen = chance.RULES[seed % len(chance.RULES)]
        log = without_refused(events(Random(seed).randbytes(150), chosen), chosen)
        at = next((at for at in reversed(range(len(log))) if isinstance(log[at][1], Call)), None)
        if at is None or is_corrected(log[at + 1 :]):
            continue
        corrected = taken(log, chosen)
        if corrected.take(Withdrawn(seq=log[at][0], reason="slip", by="Pit", felt="agrees"), 1000).refused is None:
            compared += shown(corrected) == shown(taken(log[:at] + log[at + 1 :], chosen))
    assert compared > 5
