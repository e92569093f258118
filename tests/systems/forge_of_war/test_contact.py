"""Who touches whom, and the quick looks that come first: they never say no wrongly."""

import pytest

from grognard.systems.forge_of_war.board import Piece
from grognard.systems.forge_of_war.contact import boxes_near, figures_touch, refresh, touching_units
from grognard.systems.forge_of_war.profiles import load_catalogue
from tests.systems.forge_of_war.field import battle, unit

clause = pytest.mark.clause
HAIR = 1 / 64
SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]


@clause("FOW-9.1-01", "FOW-9.3-08")
@pytest.mark.parametrize(("dx", "dy"), SIDES)
def test_bases_touch_at_one_inch_on_any_side(dx: int, dy: int) -> None:
    """To within 0.05", what hands can do."""
    for far, touch in ((1.0, True), (1.0 + 3 * HAIR, True), (1.0 + 4 * HAIR, False)):
        b = battle(unit(0, "A", (20, 20)), unit(1, "B", (20 + dx * far, 20 + dy * far)))
        assert figures_touch(b.board, b.units[0], 0, b.units[1], 0) is touch
        assert touching_units(b, b.units[0]) == 2 * touch
        assert touching_units(b, b.units[1]) == touch


@clause("FOW-9.1-01")
def test_corner_to_corner_it_is_the_slope_that_counts() -> None:
    """0.6² + 0.8² is 1; of 0.75 both ways it is more, of 0.7 less."""
    for dx, dy, touch in ((0.75, 0.75, False), (0.71875, 0.6875, True), (-0.75, 0.75, False)):
        b = battle(unit(0, "A", (20, 20)), unit(1, "B", (40, 40)))
        b.units[1].x[0], b.units[1].y[0] = 20 + dx, 20 + dy
        assert figures_touch(b.board, b.units[0], 0, b.units[1], 0) is touch


@clause("FOW-9.1-01")
def test_several_enemies_are_touched_and_no_friends_and_nobody_off_the_table() -> None:
    b = battle(
        unit(0, "A", (20, 20), (22, 20)),
        unit(1, "B", (20, 21)),
        unit(1, "C", (22, 19)),
        unit(1, "D", (24, 24)),
        unit(0, "E", (19, 20)),
        unit(1, "F", (2, 2), off="gone"),
    )
    b.units[5].x[0], b.units[5].y[0] = 20.0, 19.0  # where it would touch
    assert touching_units(b, b.units[0]) == 0b110
    assert [touching_units(b, u) for u in b.units[1:]] == [1, 1, 0, 0, 0]


@clause("FOW-3.5-03")
def test_only_who_is_torn_apart_on_the_table_must_close_up() -> None:
    b = battle(
        unit(0, "whole", (10, 10), (13, 10)),
        unit(0, "torn", (10, 20), (14, 20)),
        unit(0, "gone", (10, 30), (14, 30), off="left"),
    )
    for u in b.units:
        u.regrouping = False
        refresh(b, u)
    assert [u.regrouping for u in b.units] == [False, True, False]


@pytest.mark.parametrize(("dx", "dy"), SIDES)
def test_units_are_near_from_box_to_box(dx: int, dy: int) -> None:
    """Two figures two inches apart each way; the other unit so far from the nearest of them."""
    for far, near in ((6.0, True), (6.0 + HAIR, False)):
        at = (20 + dx * (1 + far), 20 + dy * (1 + far))
        b = battle(unit(0, "A", (19, 19), (21, 21)), unit(1, "B", at))
        for u, v in (b.units, b.units[::-1]):
            assert boxes_near(u, v, 6.0) is near


@clause("FOW-7.1-01")
@pytest.mark.parametrize(
    ("at", "sheltered"),
    [
        ((15, 22), True), ((15, 22 + HAIR), False), ((15, 18), True), ((15, 18 - HAIR), False),
        ((8.5, 20), True), ((8.5 - HAIR, 20), False), ((21.5, 20), True),
        ((21.5 + HAIR, 20), False), ((8.75, 18.25), False),
    ],
)  # fmt: skip
def test_behind_an_obstacle_is_within_an_inch_on_any_side(
    at: tuple[float, float], sheltered: bool
) -> None:
    """A wall an inch thick; a base of one inch reaches half an inch. 1.25" off both ways is 1.77"
    from its corner."""
    corners = [(10, 19.5), (20, 19.5), (20, 20.5), (10, 20.5)]
    assert Piece(0, load_catalogue().terrain("Low Wall"), corners).shelters(*at, 0.5) is sheltered


@clause("FOW-7.1-01")
def test_in_a_wood_is_in_it() -> None:
    wood = Piece(0, load_catalogue().terrain("Woods"), [(10, 19), (20, 19), (15, 21)])
    assert wood.shelters(15, 20, 0.5)
    assert not wood.shelters(15, 21.5, 0.5)
    assert not wood.shelters(10.5, 20.5, 0.5)  # beside its slope
