"""Every ability of the core City Deck and of the locations, played with the real cards."""

from __future__ import annotations

import pytest

from rules.five_sails import Kind, Moment, Stat, Zone
from rules.five_sails.agenda import F
from rules.five_sails.deeds import destroy, lock
from rules.five_sails.terms import BAZAAR, DOCKS, FORUMS, GARDENS, HOME, INN, NONE, Phase
from rules.five_sails.values import has_trait
from rules.streams import Stream
from tests.rules.five_sails.real import CARDS, COIN, FILLER, A, B, C, Real

#: Torsten Vakt (6/3/1/2), Pavel Ivanov (3/0/2/3), Edeline (4/1/2/0), Otto (4/1/2/2), Servo (5/3/2/1).
TORSTEN, PAVEL, EDELINE, OTTO, SERVO = "01122", "01120", "01037", "01038", "01011"
LANGSCHWERT, FLINTLOCK = "01048", "01049"
LAST_WORD, TRIAGE, MOVE_ALONG = "01055", "01176", "01056"
CUIRASS = "01193"
COINS = [COIN] * 4


class Meeting(Real):
    """Real games with one of the own and Torsten in The Forums, each player with as many coins as it needs."""

    def __init__(self, own: str = EDELINE, *a: str, b: tuple[str, ...] = (), coins: int = 0, **settings: int) -> None:
        super().__init__([own, *a, *COINS], [TORSTEN, *b, *COINS], **settings)
        self.mine = self.enter(own, A, FORUMS)
        self.enemy = self.enter(TORSTEN, B, FORUMS)
        if coins:
            self.hold(COIN, A, coins)
            self.hold(COIN, B, coins)

    def fight(self) -> None:
        """Whoever must plays a coin."""
        definitions = self.game.table.definitions
        self.do(Kind.FIGHT, next(card for card in self.offered(Kind.FIGHT) if definitions[card].code == COIN))


def end_day(real: Real) -> None:
    """Everybody passes, and whatever may be declined is."""
    day = real.state.day
    while real.state.day == day and not real.game.over:
        decline = next((c for c in real.game.legal() if c.kind in (Kind.PASS, Kind.DECLINE)), real.game.legal()[0])
        real.game.push(decline)


def to_dusk(real: Real) -> None:
    real.go_to(Phase.DUSK, (F.MOMENT, Moment.DUSK_BEGINS))


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
    assert real.state.fame[FORUMS] == 1
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


# Point of Opportunity


def opportunity(**fame: int) -> tuple[Meeting, int]:
    real = Meeting()
    event = real.lie("01189", FORUMS)
    for name, number in fame.items():
        real.state.fame[{"docks": DOCKS, "forums": FORUMS, "bazaar": BAZAAR}[name]] = number
    real.again()
    return real, event


def test_point_of_opportunity_moves_renown_away():
    real, event = opportunity(forums=2)
    real.use(event)
    assert real.places() == {DOCKS, BAZAAR}
    real.do(Kind.PLACE, place=BAZAAR)
    assert (real.state.fame[FORUMS], real.state.fame[BAZAAR]) == (1, 1)
    assert real.engaged(real.mine)
    assert real.zone(event) == Zone.DISCARD


def test_point_of_opportunity_moves_renown_here_from_where_there_is_some():
    real, event = opportunity(docks=1)
    real.use(event)
    assert (real.state.fame[FORUMS], real.state.fame[DOCKS]) == (1, 0)


def test_point_of_opportunity_is_a_choice_where_both_can_be_done():
    real, event = opportunity(docks=1, forums=1, bazaar=1)
    real.use(event)
    assert real.asked() == {Kind.NUMBER}
    real.way(event, 0, 1)
    assert real.places() == {DOCKS, BAZAAR}
    real.do(Kind.PLACE, place=DOCKS)
    assert [real.state.fame[place] for place in (DOCKS, FORUMS, BAZAAR)] == [0, 2, 1]


def test_point_of_opportunity_needs_an_en_garde_performer():
    real, event = opportunity(forums=1)
    real.state.engaged[real.mine] = 1
    real.again()
    assert not real.can_use(event)


# Sigurd Ulfsen


def test_sigurd_neither_challenges_nor_grows():
    real = Meeting()
    sigurd = real.enter("01190", A, FORUMS)
    assert not real.can(Kind.CHALLENGE, sigurd)
    assert real.can(Kind.CHALLENGE, real.mine)
    real.wear("01204", sigurd)
    assert real.value(sigurd, Stat.COMBAT) == 2


