"""Shades never contradict the exact fraction, and are not always in doubt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.table.base import Base
from grognard.table.blocker import Discs
from grognard.table.shade import DOUBTFUL, HIDDEN, SEEN, Shade
from grognard.table.sight import Corridor, Scene
from grognard.table.terrain import Terrain, rectangle
from tests.table.oracles import coordinates, pieces, points

Place = tuple[float, float]


def test_by_hand() -> None:
    scene = Scene([rectangle(1, "wall", 10, 10, 1, 4)])
    box = (18.0, 2.0, 22.0, 20.0)
    shade = Shade(scene.between((5, 10, 5, 10), box), 5, 10, box)
    # The wall's corners (9.5, 8) and (9.5, 12) darken slopes of up to 2 / 4.5 either way.
    assert shade.verdict(20, 10, 0.5) == HIDDEN
    assert shade.verdict(20, 18, 0.5) == SEEN
    edge = 10 + 15 / 2.25
    assert shade.verdict(20, edge, 0.5) == DOUBTFUL  # its middle on the edge of the dark
    assert shade.half(20, edge, 0.5) == DOUBTFUL  # half of it, or a hair less
    assert shade.half(20, edge - 0.01, 0.5) == HIDDEN
    assert shade.half(20, edge + 0.01, 0.5) == SEEN


@given(
    st.lists(pieces(), max_size=4),
    st.lists(points, max_size=6),
    points,
    points,
    st.lists(st.tuples(coordinates(0.5, 5.5), coordinates(0.5, 5.5)), min_size=1, max_size=4),
)
def test_a_verdict_is_never_wrong(
    woods: list[Terrain], men: list[Place], eye: Place, corner: Place, inside: list[Place]
) -> None:
    scene = Scene([Terrain(i, "wood", w.corners()) for i, w in enumerate(woods)])
    for i, p in enumerate(men):
        scene.place(i, *p, Base.disc(0.75))
    box = (corner[0], corner[1], corner[0] + 6, corner[1] + 6)
    corridor = scene.between((*eye, *eye), box)
    shade = Shade(corridor, *eye, box)
    for dx, dy in inside:
        x, y = corner[0] + dx, corner[1] + dy
        said = shade.verdict(x, y, 0.5)
        seen = corridor.fraction(*eye, x, y, Base.disc(0.5))
        if said == HIDDEN:
            assert seen == pytest.approx(0.0, abs=1e-6)
        elif said == SEEN:
            assert seen == pytest.approx(1.0, abs=1e-6)
        half = shade.half(x, y, 0.5)
        assert half == DOUBTFUL or (half == SEEN) == corridor.half(*eye, x, y, Base.disc(0.5))


@given(
    st.lists(pieces(), max_size=4),
    st.lists(points, max_size=6),
    points,
    points,
    st.tuples(coordinates(0.0, 3.0), coordinates(0.0, 3.0)),
    coordinates(1.0, 3.0),
    st.lists(st.tuples(coordinates(0.0, 1.0), coordinates(0.0, 1.0)), min_size=1, max_size=4),
)
def test_nobody_in_a_dark_box_is_seen(
    woods: list[Terrain],
    men: list[Place],
    eye: Place,
    corner: Place,
    offset: Place,
    side: float,
    inside: list[Place],
) -> None:
    scene = Scene([Terrain(i, "wood", w.corners()) for i, w in enumerate(woods)])
    for i, p in enumerate(men):
        scene.place(i, *p, Base.disc(0.75))
    box = (corner[0], corner[1], corner[0] + 6, corner[1] + 6)
    corridor = scene.between((*eye, *eye), box)
    x0, y0 = corner[0] + offset[0], corner[1] + offset[1]
    if not Shade(corridor, *eye, box).dark((x0, y0, x0 + side, y0 + side)):
        return
    for dx, dy in inside:
        x, y = x0 + 0.5 + dx * (side - 1), y0 + 0.5 + dy * (side - 1)
        assert corridor.fraction(*eye, x, y, Base.disc(0.5)) == pytest.approx(0.0, abs=1e-6)


@given(st.lists(pieces(), max_size=4), st.lists(points, max_size=6), points, points, points)
def test_whole_pieces_and_bases_that_come_later(
    woods: list[Terrain], men: list[Place], eye: Place, corner: Place, spot: Place
) -> None:
    """As a battle builds it: whole pieces first, then the bases. Never wrong either."""
    bases = Discs()
    terrain, both = Corridor(), Corridor(bases)
    for wood in woods:
        if not wood.contains(*eye):
            terrain.add_piece(wood)
            both.add_piece(wood)
    for i, p in enumerate(men):
        bases.add(i, *p, 0.75, 1.0)
    box = (corner[0], corner[1], corner[0] + 6, corner[1] + 6)
    shade = Shade(terrain, *eye, box)
    x = min(max(spot[0], box[0] + 0.5), box[2] - 0.5)
    y = min(max(spot[1], box[1] + 0.5), box[3] - 0.5)
    man = Base.disc(0.5)
    for corridor in (terrain, both):
        said = shade.verdict(x, y, 0.5)
        seen = corridor.fraction(*eye, x, y, man)
        if said == HIDDEN:
            assert seen == pytest.approx(0.0, abs=1e-6)
        elif said == SEEN:
            assert seen == pytest.approx(1.0, abs=1e-6)
        half = shade.half(x, y, 0.5)
        assert half == DOUBTFUL or (half == SEEN) == corridor.half(*eye, x, y, man)
        shade.add_discs(bases)
