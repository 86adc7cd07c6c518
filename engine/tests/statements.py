"""The regulation, statement by statement, in our own words: which rule obeys each, and which tests hold it.

:mod:`engine.tests.trace` resolves every name here and writes ``docs/regulation.md``.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engine.articles import Article

Names: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Statement:
    """One thing that the regulation says, or that we ruled where it is silent."""

    kind: Literal["T", "R"]
    """T: it stands in the text. R: our ruling."""
    says: str
    code: Names
    """Functions and constants, as ``module.name`` within the engine."""
    tests: Names
    """Names of test functions."""
    options: Names = ()
    """The house options that hold it: fields of ``TableRules``."""
    rows: Names = ()
    """Rows of ``engine.settlement.ROWS``: outcome, article, and what the wager wins times itself."""


def stands(says: str, code: list[str], tests: list[str], *rows: str) -> Statement:
    """A statement of the text."""
    return Statement("T", says, tuple(code), tuple(tests), rows=rows)


def ruled(says: str, code: list[str], tests: list[str], *options: str, rows: Names = ()) -> Statement:
    """A ruling, with the house options that hold it."""
    return Statement("R", says, tuple(code), tuple(tests), options, rows)


MONEY: Final = "Money"
HIDDEN: Final = "What stays hidden"

TITLES: Final = (
    "Equipment",
    "Shoe, boxes, burns",
    "Deal and extra cards",
    "Points",
    "Winning",
    "Blackjack (natural)",
    "Push",
    "Insurance",
    "Special prize",
    "Split",
    "Double",
    "Surrender",
    "Several players on one box",
)
"""Of the thirteen articles."""
HEADINGS: Final[dict[str, str]] = {
    Article.PACKS: "Packs",
    Article.START: "Start",
    Article.END: "End",
    Article.BOXES: "Boxes",
    Article.BURN: "Burns from the shoe",
    Article.DEAL: "Dealing from the shoe",
    Article.DEAL_METAL_BOX: "Dealing from the metal box",
    Article.DEALER: "Extra cards: the dealer",
    Article.PLAYER: "Extra cards: the players",
    Article.ORDER: "Extra cards: the order",
}
"""Of the paragraphs whose title is not their article's."""