def test_sigurd_en_garde_must_be_challenged_by_whoever_opposes_him():
    real = Meeting(b=(MOVE_ALONG,))
    sigurd = real.enter("01190", A, FORUMS)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    assert real.state.duel.participants == [real.enemy, sigurd]
    # The others may still intervene.
    assert real.can(Kind.INTERVENE, real.mine)


def test_sigurd_draws_challenges_of_abilities_too():
    real = Meeting(b=(MOVE_ALONG,))
    sigurd = real.enter("01190", A, FORUMS)
    risk = real.hold(MOVE_ALONG, B)
    real.hold(FILLER, B)
    real.do(Kind.PASS)
    real.use(risk)
    assert real.state.duel.participants == [real.enemy, sigurd]


@pytest.mark.parametrize("where", ["engaged", "away"])
def test_sigurd_engaged_or_elsewhere_draws_nothing(where):
    real = Meeting()
    sigurd = real.enter("01190", A, DOCKS if where == "away" else FORUMS, engaged=where == "engaged")
    leader = real.leader(A, FORUMS)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    assert real.offered(Kind.TARGET) == {real.mine, leader, *([sigurd] if where == "engaged" else [])}


# Duckfoot Pistol


def test_duckfoot_pistol_wounds_everybody_here_but_leaders():
    real = Meeting(b=(PAVEL,))
    leader, chief = real.leader(A, FORUMS), real.leader(B, FORUMS)
    away = real.enter(PAVEL, B, DOCKS)
    pistol = real.wear("01191", real.mine)
    real.use(pistol)
    assert [real.wounds(card) for card in (real.mine, real.enemy, leader, chief, away)] == [1, 1, 0, 0, 0]
    assert real.zone(pistol) == Zone.DISCARD


def test_duckfoot_pistol_may_destroy_its_own_bearer():
    real = Meeting()
    real.state.wounds[real.mine] = 3
    pistol = real.wear("01191", real.mine)
    real.use(pistol)
    assert real.zone(real.mine) == Zone.LOCKER
    assert real.wounds(real.enemy) == 1


# Gustavo


def test_gustavo_takes_a_risk_of_as_many_cards_as_he_has_influence():
    real = Meeting(EDELINE, "01051", LANGSCHWERT, "01052", "01187")
    gustavo = real.enter("01192", A, FORUMS)
    deeper, sword, call = real.stack("01052", A), real.stack(LANGSCHWERT, A), real.stack("01051", A)
    real.use(gustavo)
    assert real.state.hand[A] == [call]
    assert real.state.deck[A][0] == sword
    assert real.state.deck[A][-1] == deeper
    assert real.told_to(B, Moment.REVEALED) == [call, sword]
    assert real.told_to(B, Moment.SUNK) == [NONE]


def test_gustavo_reveals_one_more_with_more_influence_and_chooses():
    real = Meeting(EDELINE, "01051", LANGSCHWERT, "01052")
    gustavo = real.enter("01192", A, FORUMS)
    real.wear("01187", gustavo)
    pain, sword, call = real.stack("01052", A), real.stack(LANGSCHWERT, A), real.stack("01051", A)
    real.use(gustavo)
    assert real.offered(Kind.CHOOSE) == {pain, call}
    real.do(Kind.CHOOSE, pain)
    assert real.state.hand[A] == [pain]
    assert set(real.state.deck[A][:2]) == {sword, call}


# Burnished Cuirass


def lasting_technique(gear: str, number: int) -> list[tuple[int, int]]:
    """The threat that Torsten's next two rounds with a Langschwert send, and the wounds he takes of 3 threat in each.

    Edeline, who bears the attachment, uses its Technique in the round before.
    """
    real = Meeting(b=(LANGSCHWERT, LANGSCHWERT), coins=3)
    worn = real.wear(gear, real.mine)
    real.state.wounds[real.mine] = -9
    swords = {real.hold(LANGSCHWERT, B, 2), real.find(LANGSCHWERT, B)}
    real.duel(real.enemy, real.mine, 0, 1)
    real.fight()
    real.use(worn, number)
    found = []
    for sword in sorted(swords):
        real.state.duel.threat[:] = [3, 0]
        real.state.duel.lethal[1] = True
        before = real.wounds(real.enemy)
        real.do(Kind.FIGHT, sword)
        found.append((real.state.duel.threat[1], real.wounds(real.enemy) - before))
        if len(found) < 2:
            real.fight()
    return found


