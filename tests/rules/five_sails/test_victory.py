"""Pressure and the ends of a game: section 8 of the rules."""

import pytest

from rules.five_sails import Kind, Moment, Options, Victory, Zone
from rules.five_sails.deeds.deeds import destroy
from rules.five_sails.deeds.victory import best_players, lose_leader
from rules.five_sails.terms.basics import BAZAAR, DOCKS, FORUMS, HOME, NONE
from tests.rules.five_sails.scenarios import DASH, A, B, C, Side, Stage, character, leader, risk


def pressed(own: list[object], *others: list[object], options: Options | None = None, **more) -> Stage:
    """A's first character claims The Forums against the given Influences."""
    sides = [own, *others]
    return Stage(
        *(
            Side(
                crew={
                    f"{'abc'[seat]}{i}": character(at=FORUMS, influence=influence, engaged=seat > 0 or i > 0)
                    for i, influence in enumerate(influences)
                }
            )
            for seat, influences in enumerate(sides)
        ),
        options=options or Options(),
        **more,
    ).do(Kind.CLAIM, "a0")


# 8.1


@pytest.mark.parametrize(
    ("own", "others", "succeeds"),
    [
        ([4], [[4]], False),
        ([5], [[4]], True),
        ([2, 3], [[4]], True),
        ([5], [[3], [2]], True),
        ([5], [[3], [5]], False),
        ([3, DASH], [[DASH, DASH]], True),
        ([0], [[]], True),
        ([0], [[DASH]], False),
    ],
)
def test_8_1_only_strictly_the_most_succeeds_and_everybody_counts(own, others, succeeds):
    stage = pressed(own, *others)
    assert (stage.state.holder[FORUMS] == A) is succeeds
    assert [told.number for told in stage.told(Moment.PRESSURE_ENDS)] == [int(succeeds)]


@pytest.mark.parametrize(("present", "succeeds"), [(True, True), (False, False)])
def test_q23_a_lone_pressure_of_nothing(present, succeeds):
    stage = pressed([0], [], options=Options(pressure_among_present=present))
    assert (stage.state.holder[FORUMS] == A) is succeeds


def test_8_1_characters_elsewhere_do_not_count():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, influence=1)}), Side(crew={"bob": character(at=DOCKS, influence=9)})
    ).do(Kind.CLAIM, "ann")
    assert stage.state.holder[FORUMS] == A


def test_8_1_a_failed_claim_leaves_the_holder():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, influence=1)}), Side(crew={"bob": character(at=FORUMS, influence=1)})
    )
    stage.state.holder[FORUMS] = B
    assert stage.do(Kind.CLAIM, "ann").state.holder[FORUMS] == B
    assert stage.engaged("ann")


# 8.2 to 8.5


def plunder(
    holders: tuple[int, int, int] = (NONE,) * 3,
    renown: tuple[int, ...] = (0, 0),
    fame: tuple[int, int, int] = (0, 0, 0),
    day: int = 1,
    options: Options | None = None,
    influence: tuple[int, int] = (2, 2),
    wounds: tuple[int, int] = (0, 0),
) -> Stage:
    """Everybody passes, and Plunder comes."""
    stage = Stage(
        *(
            Side(renown=collected, leader=leader(influence=influence[seat % 2], wounds=wounds[seat % 2]))
            for seat, collected in enumerate(renown)
        ),
        day=day,
        options=options or Options(),
    )
    for place, holder, lies in zip((DOCKS, FORUMS, BAZAAR), holders, fame, strict=True):
        stage.state.holder[place], stage.state.renown_at[place] = holder, lies
    return stage.passes(len(renown))


def test_8_2_dominance_beats_any_renown():
    assert plunder((A, A, A), (0, 9)).game.outcome == (Victory.DOMINANCE, A)


def test_8_2_two_of_three_are_not_enough():
    assert not plunder((A, A, B)).game.over


def test_8_3_enough_collected_renown_wins():
    assert plunder((A, B, NONE), (5, 6), (3, 1, 9)).game.outcome == (Victory.ECONOMIC, A)


def test_8_3_one_less_does_not():
    assert not plunder((A, NONE, NONE), (3, 0), (3, 0, 0)).game.over


def test_8_3_equal_renown_plays_another_day():
    stage = plunder(renown=(7, 7), day=3)
    assert not stage.game.over
    assert stage.state.day == 4


def test_8_3_the_number_is_an_option():
    assert plunder(renown=(3, 0), options=Options(renown_to_win=3)).game.outcome == (Victory.ECONOMIC, A)


