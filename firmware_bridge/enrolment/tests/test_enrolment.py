"""The rule of enrolment: what is taken, what is refused and what a take-back undoes."""

from collections.abc import Callable

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine.cards import Card
from firmware_bridge.enrolment import answers
from firmware_bridge.enrolment.enrolment import Enrolment, Plan
from firmware_bridge.enrolment.tests.cards import ONE_PACK, TAGS, TWO_PACKS, enrol
from firmware_bridge.registry import Registry

AS, TWO, KS, AH, KC = (Card.parse(text) for text in ("AS", "2S", "KS", "AH", "KC"))


def begun(count: int, packs: int = 2, **more: bool | Registry) -> Enrolment:
    enrolment = Enrolment(Plan(packs, **more))  # type: ignore[arg-type]
    enrol(enrolment, count)
    return enrolment


def test_a_new_tag_is_the_tag_of_the_card_that_is_due() -> None:
    enrolment = begun(0)
    assert enrolment.due is AS
    assert enrolment.take(TAGS[0]) == answers.Enrolled(AS, 1, 1)
    assert enrolment.due is TWO


def test_a_tag_that_is_read_again_at_once_is_no_mistake() -> None:
    assert begun(1).take(TAGS[0]) == answers.StillThere(AS)


@pytest.mark.parametrize("count", [2, 12, 13, 53])
def test_a_tag_seen_before_is_refused_with_its_card_and_pack(count: int) -> None:
    enrolment = begun(count)
    assert enrolment.take(TAGS[0]) == answers.SeenBefore(AS, 1)
    assert len(enrolment.tags) == count


def test_a_tag_of_the_deck_that_is_enlarged_is_refused_with_its_pack() -> None:
    enrolment = begun(0, deck=TWO_PACKS)
    assert enrolment.take(list(TWO_PACKS.cards)[53]) == answers.SeenBefore(TWO, 2)
    assert enrolment.take(TAGS[0]) == answers.Enrolled(AS, 3, 1)


def test_a_tag_of_another_deck_is_refused_with_its_file() -> None:
    enrolment = begun(0).beside({"other.csv": ONE_PACK})
    assert enrolment.take(next(iter(ONE_PACK.cards))) == answers.OfOtherDeck(AS, "other.csv")
    assert enrolment.tags == ()


def test_unread_cards_and_two_at_once_change_nothing() -> None:
    enrolment = begun(5)
    assert enrolment.unread() == answers.Unread()
    assert enrolment.two_at_once() == answers.TwoAtOnce()
    assert enrolment.tags == tuple(TAGS[:5])


@pytest.mark.parametrize(("count", "asked"), [(12, None), (13, KS), (14, None), (52, KC), (65, KS)])
def test_after_thirteen_cards_somebody_must_look(count: int, asked: Card | None) -> None:
    enrolment = begun(count - 1)
    enrolment.take(TAGS[count - 1])
    assert enrolment.asked is asked


def test_nothing_is_taken_before_the_answer() -> None:
    enrolment = begun(12)
    enrolment.take(TAGS[12])
    assert enrolment.take(TAGS[13]) == answers.Unanswered()
    assert enrolment.confirm() == answers.Confirmed(KS)
    assert enrolment.confirm() == answers.NothingAsked()
    assert enrolment.take(TAGS[13]) == answers.Enrolled(AH, 1, 1 + 13)


def test_a_pass_that_may_have_gone_unnoticed_is_asked_about() -> None:
    enrolment = begun(5)
    enrolment.doubt()
    assert enrolment.take(TAGS[5]) == answers.Unanswered()
    enrolment.confirm()
    assert isinstance(enrolment.take(TAGS[5]), answers.Enrolled)


def test_doubt_before_the_first_card_asks_nothing() -> None:
    enrolment = begun(0)
    enrolment.doubt()
    assert enrolment.asked is None


def test_after_the_last_card_nothing_is_taken() -> None:
    enrolment = begun(52, packs=1)
    assert enrolment.is_complete
    assert enrolment.due is None
    assert enrolment.take(TAGS[52]) == answers.Surplus()


def test_the_last_card_is_looked_at_before_all_is_complete() -> None:
    enrolment = begun(51, packs=1)
    enrolment.take(TAGS[51])
    assert not enrolment.is_complete
    enrolment.confirm()
    assert enrolment.is_complete


def test_the_white_card_comes_last_and_lies_in_no_pack() -> None:
    enrolment = begun(52, packs=1, has_white=True)
    assert enrolment.due == "white"
    assert enrolment.take(TAGS[52]) == answers.Enrolled("white", None, 1)
    assert enrolment.asked == "white"
    assert enrolment.registry().white == {TAGS[52]}
    assert len(enrolment.registry().cards) == 52


def test_take_back_goes_across_packs() -> None:
    enrolment = begun(54)
    assert enrolment.back(3) == answers.TakenBack((TWO, AS, KC))
    assert enrolment.due is KC


