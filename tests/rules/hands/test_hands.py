"""The hand tester, rule by rule, on the starter decks and on decks made for one question."""

from collections import Counter
from dataclasses import FrozenInstanceError, replace
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.catalogue import Card, CardType, Catalogue
from cards.catalogue.datafiles import load_catalogue
from decks.decklist import MAX_DECK_SIZE, Decklist
from decks.lists.starters import read_starters
from rules.facts import DAWN_DRAWS, SCHEME_DRAWS, draws_by_day, planning_draw
from rules.hands import (
    Action,
    Discard,
    Draw,
    Dusk,
    EndDuel,
    Fight,
    Gamble,
    NotAllowed,
    Phase,
    Plan,
    Play,
    Spend,
    Table,
    Take,
    deal_days,
    keep_cards,
    lay_out,
    plan_day,
    replay,
)
from rules.hands.refusals import MAX_ACTIONS

CARDS = load_catalogue()
STARTERS = {starter.code: starter.decklist for starter in read_starters()}
USSURA, VODACCE = STARTERS["ussura-starter"], STARTERS["vodacce-starter"]

#: Panache 6.
LEADER = VODACCE.leader
OPULENCE = "01170"
RISK = next(c.code for c in CARDS if c.type is CardType.RISK and c.cost == 1 and c.is_neutral and c.code != OPULENCE)
GEAR = next(c.code for c in CARDS if c.type is CardType.ATTACHMENT and c.cost == 2)
BRUTE = next(c.code for c in CARDS if c.is_brute and c.cost == 1)
FREE = next(c.code for c in CARDS if c.type is CardType.RISK and c.cost == 0)


def table_of(hand: dict[str, int], approach: tuple[str, ...] = ()) -> Table:
    """A table in High Drama whose hand is exactly the given cards, with an empty deck behind it."""
    table = lay_out(Decklist.of(LEADER, approach, hand), CARDS, 1)
    table = table.do(plan_day(table))
    missing = sum(hand.values()) - len(table.hand)
    return table.do(Draw(missing)) if missing > 0 else table


def rules_against(table: Table, action: Action) -> list[str]:
    reasons = table.why_not(action)
    assert table.can(action) is not bool(reasons)
    if reasons:
        with pytest.raises(NotAllowed) as refused:
            table.do(action)
        assert refused.value.reasons == reasons
        assert all(str(reason) in str(refused.value) for reason in reasons)
    return [reason.rule for reason in reasons]


def all_cards(table: Table) -> Counter[str]:
    zones = (table.deck, table.hand, table.discard, table.locker, table.in_play, table.line, table.revealed)
    scheme = (table.scheme,) if table.scheme else ()
    return Counter(chain(*zones, table.crew, table.approach, scheme))


# Setting up


def test_3_5_there_is_no_starting_hand() -> None:
    table = lay_out(VODACCE, CARDS, 42)
    assert (table.day, table.phase, table.hand) == (1, Phase.PLANNING, ())
    assert Counter(table.deck) == Counter(dict(VODACCE.faction))
    assert table.deck != tuple(sorted(table.deck))


def test_the_same_seed_gives_the_same_hands_on_any_machine() -> None:
    hand = deal_days(VODACCE, CARDS, 42, days=1).hand
    assert hand == ("01161", "01027", "01160", "01034", "01022", "01171")


def test_another_seed_gives_another_hand() -> None:
    assert len({deal_days(VODACCE, CARDS, seed, days=1).hand for seed in range(50)}) == 50


def test_the_order_of_a_list_does_not_matter() -> None:
    shuffled = Decklist(VODACCE.leader, VODACCE.approach[::-1], VODACCE.faction[::-1])
    assert deal_days(shuffled, CARDS, 3).days == deal_days(VODACCE, CARDS, 3).days


def test_a_printing_stands_for_its_card() -> None:
    printed = Decklist.of(LEADER, (), {"01159a": 2})
    assert set(lay_out(printed, CARDS, 1).deck) == {CARDS.card("01159a").code}


