"""Chapters 4.3 and 4.4: what units do that fail, and how they withdraw."""

from typing import Any

import pytest

from grognard.systems.forge_of_war.attempts import CONTINUE, RALLY, Attempt
from grognard.systems.forge_of_war.retreat import shift
from grognard.systems.forge_of_war.state import DESTROYED, LEFT
from tests.systems.forge_of_war.field import Game, alone, battle, row, unit

clause = pytest.mark.clause


def failed(*units: Any, **more: Any) -> Game:
    """The unit "us" has just failed its Activation Roll."""
    return Game(battle(*units, **more)).choose("us: activate").roll(10)


def them(x: float = 10, y: float = 20, **more: Any) -> Any:
    return unit(1, "them", (x, y), **more)


# ---------------------------------------------------------------- default actions


@clause("FOW-4.3-01")
def test_a_failed_unit_takes_no_action() -> None:
    game = failed(unit(0, "us", *row(10, 10, 3), weapon="Assault Rifle"), them())
    # Move, shoot and the rest belong to a choice of "action", which never comes.
    assert game.asks("default").player == 0
    assert {o.value for o in game.asks("default").options} == {"stay", "cover", "back"}
    game.choose("stay")
    assert game.asks("attempt").player == 1
    assert game.told("failed")[0].clause == "FOW-4.3-01"


@clause("FOW-4.3-04")
def test_out_of_sight_of_the_enemy_it_stays() -> None:
    game = failed(
        unit(0, "us", *row(10, 10, 3)),
        them(10, 40),
        ground=[("Building", 0, 22, 48, 26), ("Woods", 14, 2, 20, 8)],
    )
    for what in ("cover", "back"):
        refusal = game.refusal(what)
        assert refusal is not None
        assert refusal.clause == "FOW-4.3-04"
    assert game.labels() == ["stay"]


@clause("FOW-4.3-03")
def test_straight_back_is_one_move_away_from_the_visible_enemy() -> None:
    game = failed(unit(0, "us", (10, 20), (12, 20)), them(11, 30))
    game.choose("straight back")
    # From (11, 30) through the middle (11, 20): due south, 6".
    assert game.unit("us").x == [10.0, 12.0]
    assert game.unit("us").y == [14.0, 14.0]
    assert game.told("default")[0].clause == "FOW-4.3-03"
    assert game.asks("attempt").player == 1


@clause("FOW-4.3-03")
def test_or_it_does_nothing() -> None:
    game = failed(unit(0, "us", (10, 20)), them(11, 30)).choose("stay")
    assert (game.unit("us").x, game.unit("us").y) == ([10.0], [20.0])


@clause("FOW-4.3-03")
def test_away_from_the_nearest_enemy_it_sees() -> None:
    # The nearest figure stands behind a building; the one it sees is to the east, so it goes west.
    game = failed(
        unit(0, "us", (20, 20)),
        unit(1, "hidden", (20, 27)),
        unit(1, "seen", (36, 20)),
        ground=[("Building", 15, 22, 25, 25)],
    )
    game.choose("straight back")
    assert (game.unit("us").x, game.unit("us").y) == ([14.0], [20.0])


@clause("FOW-4.3-03")
def test_a_hidden_figure_of_a_visible_unit_does_not_count() -> None:
    # FOW-GAP-25: away from the nearest visible enemy figure; one of theirs is behind the building.
    game = failed(
        unit(0, "us", (20, 20)),
        unit(1, "them", (20, 27), (23, 27), (26, 27), (29, 27), (32, 24), (34, 21.5), (36, 20)),
        ground=[("Building", 8, 22, 25, 25)],
    )
    # The line to (29, 27) is at x = 22.6 where the building begins (y = 22): hidden. That to
    # (32, 24) is at x = 26 there: seen, and the nearest. So 6" in the direction (-12, -4).
    game.choose("straight back")
    assert game.unit("us").x[0] == pytest.approx(20 - 6 * 12 / 160**0.5, abs=0.002)
    assert game.unit("us").y[0] == pytest.approx(20 - 6 * 4 / 160**0.5, abs=0.002)


@clause("FOW-4.3-03")
def test_ground_slows_a_default_move_as_any_other() -> None:
    # FOW-GAP-25: normal terrain rules. Wood: half of 6"; a hedge: 2" less; both: 3 - 2 = 1".
    for ground, far in (
        ([("Woods", 4, 12, 20, 18)], 3.0),
        ([("Hedge", 4, 17, 20, 17.5)], 4.0),
        ([], 6.0),
    ):
        game = failed(unit(0, "us", (10, 20)), them(10, 30), ground=ground).choose("straight back")
        assert 20.0 - game.unit("us").y[0] == pytest.approx(far, abs=1 / 64)