def test_burnished_cuirass_weakens_the_thrust_of_the_next_round_alone():
    assert lasting_technique(CUIRASS, 0) == [(2, 1), (3, 1)]


# Adelheide Schmidt


def test_adelheide_discards_an_attachment_to_wound_an_opposing_character():
    real = Meeting(EDELINE, LANGSCHWERT, b=(PAVEL,))
    other = real.enter(PAVEL, B, FORUMS)
    person = real.enter("01194", A, FORUMS)
    real.hold(FILLER, A)
    assert not real.can_use(person)
    sword = real.hold(LANGSCHWERT, A)
    real.use(person)
    assert real.zone(sword) == Zone.DISCARD
    assert real.offered(Kind.TARGET) == {real.enemy, other}
    real.do(Kind.TARGET, other)
    assert (real.wounds(other), real.wounds(real.enemy), real.cards_in_hand(A)) == (1, 0, 1)


# Eager Blade


def test_eager_blade_is_destroyed_for_a_riposte_and_comes_to_the_bazaar():
    real = Meeting(coins=2)
    blade = real.wear("01195", real.mine)
    assert real.value(real.mine, Stat.COMBAT) == 2
    real.duel(real.enemy, real.mine, 0, 3)
    real.fight()
    assert (real.zone(blade), real.place(blade)) == (Zone.CITY, BAZAAR)
    # One of three threat goes back, with the coin's Thrust.
    assert real.wounds(real.mine) == 2
    assert real.state.duel.threat == [2, 0]


def test_eager_blade_does_not_care_for_the_adversarys_card():
    real = Meeting(coins=2)
    blade = real.wear("01195", real.mine)
    real.duel(real.mine, real.enemy)
    real.fight()
    assert real.state.bearer[blade] == real.mine


def test_eager_blade_lies_in_the_bazaar_after_dusk_and_can_be_taken():
    real = Meeting()
    blade = real.lie("01195", DOCKS)
    end_day(real)
    assert real.place(blade) == BAZAAR
    real.state.place[real.mine] = BAZAAR
    real.hold(FILLER, A)
    real.pass_to(A)
    real.again()
    assert real.can(Kind.EQUIP, blade, real.mine)


def test_eager_blade_comes_back_when_its_bearer_is_destroyed():
    real = Meeting()
    blade = real.wear("01195", real.mine)
    real.state.wounds[real.mine] = 3
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    real.do(Kind.REFUSE)
    assert real.zone(real.mine) == Zone.LOCKER
    assert real.place(blade) == BAZAAR


# Angeline Dèmone


@pytest.mark.parametrize("discards", [True, False])
def test_angeline_may_discard_instead_of_engaging_to_move(discards):
    real = Meeting()
    angeline = real.enter("01196", A, FORUMS)
    real.hold(FILLER, A)
    real.do(Kind.MOVE, angeline, place=DOCKS)
    assert real.asked() == {Kind.NUMBER, Kind.DECLINE}
    real.game.push(next(c for c in real.game.legal() if (c.kind is Kind.NUMBER) is discards))
    assert real.place(angeline) == DOCKS
    assert (real.engaged(angeline), real.cards_in_hand(A)) == (not discards, int(not discards))


def test_angeline_engages_with_an_empty_hand_and_for_everything_else():
    real = Meeting()
    angeline = real.enter("01196", A, FORUMS)
    real.do(Kind.MOVE, angeline, place=DOCKS)
    assert real.engaged(angeline)
    real = Meeting()
    angeline = real.enter("01196", A, FORUMS)
    real.hold(FILLER, A)
    real.do(Kind.CLAIM, angeline)
    assert real.engaged(angeline)
    assert real.cards_in_hand(A) == 1


def test_angeline_is_not_asked_when_somebody_else_moves():
    real = Meeting()
    angeline = real.enter("01196", A, FORUMS)
    real.hold(FILLER, A)
    real.do(Kind.MOVE, real.mine, place=DOCKS)
    assert real.engaged(real.mine)
    assert not real.engaged(angeline)


@pytest.mark.parametrize(("worn", "works"), [("", True), ("01187", False), ("01195", False)])
def test_angeline_ripostes_with_as_much_combat_and_influence(worn, works):
    real = Meeting(coins=2)
    angeline = real.enter("01196", A, FORUMS)
    if worn:
        real.wear(worn, real.enemy)
    real.duel(real.enemy, angeline, 0, 3)
    real.fight()
    assert real.can_use(angeline, 1) is works
    if works:
        real.use(angeline, 1)
        assert real.state.duel.threat == [2, 0]


