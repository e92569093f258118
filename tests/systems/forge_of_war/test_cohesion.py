"""Chapter 3.5: units hang together, and close up when casualties have torn them apart."""

from typing import Any

import pytest

from grognard.systems.forge_of_war import SYSTEM
from grognard.systems.forge_of_war.actions import END, JUMP, SHOOT, STANCE, Action
from grognard.systems.forge_of_war.deployment import Deployment
from grognard.systems.forge_of_war.movement import March
from grognard.systems.forge_of_war.places import ends_of
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.stance import CAUTIOUS, HIDING, NORMAL
from grognard.systems.forge_of_war.state import Battle
from grognard.systems.forge_of_war.volley import OVER_SIX, STILL, UP_TO_SIX
from tests.systems.forge_of_war.field import At, Game, battle, unit

clause = pytest.mark.clause


def line(*gaps: float, **more: Any) -> Any:
    """Figures to the east, these many inches from rim to rim (bases are 1" across)."""
    at: list[At] = [(5.0, 5.0)]
    for gap in gaps:
        at.append((at[-1][0] + 1.0 + gap, 5.0))
    return unit(0, "us", *at, **more)


@clause("FOW-3.5-01")
@pytest.mark.parametrize(
    ("gaps", "coherent"), [((2, 2, 2), True), ((2, 2.1), False), ((0, 0), True), ((), True)]
)
def test_two_inches_from_rim_to_rim(gaps: tuple[float, ...], coherent: bool) -> None:
    assert line(*gaps).coherent(Settings()) is coherent


@clause("FOW-3.5-01")
def test_a_chain_not_every_pair() -> None:
    # FOW-GAP-16: the ends are 5" apart.
    assert line(2, 2).coherent(Settings())
    assert not line(2, 2).coherent(Settings(cohesion="every_pair"))
    assert line(0.5, 0.5).coherent(Settings(cohesion="every_pair"))  # 2" from end to end
    # One connected group: two pairs will not do.
    assert not line(1, 4, 1).coherent(Settings())


@clause("FOW-3.5-02")
@pytest.mark.parametrize(("gaps", "coherent"), [((1, 1), True), ((1, 1.5), False)])
def test_hordes_keep_closer(gaps: tuple[float, ...], coherent: bool) -> None:
    assert line(*gaps, training="Horde").coherent(Settings()) is coherent


@clause("FOW-3.5-01", "FOW-6.1-04")
def test_a_move_may_not_break_it() -> None:
    game = Game(battle(line(2), unit(1, "them", (40, 40))))
    game.choose("us: activate").roll(1).choose("move 6")
    assert game.refused((5, 5), (8.125, 5)).clause == "FOW-6.1-04"
    game.to((5, 5), (8, 5))


# ---------------------------------------------------------------- closing up


def torn(gap: float = 4.0, **more: Any) -> Game:
    """us, two and one apart, and activated. An enemy stands 20" to the north."""
    arms = {"weapon": "Assault Rifle"} | more.pop("arms", {})
    b = battle(
        unit(0, "us", (10, 10), (12, 10), (13 + gap, 10), **arms, **more),
        unit(1, "them", (12, 21), (14, 21)),
    )
    assert b.units[0].regrouping
    return Game(b).choose("us: activate").roll(1)


@clause("FOW-3.5-03")
def test_it_must_close_up_if_it_can() -> None:
    game = torn()
    refusal = game.refusal(Action(END))
    assert refusal is not None
    assert refusal.clause == "FOW-3.5-03"
    game.choose("move 6")
    # Other use of the move is not allowed: going on torn apart is refused, staying too.
    assert game.refused((10, 12), (12, 12), (17, 12)).clause == "FOW-6.1-04"
    assert game.refused(None, None, None).clause == "FOW-6.1-04"
    game.to(None, None, (15, 10))
    us = game.unit("us")
    assert not us.regrouping
    game.choose("nothing more")
    assert us.markers == 0