@clause("FOW-4.3-03")
def test_a_retreat_stops_where_it_must() -> None:
    # FOW-GAP-84: as far as legally possible. The lake begins at y = 16, the base is 1" across.
    game = failed(
        unit(0, "us", (10, 20)), them(10, 30), ground=[("Deep Water", 0, 10, 48, 16)]
    ).choose("straight back")
    assert game.unit("us").y[0] == pytest.approx(16.5, abs=1 / 32)
    # At the table's edge it stops too: a default move loses nobody.
    game = failed(unit(0, "us", (10, 3)), them(10, 13)).choose("straight back")
    assert game.unit("us").y[0] == pytest.approx(0.5, abs=1 / 32)
    assert game.unit("us").off == ""


@clause("FOW-4.3-02")
def test_one_move_straight_for_the_nearest_cover() -> None:
    # Bushes begin 4" to the west, a wood further off.
    game = failed(
        unit(0, "us", (20, 20)),
        them(20, 34),
        ground=[("Vegetation", 10, 18, 16, 22), ("Woods", 27, 18, 33, 22)],
    )
    game.choose("to the nearest cover")
    us = game.unit("us")
    assert us.x[0] <= 16.0
    assert us.y[0] == pytest.approx(20.0, abs=0.01)
    assert us.most_moved <= 6.0
    assert game.told("default")[0].clause == "FOW-4.3-02"


@clause("FOW-4.3-02")
def test_cover_beyond_a_move_is_approached() -> None:
    game = failed(
        unit(0, "us", (20, 20)), them(20, 34), ground=[("Vegetation", 2, 18, 8, 22)]
    ).choose("to the nearest cover")
    assert game.unit("us").x[0] == pytest.approx(14.0, abs=0.01)


@clause("FOW-4.3-02")
def test_cover_towards_the_enemy_is_refused() -> None:
    # The check: nearest cover lies towards the enemy: refused, only the retreat remains.
    game = failed(
        unit(0, "us", (20, 20)),
        them(20, 40),
        ground=[("Vegetation", 22, 22, 26, 26), ("Woods", 18, 2, 22, 6)],
    )
    refusal = game.refusal("cover")
    assert refusal is not None
    assert refusal.clause == "FOW-4.3-02"
    assert game.labels() == ["stay", "straight back"]


@clause("FOW-4.3-02")
def test_closer_to_any_enemy_in_sight_is_too_close() -> None:
    # FOW-GAP-25: away from the one in the north, but nearer to the one in the west.
    game = failed(
        unit(0, "us", (20, 20)),
        them(20, 30),
        unit(1, "west", (4, 20)),
        ground=[("Vegetation", 11, 16, 16, 19)],
    )
    assert game.refusal("cover") is not None
    # An enemy that is out of sight does not count.
    game = failed(
        unit(0, "us", (20, 20)),
        them(20, 34),
        unit(1, "west", (2, 20)),
        ground=[("Vegetation", 11, 16, 16, 19), ("Building", 4, 12, 7, 28)],
    )
    assert game.refusal("cover") is None


@clause("FOW-4.3-02")
def test_cover_that_holds_an_enemy_is_none() -> None:
    # The nearest bushes hold an enemy (unseen in there or not): the next cover is the goal.
    game = failed(
        unit(0, "us", (20, 20)),
        them(20, 34),
        unit(1, "lurkers", (11, 20)),
        ground=[("Vegetation", 9, 18, 15, 22), ("Woods", 27, 18, 33, 22)],
    )
    assert game.refusal("cover") is None
    game.choose("cover")
    assert game.unit("us").x[0] > 20.0
    game = failed(
        unit(0, "us", (20, 20)),
        them(20, 34),
        unit(1, "lurkers", (11, 20)),
        ground=[("Vegetation", 9, 18, 15, 22)],
    )
    assert game.refusal("cover") is not None


# ---------------------------------------------------------------- withdrawing


@clause("FOW-4.4-01")
@pytest.mark.parametrize(
    ("start", "left", "withdraws"),
    [(15, 5, True), (15, 6, False), (9, 3, True), (10, 4, False), (10, 3, True)],
)
def test_at_a_third_it_withdraws(start: int, left: int, withdraws: bool) -> None:
    game = failed(unit(0, "us", *row(10, 20, left), start=start), them(14, 40))
    assert game.unit("us").withdrawing is withdraws
    if withdraws:
        assert game.told("withdraw")
        assert game.asks("attempt").player == 1
    else:
        assert game.asks("default").player == 0


