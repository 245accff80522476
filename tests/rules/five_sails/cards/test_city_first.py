"""Every ability of the core City Deck and of the locations, with the real cards: up to Vladislav Novikoff."""

from __future__ import annotations

import pytest

from rules.five_sails import Kind, Moment, Stat, Zone
from rules.five_sails.state.agenda import F
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, GARDENS, HOME, INN, NONE, Phase
from tests.rules.five_sails.cards.city import (
    CUIRASS,
    EDELINE,
    FLINTLOCK,
    LANGSCHWERT,
    LAST_WORD,
    MOVE_ALONG,
    OTTO,
    SERVO,
    TORSTEN,
    TRIAGE,
    Meeting,
    end_day,
    to_dusk,
)
from tests.rules.five_sails.real import COIN, FILLER, A, B, C, Real

# Locations


@pytest.mark.parametrize(("place", "players"), [(INN, 3), (GARDENS, 4)])
def test_inn_and_gardens_draw_once_a_day_for_whoever_controls_them(place, players):
    real = Real(players=players)
    location = real.game.table.locations[place]
    assert not real.can_use(location, 1)
    real.state.holder[place] = A
    real.again()
    real.use(location, 1)
    assert real.cards_in_hand(A) == 1
    assert not real.can_use(location, 1)
    # Whoever takes it over the same Day has a use of their own.
    real.state.holder[place] = B
    real.again()
    real.use(location, 1)
    assert real.cards_in_hand(B) == 1
    real.state.holder[place] = A
    real.pass_to(A)
    assert not real.can_use(location, 1)


@pytest.mark.parametrize(("players", "line"), [(2, 3), (3, 4), (4, 5)])
def test_inn_and_gardens_join_the_line_at_its_ends(players, line):
    table = Real(players=players).game.table
    assert len(table.line) == line
    assert (INN in table.line, GARDENS in table.line) == (players > 2, players > 3)
    if players == 4:
        assert table.neighbours[INN] == (DOCKS,)
        assert table.neighbours[GARDENS] == (BAZAAR,)


# Penya Shows The Way


def penya(*, holder: int = A) -> tuple[Real, int, int, int]:
    real = Real([EDELINE, OTTO], [TORSTEN])
    mine, other = real.enter(EDELINE, A, DOCKS, engaged=True), real.enter(OTTO, A, DOCKS)
    real.enter(TORSTEN, B, DOCKS)
    event = real.lie("01177", DOCKS)
    real.state.holder[DOCKS] = holder
    to_dusk(real)
    return real, event, mine, other


def test_penya_keeps_a_character_out_and_looks_at_the_city_deck():
    real, event, mine, other = penya()
    top = real.state.deck[NONE][-3:]
    real.use(event)
    real.do(Kind.PERFORM, mine)
    real.game.push(next(c for c in real.game.legal() if c.kind is Kind.NUMBER))
    assert real.offered(Kind.CHOOSE) == {mine, other}
    real.do(Kind.CHOOSE, mine)
    assert real.offered(Kind.CHOOSE) == set(top)
    assert {card.card for card in real.game.view(A).players[A].looking} == set(top)
    assert real.told_to(A, Moment.LOOKED) == top[::-1]
    assert real.told_to(B, Moment.LOOKED) == real.told_to(None, Moment.LOOKED) == [NONE] * 3
    assert real.game.view(B).players[A].looking is None
    real.do(Kind.CHOOSE, top[2])
    real.do(Kind.CHOOSE, top[0])
    # Then the Day is over: the character is en garde where it was, and Dawn brought what was put on top.
    assert (real.place(mine), real.engaged(mine), real.place(other)) == (DOCKS, False, HOME + A)
    assert [happening.card for happening in real.told(Moment.PLACED)] == [top[1], top[0], top[2]]
    assert real.zone(event) == Zone.DISCARD


def test_penya_may_be_declined_and_then_everybody_goes_home():
    real, event, mine, _ = penya()
    real.use(event)
    real.do(Kind.PERFORM, mine)
    real.do(Kind.DECLINE)
    assert real.place(mine) == HOME + A
    assert not real.told(Moment.LOOKED)