# Kalla Forsberg


def test_kalla_equips_cheaper_herself_alone():
    real = Meeting()
    kalla, cuirass = real.enter("01197", A, FORUMS), real.lie(CUIRASS, FORUMS)
    assert real.can(Kind.EQUIP, cuirass, kalla)
    assert not real.can(Kind.EQUIP, cuirass, real.mine)


def kalla(*gear: str) -> tuple[Meeting, int, int, list[int]]:
    real = Meeting(EDELINE, OTTO, "01039", *(code for code in gear if code > "01048" and code < "01100"))
    person, other = real.enter("01197", A, FORUMS), real.enter("01039", A, FORUMS)
    real.enter(OTTO, A, DOCKS)
    return real, person, other, [real.wear(code, real.mine) for code in gear]


def test_kalla_moves_an_attachment_between_two_of_yours_here():
    real, person, other, (cuirass,) = kalla(CUIRASS)
    real.use(person, 1)
    assert {c.target for c in real.game.legal()} == {person, other}
    real.do(Kind.EQUIP, cuirass, other)
    assert real.state.gear[other] == (cuirass,)
    assert real.state.gear[real.mine] == ()
    assert real.value(other, Stat.RESOLVE) == 6
    real.pass_to(A)
    assert not real.can_use(person, 1)


def test_kalla_moving_an_attachment_is_not_equipping():
    # Philip Hase would move after he equips.
    real, person, other, (cuirass,) = kalla(CUIRASS)
    real.use(person, 1)
    real.do(Kind.EQUIP, cuirass, other)
    assert real.game.to_choose == B


def test_kalla_moves_an_engaged_attachment_as_it_is():
    real, person, other, (deck,) = kalla("01181")
    real.state.engaged[deck] = 1
    real.use(person, 1)
    real.do(Kind.EQUIP, deck, other)
    assert real.engaged(deck)


def test_kalla_moves_no_syrneth_hand():
    real, person, _, _ = kalla("01204")
    real.use(person, 1)
    assert real.game.to_choose == B
    assert len(real.state.gear[real.mine]) == 1


def test_kalla_takes_a_dying_characters_armor_away():
    real, person, other, (cuirass,) = kalla(CUIRASS)
    real.state.wounds[real.mine] = 4
    real.use(person, 1)
    real.do(Kind.EQUIP, cuirass, other)
    assert real.zone(real.mine) == Zone.LOCKER
    assert real.state.bearer[cuirass] == other


def test_kalla_moving_a_second_armor_leaves_one():
    real, person, other, (cuirass, pistol) = kalla(CUIRASS, "01191")
    mine = real.wear("01195", other)
    real.use(person, 1)
    real.do(Kind.EQUIP, pistol, other)
    assert real.offered(Kind.DESTROY) == {mine, pistol}
    real.do(Kind.DESTROY, mine)
    assert real.state.gear[other] == (pistol,)
    assert real.state.bearer[cuirass] == real.mine


# Guild Triskelion


def test_guild_triskelion_makes_its_bearer_a_duelist():
    real = Meeting()
    assert not has_trait(real.state, real.mine, "Duelist")
    token = real.wear("01198", real.mine)
    assert has_trait(real.state, real.mine, "Duelist")
    assert not has_trait(real.state, real.enemy, "Duelist")
    assert real.value(real.mine, Stat.FINESSE) == 3
    assert real.can_use(token, 1)


def test_guild_triskelion_challenges_to_finesse_and_only_leaders_refuse():
    real = Meeting()
    leader = real.leader(B, FORUMS)
    second = real.enter("01178", B, FORUMS)
    token = real.wear("01198", real.mine)
    real.use(token, 1)
    assert real.engaged(real.mine)
    assert real.offered(Kind.TARGET) == {real.enemy, leader, second}
    real.do(Kind.TARGET, real.enemy)
    assert real.asked() == {Kind.ACCEPT, Kind.INTERVENE}
    assert real.state.duel.stat == Stat.FINESSE
    real.do(Kind.ACCEPT)
    assert real.state.duel.threat == [0, 3]
    while real.state.duel is not None:
        real.game.push(real.game.legal()[0])
    real.pass_to(B)
    real.do(Kind.CHALLENGE, second)
    assert Kind.REFUSE in real.asked()