@clause("FOW-4.4-02")
def test_both_moves_whatever_the_ground() -> None:
    # The check: 12" even through a wood; and it does not stop in it, nor pay for it.
    game = failed(
        unit(0, "us", (20, 30), start=3), them(20, 40), ground=[("Woods", 10, 20, 30, 28)]
    )
    us = game.unit("us")
    assert (us.x, us.y) == ([20.0], [18.0])
    assert us.markers == 0
    assert us.moved == [12.0]
    # Half of it would have been in the wood: y 24.


@clause("FOW-4.4-02")
def test_riders_withdraw_24_inches_and_keep_their_distance_all_the_way() -> None:
    riders: dict[str, Any] = {"type": "cavalry", "start": 3}
    game = failed(unit(0, "us", (20, 40), **riders), them(20, 45))
    assert game.unit("us").y == [16.0]
    # Another enemy stands 2" beside the way, far behind: the 2" rule stops them (FOW-GAP-26).
    game = failed(unit(0, "us", (20, 40), **riders), them(20, 45), unit(1, "late", (21, 18)))
    # Centres nearer than 3" are too near: at x = 1" aside that is 8**0.5 = 2.83" short of it.
    assert game.unit("us").y[0] == pytest.approx(18 + 8**0.5, abs=1 / 32)


@clause("FOW-4.4-02")
def test_marker_penalties_do_not_shorten_it() -> None:
    # "Without modification": neither does a marker_move_penalty.
    game = failed(
        unit(0, "us", (20, 30), start=3, state={"markers": 2}), them(20, 40), marker_move_penalty=1
    )
    assert game.unit("us").y == [18.0]


@clause("FOW-4.4-02")
def test_over_the_edge_it_is_lost() -> None:
    # FOW-GAP-26. The base's rim is 7.5" from the edge.
    game = failed(unit(0, "us", (20, 8), start=3), them(20, 18), unit(0, "rest", (40, 20)))
    assert game.unit("us").off == LEFT
    assert game.b.scenario.points(game.b, 1) == 100
    # With exactly 12" to go it stops at the edge.
    game = failed(unit(0, "us", (20, 12.5), start=3), them(20, 22))
    assert game.unit("us").off == ""
    assert game.unit("us").y == [0.5]


@clause("FOW-4.4-02")
def test_what_is_closed_stops_it_before_the_edge() -> None:
    game = failed(
        unit(0, "us", (20, 9), start=3), them(20, 19), ground=[("Deep Water", 0, 2, 48, 5)]
    )
    assert game.unit("us").off == ""
    assert game.unit("us").y[0] == pytest.approx(5.5, abs=1 / 32)


@clause("FOW-4.4-02")
def test_with_nobody_in_sight_it_still_goes_away_from_the_enemy() -> None:
    game = failed(
        unit(0, "us", (20, 24), start=3), them(20, 40), ground=[("Building", 10, 30, 30, 33)]
    )
    assert game.unit("us").y == [12.0]


def withdrawing(markers: int, **more: Any) -> Any:
    return unit(
        0,
        "us",
        *row(18, 24, 3),
        start=9,
        training="Militia",
        state={"markers": markers, "withdrawing": True},
        **more,
    )


@clause("FOW-4.4-03")
def test_a_success_ends_it_and_the_unit_acts() -> None:
    game = Game(battle(withdrawing(0), them(20, 40)))
    game.choose("us: activate").roll(1)
    assert not game.unit("us").withdrawing
    game.choose("move 6").by(0, 2)
    assert game.unit("us").y == [26.0, 26.0, 26.0]


@clause("FOW-4.4-03")
def test_it_goes_on_until_then_and_does_not_rally() -> None:
    game = Game(battle(withdrawing(1), them(20, 40)))
    refusal = game.refusal(Attempt(0, RALLY))
    assert refusal is not None
    assert refusal.clause == "FOW-GAP-26"
    game.choose("us: activate").roll(10)
    assert game.unit("us").withdrawing
    assert game.unit("us").y == [12.0, 12.0, 12.0]