@pytest.mark.parametrize("count", [0, 6, 10**9])
def test_more_than_there_are_cannot_be_taken_back(count: int) -> None:
    enrolment = begun(5)
    assert enrolment.back(count) == answers.NotThatMany(5)
    assert len(enrolment.tags) == 5


def test_a_tag_that_was_taken_back_is_new_again() -> None:
    enrolment = begun(5)
    enrolment.back(5)
    assert enrolment.take(TAGS[4]) == answers.Enrolled(AS, 1, 1)


def test_a_checked_pack_is_checked_until_a_card_of_it_is_taken_back() -> None:
    enrolment = begun(52)
    assert enrolment.whole_pack == 1
    enrolment.agree()
    enrol(enrolment, 3)
    assert enrolment.whole_pack is None
    enrolment.back(3)
    assert enrolment.checked == {1}
    enrolment.back()
    assert enrolment.checked == frozenset()


def test_another_order_is_followed() -> None:
    order = Card.pack()[::-1]
    enrolment = Enrolment(Plan(1, order))
    enrol(enrolment, 52)
    assert list(enrolment.registry().cards.values()) == list(order)


def test_the_enlarged_deck_keeps_its_own_cards_first() -> None:
    enrolment = begun(52, packs=1, deck=ONE_PACK)
    deck = Registry.parse(enrolment.registry().lines())
    assert list(deck.cards)[:52] == list(ONE_PACK.cards)
    assert list(deck.cards)[52:] == TAGS[:52]


def shown(enrolment: Enrolment) -> tuple[object, ...]:
    """Everything that can be seen of an enrolment."""
    return (
        enrolment.tags,
        enrolment.due,
        enrolment.last,
        enrolment.asked,
        enrolment.is_complete,
        enrolment.whole_pack,
        enrolment.checked,
        enrolment.registry().lines(),
    )


class AnyEvening(RuleBasedStateMachine):
    """Whatever is done in whatever order."""

    def __init__(self) -> None:
        super().__init__()
        self.it = Enrolment(Plan(2, has_white=True, deck=ONE_PACK))

    def unchanged(self, done: Callable[[], answers.Answer], *kinds: type[answers.Answer]) -> None:
        before = shown(self.it)
        assert isinstance(done(), kinds)
        assert shown(self.it) == before

    @rule(count=st.integers(1, 20))
    def take_new(self, count: int) -> None:
        for _ in range(count):
            tag = next(tag for tag in TAGS if tag not in self.it.tags)
            due, asked, before = self.it.due, self.it.asked, shown(self.it)
            answer = self.it.take(tag)
            if asked is not None:
                assert answer == answers.Unanswered()
            elif due is None:
                assert answer == answers.Surplus()
            else:
                assert isinstance(answer, answers.Enrolled)
                assert answer.face == due
                after = shown(self.it)
                self.it.back()
                assert shown(self.it) == before
                self.it.take(tag)
                assert shown(self.it) == after
                continue
            assert shown(self.it) == before
            self.it.confirm()

    @precondition(lambda self: self.it.tags)
    @rule(number=st.integers(0, 10**6))
    def take_old(self, number: int) -> None:
        tags = self.it.tags
        self.unchanged(lambda: self.it.take(tags[number % len(tags)]), answers.SeenBefore, answers.StillThere)

    @rule(number=st.integers(0, 51))
    def take_of_the_deck(self, number: int) -> None:
        self.unchanged(lambda: self.it.take(list(ONE_PACK.cards)[number]), answers.SeenBefore)

    @rule()
    def unread(self) -> None:
        self.unchanged(self.it.unread, answers.Unread)
        self.unchanged(self.it.two_at_once, answers.TwoAtOnce)

    @rule()
    def doubt(self) -> None:
        self.it.doubt()
        assert self.it.asked == self.it.last

    @rule()
    def confirm(self) -> None:
        tags = self.it.tags
        self.it.confirm()
        assert self.it.asked is None
        assert self.it.tags == tags

    @rule(count=st.integers(1, 60))
    def back(self, count: int) -> None:
        tags = self.it.tags
        answer = self.it.back(count)
        if count > len(tags):
            assert answer == answers.NotThatMany(len(tags))
            assert self.it.tags == tags
        else:
            assert isinstance(answer, answers.TakenBack)
            assert self.it.tags == tags[: len(tags) - count]

    @rule()
    def agree(self) -> None:
        self.it.agree()

    @invariant()
    def no_tag_twice(self) -> None:
        assert len({*self.it.tags, *ONE_PACK.cards}) == len(self.it.tags) + 52

    @invariant()
    def exactly_in_order(self) -> None:
        number = len(self.it.tags)
        deck = self.it.registry()
        cards = list(deck.cards.values())
        assert cards == list(Card.pack() + Card.pack() * 2)[: 52 + min(number, 104)]
        assert len(deck.white) == max(0, number - 104)

    @invariant()
    def only_whole_packs_are_checked(self) -> None:
        assert all(52 * (pack - 1) <= len(self.it.tags) for pack in self.it.checked)


AnyEvening.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestAnyEvening = AnyEvening.TestCase