def test_guild_triskelion_may_be_refused_by_a_leader():
    real = Meeting()
    leader = real.leader(B, FORUMS)
    token = real.wear("01198", real.mine)
    real.use(token, 1)
    real.do(Kind.TARGET, leader)
    real.do(Kind.REFUSE)
    assert real.wounds(leader) == 3
    assert not real.state.lasting


def test_guild_triskelion_challenges_whoever_must_be_challenged():
    real = Meeting()
    sigurd = real.enter("01190", B, FORUMS)
    real.use(real.wear("01198", real.mine), 1)
    assert real.state.duel.participants == [real.mine, sigurd]


def test_guild_triskelion_needs_an_en_garde_bearer_in_the_city():
    real = Meeting()
    token = real.wear("01198", real.mine)
    real.state.engaged[real.mine] = 1
    real.again()
    assert not real.can_use(token, 1)
    real.state.engaged[real.mine], real.state.place[real.mine] = 0, HOME + A
    real.again()
    assert not real.can_use(token, 1)


# Takama Siad


def takama(place: int = FORUMS) -> tuple[Meeting, int]:
    real = Meeting(coins=1)
    person = real.enter("01199", A, place)
    real.duel(real.enemy, real.mine, 0, 2)
    real.fight()
    real.do(Kind.YIELD)
    assert real.state.duel is None
    return real, person


def test_takama_heals_the_own_participant_after_a_duel():
    real, person = takama()
    assert real.wounds(real.mine) == 2
    real.use(person)
    assert real.wounds(real.mine) == 1
    assert real.wounds(real.enemy) == 1
    # Once a Day.
    real.hold(COIN, A), real.hold(COIN, B)
    real.duel(real.mine, real.enemy)
    real.fight()
    real.do(Kind.YIELD)
    assert real.state.duel is None
    assert not real.can_use(person)


def test_takama_heals_nobody_elsewhere():
    real, person = takama(DOCKS)
    assert not real.can_use(person)


def test_takama_heals_nobody_after_a_refusal_nor_after_a_duel_of_others():
    real = Meeting()
    person = real.enter("01199", A, FORUMS)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    real.do(Kind.TARGET, real.mine)
    real.do(Kind.REFUSE)
    assert not real.can_use(person)
    real = Meeting(coins=1, players=3)
    third = real.enter("01199", C, FORUMS)
    real.duel(real.enemy, real.mine, 0, 2)
    real.fight()
    real.do(Kind.YIELD)
    assert not real.can_use(third)


# Crystal Eye


def crystal_eye(players: int = 2) -> tuple[Meeting, int, int, int]:
    real = Meeting(EDELINE, b=(PAVEL, "01125"), players=players)
    eye = real.lie("01200", FORUMS)
    real.hold(FILLER, A)
    real.do(Kind.EQUIP, eye, real.mine)
    return real, eye, real.find(PAVEL, B), real.find("01125", B)


def test_crystal_eye_looks_at_an_approach_deck_and_remembers_one_card():
    real, eye, pavel, scheme = crystal_eye()
    assert real.game.to_choose == A
    assert real.offered(Kind.CHOOSE) == {pavel, scheme}
    assert set(real.told_to(A, Moment.LOOKED)) == {pavel, scheme}
    assert real.told_to(B, Moment.LOOKED) == real.told_to(None, Moment.LOOKED) == [NONE, NONE]
    assert real.game.view(B).legal == ()
    real.do(Kind.CHOOSE, pavel)
    assert real.state.notes[eye, "chosen"] == pavel


def test_crystal_eye_keeps_its_choice_from_the_others():
    real, eye, pavel, scheme = crystal_eye()
    real.do(Kind.CHOOSE, pavel)
    assert real.game.to_choose == B
    assert {real.game.imagine(Stream(dice)).state.notes[eye, "chosen"] for dice in range(12)} == {pavel, scheme}
    real.pass_to(A)
    assert {real.game.imagine(Stream(dice)).state.notes[eye, "chosen"] for dice in range(12)} == {pavel}


def test_crystal_eye_gains_renown_when_the_chosen_card_is_revealed_on_any_day():
    real, eye, pavel, scheme = crystal_eye()
    real.do(Kind.CHOOSE, pavel)
    while not real.can_use(eye, 1):
        chosen = next((c for c in real.game.legal() if c.kind is Kind.PLAN and c.card != pavel), real.game.legal()[0])
        real.game.push(next((c for c in real.game.legal() if c.kind is Kind.PASS), chosen))
        assert real.state.day < 4
    assert real.game.to_choose == A
    real.use(eye, 1)
    assert real.state.renown[A] == 1
    assert real.zone(scheme) != Zone.APPROACH