@clause("FOW-4.4-04")
def test_every_failure_after_the_first_costs() -> None:
    # The check: Militia (max 2), 1 D: the second failure makes 2 D, the third takes a figure.
    game = failed(
        unit(0, "us", *row(18, 30, 3), start=9, training="Militia", state={"markers": 1}),
        them(20, 46),
    )
    us = game.unit("us")
    assert (us.markers, us.figures) == (1, 3)  # the first failure costs nothing
    game = Game(battle(withdrawing(1), them(20, 40)))
    game.choose("us: activate").roll(10)
    us = game.unit("us")
    assert (us.markers, us.figures) == (2, 3)
    assert "FOW-4.4-04" in game.clauses()
    game = Game(battle(withdrawing(2), them(20, 40)))
    game.choose("us: activate").roll(10).choose("as proposed")
    us = game.unit("us")
    assert (us.markers, us.figures) == (2, 2)
    assert us.withdrawing


@clause("FOW-4.4-04")
def test_the_last_deserter_ends_the_unit() -> None:
    game = Game(
        battle(
            unit(
                0,
                "us",
                (18, 24),
                start=9,
                training="Militia",
                state={"markers": 2, "withdrawing": True},
            ),
            unit(0, "rest", (40, 10)),
            them(20, 40),
        )
    )
    game.choose("us: activate").roll(10)
    assert game.unit("us").off == DESTROYED


# ---------------------------------------------------------------- in close combat


def engaged(left: int, start: int, **more: Any) -> Game:
    """us in contact with as many of them."""
    return Game(
        battle(
            unit(0, "us", *row(10, 20, left), start=start, **more),
            unit(1, "them", *row(10, 21, left)),
            unit(0, "rest", (40, 10)),
        )
    )


@clause("FOW-4.4-05")
def test_above_a_third_it_fights_without_a_roll() -> None:
    game = engaged(2, 5)
    game.choose("us: fight on")
    # The round's own dice at once: FV 6 against AV 1 is 5.
    assert game.need() == 5
    assert game.pending is not None
    assert game.pending.why != "activation"  # type: ignore[attr-defined]


@clause("FOW-4.4-05")
def test_at_a_third_it_must_roll_first() -> None:
    game = engaged(2, 6)
    game.choose(Attempt(0, CONTINUE))
    assert game.pending.why == "activation"  # type: ignore[union-attr]
    # 7 - 1 for half strength.
    assert game.need() == 6
    game.roll(6)
    assert game.need() == 5  # it fights


@clause("FOW-4.4-06", "FOW-9.6-01")
def test_failing_it_is_struck_and_runs() -> None:
    game = engaged(2, 6)
    game.choose("us: fight on").roll(7)
    # Two of them strike (FV 6 - AV 1 = 5); us does not strike back.
    assert game.need() == 5
    assert game.pending.player == 1  # type: ignore[union-attr]
    game.roll(10, 10)
    us = game.unit("us")
    assert us.withdrawing
    assert us.y == [8.0, 8.0]
    assert not us.engaged
    assert not game.unit("them").engaged
    # The initiative has passed; nobody has rolled for us.
    assert game.asks("attempt").player == 1


@clause("FOW-4.3-01")
def test_engaged_units_have_no_default_action() -> None:
    # FOW-GAP-25. A failed disengagement at full strength costs a marker, nothing else.
    game = engaged(2, 2)
    game.choose("us: disengage").roll(10)
    assert game.asks("attempt").player == 1
    assert game.unit("us").markers == 1
    assert game.unit("us").y == [20.0, 20.0]


def test_coming_down_costs_three_inches_a_floor() -> None:
    # A house reading: from the first floor 3" are left of a move, none of a withdrawal's 12".
    for terrain, far in ((True, 3.0), (False, 6.0)):
        b = battle(
            unit(0, "us", (10, 10.25), state={"level": [1]}),
            ground=[("Road", 4, 0, 20, 10), ("Building", 4, 10, 20, 14), ("Road", 4, 10, 20, 14)],
        )
        game = Game(b, alone(shift, b.units[0], 0.0, -1.0, 6.0, terrain))
        us = game.unit("us")
        assert us.level == [0]
        assert us.y[0] == pytest.approx(10.25 - far, abs=1 / 32)


@clause("FOW-4.4-06", "FOW-4.4-02")
def test_it_runs_from_all_who_are_as_near() -> None:
    # One of them stands a hair further off than the other: straight back all the same, not
    # slantwise into the second one's 2".
    game = Game(
        battle(
            unit(0, "us", (10, 20), (12, 20), start=6),
            unit(1, "them", (10, 21), (12, 21.03125)),
            unit(0, "rest", (40, 10)),
        )
    )
    game.choose("us: fight on").roll(7).roll(10, 10)
    assert game.unit("us").y == pytest.approx([8.0, 8.0], abs=1 / 32)
