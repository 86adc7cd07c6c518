"""What the benchmarks in process measure, and what they make of it; their figures are no matter of tests."""

from collections import Counter
from itertools import islice
from random import Random
from statistics import fmean

import pytest

from deploy.benchmarks import whole_shoe
from deploy.benchmarks.edge import BATCH, EDGE, NATURALS, Tally, batches, coups_for, of_coup
from deploy.benchmarks.engine import BareGame, Speeds, TableGame, best
from deploy.benchmarks.game import CARDS_KEPT, Game, LazyShoe, RefusedError, taken
from deploy.benchmarks.strategy import hits_below_17
from engine.answers import CoupResult, Outcome, SettlementRow
from engine.articles import Article
from engine.cards import Card
from engine.events import BettingClosed, CardOut
from engine.instructions import Ask
from engine.rules import TableRules
from engine.table import Table


def game(seed: int) -> Game:
    """One box of six packs that hits below 17."""
    return Game(Table(TableRules()), Random(seed), hits_below_17)


def tally_of(coups: int, edge: float, naturals: float) -> Tally:
    """Coups that each won or lost a wager."""
    return Tally(coups, edge * coups, coups, round(naturals * coups))


def result_of(*rows: SettlementRow) -> CoupResult:
    """A coup that was settled so."""
    return CoupResult(number=1, cancelled=False, last_of_shoe=False, supersedes=False, settlement=rows)


class ScriptedGame(BareGame):
    """Deals the cards it is given."""

    def __init__(self, cards: str) -> None:
        super().__init__(Random(1))
        self.cards = [int(card) for card in cards.split()]

    def draw(self) -> int:
        return self.cards.pop(0)


def test_a_lazy_shoe_deals_each_card_once_a_pack_and_all_again_when_shuffled() -> None:
    shoe = LazyShoe(2, Random(1))
    for _ in range(2):
        assert Counter(shoe.draw().card for _ in range(104)) == dict.fromkeys(Card.pack(), 2)
        assert shoe.left == 0
        shoe.shuffle()
        assert shoe.left == 104


def test_a_lazy_shoe_gives_every_card_the_same_chance_each_time() -> None:
    shoe = LazyShoe(1, Random(1))
    seen: Counter[CardOut] = Counter()
    for _ in range(5200):
        shoe.shuffle()
        shoe.draw()
        seen[shoe.draw()] += 1
    assert len(seen) == 52
    assert sum((count - 100) ** 2 / 100 for count in seen.values()) < 98, "chi squared of 51, once in 10,000"


def test_a_game_plays_the_same_coups_by_the_same_seed() -> None:
    one, other = game(3), game(3)
    assert [one.coup() for _ in range(5)] == [other.coup() for _ in range(5)]


def test_a_table_game_plays_whole_coups_and_shuffles_before_one_could_lack_cards() -> None:
    one = TableGame(Random(1))
    left = []
    for number in range(1, 61):
        one.hand()
        coup = one.table.felt.open_coup
        assert coup is not None
        assert (coup.number, coup.settlement is not None) == (number, True)
        left.append(one.shoe.left)
    assert min(left) > CARDS_KEPT - 30
    assert max(left[30:]) > 290


def test_what_the_table_refuses_ends_a_benchmark_with_the_event_and_the_reason() -> None:
    with pytest.raises(RefusedError, match=r'\{"type":"betting_closed"\}: .* \('):
        taken(Table(TableRules()), BettingClosed())


@pytest.mark.parametrize(
    ("outcome", "article", "net", "tally"),
    [
        (Outcome.NATURAL, Article.NATURAL, 300, Tally(1, 1.5, 2.25, 1)),
        (Outcome.PUSH, Article.PUSH_NATURALS, 0, Tally(1, 0, 0, 1)),
        (Outcome.PUSH, Article.PUSH, 0, Tally(1, 0, 0, 0)),
        (Outcome.LOSE, Article.NATURAL, -200, Tally(1, -1, 1, 0)),
    ],
)
def test_a_coup_counts_by_what_its_settlement_says(outcome: Outcome, article: Article, net: int, tally: Tally) -> None:
    row = SettlementRow(1, 1, "Ana", "main", 200, outcome, net, article)
    assert of_coup(result_of(row)) == tally


def test_split_hands_count_as_one_coup() -> None:
    rows = [SettlementRow(1, hand, "Ana", "main", 200, Outcome.WIN, 200, Article.WIN) for hand in (1, 2)]
    assert of_coup(result_of(*rows)) == Tally(1, 2, 4, 0)