def test_crystal_eye_gains_nothing_for_another_card():
    real, eye, pavel, scheme = crystal_eye()
    real.do(Kind.CHOOSE, scheme)
    real.state.approach[B].remove(scheme)
    end_day(real)
    assert real.zone(pavel) == Zone.PLAY
    assert real.state.renown[A] == 0
    assert real.state.bearer[eye] == real.mine


def test_crystal_eye_gains_nothing_once_it_is_gone():
    real, eye, pavel, _ = crystal_eye()
    real.do(Kind.CHOOSE, pavel)
    destroy(real.state, eye)
    end_day(real)
    assert real.zone(pavel) == Zone.PLAY
    assert real.state.renown[A] == 0


def test_crystal_eye_does_not_look_again_when_it_changes_hands():
    real, eye, pavel, _ = crystal_eye()
    real.do(Kind.CHOOSE, pavel)
    kalla = real.enter("01197", A, FORUMS)
    real.pass_to(A)
    real.use(kalla, 1)
    assert real.state.bearer[eye] == kalla
    assert real.game.to_choose == B
    assert real.state.notes[eye, "chosen"] == pavel


def test_crystal_eye_asks_whose_deck_among_three():
    real, *_ = crystal_eye(players=3)
    assert real.offered(Kind.CHOOSE) == {real.leader(B), real.leader(C)}


# Ravenna Destine


def test_ravenna_wounds_herself_to_draw():
    real = Meeting()
    ravenna = real.enter("01201", A, FORUMS)
    real.use(ravenna)
    assert (real.wounds(ravenna), real.cards_in_hand(A)) == (1, 1)
    real.pass_to(A)
    assert not real.can_use(ravenna)


def test_ravenna_draws_even_if_it_is_her_end_and_not_at_home():
    real = Meeting()
    ravenna = real.enter("01201", A, FORUMS, wounds=3)
    real.use(ravenna)
    assert real.zone(ravenna) == Zone.LOCKER
    assert real.cards_in_hand(A) == 1
    real = Meeting()
    ravenna = real.enter("01201", A, HOME)
    assert not real.can_use(ravenna)


# Object of Wonder


def test_object_of_wonder_goes_to_the_leader_whoever_equips_it():
    real = Meeting()
    wonder = real.lie("01202", FORUMS)
    real.hold(FILLER, A, 2)
    real.do(Kind.EQUIP, wonder, real.mine)
    assert real.state.bearer[wonder] == real.leader(A)
    assert real.state.gear[real.mine] == ()


def wonder(own: str = EDELINE, *, wounds: int = 3) -> tuple[Meeting, int]:
    real = Meeting(own, LANGSCHWERT)
    worn = real.wear("01202", real.leader(A))
    real.state.wounds[real.mine] = wounds
    real.wear(LANGSCHWERT, real.mine)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    real.do(Kind.REFUSE)
    return real, worn


def test_object_of_wonder_saves_a_character_for_the_approach_deck():
    real, worn = wonder()
    assert real.game.to_choose == A
    real.use(worn, 1)
    assert real.zone(real.mine) == Zone.APPROACH
    assert real.mine in real.state.approach[A]
    assert real.zone(worn) == Zone.LOCKER
    assert real.zone(real.find(LANGSCHWERT, A)) == Zone.DISCARD
    assert real.wounds(real.mine) == 0


def test_object_of_wonder_may_be_kept():
    real, worn = wonder()
    real.do(Kind.DECLINE)
    assert real.zone(real.mine) == Zone.LOCKER
    assert real.state.bearer[worn] == real.leader(A)


def test_object_of_wonder_saves_from_the_crew_cap_too():
    real = Meeting()
    worn = real.wear("01202", real.leader(A))
    lock(real.state, real.mine)
    real.again()
    real.use(worn, 1)
    assert real.zone(real.mine) == Zone.APPROACH
    assert not real.told(Moment.DESTROYED)
    assert real.told_to(B, Moment.WITHDRAWN) == [real.mine]


def test_object_of_wonder_leaves_the_last_strike_of_whom_it_saves():
    real = Meeting(coins=2)
    worn = real.wear("01202", real.leader(A))
    real.state.wounds[real.mine] = 3
    real.duel(real.enemy, real.mine)
    real.fight()
    real.use(worn, 1)
    assert real.zone(real.mine) == Zone.APPROACH
    real.do(Kind.YIELD)
    # The coin's threat stands, and Edeline's Combat was 1.
    assert real.wounds(real.enemy) == 1
    assert real.state.duel is None