def test_8_4_every_other_leader_destroyed_wins_at_once():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=9)}),
        Side(leader=leader(at=FORUMS)),
        Side(leader=leader(at=FORUMS)),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.TARGET, "leader_b").do(Kind.REFUSE)
    assert stage.state.out == [False, True, False]
    assert not stage.game.over
    stage.state.engaged[stage["ann"]] = 0
    if stage.game.to_choose == C:
        stage.passes()
    stage.again().do(Kind.CHALLENGE, "ann").do(Kind.REFUSE)
    assert stage.game.outcome == (Victory.ASSASSINATION, A)
    assert stage.game.legal() == ()
    assert stage.game.to_choose is None


def test_q24_the_cards_of_a_player_who_is_out_leave_the_game():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, combat=9)}),
        Side(
            leader=leader(at=FORUMS),
            crew={"bob": character(at=DOCKS)},
            hand={"h": risk()},
            deck={"d": risk()},
            discard={"x": risk()},
        ),
        Side(),
        first=B,
    )
    stage.state.holder[DOCKS] = B
    stage.passes(2)
    stage.do(Kind.CHALLENGE, "ann").do(Kind.REFUSE)
    assert {stage.zone(name) for name in ("bob", "h", "d", "x", "leader_b")} == {Zone.LOCKER}
    assert stage.state.holder[DOCKS] == NONE
    assert stage.state.first == C
    assert stage.game.to_choose == C
    assert [told.number for told in stage.told(Moment.ELIMINATED)] == [B]


def test_8_4_outside_a_duel_a_fallen_leader_leaves_the_game_at_once():
    stage = Stage(Side(crew={"ann": character(at=FORUMS)}), Side(hand={"h": risk()}), Side())
    destroy(stage.state, stage["leader_b"])
    stage.again()
    assert stage.state.out == [False, True, False]
    assert (stage.zone("h"), stage.state.doomed) == (Zone.LOCKER, [])
    assert not stage.game.over


def test_q24_in_a_duel_a_fallen_leader_leaves_the_game_when_it_is_over_and_only_once():
    stage = Stage(
        Side(crew={"ann": character(at=FORUMS, resolve=9)}),
        Side(crew={"bob": character(at=FORUMS, resolve=9)}, hand={"x": risk(), "y": risk()}),
        Side(hand={"h": risk()}),
    )
    stage.do(Kind.CHALLENGE, "ann").do(Kind.ACCEPT)
    destroy(stage.state, stage["leader_c"])
    for _ in range(2):
        lose_leader(stage.state, C)
        assert (stage.state.doomed, stage.state.out) == ([C], [False] * 3)
    stage.again().do(Kind.FIGHT, "x")
    while stage.state.duel is not None:
        stage.game.push(stage.game.legal()[-1])
    assert stage.state.out == [False, False, True]
    lose_leader(stage.state, C)
    assert stage.state.doomed == []
    assert len(stage.told(Moment.ELIMINATED)) == 1


def test_8_5_the_most_renown_wins_on_day_5():
    assert plunder(renown=(4, 5), day=5).game.outcome == (Victory.FIFTH_DAY, B)


@pytest.mark.parametrize(
    ("settings", "winner"),
    [
        ({"holders": (A, A, B), "renown": (3, 3)}, A),
        ({"holders": (A, B, NONE), "renown": (3, 3), "influence": (1, 2)}, B),
        ({"holders": (A, B, NONE), "renown": (3, 3), "wounds": (1, 0)}, B),
        ({"renown": (7, 7), "influence": (3, 2)}, A),
    ],
)
def test_8_5_ties_on_day_5_go_to_locations_then_influence_then_leader_wounds(settings, winner):
    assert plunder(**settings, day=5).game.outcome == (Victory.FIFTH_DAY, winner)


def test_8_5_an_even_game_is_a_draw():
    assert plunder(day=5).game.outcome == (Victory.DRAW, None)


def test_8_5_a_draw_may_be_decided_by_lot():
    outcome = plunder(day=5, options=Options(draws_by_lot=True)).game.outcome
    assert outcome.victory is Victory.FIFTH_DAY
    assert outcome.winner in (A, B)


def test_8_5_the_tie_breakers_can_be_asked_on_any_day():
    stage = plunder(renown=(2, 1), day=1)
    assert best_players(stage.state) == [A]


def test_the_number_of_days_is_an_option():
    assert plunder(renown=(1, 0), day=2, options=Options(days=2)).game.over


def test_home_is_no_place_for_pressure():
    stage = Stage(Side(crew={"ann": character()}), Side())
    assert stage.place("ann") == HOME + A
    assert stage.rule(Kind.CLAIM, "ann") == "6.12"