def test_penya_helps_only_whoever_controls_the_location():
    real, event, *_ = penya(holder=B)
    assert real.game.to_choose == B
    assert real.can_use(event)
    real.do(Kind.DECLINE)
    assert real.state.day == 2
    real, *_ = penya(holder=NONE)
    assert real.state.day == 2


def test_penya_keeps_it_out_for_one_dusk_only():
    real, event, mine, other = penya()
    real.use(event)
    real.do(Kind.PERFORM, other)
    real.game.push(next(c for c in real.game.legal() if c.kind is Kind.NUMBER))
    real.do(Kind.CHOOSE, mine)
    real.do(Kind.CHOOSE, next(iter(real.offered(Kind.CHOOSE))))
    real.do(Kind.CHOOSE, next(iter(real.offered(Kind.CHOOSE))))
    assert real.place(mine) == DOCKS
    to_dusk(real)
    assert real.place(mine) == HOME + A


# Carmella Vanessa Salvaggi


def test_carmella_challenges_engaged_once_a_day():
    real = Meeting()
    carmella = real.enter("01178", A, FORUMS, engaged=True)
    other = real.enter("01182", A, FORUMS, engaged=True)
    assert real.can(Kind.CHALLENGE, carmella)
    assert not real.can(Kind.CHALLENGE, other)
    assert not real.can(Kind.CLAIM, carmella)
    real.do(Kind.CHALLENGE, carmella)
    real.do(Kind.REFUSE)
    assert real.wounds(real.enemy) == 3
    real.do(Kind.CHALLENGE, real.enemy)
    real.do(Kind.TARGET, real.mine)
    assert not real.can(Kind.INTERVENE, carmella)
    real.do(Kind.REFUSE)
    assert not real.can(Kind.CHALLENGE, carmella)


def test_carmella_intervenes_engaged_and_an_en_garde_challenge_uses_nothing_up():
    real = Meeting(coins=1)
    carmella = real.enter("01178", A, FORUMS)
    real.do(Kind.CHALLENGE, carmella)
    real.do(Kind.REFUSE)
    assert real.engaged(carmella)
    real.do(Kind.CHALLENGE, real.enemy)
    real.do(Kind.TARGET, real.mine)
    real.do(Kind.INTERVENE, carmella)
    assert real.state.duel.participants == [real.enemy, carmella]
    real.fight()
    real.do(Kind.YIELD)
    real.state.engaged[real.enemy] = 0
    real.pass_to(A)
    assert not real.can(Kind.CHALLENGE, carmella)


# Siren's Scream


def scream(*renown: int, players: int = 2) -> tuple[Real, int]:
    """Siren's Scream comes to The Docks at Dawn."""
    real = Real([EDELINE, OTTO], [TORSTEN], players=players)
    real.state.renown[:] = renown
    event = real.stack("01179", NONE)
    real.state.phase = Phase.DAWN
    real.go_to(Phase.HIGH_DRAMA, (F.MOMENT, Moment.DRAMA_ENDS), (F.PLACE_CITY_CARDS, 0), (F.DRAMA, A, 0))
    return real, event


def test_sirens_scream_takes_a_renown_of_everybody_who_has_one():
    real, event = scream(3, 0, 1, players=3)
    assert real.place(event) == INN
    assert real.state.renown == [2, 0, 0]
    assert [card.renown for card in real.game.view(B).places[0].lying] == [2]
    assert [happening.number for happening in real.told(Moment.STAKED)] == [A, C]


def test_sirens_scream_gives_one_renown_to_each_player_who_engages_a_character_there():
    real, event = scream(1, 1)
    mine, enemy = real.enter(EDELINE, A, DOCKS), real.enter(TORSTEN, B, DOCKS)
    second = real.enter(OTTO, A, DOCKS)
    real.use(event, 2)
    assert real.offered(Kind.PERFORM) == {mine, second}
    real.do(Kind.PERFORM, mine)
    assert real.engaged(mine)
    assert real.state.renown == [1, 0]
    real.use(event, 2)
    assert real.engaged(enemy)
    assert real.state.renown == [1, 1]
    real.pass_to(A)
    assert not real.can_use(event, 2)