def test_object_of_wonder_goes_to_the_leader_out_of_the_city_deck():
    real = Meeting()
    kaj = real.enter("01180", A, FORUMS)
    worn = real.stack("01202", NONE)
    real.hold(FILLER, A)
    real.use(kaj, 1)
    real.do(Kind.EQUIP, worn, real.mine)
    assert real.state.bearer[worn] == real.leader(A)


def test_object_of_wonder_saves_no_mercenary_and_no_enemy():
    real = Meeting()
    worn = real.wear("01202", real.leader(A))
    mercenary = real.enter("01192", A, FORUMS)
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    real.do(Kind.TARGET, mercenary)
    real.do(Kind.REFUSE)
    assert real.zone(mercenary) == Zone.LOCKER
    assert not real.can_use(worn, 1)
    real.state.wounds[real.enemy] = 5
    real.pass_to(A)
    real.do(Kind.CHALLENGE, real.mine)
    real.do(Kind.REFUSE)
    assert real.zone(real.enemy) == Zone.LOCKER


# Leja Juska


@pytest.mark.parametrize(("side", "more", "threat"), [(0, 1, [1, 3]), (1, 1, [0, 4]), (1, 0, [0, 2])])
def test_leja_adds_or_removes_a_threat_when_a_duel_begins_here(side, more, threat):
    real = Meeting(coins=1)
    leja = real.enter("01203", A, FORUMS)
    real.duel(real.enemy, real.mine)
    real.use(leja)
    choices = {(c.card, c.number) for c in real.game.legal()}
    assert choices == {(real.enemy, 1), (real.mine, 1), (real.mine, 0)}
    real.do(Kind.CHOOSE, (real.enemy, real.mine)[side], number=more)
    assert real.state.duel.threat == threat


def test_leja_may_take_the_only_threat_and_the_round_goes_on():
    real = Meeting(coins=1)
    leja = real.enter("01203", B, FORUMS)
    real.duel(real.mine, real.enemy)
    real.use(leja)
    real.do(Kind.CHOOSE, real.enemy, number=0)
    assert real.state.duel.threat == [0, 0]
    real.fight()
    assert real.wounds(real.enemy) == 0
    assert real.state.duel.threat == [1, 0]


def test_leja_only_in_the_first_round_and_only_here():
    real = Meeting(coins=2)
    leja = real.enter("01203", A, FORUMS)
    real.duel(real.enemy, real.mine)
    real.do(Kind.DECLINE)
    real.fight()
    assert real.game.to_choose == B
    assert not real.can_use(leja)
    real = Meeting(coins=1)
    real.enter("01203", A, DOCKS)
    real.duel(real.enemy, real.mine)
    assert Kind.FIGHT in real.asked()


def test_leja_may_help_in_a_duel_of_others():
    real = Meeting(coins=1, players=3)
    leja = real.enter("01203", C, FORUMS)
    real.duel(real.enemy, real.mine)
    assert real.game.to_choose == C
    assert real.can_use(leja)


# Syrneth Hand


def test_syrneth_hand_weakens_the_next_parry_for_a_wound():
    real = Meeting(b=(), coins=2)
    hand = real.wear("01204", real.mine)
    assert real.value(real.mine, Stat.COMBAT) == 2
    regroup = real.hold(FILLER, B)
    real.do(Kind.CHALLENGE, real.mine)
    real.use(hand, 1)
    assert real.wounds(real.mine) == 1
    real.do(Kind.ACCEPT)
    real.state.duel.threat[:] = [0, 5]
    real.do(Kind.FIGHT, regroup)
    # A Parry of 5 is 3: two wounds, and one of Not Today's own.
    assert real.wounds(real.enemy) == 3


def test_syrneth_hand_weakens_the_parry_of_the_next_round_alone():
    assert lasting_technique("01204", 1) == [(3, 3), (3, 1)]


def test_syrneth_hand_cannot_be_destroyed():
    real = Meeting()
    hand = real.wear("01204", real.mine)
    destroy(real.state, hand)
    assert real.state.bearer[hand] == real.mine


def test_syrneth_hand_is_discarded_with_its_bearer():
    real = Meeting()
    hand = real.wear("01204", real.mine)
    real.state.wounds[real.mine] = 3
    real.do(Kind.PASS)
    real.do(Kind.CHALLENGE, real.enemy)
    real.do(Kind.REFUSE)
    assert real.zone(hand) == Zone.DISCARD