@pytest.mark.parametrize(
    ("decklist", "words"),
    [
        (Decklist.of(None, (), {FREE: 1}), "the list has no leader"),
        (Decklist.of("99999", (), {FREE: 1}), "no card has the code 99999"),
        (Decklist.of(FREE, (), {FREE: 1}), "is not a leader"),
        (Decklist.of(LEADER, (), {}), "0 cards cannot be tried"),
        (Decklist.of(LEADER, (), {FREE: MAX_DECK_SIZE + 1}), "cannot be tried"),
        (Decklist.of(LEADER, (), {FREE: 0, RISK: 1}), f"fewer than one copy of {FREE}"),
        (Decklist.of(LEADER, (FREE,), {FREE: 1}), "neither a scheme nor a character"),
    ],
)
def test_lists_that_cannot_be_dealt_are_refused(decklist: Decklist, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        lay_out(decklist, CARDS, 1)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_has_64_bits(seed: int) -> None:
    with pytest.raises(ValueError, match="the seed"):
        lay_out(VODACCE, CARDS, seed)


def test_a_table_is_a_value() -> None:
    table = lay_out(VODACCE, CARDS, 1)
    before = replace(table)
    table.do(plan_day(table))
    assert table == before
    with pytest.raises(FrozenInstanceError):
        table.day = 2  # type: ignore[misc]


# Planning


def test_4_2_1_a_scheme_and_a_character_are_chosen_from_the_approach_deck() -> None:
    table = lay_out(VODACCE, CARDS, 1)
    scheme, character = table.schemes[2], table.characters[1]
    assert rules_against(table, Plan(None, character)) == ["4.2.1"]
    assert rules_against(table, Plan(scheme, None)) == ["4.2.1"]
    assert rules_against(table, Plan(character, scheme)) == ["4.2.1", "4.2.1"]
    after = table.do(Plan(scheme, character))
    assert (after.phase, after.scheme, after.crew) == (Phase.DRAMA, scheme, (LEADER, character))
    assert scheme not in after.schemes
    assert character not in after.characters
    assert rules_against(after, Plan(after.schemes[0], after.characters[0])) == ["4.2.1"]


def test_4_2_1_nothing_is_done_before_the_plan() -> None:
    table = lay_out(VODACCE, CARDS, 1)
    for action in (Play(RISK), Spend(1, (RISK,)), Draw(1), Gamble(), Dusk(), EndDuel(), Take(RISK)):
        assert rules_against(table, action) == ["4.2.1"]


@pytest.mark.parametrize("scheme", [c for c in CARDS if c.type is CardType.SCHEME], ids=lambda card: card.code)
def test_4_2_6_the_draw_is_panache_and_the_schemes_modifier(scheme: Card) -> None:
    decklist = Decklist.of(LEADER, (scheme.code,), dict(VODACCE.faction))
    table = lay_out(decklist, CARDS, 5)
    after = table.do(Plan(scheme.code, None))
    extra = 1 if scheme.code == "01145" else 0
    assert len(after.hand) == 6 + scheme.panache_mod + extra
    assert after.hand == table.deck[: len(after.hand)]


def test_4_2_6_a_panache_below_zero_counts_as_zero() -> None:
    leader = replace(CARDS.card(str(LEADER)), panache=1)
    scheme = next(c for c in CARDS if c.type is CardType.SCHEME and c.panache_mod == -2)
    assert planning_draw(leader, scheme) == 0


def test_4_2_6_cards_that_always_draw_are_counted() -> None:
    for codes, words in (
        (DAWN_DRAWS, "At the end of Dawn, draw {} cards"),
        (SCHEME_DRAWS, "Each player draws {} card"),
    ):
        for code, count in codes.items():
            assert words.format(count) in CARDS.card(code).text
    with_dawn = CARDS.card("03001")
    assert draws_by_day(with_dawn, [None, CARDS.card("01145")]) == (5 + 2, 5 + 2 + 0 + 1)


def test_4_1_4_a_leader_that_draws_at_dawn_does_so_before_planning() -> None:
    table = lay_out(Decklist.of("03001", VODACCE.approach, dict(VODACCE.faction)), CARDS, 9)
    assert len(table.hand) == 5
    planned = table.do(plan_day(table))
    kept = planned.hand[:2]
    second = planned.do(Dusk(kept))
    assert second.hand[:2] == kept
    assert len(second.hand) == 7
    assert planned.days[0].drawn == planned.hand
    assert second.do(plan_day(second)).days[1].kept == kept


def test_9_1_the_crew_cap_sends_a_character_to_the_locker() -> None:
    table = deal_days(USSURA, CARDS, 1, days=4)
    table = table.do(Dusk())
    scheme, character = table.schemes[0], table.characters[0]
    first = table.crew[1]
    assert rules_against(table, Plan(scheme, character)) == ["9.1"]
    assert rules_against(table, Plan(scheme, character, (str(USSURA.leader),))) == ["9.1"]
    assert rules_against(table, Plan(scheme, character, (first, table.crew[2]))) == ["9.1"]
    assert len(table.do(Plan(scheme, character, (first,))).crew) == 5
    assert first in table.do(Plan(scheme, character, (first,))).locker
    assert table.do(Plan(scheme, character, (character,))).crew == table.crew
    assert table.can(plan_day(table))


def test_q6_without_a_scheme_the_draw_is_unmodified() -> None:
    table = lay_out(Decklist.of(LEADER, (), dict(VODACCE.faction)), CARDS, 1)
    assert len(table.do(Plan(None, None)).hand) == 6


# Costs


def test_6_9_each_card_pays_one_and_wealth_two() -> None:
    table = table_of({GEAR: 1, OPULENCE: 1, RISK: 4})
    assert rules_against(table, Play(GEAR, (RISK,))) == ["6.9"]
    assert rules_against(table, Play(GEAR)) == ["6.9"]
    by_two = table.do(Play(GEAR, (RISK, RISK)))
    assert Counter(by_two.discard) == Counter({RISK: 2})
    by_wealth = table.do(Play(GEAR, (OPULENCE,)))
    assert (by_wealth.locker, by_wealth.discard) == ((OPULENCE,), ())
    assert Counter(by_wealth.hand) == Counter({RISK: 4})


def test_6_9_three_are_paid_by_a_wealth_card_and_another() -> None:
    table = table_of({OPULENCE: 1, RISK: 4})
    after = table.do(Spend(3, (OPULENCE, RISK)))
    assert (after.locker, after.discard) == ((OPULENCE,), (RISK,))
    assert rules_against(table, Spend(3, (RISK, RISK))) == ["6.9"]
    assert rules_against(table, Spend(0, ())) == ["6.9"]
    assert rules_against(table, Spend(21, (RISK,))) == ["6.9", "6.9"]


def test_6_9_what_costs_nothing_is_free() -> None:
    table = table_of({FREE: 1, RISK: 2})
    assert table.do(Play(FREE)).discard == (FREE,)
    assert rules_against(table, Play(FREE, (RISK,))) == ["Q16"]


def test_q16_no_card_is_superfluous_and_none_pays_for_itself() -> None:
    table = table_of({GEAR: 1, OPULENCE: 1, RISK: 2})
    assert rules_against(table, Play(GEAR, (OPULENCE, RISK))) == ["Q16"]
    assert rules_against(table, Play(GEAR, (RISK, GEAR))) == ["6.7"]
    overpaid = table.do(Play(RISK, (OPULENCE,)))
    assert overpaid.locker == (OPULENCE,)


def test_6_7_only_cards_in_hand_are_played() -> None:
    table = table_of({RISK: 2})
    assert rules_against(table, Play(GEAR, (RISK, RISK))) == ["6.7"]
    assert rules_against(table, Play("nonsense")) == ["6.7"]
    assert rules_against(table, Discard(GEAR)) == ["6.7"]
    assert rules_against(table, Spend(3, (RISK, RISK, RISK))) == ["6.9"]


def test_6_7_a_cost_that_is_not_known_cannot_be_paid() -> None:
    unknown = replace(CARDS.card(GEAR), cost=None)
    catalogue = Catalogue("x", tuple(unknown if card.code == GEAR else card for card in CARDS))
    table = lay_out(Decklist.of(LEADER, (), {GEAR: 1}), catalogue, 1).do(Plan(None, None))
    assert rules_against(table, Play(GEAR)) == ["6.7"]
    assert table.playable == ()


def test_1_8_risks_are_discarded_and_attachments_and_brutes_stay() -> None:
    table = table_of({RISK: 2, GEAR: 1, BRUTE: 1, FREE: 2})
    after = table.do(Play(BRUTE, (FREE,))).do(Play(GEAR, (FREE, RISK)))
    assert after.in_play == (BRUTE, GEAR)
    assert Counter(after.discard) == Counter({FREE: 2, RISK: 1})
    assert after.do(Discard(RISK)).hand == ()


def test_playable_cards_are_those_the_rest_can_pay() -> None:
    assert table_of({GEAR: 1, RISK: 1}).playable == (RISK,)
    assert set(table_of({GEAR: 1, OPULENCE: 1}).playable) >= {GEAR}
    assert table_of({FREE: 1}).playable == (FREE,)
    assert table_of({RISK: 1}).playable == ()


# Drawing and reshuffling


def test_1_9_the_discard_pile_is_shuffled_when_the_deck_runs_out() -> None:
    table = table_of({RISK: 2, FREE: 2, GEAR: 2, BRUTE: 2})
    assert table.deck == ()
    for code in (RISK, FREE, GEAR):
        table = table.do(Discard(code))
    after = table.do(Draw(2))
    assert (after.reshuffles, after.discard, len(after.deck), len(after.hand)) == (1, (), 1, 7)
    assert Counter(after.deck + after.hand[5:]) == Counter((RISK, FREE, GEAR))


def test_1_9_the_order_of_discarding_does_not_matter() -> None:
    table = table_of({RISK: 3, FREE: 3, GEAR: 2})
    one = table.do(Discard(RISK)).do(Discard(FREE)).do(Discard(GEAR)).do(Draw(3))
    other = table.do(Discard(GEAR)).do(Discard(RISK)).do(Discard(FREE)).do(Draw(3))
    assert one.hand == other.hand


def test_1_9_two_reshuffles_fall_differently() -> None:
    table = deal_days(VODACCE, CARDS, 1, days=1).do(Dusk())
    orders = []
    for _ in range(3):
        table = replace(table, discard=table.discard + table.deck + table.hand, deck=(), hand=())
        table = table.do(plan_day(table)).do(Draw(20)).do(Draw(14))
        orders.append(table.hand + table.deck)
        table = table.do(Dusk())
    assert len(set(orders)) == 3


def test_q1_with_deck_and_discard_empty_what_exists_is_drawn() -> None:
    table = table_of({RISK: 2}).do(Discard(RISK))
    assert table.do(Draw(5)).hand == (RISK, RISK)


def test_1_10_an_effect_draws_a_bounded_number() -> None:
    table = table_of({RISK: 2})
    assert [rules_against(table, Draw(count)) for count in (0, -1, 21)] == [["1.10"]] * 3


# Gambling


def test_r2_a_gamble_reveals_two_takes_one_and_discards_the_other() -> None:
    table = deal_days(VODACCE, CARDS, 4, days=1)
    top = table.deck[:2]
    revealed = table.do(Gamble())
    assert revealed.revealed == top
    assert revealed.hand == table.hand
    assert rules_against(revealed, Dusk()) == ["R2"]
    assert rules_against(revealed, Take("99999")) == ["R2"]
    taken = revealed.do(Take(top[1]))
    assert (taken.line, taken.discard, taken.revealed) == ((top[1],), (top[0],), ())
    assert rules_against(taken, Take(top[1])) == ["R2"]


def test_r2_a_hand_card_is_played_free_of_its_cost() -> None:
    table = table_of({GEAR: 1, RISK: 1})
    assert table.do(Fight(GEAR)).line == (GEAR,)
    assert rules_against(table, Fight(FREE)) == ["R2"]


def test_r6_the_dueling_line_is_discarded_when_the_duel_ends() -> None:
    table = table_of({GEAR: 1, RISK: 1})
    assert rules_against(table, EndDuel()) == ["R6"]
    after = table.do(Fight(GEAR)).do(EndDuel())
    assert (after.line, after.discard) == ((), (GEAR,))


def test_7_6_the_dueling_line_is_no_part_of_a_reshuffle() -> None:
    table = table_of({GEAR: 1, RISK: 2}).do(Fight(GEAR)).do(Discard(RISK)).do(Draw(2))
    assert (table.line, Counter(table.hand)) == ((GEAR,), Counter({RISK: 2}))


def test_q1_gambling_with_one_card_left_reshuffles_for_the_second() -> None:
    table = table_of({RISK: 6, GEAR: 1})
    table = replace(table, deck=(GEAR,), hand=(), discard=(RISK,) * 6)
    gambled = table.do(Gamble())
    assert (gambled.revealed, gambled.reshuffles) == ((GEAR, RISK), 1)
    assert gambled.do(Take(RISK)).discard == (GEAR,)


def test_q1_with_one_card_in_all_it_is_the_one_played() -> None:
    table = table_of({RISK: 1}).do(Discard(RISK))
    gambled = table.do(Gamble())
    assert gambled.revealed == (RISK,)
    assert gambled.do(Take(RISK)).line == (RISK,)
    assert rules_against(table_of({RISK: 1}), Gamble()) == ["Q1"]


# Dusk


def test_4_5_2e_at_most_the_printed_panache_is_kept() -> None:
    table = deal_days(VODACCE, CARDS, 1, days=1).do(Draw(4))
    assert rules_against(table, Dusk(table.hand[:7])) == ["4.5.2e"]
    assert rules_against(table, Dusk(("99999",))) == ["4.5.2e"]
    after = table.do(Dusk(table.hand[2:8]))
    assert (after.day, after.phase, after.hand, after.kept) == (2, Phase.PLANNING, table.hand[2:8], table.hand[2:8])
    assert Counter(after.discard) == Counter(table.hand[:2] + table.hand[8:])


def test_4_5_2e_the_scheme_does_not_change_what_is_kept() -> None:
    decklist = Decklist.of(LEADER, ("01148",), dict(VODACCE.faction))
    table = lay_out(decklist, CARDS, 1).do(Plan("01148", None)).do(Draw(5))
    assert CARDS.card("01148").panache_mod == 1
    assert table.can(Dusk(table.hand[:6]))
    assert not table.can(Dusk(table.hand[:7]))


def test_4_5_2d_the_scheme_goes_to_the_locker() -> None:
    table = deal_days(VODACCE, CARDS, 1, days=1)
    after = table.do(Dusk())
    assert after.scheme is None
    assert after.locker == (table.scheme,)


def test_4_5_4_brutes_are_discarded_at_the_end_of_the_day_and_attachments_stay() -> None:
    table = table_of({BRUTE: 1, GEAR: 1, RISK: 3}).do(Play(BRUTE, (RISK,))).do(Play(GEAR, (RISK, RISK))).do(Dusk())
    assert table.in_play == (GEAR,)
    assert BRUTE in table.discard


def test_4_after_the_fifth_day_nothing_can_be_done() -> None:
    table = deal_days(VODACCE, CARDS, 1).do(Dusk())
    assert (table.day, table.phase) == (5, Phase.OVER)
    assert rules_against(table, Draw(1)) == ["4"]
    assert rules_against(table, plan_day(table)) == ["4"]


def test_a_game_has_a_bounded_number_of_actions() -> None:
    table = table_of({RISK: 1})
    while len(table.actions) < MAX_ACTIONS:
        table = table.do(Draw(1))
    assert rules_against(table, Draw(1)) == [""]


# Whole games


def test_a_days_record_holds_what_was_kept_and_what_was_drawn() -> None:
    table = deal_days(VODACCE, CARDS, 8, keeper="fighters")
    assert [record.day for record in table.days] == [1, 2, 3, 4, 5]
    for record in table.days:
        scheme = CARDS.card(str(record.scheme))
        assert len(record.drawn) == planning_draw(table.leader, scheme)
        assert record.hand == record.kept + record.drawn
    assert table.days[-1].hand == table.hand
    assert [len(record.kept) for record in table.days] == [0, 6, 6, 6, 6]


def choices(table: Table) -> list[Action]:
    hand = table.hand
    plain: list[Action] = [Draw(1), Draw(9), Gamble(), EndDuel(), *map(Take, table.revealed)]
    plain += [kind(code) for code in hand for kind in (Discard, Fight, Play)]
    plain += [Play(hand[0], hand[1:n]) for n in range(2, len(hand))] + [Spend(2, hand[:1]), Spend(2, hand[:2])]
    plain += [plan_day(table, "chance"), keep_cards(table, "dearest"), Dusk(hand[:3])]
    return [action for action in plain if table.can(action)]


@given(st.sampled_from(sorted(STARTERS)), st.integers(0, 2**64 - 1), st.data())
def test_no_action_loses_or_makes_a_card_and_a_replay_ends_alike(code: str, seed: int, data: st.DataObject) -> None:
    decklist = STARTERS[code]
    table = lay_out(decklist, CARDS, seed)
    everything = all_cards(table)
    for _ in range(data.draw(st.integers(0, 40))):
        possible = choices(table)
        if not possible:
            break
        table = table.do(data.draw(st.sampled_from(possible)))
        assert all_cards(table) == everything
    assert replay(decklist, CARDS, seed, table.actions) == table


def test_a_replay_names_the_action_that_is_forbidden() -> None:
    table = lay_out(VODACCE, CARDS, 1)
    with pytest.raises(NotAllowed, match=r"action 2: this Day's scheme .* \(rule 4.2.1\)"):
        replay(VODACCE, CARDS, 1, [plan_day(table), plan_day(table)])