def test_sirens_scream_stays_while_it_has_renown_and_is_used_again_the_next_day():
    real, event = scream(1, 1)
    mine = real.enter(EDELINE, A, DOCKS)
    real.use(event, 2)
    end_day(real)
    assert (real.state.day, real.place(event)) == (2, DOCKS)
    assert real.state.renown == [1, 0]
    assert real.state.notes[event, "renown"] == 1
    real.state.place[mine] = DOCKS
    real.pass_to(A)
    real.use(event, 2)
    assert real.state.renown == [2, 0]
    end_day(real)
    assert real.zone(event) == Zone.DISCARD


def test_sirens_scream_needs_an_en_garde_character_there():
    real, event = scream(1, 1)
    assert not real.can_use(event, 2)
    real.enter(EDELINE, A, DOCKS, engaged=True)
    assert not real.can_use(event, 2)


# Kaj Kousei


def test_kaj_makes_artifacts_cheaper_for_all_of_yours():
    real = Meeting()
    real.enter("01180", A, BAZAAR)
    eye, coat = real.lie("01200", FORUMS), real.lie("01198", FORUMS)
    assert real.can(Kind.EQUIP, eye, real.mine)
    assert not real.can(Kind.EQUIP, coat, real.mine)
    real.do(Kind.PASS)
    assert not real.can(Kind.EQUIP, eye, real.enemy)


def test_kaj_lying_in_the_city_helps_nobody():
    real = Meeting()
    real.lie("01180", FORUMS)
    eye = real.lie("01200", FORUMS)
    assert not real.can(Kind.EQUIP, eye, real.mine)


@pytest.mark.parametrize("equips", [True, False])
def test_kaj_may_equip_an_artifact_of_the_top_four_and_sinks_the_rest(equips):
    real = Meeting()
    kaj, away = real.enter("01180", A, FORUMS), real.enter("01178", A, DOCKS)
    cards = [real.stack(code, NONE) for code in ("01183", "01193", "01187", "01204")]
    hand, item, cuirass, _ = cards[::-1]
    real.hold(FILLER, A)
    real.use(kaj, 1)
    options = {(c.card, c.target) for c in real.game.legal() if c.kind is Kind.EQUIP}
    assert options == {(hand, real.mine), (hand, kaj), (item, real.mine), (item, kaj)}
    assert away not in {bearer for _, bearer in options}
    assert real.told_to(B, Moment.REVEALED) == cards[::-1]
    if equips:
        real.do(Kind.EQUIP, hand, real.mine)
        assert real.state.bearer[hand] == real.mine
        # Two less one.
        assert real.cards_in_hand(A) == 0
    else:
        real.do(Kind.DECLINE)
        assert real.cards_in_hand(A) == 1
    assert cuirass in real.state.deck[NONE][:4]
    assert (hand in real.state.deck[NONE]) is not equips


def test_kaj_equips_nothing_that_cannot_be_paid():
    real = Meeting()
    kaj = real.enter("01180", A, FORUMS)
    real.stack("01183", NONE), real.stack("01185", NONE), real.stack("01193", NONE), real.stack("01204", NONE)
    real.use(kaj, 1)
    assert real.game.to_choose == B


# Sorte Deck


@pytest.mark.parametrize(("bearer", "left"), [(EDELINE, 2), ("01036", 1)])
def test_sorte_deck_heals_whoever_was_wounded_here_a_strega_two(bearer, left):
    real = Meeting(bearer)
    other = real.enter("01178", A, FORUMS)
    deck = real.wear("01181", real.mine)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    real.do(Kind.TARGET, other)
    real.do(Kind.REFUSE)
    assert real.wounds(other) == 3
    real.use(deck)
    assert (real.wounds(other), real.engaged(deck)) == (left, True)


def test_sorte_deck_heals_enemies_too_and_nobody_elsewhere():
    real = Meeting(SERVO)
    deck = real.wear("01181", real.mine)
    real.do(Kind.CHALLENGE, real.mine)
    real.do(Kind.REFUSE)
    real.use(deck)
    assert real.wounds(real.enemy) == 2
    # Once a Day.
    real.state.engaged[deck] = 0
    real.do(Kind.CHALLENGE, real.enemy)
    real.do(Kind.REFUSE)
    assert real.wounds(real.mine) == 3
    assert not real.can_use(deck)
    real = Meeting(SERVO)
    real.wear("01181", real.leader(A, DOCKS))
    real.do(Kind.CHALLENGE, real.mine)
    real.do(Kind.REFUSE)
    assert real.game.to_choose == B
    assert real.wounds(real.enemy) == 3