# Giacinto


def test_giacinto_takes_an_opposing_character_with_him():
    real = Meeting(b=(PAVEL,))
    other = real.enter(PAVEL, B, FORUMS)
    person = real.enter("01205", A, FORUMS)
    real.use(person)
    assert real.offered(Kind.TARGET) == {real.enemy, other}
    real.do(Kind.TARGET, other)
    assert real.places() == {DOCKS, BAZAAR}
    real.do(Kind.PLACE, place=DOCKS)
    assert [real.place(card) for card in (person, other, real.enemy)] == [DOCKS, DOCKS, FORUMS]
    assert [real.engaged(card) for card in (person, other, real.enemy)] == [True, True, False]


def test_giacinto_engaged_takes_nobody():
    real = Meeting()
    person = real.enter("01205", A, FORUMS, engaged=True)
    assert not real.can_use(person)


def test_giacinto_takes_an_engaged_character_too():
    real = Meeting()
    real.state.engaged[real.enemy] = 1
    person = real.enter("01205", A, FORUMS)
    real.use(person)
    real.do(Kind.PLACE, place=BAZAAR)
    assert real.place(real.enemy) == BAZAAR


# Captain's Coat


@pytest.mark.parametrize(("crew", "holder"), [(["01192"], A), ([], NONE)])
def test_captains_coat_pressures_with_all_influence_and_claims(crew, holder):
    real = Meeting(OTTO)
    coat = real.wear("01206", real.mine, engaged=False)
    for code in crew:
        real.enter(code, A, FORUMS)
    real.state.engaged[real.mine] = 1
    real.again()
    real.use(coat)
    assert real.engaged(coat)
    # Otto's two, and two of Gustavo's, against Torsten's two.
    assert real.state.holder[FORUMS] == holder


def test_captains_coat_does_not_work_engaged_at_home_or_with_a_dash():
    real = Meeting(OTTO)
    coat = real.wear("01206", real.mine, engaged=True)
    assert not real.can_use(coat)
    real.state.engaged[coat], real.state.place[real.mine] = 0, HOME + A
    real.again()
    assert not real.can_use(coat)
    real = Meeting(OTTO)
    coat = real.wear("01206", real.enter("01190", A, FORUMS))
    assert not real.can_use(coat)


# What holds for all of them


ACTIONS = [
    *[("kaj", "01180", 1), ("gustavo", "01192", 0), ("adelheide", "01194", 0), ("ravenna", "01201", 0)],
    *[("giacinto", "01205", 0), ("triskelion", "01198", 1), ("captains_coat", "01206", 0)],
]


@pytest.mark.parametrize(("code", "number"), [each[1:] for each in ACTIONS], ids=[each[0] for each in ACTIONS])
def test_city_actions_are_used_in_the_city_and_once_a_day(code, number):
    real = Meeting(OTTO, LANGSCHWERT, LANGSCHWERT, coins=1)
    real.hold(LANGSCHWERT, A, 2)
    gear = CARDS.card(code).type == "city_attachment"
    card = real.wear(code, real.mine) if gear else real.enter(code, A, FORUMS)
    person = real.mine if gear else card
    real.state.place[person] = HOME + A
    real.again()
    assert not real.can_use(card, number)
    real.state.place[person] = FORUMS
    real.again()
    real.use(card, number)
    while Kind.PASS not in real.asked():
        real.game.push(real.game.legal()[0])
    for each in (card, person, real.enemy):
        real.state.engaged[each] = 0
    real.state.place[person] = real.state.place[real.enemy] = FORUMS
    real.pass_to(A)
    assert real.state.day == 1
    assert not real.can_use(card, number)


TECHNIQUES = [("burnished_cuirass", CUIRASS, 0), ("syrneth_hand", "01204", 1), ("angeline", "01196", 1)]


@pytest.mark.parametrize(("code", "number"), [each[1:] for each in TECHNIQUES], ids=[each[0] for each in TECHNIQUES])
def test_techniques_of_city_cards_are_used_once_a_duel(code, number):
    real = Meeting(coins=3)
    gear = CARDS.card(code).type == "city_attachment"
    card = real.wear(code, real.mine) if gear else real.enter(code, A, FORUMS)
    fighter = real.mine if gear else card
    real.duel(real.enemy, fighter, 0, 1)
    real.fight()
    real.use(card, number)
    real.state.duel.threat[:] = [1, 1]
    real.fight()
    real.fight()
    assert not real.can_use(card, number)