STATEMENTS: Final[dict[str, tuple[Statement, ...]]] = {
    Article.PACKS: (
        stands(
            "One or more packs of 52 cards.",
            ["cards.Card.pack", "shoe.Shoe.loaded"],
            ["test_a_pack_holds_each_of_the_52_faces_once"],
        ),
        ruled(
            "So a shoe holds each card as often as packs: one more, or a shoe of another size, is told.",
            ["count.CardCount", "reasons.Notice.CARD_TOO_OFTEN", "reasons.Notice.SHOE_COUNT_OFF"],
            [
                "test_1_a_the_third_of_a_card_in_two_packs_is_told_when_it_is_public",
                "test_1_a_burned_cards_count_only_at_the_end_of_the_shoe",
                "test_1_a_a_shoe_that_is_empty_before_its_packs_are_out_is_told",
            ],
        ),
    ),
    Article.EQUIPMENT: (
        stands(
            "One pack is dealt from a metal box, several from a shoe.",
            ["rules.DECKS", "rules.faults"],
            ["test_1_b_one_pack_in_a_metal_box_several_in_a_shoe"],
        ),
        stands(
            "One white card with the metal box, two with the shoe: only the shoe's second ends it.",
            ["felt.Felt.white_card_is_misplaced"],
            [
                "test_2_2_the_white_card_that_cut_the_pack_lies_nowhere_wrongly",
                "test_2_2_the_white_card_makes_the_coup_the_last_and_takes_no_role",
            ],
        ),
        stands(
            "No other equipment is lawful: such a table does not open.",
            ["rules.faults", "replay.read"],
            [
                "test_what_the_regulation_forbids_is_a_fault",
                "test_a_log_that_cannot_be_played_is_told_with_file_line_field_and_remedy",
            ],
        ),
        ruled(
            "A shoe holds two to eight packs.",
            ["rules.DECKS"],
            ["test_1_b_a_metal_box_holds_one_pack", "test_1_b_a_shoe_holds_two_to_eight_packs"],
            "equipment",
            "decks",
        ),
    ),
    Article.START: (
        stands(
            "The dealer shuffles and a player cuts, or the dealer if none wishes to (people see to it);"
            " nothing is dealt before.",
            ["instructions.Shuffle", "shoe.Shoe.none_yet", "events.ShoeStarted"],
            ["test_2_1_a_table_that_was_opened_wants_its_cards_shuffled_first"],
        ),
        stands(
            "With several packs the second white card lies between the last 20th and 30th card.",
            ["shoe.BEHIND_WHITE_CARD", "felt.Felt.white_card_is_misplaced"],
            ["test_2_1_the_white_card_lies_between_the_last_20th_and_30th_card"],
        ),
        ruled(
            "20 and 30 are both right.",
            ["shoe.BEHIND_WHITE_CARD"],
            ["test_2_1_the_white_card_lies_between_the_last_20th_and_30th_card"],
        ),
        stands(
            "Before the first deal as many cards as packs are burned, one at a time; from the metal box one.",
            ["procedure.burns", "shoe.Shoe.burns_due"],
            [
                "test_2_1_the_first_coup_burns_as_many_cards_as_packs_one_at_a_time",
                "test_2_1_a_new_shoe_burns_as_many_cards_as_packs_again",
                "test_3_1_b_the_dealers_second_card_lies_face_down_whatever_the_upcard",
            ],
        ),
        stands(
            "A card that lay face up in the shoe is void.",
            ["procedure.card", "procedure.extra_card", "reasons.Notice.BOXED"],
            ["test_2_1_a_boxed_card_is_void_and_its_role_passes_to_the_next", "test_2_1_a_boxed_second_card_is_void"],
        ),
        ruled(
            "Its role passes to the next card; its value counts for nothing, though it was seen.",
            ["procedure.card", "procedure.extra_card"],
            [
                "test_2_1_a_boxed_card_is_void_and_its_role_passes_to_the_next",
                "test_10_a_boxed_second_card_of_a_split_hand_is_void_and_its_role_passes_on",
                "test_11_a_boxed_card_for_a_doubled_hand_is_void_and_its_role_passes_on",
            ],
        ),
        ruled(
            "Where a burn is due it is burned, and counts as that.",
            ["procedure.card"],
            [
                "test_2_1_a_boxed_card_is_burned_when_a_burn_is_due_and_counts",
                "test_2_4_a_boxed_card_is_burned_before_the_second_card_and_the_first_of_a_coup",
            ],
        ),
        stands(
            "A misdealt card is put right as soon as it is found: it goes to who should have had it.",
            ["correction.reconcile", "correction.astray", "instructions.Reconcile"],
            [
                "test_2_1_a_misdeal_is_put_right_before_the_coup_goes_on",
                "test_3_2_c_after_a_forgotten_stand_the_card_is_the_next_boxs_and_is_moved",
            ],
        ),
        stands(
            "Where that cannot be, all cards of the coup are cancelled.",
            ["coup.Coup.cancel", "settlement.cancelled"],
            ["test_2_1_coup_that_cannot_be_put_right_is_cancelled_and_everything_goes_back"],
        ),
        ruled(
            "The order in which cards left says who should have had each: the felt is laid as the screen shows.",
            ["procedure.coup_from_burn_to_payment", "correction.place", "correction.reconcile"],
            [
                "test_2_1_a_misdeal_is_put_right_before_the_coup_goes_on",
                "test_reconcile_bears_why_and_the_moves_and_earlier_cards_their_new_roles",
            ],
        ),
        ruled(
            "The misdeal is a record of the log.",
            ["events.MisdealFound", "legality.JUDGED_BY"],
            [
                "test_2_1_a_misdeal_is_put_right_before_the_coup_goes_on",
                "test_every_event_of_the_log_is_read_here_and_no_other_is_known",
            ],
        ),
        ruled(
            "A burn that was missed is the card dealt in its place, and the rest shift; so before the second card.",
            ["procedure.burns", "procedure.dealer"],
            [
                "test_2_1_a_card_dealt_in_place_of_a_missed_burn_is_the_burn_already_and_its_misdeal_moves_nothing",
                "test_2_4_after_a_missed_burn_the_card_shown_is_the_burn_and_the_next_the_second_card",
                "test_2_4_after_a_forgotten_stand_of_the_last_box_the_cards_are_burn_and_second_card",
            ],
        ),
        ruled(
            "It cannot be put right where wrong cards led to calls, claims or insurance: those made since are listed,"
            " and a supervisor judges.",
            ["correction.reconcile", "instructions.Made"],
            [
                "test_2_1_the_calls_made_since_the_cards_lay_wrong_are_told",
                "test_2_1_an_insurance_and_even_money_taken_since_are_told",
            ],
        ),
        ruled(
            "A card pulled for nobody stays with the dealer as the next card.",
            ["coup.Coup.hold", "coup.Coup.next_card", "events.CardHeld"],
            [
                "test_2_1_a_held_card_of_the_first_hand_is_the_second_hands",
                "test_2_1_who_draws_gets_the_head_of_the_queue_and_the_card_that_leaves_joins_its_end",
                "test_2_1_a_held_card_is_void_at_a_shuffle",
            ],
        ),
        ruled(
            "A face-down card that was exposed by mistake is public; play goes on.",
            ["events.CardExposed", "coup.Coup.turn_up"],
            ["test_2_1_a_face_down_card_that_was_exposed_is_public_and_play_goes_on"],
        ),
        ruled(
            "If it is the hidden card, insurance and even money close.",
            ["coup.Coup.hidden_exposed", "windows.insurance_is_open", "windows.even_money_is_open"],
            [
                "test_2_1_the_exposed_hidden_card_closes_insurance_and_even_money_and_play_goes_on",
                "test_2_1_insurance_and_even_money_taken_before_the_hidden_card_was_exposed_stand",
            ],
        ),
        ruled(
            "A supervisor may cancel the coup, until the next one's first card.",
            ["events.CoupCancelled", "felt.Felt.cancellable"],
            [
                "test_2_1_a_coup_is_cancelled_in_each_phase_and_wagers_go_back",
                "test_2_1_a_coup_can_be_cancelled_until_the_first_card_of_the_next",
            ],
        ),
        ruled(
            "A cancelled coup gives back all of it: wagers, busts, prizes, even money, surrendered halves;"
            " by house rule what was decided at once stays.",
            ["settlement.cancelled", "coup.Coup.cancel"],
            [
                "test_2_1_a_cancelled_coup_gives_busts_back",
                "test_2_1_by_house_rule_a_bust_stays_lost_in_a_cancelled_coup",
                "test_2_1_in_a_cancelled_coup_the_prize_stays_or_goes_back_and_the_wager_goes_back",
                "test_2_1_it_goes_back_with_a_cancelled_coup_unless_what_is_paid_stays",
            ],
            "void_keeps_paid",
        ),
        ruled(
            "Insurance always goes back with it.",
            ["settlement.cancelled"],
            ["test_2_1_insurance_of_a_cancelled_coup_goes_back_whatever_is_kept"],
        ),
        ruled(
            "The log gains the reversals and loses nothing.",
            ["reasons.Moved.TAKEN_BACK", "journal.layout._GUARDS", "journal.store.Journal.append"],
            ["test_2_1_a_cancelled_coup_gives_busts_back", "test_a_record_once_written_is_not_changed_by_a_slip"],
        ),
        ruled(
            "What was burned stays burned; of an opening burn the rest is still due.",
            ["shoe.Shoe.coup_over", "coup.Coup.burned_before_deal"],
            [
                "test_2_1_of_an_opening_burn_in_a_cancelled_coup_the_rest_is_still_due",
                "test_2_1_the_last_card_of_an_interrupted_opening_burn_is_still_of_the_opening_burn",
            ],
        ),
        ruled(
            "A white card that was seen in it still ends the shoe.",
            ["coup.Coup.last", "shoe.Shoe.coup_over"],
            ["test_2_2_a_white_card_seen_in_a_cancelled_coup_still_ends_the_shoe"],
        ),
    ),
    Article.END: (
        stands(
            "When the shoe's second white card shows, the open coup is the last: it is finished, then shuffled.",
            ["coup.Coup.last", "felt.SHUFFLE", "reasons.Notice.WHITE_CARD"],
            [
                "test_2_2_the_white_card_makes_the_coup_the_last_and_takes_no_role",
                "test_2_2_the_white_card_does_not_change_what_is_due",
            ],
        ),
        stands(
            "The cards are shuffled again, or replaced if no longer usable: no coup begins before.",
            ["instructions.Shuffle", "shoe.Shoe.spent"],
            ["test_2_2_a_coup_never_begins_from_a_shoe_whose_last_coup_is_over"],
        ),
        ruled(
            "If it shows before a coup's first card, that coming coup is the last; the dealer may shuffle at once.",
            ["reasons.Notice.WHITE_CARD_FIRST", "felt.Felt.last_coup"],
            [
                "test_2_2_the_white_card_makes_the_coup_the_last_and_takes_no_role",
                "test_2_2_the_white_card_after_the_payment_leaves_one_more_coup",
                "test_2_2_after_the_white_card_the_dealer_may_still_shuffle_at_once",
            ],
        ),
        ruled(
            "If it shows while a coup is paid, that coup was the last.",
            ["felt.Felt.open_coup", "felt.SHUFFLE"],
            ["test_2_2_the_white_card_while_the_coup_is_paid_makes_that_coup_the_last"],
        ),
        ruled(
            "In the opening burn, or with fewer than 20 or more than 30 cards behind it, it lies wrongly: an alert;"
            " a coup that has begun is finished as the last.",
            ["felt.Felt.white_card_is_misplaced", "reasons.Notice.WHITE_CARD_MISPLACED"],
            [
                "test_2_2_a_misplaced_white_card_ends_the_shoe_after_the_coup_that_has_begun",
                "test_2_2_the_white_card_in_the_opening_burn_is_wrongly_placed_and_the_coup_the_last",
            ],
        ),
        stands(
            "The dealer may shuffle after any coup, white card or not, never in the midst of one.",
            ["events.ShuffleCalled", "reasons.Reason.COUP_IN_PROGRESS"],
            [
                "test_2_2_the_dealer_may_shuffle_before_a_coups_first_card_and_wagers_stay",
                "test_2_2_the_dealer_may_not_shuffle_in_the_midst_of_a_coup",
                "test_nothing_waits_a_shuffle_passes_over_the_settlement_2_2",
            ],
        ),
        ruled(
            "A coup is in progress from its first card; wagers on the felt stay through a shuffle.",
            ["felt.Felt.in_coup", "coup.Coup.begun"],
            [
                "test_2_2_the_dealer_may_shuffle_before_a_coups_first_card_and_wagers_stay",
                "test_2_2_a_new_shoe_before_a_coups_first_card_lets_the_wagers_stay",
            ],
        ),
        stands(
            "From the metal box one coup only, then a shuffle.",
            ["coup.Coup.last", "felt.SHUFFLE"],
            [
                "test_2_2_one_coup_only_and_then_the_cards_are_shuffled",
                "test_2_2_a_cancelled_coup_was_the_one_coup_too",
            ],
        ),
        ruled(
            "Once the shoe is known to be empty no hit, double or split is taken.",
            ["shoe.Shoe.has_cards", "windows.calls_open", "reasons.Reason.SHOE_IS_EMPTY"],
            [
                "test_2_2_once_the_shoe_is_known_to_be_empty_no_hit_is_taken",
                "test_2_2_no_double_is_taken_when_the_shoe_is_known_to_be_empty",
                "test_2_2_no_split_is_taken_when_the_shoe_is_known_to_be_empty",
            ],
        ),
        ruled(
            "The coup is cancelled when the deal, a split hand or the dealer must have a card that is not there.",
            ["procedure.CannotGoOnError", "procedure.card", "reasons.Notice.SHOE_RAN_OUT"],
            [
                "test_2_2_without_a_card_that_the_deal_or_the_dealer_must_have_the_coup_is_cancelled",
                "test_2_2_an_empty_shoe_cancels_only_when_the_dealer_must_draw",
                "test_2_2_a_split_hand_without_its_second_card_cancels_the_coup",
            ],
        ),
        ruled(
            "Before a coup a shuffle is advised when fewer cards remain than it may need"
            " (14, 18, 22, 25, 29, 33, 36 for 1 to 7 boxes).",
            ["shoe.CARDS_A_COUP_MAY_NEED", "felt.Felt.cards_needed", "reasons.Notice.SHUFFLE_ADVISED"],
            [
                "test_2_2_a_shuffle_is_advised_when_fewer_cards_remain_than_the_coup_may_need",
                "test_2_2_the_table_of_the_regulation",
            ],
        ),
    ),
    Article.BOXES: (
        stands(
            "Six or seven boxes, numbered, as the layout has them.",
            ["rules.faults", "reasons.Reason.NO_SUCH_BOX"],
            ["test_what_the_regulation_forbids_is_a_fault", "test_2_3_with_several_packs"],
        ),
        ruled(
            "The house says how many; box 1 is the first on the dealer's left.",
            ["rules.TableRules.boxes", "procedure.two_each"],
            ["test_3_2_c_the_box_first_on_the_dealers_left_decides_first"],
            "boxes",
        ),
        stands(
            "Several packs: an occupant may bet on other boxes too, each only if its occupant bets there.",
            ["wagers.is_guest", "wagers.needed_by", "reasons.Reason.OCCUPANT_MUST_BET"],
            ["test_2_3_with_several_packs", "test_2_3_a_wager_is_taken_back_unless_others_rest_on_it"],
        ),
        stands(
            "Several packs: who occupies no box bets on one box only.",
            ["wagers.other_box", "reasons.Reason.ONE_BOX_ONLY"],
            ["test_2_3_with_several_packs"],
        ),
        stands(
            "One pack: everybody bets on one box only.",
            ["wagers.other_box", "reasons.Reason.ONE_BOX_ONLY"],
            ["test_2_3_with_one_pack_everybody_bets_on_one_box_only"],
        ),
        ruled(
            "A box that nobody occupies is not played.",
            ["reasons.Reason.BOX_IS_EMPTY", "betting.wager"],
            ["test_2_3_with_several_packs"],
        ),
        ruled(
            "An unseated bettor may bet where the occupant does not; the occupant handles the cards.",
            ["wagers.is_guest", "coup.Coup.occupants"],
            ["test_2_3_with_several_packs", "test_2_3_the_occupant_need_not_bet_for_the_box_to_be_played"],
        ),
        stands(
            "No change of box during a coup.",
            ["reasons.Reason.CHANGES_BOX", "coup.Coup.occupants"],
            ["test_2_3_no_change_of_box_during_a_coup"],
        ),
        stands(
            "Cards stay on the table, and nobody handles another box's (people see to it);"
            " for a box only who decides is heard.",
            ["coup.Coup.deciders", "reasons.Reason.NOT_HIS_CALL"],
            ["test_13_neither_followers_nor_players_of_other_boxes_make_a_call"],
        ),
    ),
    Article.BURN: (
        stands(
            "From the shoe one card is burned before each coup after the first; the first has its opening burn alone.",
            ["procedure.burns", "coup.Coup.is_opening"],
            [
                "test_2_4_a_later_coup_burns_one_card",
                "test_2_1_the_first_coup_burns_as_many_cards_as_packs_one_at_a_time",
            ],
        ),
        stands(
            "One card before the dealer's second card where that lies face up: the upcard is no ace.",
            ["procedure.dealer"],
            [
                "test_3_1_a_the_second_card_lies_face_up_after_every_box_and_a_burn",
                "test_3_1_a_ace_up_takes_the_hidden_card_at_once_without_a_burn",
            ],
        ),
        stands(
            "None of these from the metal box.",
            ["procedure.dealer"],
            ["test_3_1_b_no_later_burns", "test_3_1_b_against_an_ace_there_is_no_burn_either"],
        ),
    ),
    Article.DEAL: (
        stands(
            "Shoe: each box gets two cards face down, then the dealer one face up.",
            ["procedure.deal"],
            [
                "test_3_1_a_two_passes_give_one_card_to_each_box_twice_round",
                "test_3_1_a_only_boxes_with_a_wager_are_dealt_to",
                "test_what_lies_face_down_has_neither_face_nor_total",
            ],
        ),
        ruled(
            "The two are dealt one to each box, twice round; by house rule two to each box in turn.",
            ["procedure.two_each"],
            [
                "test_3_1_a_two_passes_give_one_card_to_each_box_twice_round",
                "test_3_1_a_pairs_give_two_cards_to_each_box_in_turn",
            ],
            "deal_order",
        ),
        ruled(
            "By house rule the boxes' first two cards lie face up.",
            ["procedure.deal"],
            ["test_3_1_a_open_cards_say_which_calls_are_offered_and_hidden_ones_do_not"],
            "player_cards",
        ),
        stands(
            "The dealer takes the second card only when every box has finished, face up.",
            ["procedure.coup_from_burn_to_payment", "procedure.dealer"],
            ["test_3_1_a_the_second_card_lies_face_up_after_every_box_and_a_burn"],
        ),
        stands(
            "Against an ace the second card is taken at once, face down, without a burn.",
            ["procedure.deal", "coup.Coup.face_upcard"],
            ["test_3_1_a_ace_up_takes_the_hidden_card_at_once_without_a_burn"],
        ),
        stands(
            "It is not looked at before every box has finished.",
            ["procedure.hidden_turned", "coup.Coup.hidden_turned"],
            ["test_3_1_a_the_hidden_card_is_turned_when_every_box_has_finished_and_not_before"],
        ),
        stands(
            "Once it is turned, one card is burned before the dealer's first extra card, and before that one only.",
            ["procedure.dealer"],
            ["test_3_1_a_after_the_hidden_card_one_burn_comes_before_the_first_draw_only"],
        ),
        ruled(
            "What a card is for follows from the state of the coup, never from its face.",
            ["procedure.coup_from_burn_to_payment", "roles"],
            ["test_3_1_a_a_card_is_what_was_due_whatever_its_face"],
        ),
    ),
    Article.DEAL_METAL_BOX: (
        stands(
            "Metal box: each box gets two cards face down; the dealer one face up and one face down"
            " before any extra card, whatever the upcard.",
            ["procedure.deal", "coup.Coup.face_upcard"],
            ["test_3_1_b_the_dealers_second_card_lies_face_down_whatever_the_upcard"],
        ),
        stands(
            "No later burns.",
            ["procedure.dealer"],
            ["test_3_1_b_no_later_burns", "test_3_1_b_a_split_and_a_double_from_the_metal_box"],
        ),
    ),
    Article.DEALER: (
        stands(
            "The dealer draws on 16 or less and stands on 17 or more.",
            ["procedure.dealer_draws"],
            [
                "test_3_2_a_the_dealer_with_a_six_up",
                "test_3_2_a_the_dealer_stands_on_a_hard_17_or_more",
                "test_3_2_a_the_dealer_ends_as_the_exact_recursion_has_it",
            ],
        ),
        ruled(
            "His ace counts 11 unless that busts him, so a soft 17 stands; by house rule it draws.",
            ["procedure.dealer_draws", "hand.points"],
            [
                "test_3_2_a_only_of_a_soft_17_the_house_decides",
                "test_3_2_a_a_soft_18_stands_under_either_option",
                "test_3_2_a_with_an_ace_that_counts_1_a_17_stands",
            ],
            "dealer_soft_17",
        ),
        stands(
            "A card that he drew by honest mistake is void.",
            ["procedure.payment", "reasons.Notice.DRAWN_BY_MISTAKE"],
            ["test_3_2_a_a_card_drawn_by_mistake_is_void_and_no_burn_of_the_next_coup"],
        ),
        ruled(
            "It is discarded, and is neither burn nor card of the next coup.",
            ["procedure.payment", "coup.Coup.discard"],
            ["test_3_2_a_a_card_drawn_by_mistake_is_void_and_no_burn_of_the_next_coup"],
        ),
        ruled(
            "With no wager alive he neither burns nor draws, and a hidden card is only turned;"
            " by house rule he plays on.",
            ["procedure.plays_on", "procedure.hidden_turned"],
            [
                "test_3_2_with_no_wager_alive_the_dealer_neither_burns_nor_draws",
                "test_3_2_with_no_wager_alive_a_hidden_card_is_still_turned_and_no_more",
                "test_3_2_by_house_rule_the_dealer_plays_on_with_no_wager_alive",
            ],
            "dealer_draws_without_wagers",
        ),
        ruled(
            "A live insurance needs the hidden card turned, and no more.",
            ["procedure.hidden_turned", "coup.Coup.is_insured"],
            [
                "test_8_insurance_of_a_bust_lives_and_needs_the_hidden_card_turned_and_no_more",
                "test_8_it_needs_no_draw_of_the_dealer",
            ],
        ),
    ),
    Article.PLAYER: (
        stands(
            "Players draw or not, as they like, until they bust.",
            ["procedure.player", "windows.calls_open"],
            ["test_3_2_b_a_player_draws_as_he_likes_until_he_stands"],
        ),
        stands(
            "On a bust the cards are turned up at once.",
            ["coup.Coup.take_bust", "hand.BoxHand.is_seen_bust"],
            ["test_3_2_b_a_bust_hand_is_turned_up_at_once", "test_3_2_b_more_than_21_is_bust"],
        ),
        stands(
            "The wager of a bust hand is lost, even if the dealer busts too.",
            ["coup.Coup.take_bust"],
            ["test_3_2_b_a_bust_is_taken_at_once_even_if_the_dealer_busts_too"],
            "bust 3(2)b -1:1",
        ),
        ruled(
            "Extra cards of the boxes lie face up.",
            ["procedure.extra_card", "procedure.extra_due"],
            ["test_an_extra_card_is_seen_and_the_total_is_not"],
        ),
        ruled(
            "A hand of 21 may draw, and a natural too, which is then an ordinary hand;"
            " by house rule a 21 that is no natural stops and counts as shown.",
            ["procedure.decides", "hand.BoxHand.is_natural"],
            [
                "test_3_2_b_a_hand_of_21_may_draw",
                "test_3_2_b_a_natural_that_draws_is_an_ordinary_hand",
                "test_3_2_a_natural_is_asked_though_a_21_stops",
                "test_3_2_a_stopped_hand_counts_as_shown",
            ],
            "stop_on_21",
        ),
    ),
    Article.ORDER: (
        stands(
            "The box first on the dealer's left decides first, then the others in turn.",
            ["procedure.coup_from_burn_to_payment", "coup.Coup.hand_to_play", "reasons.Reason.NOT_ASKED"],
            ["test_3_2_c_the_box_first_on_the_dealers_left_decides_first"],
        ),
        stands(
            "Each says its final decision before the next is served: to stand is always a call.",
            ["procedure.player", "procedure.called"],
            [
                "test_3_2_c_after_a_forgotten_stand_the_card_is_the_next_boxs_and_is_moved",
                "test_3_2_c_a_card_that_leaves_before_the_box_has_stood_is_its_own",
            ],
        ),
    ),
    Article.POINTS: (
        stands(
            "An ace counts 1 or 11; jack, queen and king 10; the others their number.",
            ["cards.Card.points", "hand.points", "hand.Hand.points"],
            [
                "test_4_each_rank_counts_its_points_in_every_suit",
                "test_4_points_are_the_best_choice_of_every_aces_value",
            ],
        ),
        ruled(
            "So an ace counts 11 unless the hand would bust.",
            ["hand.points", "hand.Hand.points"],
            ["test_4_an_ace_counts_11_unless_the_hand_would_bust"],
        ),
    ),
    Article.WIN: (
        stands(
            "More points than the dealer win.",
            ["settlement.settled"],
            ["test_a_wager_of_200"],
            "win 5 1:1",
        ),
        stands(
            "Fewer points lose.",
            ["settlement.settled"],
            ["test_a_wager_of_200"],
            "lose 5 -1:1",
        ),
        ruled(
            "The ratio is 1:1.",
            ["settlement.ONE_TO_ONE"],
            ["test_a_wager_of_200", "test_5_what_divides_is_not_rounded"],
        ),
        ruled(
            "A dealer who is bust loses to every hand that lives.",
            ["settlement.settled", "hand.Hand.is_bust"],
            ["test_a_wager_of_200"],
            rows=("win 5 1:1",),
        ),
    ),
    Article.NATURAL: (
        stands(
            "An ace and a ten-point card as the first two cards.",
            ["hand.is_ace_and_ten", "hand.Hand.is_natural"],
            ["test_6_a_natural_is_an_ace_and_a_ten_point_card_and_no_more"],
        ),
        stands(
            "It pays 3:2 if the dealer has none, also against his 21 of three or more cards.",
            ["settlement.THREE_TO_TWO"],
            ["test_a_wager_of_200", "test_6_and_7_ten_or_less_up"],
            "natural 6 3:2",
        ),
        stands(
            "Against an ace its holder may ask for 1:1 until the hidden card is shown.",
            ["windows.even_money_is_open", "coup.Coup.pay_even_money"],
            [
                "test_6_it_is_1_to_1_whatever_the_hidden_card_is",
                "test_6_it_is_open_until_the_hidden_card_is_turned_also_after_others_have_drawn",
                "test_6_the_turn_of_the_hidden_card_closes_it",
            ],
            "even_money 6 1:1",
        ),
        ruled(
            "Against an ace only; by house rule against ten-point cards too.",
            ["windows.even_money_is_open", "reasons.Reason.NO_EVEN_MONEY"],
            ["test_6_against_an_ace_only", "test_6_by_house_rule_against_every_ten_point_card"],
            "even_money_upcards",
        ),
        stands(
            "A 21 of more than two cards is no natural: 1:1, if the dealer has neither a natural nor 21.",
            ["hand.is_ace_and_ten"],
            ["test_a_wager_of_200", "test_6_a_natural_that_drew_is_an_ordinary_hand"],
        ),
        stands(
            "The dealer's natural beats a 21 of more than two cards.",
            ["settlement.TAKEN_BY_NATURAL"],
            ["test_6_a_dealers_natural_beats_a_21_of_three_cards"],
            "lose 6 -1:1",
        ),
        stands(
            "A 21 on split wagers is no natural.",
            ["hand.BoxHand.is_natural"],
            ["test_6_a_split_hands_21_of_two_cards_is_no_natural", "test_6_an_ace_and_a_ten_on_a_split_wager"],
        ),
        ruled(
            "The dealer's natural takes split and doubled wagers whole; by house rule one original unit of a bettor's"
            " live wagers on the box, and the rest goes back (busted ones stay lost).",
            ["settlement.TAKEN_BY_NATURAL", "settlement.settlement"],
            [
                "test_6_a_dealers_natural_takes_split_wagers_whole",
                "test_6_a_dealers_natural_takes_a_doubled_wager_whole",
                "test_6_busted_wagers_stay_lost_and_one_unit_of_those_alive_is_lost",
                "test_6_the_one_unit_is_each_bettors_own",
            ],
            "dealer_natural_takes",
        ),
    ),
    Article.PUSH_NATURALS: (
        stands(
            "Both have a natural: the wager goes back.",
            ["settlement.NOTHING"],
            ["test_7_a_both_naturals_push", "test_6_without_it_both_naturals_push"],
            "push 7a 0:1",
        ),
    ),
    Article.PUSH: (
        stands(
            "Equal points: the wager goes back.",
            ["settlement.NOTHING"],
            ["test_7_b_equal_points_push", "test_a_wager_of_200"],
            "push 7b 0:1",
        ),
    ),
    Article.INSURANCE: (
        stands(
            "Against an ace, an extra wager of at most half the original one; after a split too, of the original.",
            ["settlement.half", "reasons.Reason.INSURES_TOO_MUCH", "reasons.Reason.NO_INSURANCE"],
            [
                "test_8_only_an_ace_is_insured_against",
                "test_8_at_most_half_of_the_wager_in_whole_chips",
                "test_8_after_a_split_it_is_half_of_the_original_wager",
            ],
        ),
        stands(
            "When every box has finished: a dealer's natural pays it 2:1, else it is lost.",
            ["settlement.TWO_TO_ONE", "settlement.settlement", "procedure.hidden_turned"],
            ["test_8_a_natural_pays_it_2_to_1_and_takes_the_wager_and_else_it_is_lost"],
        ),
        stands(
            "The natural takes the wagers of those who have none.",
            ["settlement.TAKEN_BY_NATURAL"],
            [
                "test_8_a_natural_pays_it_2_to_1_and_takes_the_wager_and_else_it_is_lost",
                "test_8_a_natural_is_insured_like_any_hand",
            ],
        ),
        ruled(
            "It is open from the upcard until the coup's first extra card.",
            ["windows.insurance_is_open"],
            [
                "test_8_it_is_open_from_the_upcard_on",
                "test_8_it_stays_open_until_the_first_extra_card_of_the_coup",
            ],
        ),
        ruled(
            "Each bettor of a box insures for himself, up to half his own wager, in whole chips.",
            ["settlement.half", "reasons.Reason.INSURES_NOTHING", "coup.Coup.insurance"],
            [
                "test_8_each_bettor_of_a_box_insures_for_himself",
                "test_8_the_half_of_an_odd_wager_is_rounded_down_to_chips",
            ],
        ),
        ruled(
            "Even money and insurance are apart, and both may be taken.",
            ["windows.offered"],
            ["test_8_even_money_and_insurance_may_both_be_taken"],
        ),
    ),
    Article.BONUS: (
        stands(
            "6-7-8 of a suit, or three sevens: three times the wager at once, also against an ace.",
            ["hand.is_prize", "coup.Coup.pay_prize", "settlement.THREE_TO_ONE"],
            [
                "test_9_three_sevens_are_paid_at_once_and_end_the_hand",
                "test_9_a_prize_is_paid_also_when_the_upcard_is_an_ace_and_the_hidden_card_is_only_turned",
            ],
            "bonus 9 3:1",
        ),
        ruled(
            "It replaces the 1:1 and ends the hand: the stake goes back;"
            " by house rule it is paid besides, and the hand stands as a 21.",
            ["coup.Coup.pay_prize", "settlement.prize"],
            [
                "test_9_else_the_stake_goes_back_and_nothing_more_is_at_risk",
                "test_9_by_house_rule_it_is_paid_at_once_and_the_hand_is_settled_besides",
            ],
            "bonus",
        ),
        ruled(
            "Sevens of any suits, 6-7-8 in any order, three cards exactly.",
            ["hand.is_prize", "hand.PRIZE_RUN"],
            [
                "test_a_wager_of_200",
                "test_9_what_is_no_prize_is_asked_again",
                "test_9_three_sevens_reached_with_a_fourth_card_are_no_prize",
            ],
        ),
        ruled(
            "Split hands win it on their own wager; by house rule they do not.",
            ["coup.Coup.wins_prize"],
            [
                "test_9_a_split_hand_wins_the_prize_on_its_own_wager",
                "test_9_by_house_rule_a_split_hand_wins_no_prize_and_is_a_21",
            ],
            "bonus_on_split",
        ),
        ruled(
            "Doubled hands never do: no two of its cards count 11.",
            ["hand.is_prize", "windows.is_eleven"],
            ["test_9_a_doubled_hand_never_wins_the_prize"],
        ),
    ),
    Article.SPLIT: (
        stands(
            "The first two cards, if of equal points, become two wagers, the second as high as the first.",
            ["windows.is_pair", "windows.may_split", "coup.Coup.split"],
            [
                "test_10_two_cards_of_equal_points_split",
                "test_10_the_second_wager_equals_the_first_and_each_hand_ends_on_its_own",
                "test_10_a_hand_that_drew_cannot_split",
            ],
        ),
        ruled(
            "Points, not ranks: ten and jack split; by house rule only cards of one rank.",
            ["windows.is_pair"],
            ["test_10_two_cards_of_equal_points_split", "test_10_by_house_rule_only_cards_of_one_rank_split"],
            "split_by",
        ),
        ruled(
            "No splitting again; by house rule a box may have up to four hands.",
            ["windows.may_split", "reasons.Reason.NO_RESPLIT"],
            ["test_10_no_resplit", "test_10_by_house_rule_a_box_may_have_so_many_hands"],
            "max_hands",
        ),
        stands(
            "Split aces get one card each.",
            ["procedure.second_card"],
            ["test_10_split_aces_get_one_card_each", "test_10_split_aces_are_never_split_again"],
        ),
        stands(
            "Other split hands draw freely.",
            ["procedure.player"],
            ["test_10_the_first_hand_gets_its_second_card_and_is_played_out_and_then_the_other"],
        ),
        ruled(
            "The first hand gets its second card and is played out, then the other;"
            " by house rule both get their second cards first.",
            ["procedure.called", "procedure.second_card"],
            [
                "test_10_the_first_hand_gets_its_second_card_and_is_played_out_and_then_the_other",
                "test_10_by_house_rule_both_hands_get_their_second_cards_first",
            ],
            "split_deal",
        ),
    ),
    Article.DOUBLE: (
        stands(
            "The first two cards of 11 points may be doubled: one more equal wager, then one card only.",
            ["windows.is_eleven", "windows.may_double", "coup.Coup.double", "procedure.doubled_card"],
            [
                "test_11_a_hand_of_11_points_doubles",
                "test_11_one_more_equal_wager",
                "test_11_one_card_only",
                "test_11_not_after_a_third_card",
            ],
        ),
        ruled(
            "A natural is not 11.",
            ["windows.is_eleven", "reasons.Reason.NOT_ELEVEN"],
            ["test_11_other_cards_are_shown_and_the_double_is_refused"],
        ),
        ruled(
            "Not on split hands; by house rule on them too.",
            ["windows.may_double", "reasons.Reason.NOT_ON_SPLIT"],
            ["test_11_not_on_split_hands", "test_11_by_house_rule_a_split_hand_doubles"],
            "double_after_split",
        ),
        ruled(
            "The whole wager or nothing.",
            ["coup.Coup.double", "events.Call"],
            ["test_11_a_double_of_part_of_the_wager_is_no_call", "test_11_one_more_equal_wager"],
        ),
    ),
    Article.SURRENDER: (
        stands(
            "Against any upcard but an ace a player may give up the coup for half his wager.",
            ["windows.surrender_is_open", "reasons.Reason.NO_SURRENDER", "settlement.HALF"],
            ["test_12_half_the_wager_is_lost_at_once", "test_12_never_against_an_ace"],
            "surrender 12 -1:2",
        ),
        stands(
            "Of split wagers both or neither.",
            ["coup.Coup.surrender", "windows.may_surrender"],
            ["test_12_split_wagers_surrender_both_before_their_second_cards"],
        ),
        stands(
            "Before the dealer deals any extra card.",
            ["windows.surrender_is_open", "coup.Coup.extra_out"],
            [
                "test_12_until_the_first_extra_card_of_the_coup_or_by_house_rule_of_the_box",
                "test_12_not_before_the_deal_is_over",
            ],
        ),
        stands(
            "It is not taken back, though the dealer then shows a natural.",
            ["coup.Coup.surrender", "hand.Bet.is_over"],
            ["test_12_it_is_irrevocable_even_if_the_dealer_then_shows_a_natural"],
        ),
        ruled(
            "An extra card to anybody closes it for all; by house rule only a box's own extra card for that box.",
            ["windows.surrender_is_open"],
            ["test_12_until_the_first_extra_card_of_the_coup_or_by_house_rule_of_the_box"],
            "surrender_window",
        ),
        ruled(
            "It is open to every box that has not stood, in any order.",
            ["windows.may_surrender", "reasons.Reason.HAS_DECIDED"],
            [
                "test_12_in_any_order",
                "test_12_for_a_box_that_has_not_stood_while_another_is_asked",
                "test_12_not_for_a_box_that_has_stood",
            ],
        ),
        ruled(
            "A split hand's second card is an extra card.",
            ["procedure.extra_due", "coup.Coup.extra_out"],
            ["test_12_a_split_hands_second_card_is_an_extra_card"],
        ),
    ),
    Article.DECIDER: (
        stands(
            "The highest wager on a box makes all decisions of the coup;"
            " the occupant handles the cards (people see to it).",
            ["wagers.decider", "coup.Coup.occupants", "reasons.Reason.NOT_HIS_CALL"],
            ["test_13_who_decides", "test_13_the_decider_decides_for_both_hands"],
        ),
        stands(
            "Of equal highest wagers the occupant decides.",
            ["wagers.decider"],
            ["test_13_who_decides"],
        ),
        ruled(
            "So he does when he bets less; if he does not bet, the first of the highest to have placed decides.",
            ["wagers.decider"],
            ["test_13_who_decides"],
        ),
        ruled(
            "Who decides is fixed by name when the betting closes.",
            ["coup.Coup.deciders"],
            [
                "test_13_who_decides_is_fixed_by_name_when_the_betting_closes",
                "test_13_leaving_after_the_betting_is_closed_leaves_every_wager",
            ],
        ),
        stands(
            "Players of other boxes have no say.",
            ["reasons.Reason.NOT_HIS_CALL"],
            ["test_13_neither_followers_nor_players_of_other_boxes_make_a_call"],
        ),
        ruled(
            "A follower may match a split; if not, his wager stays on the first hand.",
            ["coup.Coup.split", "events.Call.matched_by"],
            ["test_13_who_does_not_match_a_split_stays_on_the_first_hand"],
        ),
        ruled(
            "A follower need not double; the one card binds him.",
            ["coup.Coup.double", "events.Call.matched_by"],
            ["test_13_a_follower_need_not_double_and_the_one_card_binds_him"],
        ),
        ruled(
            "When the decider surrenders, the box does.",
            ["coup.Coup.surrender"],
            ["test_13_a_surrender_by_the_decider_surrenders_the_box_and_a_followers_is_refused"],
        ),
    ),
    MONEY: (
        ruled(
            "Amounts are whole avos (1/100 pataca), never fractions.",
            ["rules.Number", "settlement.rounded"],
            [
                "test_an_amount_is_a_whole_number_of_avos",
                "test_6_three_to_two_in_whole_chips",
            ],
        ),
        ruled(
            "Wagers are whole chips of the smallest kind.",
            ["betting.amount_refusal", "reasons.Reason.NOT_WHOLE_CHIPS"],
            ["test_6_a_wager_is_refused_with_the_nearest_lawful_amounts"],
            "chip_unit",
        ),
        ruled(
            "The house may set each bettor's least and greatest wager.",
            ["betting.amount_refusal", "reasons.Reason.BELOW_MINIMUM", "reasons.Reason.ABOVE_MAXIMUM"],
            ["test_13_least_and_most_are_each_bettors_own"],
            "min_wager",
            "max_wager",
        ),
        ruled(
            "A wager whose 3:2 or half is no whole number of chips is refused when placed, with the nearest lawful"
            " ones; by house rule it is taken, and the rest goes to the player or the house.",
            ["settlement.is_payable", "settlement.rounded", "betting.nearest_lawful", "reasons.Reason.ODD_WAGER"],
            [
                "test_6_a_wager_is_refused_with_the_nearest_lawful_amounts",
                "test_6_a_wager_is_payable_if_its_3_to_2_and_its_half_are_whole_chips",
                "test_12_half_of_an_odd_wager_is_rounded_for_the_side_that_the_house_names",
            ],
            "odd_amounts",
        ),
    ),
    HIDDEN: (
        ruled(
            "Until a hand is shown, its face-down cards and total, and all that depends on them, stay out of the view"
            " by which screen, lamps, sounds and network are fed.",
            ["projection.projected", "view.PublicView", "view.FACE_DOWN"],
            [
                "test_what_lies_face_down_has_neither_face_nor_total",
                "test_no_view_holds_more_cards_than_lie_face_up",
                "test_tables_that_differ_only_face_down_answer_and_look_alike",
            ],
        ),
        ruled(
            "So does the dealer's hidden card above all, until it is turned.",
            ["projection.projected", "procedure.hidden_turned"],
            [
                "test_3_1_a_the_hidden_card_is_turned_when_every_box_has_finished_and_not_before",
                "test_tables_that_differ_only_face_down_answer_and_look_alike",
            ],
        ),
        ruled(
            "The words of a coup in play, in a terminal or the log's view, name no such card.",
            ["transcript.told"],
            ["test_the_words_of_a_coup_in_play_name_no_card_that_lies_face_down"],
        ),
        ruled(
            "The journal's files are for the core's user alone.",
            ["journal.place.make_file", "journal.place.make_folder"],
            ["test_the_file_and_its_folders_are_for_one_user_alone"],
        ),
        ruled(
            "A bust and a prize are public at once.",
            ["coup.Coup.take_bust", "coup.Coup.pay_prize"],
            ["test_3_2_b_a_bust_hand_is_turned_up_at_once", "test_9_the_hand_of_a_prize_is_shown_with_what_it_wins"],
        ),
        ruled(
            "A player's natural is not: its box is asked like any other.",
            ["procedure.player", "windows.calls_open"],
            [
                "test_6_a_players_natural_lies_face_down_until_the_payment",
                "test_3_2_b_every_hand_is_asked_even_a_natural",
            ],
        ),
        ruled(
            "What an instruction offers follows from public cards alone.",
            ["windows.calls_open", "windows.offered"],
            [
                "test_3_1_a_open_cards_say_which_calls_are_offered_and_hidden_ones_do_not",
                "test_tables_that_differ_only_face_down_answer_and_look_alike",
            ],
        ),
        ruled(
            "A claim that rests on hidden cards is judged when it is made: the cards are shown, then it is taken or"
            " refused with its article.",
            ["legality.borne_out", "legality.claimed_hand"],
            [
                "test_10_unequal_cards_are_shown_and_the_split_is_refused",
                "test_11_other_cards_are_shown_and_the_double_is_refused",
                "test_6_a_false_claim_shows_the_hand_and_is_refused",
                "test_6_a_claim_that_is_refused_on_public_grounds_shows_nothing",
            ],
        ),
    ),
}
"""By paragraph, in the order of the regulation."""