def test_sorte_deck_engaged_heals_nobody():
    real = Meeting(SERVO)
    real.wear("01181", real.mine, engaged=True)
    real.do(Kind.CHALLENGE, real.mine)
    real.do(Kind.REFUSE)
    assert real.wounds(real.enemy) == 3
    assert real.game.to_choose == B


# Eko Sorridi


def eko(**settings: int) -> tuple[Meeting, int]:
    real = Meeting(**settings)
    return real, real.enter("01182", A, FORUMS)


@pytest.mark.parametrize("strikes", [True, False])
def test_eko_may_wound_an_opposing_character_before_it_moves_away(strikes):
    real, person = eko()
    real.do(Kind.PASS)
    real.do(Kind.MOVE, real.enemy, place=DOCKS)
    assert real.game.to_choose == A
    assert real.place(real.enemy) == FORUMS
    if strikes:
        real.use(person)
    else:
        real.do(Kind.DECLINE)
    assert (real.wounds(real.enemy), real.place(real.enemy)) == (int(strikes), DOCKS)


def test_eko_strikes_whoever_does_not_survive_leaving():
    real, person = eko()
    real.state.wounds[real.enemy] = 5
    real.do(Kind.PASS)
    real.do(Kind.MOVE, real.enemy, place=DOCKS)
    real.use(person)
    assert real.zone(real.enemy) == Zone.LOCKER


def test_eko_lets_the_own_go_and_whoever_comes():
    real, person = eko()
    real.do(Kind.MOVE, real.mine, place=DOCKS)
    assert real.wounds(real.mine) == 0
    assert real.game.to_choose == B
    real.do(Kind.MOVE, real.leader(B), place=FORUMS)
    assert real.game.to_choose == A
    assert not real.can_use(person)


@pytest.mark.parametrize("first", [A, B])
def test_eko_strikes_during_dusk_whoever_goes_home_first(first):
    real, person = eko()
    second = real.enter("01178", B, FORUMS)
    real.state.first = first
    to_dusk(real)
    assert real.game.to_choose == A
    assert real.place(person) == FORUMS
    real.use(person)
    # Once a Day.
    assert real.state.day == 2
    assert sorted((real.wounds(real.enemy), real.wounds(second))) == [0, 1]
    assert real.at_home(real.enemy)


def test_eko_strikes_nobody_at_home():
    real, person = eko()
    real.state.place[person] = HOME + A
    real.do(Kind.PASS)
    real.do(Kind.MOVE, real.enemy, place=DOCKS)
    assert real.wounds(real.enemy) == 0
    assert real.game.to_choose == A
    assert not real.can_use(person)


# So It Begins


@pytest.mark.parametrize(("place", "wounds"), [(FORUMS, 1), (DOCKS, 0)])
def test_so_it_begins_weakens_parries_of_both_here_only(place, wounds):
    real = Meeting(EDELINE, FILLER, coins=1)
    real.lie("01183", place)
    not_today = real.hold(FILLER, A)
    real.duel(real.enemy, real.mine, 0, 5)
    real.do(Kind.FIGHT, not_today)
    # Its own text wounds once, and a Parry of 5 is 4.
    assert real.wounds(real.mine) == wounds + 1


@pytest.mark.parametrize(("place", "holder"), [(DOCKS, A), (FORUMS, NONE)])
def test_so_it_begins_counts_combat_in_pressures_here(place, holder):
    real = Meeting(OTTO)
    real.state.place[real.enemy] = HOME + B
    real.leader(B, FORUMS)
    real.lie("01183", place)
    real.do(Kind.CLAIM, real.mine)
    # Influence two against one; with Combat, three against five.
    assert real.state.holder[FORUMS] == holder


# Claude de la Roche


@pytest.mark.parametrize(("worn", "holder"), [("", A), ("01187", NONE)])
def test_claude_has_more_influence_in_pressures_only(worn, holder):
    real = Meeting()
    claude = real.enter("01184", A, FORUMS)
    real.state.place[real.mine] = DOCKS
    if worn:
        real.wear(worn, real.enemy)
    assert real.value(claude, Stat.INFLUENCE) == 2
    # Three against Torsten's two, or three.
    real.do(Kind.CLAIM, claude)
    real.do(Kind.DECLINE)
    assert real.state.holder[FORUMS] == holder