@clause("FOW-3.5-03")
@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize(
    ("lonely", "ends"),
    [
        (12.0, [17.0, 20.0, 22.0, 24.0]),  # 7" off where 2" are allowed: he comes 5"
        (11.0, [17.0, 20.0, 22.0, 24.0]),  # all his 6"
        (9.0, [15.0, 18.0, 20.0, 22.0]),  # 2" more than he can go: they come to meet him
        (32.0, [20.0, 22.0, 24.0, 27.0]),
        (35.0, [22.0, 24.0, 26.0, 29.0]),
        (4.0, [4.0, 20.0, 22.0, 24.0]),  # too far for all
    ],
)
def test_the_few_come_to_the_many(lonely: float, ends: list[float], upright: bool) -> None:
    places = [(v, 10.0) for v in sorted([lonely, 20.0, 22.0, 24.0])]
    b = battle(unit(0, "us", *[p[::-1] if upright else p for p in places]), unit(1, "B", (40, 40)))
    us = b.units[0]
    legs = March(b, us).fallback()
    assert not March(b, us).check(legs) or ends[0] == 4.0
    there = ends_of(us, [0, 1, 2, 3], legs)
    assert [(y, x) if upright else (x, y) for x, y, _ in there] == [(v, 10.0) for v in ends]
    stays = [n for n in range(4) if ends[n] == places[n][0]]
    assert [n for n in range(4) if not legs[n]] == stays


@clause("FOW-3.5-03")
def test_it_may_shoot_before_it_closes_up() -> None:
    # FOW-GAP-16 binds the first move only; what it needs for closing up it must declare.
    game = torn()
    game.choose(Action(SHOOT, 1))
    refusal = game.refusal(STILL)
    assert refusal is not None
    assert refusal.clause == "FOW-3.5-03"
    game.choose(UP_TO_SIX)
    assert game.need() == 6  # SV 7 less the move to come
    game.roll(*[10] * 6)
    assert game.refusal(Action(END)) is not None
    game.choose("move 6").to(None, None, (15, 10))
    assert game.unit("us").markers == 0


@clause("FOW-3.5-03")
def test_the_last_action_is_for_closing_up() -> None:
    game = torn(arms={"weapon": "Heavy Machine Gun"})
    game.choose("deploy")
    for what in (Action(SHOOT, 1), Action(END)):
        refusal = game.refusal(what)
        assert refusal is not None
        assert refusal.clause == "FOW-3.5-03"
    game.choose("move 6").to(None, None, (15, 10))
    assert game.unit("us").markers == 0


@clause("FOW-3.5-03")
@pytest.mark.parametrize(("reading", "must"), [("one", False), ("both", True)])
def test_who_may_not_move_again_need_not_close_up(reading: str, must: bool) -> None:
    # 15" apart where 2" are allowed: no one move of 6" on both sides closes that, a second would.
    # By the other reading of FOW-GAP-13 there is none for who carries a marker.
    us = unit(0, "us", (10, 10), (12, 10), (28, 10), state={"markers": 1})
    game = Game(battle(us, unit(1, "them", (12, 31)), marked_moves=reading))
    game.choose("us: activate").roll(1).choose("move 6").to(None, None, (22, 10))
    assert (game.refusal(Action(END)) is not None) is must


@clause("FOW-3.5-03", "FOW-12-13")
def test_who_hides_may_get_up_to_close_up() -> None:
    # Getting up costs no action: it is no other use of the last one.
    us = unit(
        0, "us", (10, 10), (12, 10), (17, 10), av=1,
        weapon="Heavy Machine Gun", state={"stance": HIDING},
    )  # fmt: skip
    game = Game(battle(us, unit(1, "them", (12, 31)), stance=True))
    game.choose("us: activate").roll(1).choose("deploy")
    assert game.refusal(Action(END)) is not None
    assert game.refusal(Action(STANCE, stance=CAUTIOUS)) is not None
    game.choose(Action(STANCE, stance=NORMAL)).choose("move 6").to(None, None, (15, 10))


@clause("FOW-3.5-03")
def test_riders_who_need_more_than_six_inches_declare_it() -> None:
    game = torn(gap=16.0, arms={"type": "cavalry"})
    game.choose(Action(SHOOT, 1))
    for m in (STILL, UP_TO_SIX):
        assert game.refusal(m) is not None
    assert game.refusal(OVER_SIX) is None


@clause("FOW-3.5-03")
def test_jumping_together_is_closing_up() -> None:
    game = torn(jump=True)
    game.choose(Action(JUMP)).to(None, None, (15, 10))
    assert not game.unit("us").regrouping
    game.choose("nothing more")
    assert game.unit("us").markers == 0


@clause("FOW-3.5-03")
def test_no_charge_before_it() -> None:
    b = battle(unit(0, "us", (10, 10), (12, 10), (17, 10)), unit(1, "them", (12, 14)))
    game = Game(b).choose("us: activate").roll(1)
    refusal = game.refusal("charge them")
    assert refusal is not None
    assert refusal.clause == "FOW-3.5-03"