def test_the_standard_error_is_that_of_the_mean() -> None:
    tally = sum((Tally(1, won, won**2) for won in (1, 1, -1, -1)), Tally())
    assert (tally.edge, tally.edge_error) == (0, 0.5)


@pytest.mark.parametrize(
    ("tally", "faults"),
    [
        (tally_of(1_000_000, EDGE, NATURALS), []),
        (tally_of(1_000_000, EDGE + 0.00304, NATURALS), []),
        (tally_of(1_000_000, EDGE + 0.00306, NATURALS), ["the edge must be -1.035%"]),
        (tally_of(1_000_000, EDGE - 0.00306, NATURALS), ["the edge must be -1.035%"]),
        (tally_of(1_000_000, EDGE, NATURALS + 0.0007), ["the naturals must be 4.7489%"]),
        (tally_of(1_000_000, 0, 0), ["the edge must be -1.035%", "the naturals must be 4.7489%"]),
    ],
)
def test_what_is_more_than_three_standard_errors_off_is_a_fault(tally: Tally, faults: list[str]) -> None:
    assert [fault.split(":")[0] for fault in tally.faults] == faults


def test_batches_make_up_the_coups_and_have_seeds_of_their_own() -> None:
    some = list(batches(7, 2 * BATCH + 1))
    assert [(batch.number, batch.coups) for batch in some] == [(0, BATCH), (1, BATCH), (2, 1)]
    endless = list(islice(batches(7, None), 30))
    assert {batch.coups for batch in endless} == {BATCH}
    assert len({batch.number for batch in endless}) == 30
    assert coups_for(0.0005) == 4_161_600


def test_ratios_are_medians_of_the_rounds() -> None:
    speeds = Speeds(ours=[2, 4, 100], gymnasium=[1, 4, 60], bare=[1, 1, 10])
    assert speeds.ours_to_gymnasium == 0.6
    assert speeds.bare_to_ours == 4


@pytest.mark.parametrize(
    ("cards", "won"),
    [
        ("10 7 5 10 2", 0),
        ("10 6 5 10", -2),
        ("10 6 4 5 10 2 1", 2),
        ("10 6 1 5 10", -2),
        ("1 6 10 9", -2),
        ("1 5 10 10 2 9", -2),
        ("10 8 10 6 6", 2),
        ("10 8 10 6 1", 2),
        ("10 8 7 1", 0),
        ("10 1 5 10 6", 3),
        ("10 1 10 1", 0),
        ("1 10 1 10", 0),
        ("7 4 10 10 1", -2),
        ("9 9 10 8", 0),
    ],
    ids=str,
)
def test_the_bare_integers_play_the_same_game(cards: str, won: int) -> None:
    bare = ScriptedGame(cards)
    assert bare.hand() == won
    assert not bare.cards


def test_the_bare_integers_win_what_the_game_gives() -> None:
    bare = BareGame(Random(5))
    won = [bare.hand() / 2 for _ in range(100_000)]
    assert set(won) == {-1, 0, 1, 1.5}
    assert fmean(won) == pytest.approx(-0.0567, abs=0.012)


@pytest.mark.parametrize(
    ("total", "has_ace", "counted"), [(11, True, 21), (12, True, 12), (6, True, 16), (11, False, 11), (22, False, 22)]
)
def test_4_the_bare_integers_count_an_ace_11_unless_the_hand_would_bust(
    total: int, has_ace: bool, counted: int
) -> None:
    assert best(total, has_ace=has_ace) == counted


def test_a_whole_shoe_has_seven_boxes_to_its_end() -> None:
    log = whole_shoe.log_of_a_shoe(1)
    out = sum(b'"card_out"' in line for line in log)
    assert 8 * 52 - CARDS_KEPT < out <= 8 * 52
    assert whole_shoe.replay_s(log) > 0
    assert len(whole_shoe.costs(log)) == len(log) - whole_shoe.OPENING
    assert whole_shoe.growth([log]) > 0


def test_the_correction_comes_when_all_seven_have_drawn() -> None:
    table = Table(whole_shoe.RULES)
    cards = []
    for event in (*whole_shoe.dealt(), *whole_shoe.drawn()):
        answer = taken(table, event)
        if isinstance(event, CardOut):
            cards.append(answer.role)
    assert cards[whole_shoe.FIRST_EXTRA_CARD - 1 :] == [f"box:{box}/1" for box in range(1, 8)]
    assert isinstance(answer.due, Ask)
    assert answer.due.box == 7