@pytest.mark.parametrize(("reacts", "holder"), [(True, A), (False, NONE)])
def test_claude_lets_only_the_performer_and_the_en_garde_count(reacts, holder):
    real = Meeting(EDELINE)
    claude = real.enter("01184", A, FORUMS)
    real.enter("01178", B, FORUMS, engaged=True)
    real.enter("01199", B, FORUMS, engaged=True)
    real.do(Kind.CLAIM, claude)
    # Claude himself performs and is engaged; of the others only Torsten's two count.
    if reacts:
        real.use(claude, 1)
    else:
        real.do(Kind.DECLINE)
    assert real.state.holder[FORUMS] == holder
    real.pass_to(A)
    assert not real.state.lasting


def test_claude_answers_a_pressure_of_an_enemy_and_none_elsewhere():
    real = Meeting(OTTO)
    claude = real.enter("01184", A, FORUMS)
    real.do(Kind.PASS)
    real.do(Kind.CLAIM, real.enemy)
    assert real.game.to_choose == A
    assert real.can_use(claude, 1)
    real = Meeting(OTTO)
    claude = real.enter("01184", A, DOCKS)
    real.do(Kind.PASS)
    real.do(Kind.CLAIM, real.enemy)
    assert not real.can_use(claude, 1)


# Risky Undertaking


def test_risky_undertaking_costs_two_cards_adds_renown_and_is_discarded():
    real = Meeting()
    event = real.lie("01185", FORUMS)
    real.hold(FILLER, A)
    assert not real.can_use(event)
    real.hold(FILLER, A, 2)
    real.use(event)
    assert real.state.renown_at[FORUMS] == 1
    assert real.zone(event) == Zone.DISCARD
    assert real.cards_in_hand(A) == 0


def test_risky_undertaking_needs_a_character_there():
    real = Meeting()
    event = real.lie("01185", DOCKS)
    real.hold(FILLER, A, 2)
    assert not real.can_use(event)


# Maryam Benu Pleroma


def maryam(*risks: str, gear: str = FLINTLOCK) -> tuple[Meeting, int, list[int]]:
    """Maryam is B's; A holds risks."""
    real = Meeting(SERVO, *risks, gear)
    real.wear(gear, real.mine)
    person = real.enter("01186", B, FORUMS)
    cards = [real.hold(code, A) for code in risks]
    real.hold(COIN, A, 3)
    return real, person, cards


def test_maryam_cancels_the_first_risk_of_a_day_that_targets_her_in_its_effects():
    real, person, (risk, second) = maryam(LAST_WORD, "01056")
    real.use(risk)
    real.do(Kind.TARGET, person)
    assert real.place(person) == FORUMS
    assert real.zone(risk) == Zone.DISCARD
    assert [happening.card for happening in real.told(Moment.CANCELED)] == [risk]
    real.pass_to(A)
    real.use(second)
    real.do(Kind.TARGET, person)
    # The Flintlock's Technique is declined, and the challenge is issued.
    real.do(Kind.DECLINE)
    assert real.state.duel.participants == [real.mine, person]


def test_maryam_cancels_a_challenge_of_a_risk():
    real, person, (risk,) = maryam(MOVE_ALONG)
    real.use(risk)
    real.do(Kind.TARGET, person)
    assert real.state.duel is None
    assert not real.state.waiting
    assert not real.told(Moment.CHALLENGED)
    assert real.zone(risk) == Zone.DISCARD


def test_maryam_cancels_a_risk_whose_target_is_a_cost():
    real = Meeting(SERVO, "01058")
    real.state.place[real.enemy] = DOCKS
    person = real.enter("01186", B, FORUMS)
    risk = real.hold("01058", A)
    real.hold(COIN, A, 2)
    # She has more Combat than Servo, until he is better armed.
    assert not real.can_use(risk)
    real.wear("01195", real.mine), real.wear("01204", real.mine)
    real.use(risk)
    assert real.place(person) == FORUMS
    assert not real.engaged(person)
    assert real.zone(risk) == Zone.DISCARD


