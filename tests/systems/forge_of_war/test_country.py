"""Tables from a seed: fair, passable, natural, and the same every time."""

import itertools

import pytest
from shapely import affinity
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

from grognard.systems.forge_of_war.board import Board
from grognard.systems.forge_of_war.country import CLEAR, OBJECTIVE, RIM, ROAD_SIDE, THEMES
from grognard.systems.forge_of_war.ground import make_ground
from grognard.systems.forge_of_war.profiles import load_catalogue

KEYS = ("hold-the-ground", "breakthrough", "ambush")
SEEDS = range(8)
TABLES = list(itertools.product(KEYS, SEEDS))
LATTICE = 1 / 512


def table(key, seed):
    plan = load_catalogue().plan(key)
    return plan, Board.from_dict(make_ground(load_catalogue(), plan, seed))


def shapes(board):
    return [(p.kind, Polygon(p.shape.corners())) for p in board.pieces]


def test_the_same_seed_makes_the_same_table():
    plan = load_catalogue().plan("ambush")
    first, again, other = (make_ground(load_catalogue(), plan, s) for s in (5, 5, 6))
    assert first == again
    assert first != other


@pytest.mark.parametrize(("key", "seed"), TABLES)
def test_both_sides_have_the_same_ground(key, seed):
    """Turned by half a circle about the middle every kind of ground covers the same places."""
    plan, board = table(key, seed)
    middle = (plan.width / 2, plan.height / 2)
    for name in {kind.name for kind, _ in shapes(board)}:
        whole = unary_union([shape for kind, shape in shapes(board) if kind.name == name])
        turned = affinity.rotate(whole, 180, origin=middle)
        assert whole.symmetric_difference(turned).area < LATTICE * whole.length + 1e-9


@pytest.mark.parametrize(("key", "seed"), TABLES)
def test_cover_within_reach_of_opposite_edges_is_the_same(key, seed):
    plan, board = table(key, seed)
    cover = unary_union([shape for kind, shape in shapes(board) if kind.value])
    w, h = plan.width, plan.height
    for d in (6, 12, 18):
        south, north = (cover.intersection(box(0, y, w, y + d)).area for y in (0, h - d))
        west, east = (cover.intersection(box(x, 0, x + d, h)).area for x in (0, w - d))
        assert south == pytest.approx(north, abs=0.2)
        assert west == pytest.approx(east, abs=0.2)


@pytest.mark.parametrize(("key", "seed"), TABLES)
def test_outlines_are_simple_and_on_the_table(key, seed):
    plan, board = table(key, seed)
    for kind, shape in shapes(board):
        assert shape.is_valid
        rim = 0.0 if kind.road else RIM - LATTICE
        assert box(rim, rim, plan.width - rim, plan.height - rim).covers(shape), kind.name


@pytest.mark.parametrize(("key", "seed"), TABLES)
def test_pieces_leave_room_or_belong_together(key, seed):
    """Nothing overlaps; between pieces that do not belong together any unit can pass."""
    _, board = table(key, seed)
    pieces = shapes(board)
    together = 0
    for (one, a), (other, b) in itertools.combinations(pieces, 2):
        apart = a.distance(b)
        assert apart > 0.0, (one.name, other.name)
        if one.road or other.road:
            assert apart >= ROAD_SIDE - LATTICE
        elif apart < CLEAR - LATTICE:
            names = {one.name, other.name}
            assert names & {"Hedge", "Low Wall", "Barricade"}, names  # a yard or a field
            assert names & {"Building", "Vegetation"}, names
            together += 1
    assert together <= len(pieces) // 2


@pytest.mark.parametrize(("key", "seed"), TABLES)
def test_objectives_lie_open(key, seed):
    plan, board = table(key, seed)
    wide, deep = plan.sizes
    turned = plan.width != wide
    for along, away in plan.objectives:
        for spot in ((along, away), (wide - along, deep - away)):
            at = Point(spot[::-1] if turned else spot)
            for kind, shape in shapes(board):
                assert kind.road or shape.distance(at) >= OBJECTIVE - LATTICE


@pytest.mark.parametrize(("key", "seed"), TABLES)
def test_no_zone_is_blocked(key, seed):
    """Riders of two inches get from edge to edge, and fill most of every zone."""
    plan, board = table(key, seed)
    closed = unary_union([s for kind, s in shapes(board) if kind.impassable or kind.impassable_for])
    w, h = plan.width, plan.height
    free = box(0, 0, w, h).buffer(-1.0).difference(closed.buffer(1.0))
    parts = list(getattr(free, "geoms", [free]))
    biggest = max(parts, key=lambda part: part.area)
    assert biggest.area > 0.97 * sum(part.area for part in parts)
    for edge in (box(0, 0, w, 6), box(0, h - 6, w, h), box(0, 0, 6, h), box(w - 6, 0, w, h)):
        assert biggest.intersection(edge).area > 0.5 * edge.area
    for role in (*plan.attacker, *plan.defender):
        zone = (role[0], role[2], role[1], role[3])
        if plan.width != plan.sizes[0]:
            zone = (zone[1], zone[0], zone[3], zone[2])
        assert biggest.intersection(box(*zone)).area > 0.5 * box(*zone).area


@pytest.mark.parametrize(("key", "seed"), TABLES)
def test_the_road_leads_from_edge_to_edge(key, seed):
    plan, board = table(key, seed)
    (road,) = [Polygon(p.shape.corners()) for p in board.roads]
    w, h = plan.width, plan.height
    along_x = plan.width == plan.sizes[0]
    if plan.road == "along":
        along_x = not along_x
    ends = (
        [LineString([(0, 0), (0, h)]), LineString([(w, 0), (w, h)])]
        if along_x
        else [LineString([(0, 0), (w, 0)]), LineString([(0, h), (w, h)])]
    )
    for end in ends:
        assert road.intersection(end).length == pytest.approx(3.0, abs=0.01)
    assert road.contains(Point(w / 2, h / 2))


@pytest.mark.parametrize("key", KEYS)
def test_there_is_something_to_hide_behind(key):
    """Every table has cover on a fortieth of it at least; and not more than half is ground
    that slows."""
    for seed in range(20):
        plan, board = table(key, seed)
        area = plan.width * plan.height
        cover = sum(shape.area for kind, shape in shapes(board) if kind.value)
        slow = sum(shape.area for kind, shape in shapes(board) if kind.difficult)
        assert cover > area / 40
        assert slow < area / 2


def test_every_kind_of_country_turns_up():
    plan = load_catalogue().plan("ambush")
    seen = set()
    for seed in range(40):
        kinds = {p["kind"]["name"] for p in make_ground(load_catalogue(), plan, seed)["pieces"]}
        seen |= kinds
    assert len(THEMES) == 4
    assert seen >= {
        "Road", "Woods", "Hill", "Building", "Ruined Building", "Hedge", "Low Wall", "Vegetation",
        "Boulders", "Trench", "Barricade", "Barbed Wire", "Rock Strewn Ground",
    }  # fmt: skip