@clause("FOW-3.5-04")
def test_still_scattered_at_the_end_costs_a_marker_each_time() -> None:
    # The check: Professional with 1 D: 2 D after one activation, 3 D after the next.
    # 30" apart no move brings them together.
    game = torn(gap=30.0, state={"markers": 1})
    game.choose("nothing more")
    us = game.unit("us")
    assert us.markers == 2
    assert "FOW-3.5-04" in game.clauses()
    assert us.regrouping
    game.choose("them: activate").roll(10).choose("stay")
    game.roll(9).roll(1).choose("first").choose("us: activate").roll(1).choose("nothing more")
    assert us.markers == 3
    # At its maximum it loses a figure (FOW-5.1-04).
    game.choose("them: activate").roll(10).choose("stay")
    game.roll(9).roll(1).choose("first").choose("us: activate").roll(1).choose("nothing more")
    game.choose("1")
    assert (us.markers, us.figures) == (3, 2)


@clause("FOW-3.5-04")
def test_a_move_that_does_not_bring_them_together_does_not_help() -> None:
    # The check: 1 D, moves, still broken: 2 D. Two moves close 24" of the 28" that are missing.
    game = torn(gap=30.0, state={"markers": 1})
    game.choose("move 6").to(None, None, (37, 10))
    game.choose("nothing more")
    assert game.unit("us").markers == 2


@clause("FOW-3.5-03", "FOW-3.5-04")
def test_the_second_move_may_do_it() -> None:
    # 18" apart: after 6" from the one side 12" are left, 2" of which may stay.
    game = torn(gap=18.0)
    game.choose("move 6").to(None, None, (25, 10))
    assert game.refusal(Action(END)) is not None  # now it can, so it must
    game.choose("move 6").to((14, 10), (16, 10), (19, 10))
    us = game.unit("us")
    assert (us.markers, us.regrouping) == (0, False)


@clause("FOW-3.5-04")
def test_a_failed_activation_or_a_rally_defers_it() -> None:
    # FOW-GAP-16: the check comes at the end of a successful activation.
    def start() -> Game:
        return Game(
            battle(
                unit(0, "us", (10, 10), (16, 10), state={"markers": 1}), unit(1, "them", (12, 30))
            )
        )

    game = start().choose("us: activate").roll(10).choose("stay")
    assert game.unit("us").markers == 1
    assert game.unit("us").regrouping
    game = start().choose("us: rally").roll(6)  # 7 - 1 = 6: removes none
    assert game.unit("us").markers == 1


@clause("FOW-3.5-03")
def test_what_its_own_charge_costs_it_is_not_charged_at_once() -> None:
    # "On their next activation": the combat that it begins now tears it apart now.
    b = battle(
        unit(0, "us", (10, 10), (13, 10), (16, 10), state={"markers": 3}),
        unit(1, "them", (13, 16), av=10),
    )
    game = Game(b).choose("us: activate").roll(1).choose("charge them")
    game.to((10, 15), (13, 15), (16, 15))
    # FV 6 - 3 - AV 10 = -7: our die hits on a 1 that is followed by 3 or less. Theirs: 6 - 1 = 5.
    game.roll(10).roll(1)
    us = game.unit("us")
    assert (us.figures, us.markers) == (2, 3)
    assert us.regrouping  # 5" from rim to rim
    assert game.asks("attempt").player == 1


@clause("FOW-3.5-01")
def test_units_too_big_for_the_strict_reading_are_refused_at_once() -> None:
    # Nine bases of an inch make a square of 3 x 3: from corner to corner 8**0.5 - 1 = 1.8"; ten
    # need a fourth file: 13**0.5 - 1 = 2.6".
    strict = Settings(cohesion="every_pair")
    setup = SYSTEM.setup("encounter", [], 1, strict)
    assert isinstance(setup, dict)
    for plain in setup["rosters"]:
        for entry in plain["units"]:
            entry["figures"], entry["arms"], entry["attach"] = 9, [], ""
    b = SYSTEM.start(setup, strict)
    assert isinstance(b, Battle)
    b.edges, b.active = [0, 2], 0
    movement = Deployment(b, b.units[0])
    assert not movement.check(movement.fallback())
    setup["rosters"][0]["units"][0]["figures"] = 10
    refusals = SYSTEM.start(setup, strict)
    assert isinstance(refusals, list)
    assert [r.clause for r in refusals] == ["FOW-GAP-16"]
    assert isinstance(SYSTEM.start(setup, Settings()), Battle)