def test_maryam_cancels_what_helps_her_too_and_nothing_of_attachments():
    real = Meeting(SERVO, TRIAGE, FLINTLOCK)
    person = real.enter("01186", A, FORUMS, wounds=2)
    risk = real.hold(TRIAGE, A)
    real.hold(COIN, A)
    real.use(risk, 1)
    real.do(Kind.TARGET, person)
    assert real.wounds(person) == 2
    real, person, _ = maryam()
    real.use(real.find(FLINTLOCK, A))
    real.do(Kind.TARGET, person)
    real.do(Kind.DECLINE)
    assert real.wounds(person) == 1


def test_maryam_leaves_a_risk_alone_that_targets_somebody_else():
    real, person, (risk,) = maryam(LAST_WORD)
    real.use(risk)
    real.do(Kind.TARGET, real.enemy)
    real.do(Kind.PLACE, place=DOCKS)
    assert real.place(real.enemy) == DOCKS
    assert real.place(person) == FORUMS


def test_maryam_forbids_maneuvers_in_the_adversarys_next_round_only():
    real = Meeting(SERVO, b=("01057", "01057"), coins=2)
    person = real.enter("01186", A, FORUMS)
    precision = real.hold("01057", B, 2)
    real.duel(real.enemy, person, 0, 1)
    real.fight()
    real.use(person, 1)
    real.do(Kind.FIGHT, real.find("01057", B))
    assert real.game.to_choose == A
    real.fight()
    real.do(Kind.FIGHT, precision)
    assert real.can_use(precision)


# Smuggled Item


def test_smuggled_item_is_destroyed_for_an_attachment_of_the_hand_or_of_the_city():
    real = Meeting(EDELINE, FLINTLOCK)
    item, pistol = real.wear("01187", real.mine), real.hold(FLINTLOCK, A)
    near, far = real.lie(CUIRASS, FORUMS), real.lie("01204", BAZAAR)
    real.lie("01178", DOCKS)
    assert real.value(real.mine, Stat.INFLUENCE) == 1
    real.use(item)
    assert real.offered(Kind.EQUIP) == {pistol, near, far}
    real.do(Kind.EQUIP, far, real.mine)
    assert real.state.gear[real.mine] == (far,)
    assert real.zone(item) == Zone.DISCARD
    assert real.cards_in_hand(A) == 1


def test_smuggled_item_brings_nothing_where_there_is_nothing():
    real = Meeting()
    item = real.wear("01187", real.mine)
    real.use(item)
    assert real.zone(item) == Zone.DISCARD
    assert real.state.gear[real.mine] == ()


# Vladislav Novikoff


def vladislav(*, engaged: bool = True, coins: int = 1) -> tuple[Meeting, int]:
    real = Meeting(b=(LANGSCHWERT,), coins=coins)
    return real, real.enter("01188", A, FORUMS, engaged=engaged)


@pytest.mark.parametrize("engaged", [True, False])
def test_vladislav_intervenes_engaged_takes_the_wounds_and_ends_the_duel(engaged):
    real, person = vladislav(engaged=engaged)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    real.do(Kind.TARGET, real.mine)
    real.do(Kind.INTERVENE, person)
    assert real.wounds(person) == 3
    assert real.engaged(person)
    assert real.state.duel is None
    assert not real.told(Moment.ROUND_BEGINS)
    assert real.cards_in_hand(A) == 1


@pytest.mark.parametrize(("lethal", "wounds"), [(False, 3), (True, 4)])
def test_vladislav_suffers_no_more_than_restricted_hostilities_allow(lethal, wounds):
    real, person = vladislav()
    sword = real.wear(LANGSCHWERT, real.enemy)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    real.use(sword, 0)
    real.do(Kind.TARGET, real.mine)
    real.state.duel.lethal[0] = lethal
    real.do(Kind.INTERVENE, person)
    assert real.wounds(person) == wounds


def test_vladislav_fights_like_anybody_if_he_is_challenged_himself():
    real, person = vladislav()
    real.hold(FILLER, A)
    real.duel(real.enemy, person)
    assert real.state.duel.threat == [0, 3]
    real.fight()
    assert real.wounds(person) == 3
