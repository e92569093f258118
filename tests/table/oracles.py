"""What the tests of the table share: random lattice things, and Shapely's word on them."""

from math import cos, hypot, pi, sin

import shapely
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon

from grognard.table.base import Base
from grognard.table.terrain import Terrain, blob

GRID = 1024


def coordinates(low: float = 0.0, high: float = 48.0) -> st.SearchStrategy[float]:
    """Coordinates on the lattice; half of them on whole quarter inches, so that lines run flush."""
    fine = st.integers(int(low * GRID), int(high * GRID)).map(lambda i: i / GRID)
    coarse = st.integers(int(low * 4), int(high * 4)).map(lambda i: i / 4)
    return st.one_of(coarse, fine)


points = st.tuples(coordinates(), coordinates())
facings = st.one_of(
    st.sampled_from([0.0, 90.0, 180.0, 270.0]), st.integers(0, 35999).map(lambda i: i / 100)
)


@st.composite
def bases(draw: st.DrawFn) -> Base:
    if draw(st.booleans()):
        return Base.disc(draw(st.sampled_from([0.25, 0.5, 0.75, 1.0, 2.0])))
    side = st.sampled_from([0.5, 1.0, 1.5, 3.0, 4.0])
    return Base.box(draw(side), draw(side))


@st.composite
def pieces(draw: st.DrawFn, id: int = 1) -> Terrain:
    """Simple polygons, mostly non-convex: star-shaped round a point, so never self-crossing."""
    x, y = draw(points)
    radii = draw(st.lists(st.sampled_from([1.0, 2.0, 3.0, 5.0, 8.0]), min_size=3, max_size=9))
    return blob(id, "wood", x, y, radii, draw(facings))


def polygon(piece: Terrain) -> Polygon:
    return Polygon(piece.corners())


def shape(x: float, y: float, facing: float, base: Base) -> Polygon:
    """A base for Shapely; a disc as a polygon of 512 corners, out by under 2e-5 of r."""
    if base.is_disc:
        n = 512
        r = base.radius / cos(pi / n) ** 0.5
        turns = [2 * pi * i / n for i in range(n)]
        return Polygon([(x + r * cos(a), y + r * sin(a)) for a in turns])
    c, s = cos(facing * pi / 180), sin(facing * pi / 180)
    d, w = base.depth / 2, base.width / 2
    corners = [(d, -w), (d, w), (-d, w), (-d, -w)]
    return Polygon([(x + c * u - s * v, y + s * u + c * v) for u, v in corners])


def distance_to(piece: Polygon, x: float, y: float) -> float:
    return float(shapely.distance(piece, Point(x, y)))


def length(path: list[tuple[float, float]]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(path, path[1:]))
