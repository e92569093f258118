"""Chapter 6.2: difficult ground, roads, obstacles, what is closed, buildings and their floors."""

from __future__ import annotations

from typing import Any

import pytest
from shapely import Point, Polygon

from grognard.rules.effects import Goal
from grognard.systems.forge_of_war.shooting import refuse_target
from grognard.systems.forge_of_war.state import Battle
from tests.systems.forge_of_war.field import Game, battle, named, row, unit
from tests.systems.forge_of_war.ways import activation, clause, march, refusal, walk

Ground = tuple[str, float, float, float, float]

WOODS: Ground = ("Woods", 0, 12, 30, 30)
"""Its edge is two inches north of who stands at y = 10."""


def field(*ground: Ground, at: Any = ((10, 10),), **fields: Any) -> Battle:
    """Unit A, with an enemy far off."""
    settings = {
        k: fields.pop(k) for k in list(fields) if k in ("obstacle_order", "force_at_maximum")
    }
    return battle(unit(0, "A", *at, **fields), unit(1, "Z", (46, 46)), ground=ground, **settings)


# ---------------------------------------------------------------- difficult ground


@pytest.mark.clause("FOW-6.2-01")
@pytest.mark.parametrize(
    ("kind", "move", "half"),
    [("infantry", 6, 3.0), ("cavalry", 12, 6.0), ("infantry", 5, 2.5)],  # no rounding
)
def test_difficult_ground_halves(kind: str, move: int, half: float) -> None:
    b = field(WOODS, type=kind, move=move)
    assert clause(b, "A", [(10, 10 + half)]) == ""
    too_far = refusal(b, "A", [(10, 10 + half + 0.1)])
    assert too_far is not None
    assert too_far.clause == "FOW-6.2-01"
    assert f'{half:g}"' in too_far.legal


@pytest.mark.clause("FOW-6.2-01")
def test_any_figure_in_difficult_ground_halves_the_whole_move() -> None:
    """FOW-GAP-66: enters, leaves or moves within; on the way or at its end."""
    b = field(WOODS, at=[(10, 10), (12, 11)])
    assert clause(b, "A", [(6.5, 10)], [(9, 11)]) == ""  # 3.5 inches in the open
    assert clause(b, "A", [(6.5, 10)], [(9, 12.1)]) == "FOW-6.2-01"  # the other goes in
    assert clause(b, "A", [(10, 10)], [(12, 12.1)]) == ""  # 1.1 inches
    within = field(WOODS, at=[(10, 15)])
    assert clause(within, "A", [(13.1, 15)]) == "FOW-6.2-01"
    assert clause(within, "A", [(13, 15)]) == ""
    leaving = field(WOODS, at=[(10, 12.5)])
    assert clause(leaving, "A", [(10, 9.4)]) == "FOW-6.2-01"
    assert clause(leaving, "A", [(10, 9.5)]) == ""
    through = field(("Woods", 0, 11, 30, 12))
    assert clause(through, "A", [(10, 14)]) == "FOW-6.2-01"  # out on the other side
    there_and_back = field(WOODS)
    assert clause(there_and_back, "A", [(10, 12.5), (10, 10)]) == "FOW-6.2-01"


@pytest.mark.clause("FOW-6.2-01")
def test_its_very_edge_is_entered() -> None:
    b = field(("Woods", 0, 14, 30, 30))
    assert clause(b, "A", [(10, 13.9)]) == ""
    assert clause(b, "A", [(10, 14)]) == "FOW-6.2-01"
    on_it = field(("Woods", 0, 10, 30, 30))
    assert clause(on_it, "A", [(10, 6.9)]) == "FOW-6.2-01"


@pytest.mark.clause("FOW-6.2-01")
def test_who_stays_in_difficult_ground_slows_nobody() -> None:
    b = field(WOODS, at=[(10, 12.5), (10, 10.5), (12, 10.5)])
    assert clause(b, "A", None, None, [(8, 10.5)]) == ""  # 4 inches in the open


def pushed(**fields: Any) -> Game:
    game = activation(field(WOODS, at=row(10, 10, 4), **fields), "A")
    return game.choose("push on through").by(0, 6)


@pytest.mark.clause("FOW-6.2-02")
def test_pushing_on_costs_a_marker() -> None:
    game = pushed()
    assert game.asks("pay")
    game.choose("marker")
    a = game.unit("A")
    assert (a.markers, a.figures, a.y) == (1, 4, [16.0] * 4)  # once, not for each figure
    assert "FOW-6.2-02" in game.clauses()


@pytest.mark.clause("FOW-6.2-02")
def test_or_a_figure() -> None:
    game = pushed().choose("a figure").choose("as proposed")
    assert (game.unit("A").markers, game.unit("A").figures) == (0, 3)


@pytest.mark.clause("FOW-6.2-02")
def test_at_the_maximum_a_figure() -> None:
    game = pushed(state={"markers": 3})  # Professional
    why = game.refusal("marker")
    assert why is not None
    assert why.clause == "FOW-5.1-03"
    game.choose("a figure").choose("as proposed")
    assert (game.unit("A").markers, game.unit("A").figures) == (3, 3)


@pytest.mark.clause("FOW-6.2-02")
def test_one_payment_for_each_move_action() -> None:
    game = pushed().choose("marker")
    game.choose("push on through").by(0, 6).choose("marker")
    assert game.done
    assert game.unit("A").markers == 2


@pytest.mark.clause("FOW-6.2-02")
def test_pushing_on_over_open_ground_costs_nothing() -> None:
    game = activation(field(WOODS), "A")
    game.choose("push on through").by(6, 0)
    assert game.unit("A").markers == 0
    assert game.asks("action")
    assert not activation(field(), "A").has("push on")  # and is not offered far from any


@pytest.mark.clause("FOW-6.2-03")
@pytest.mark.parametrize(
    "kind",
    [
        "Woods",
        "Boggy Ground",
        "Shallow River",
        "Ash Plain",
        "Steep Hillside",
        "Rock Strewn Ground",
        "Scree",
        "Deep Snow",
    ],
)
def test_the_eight_kinds_of_difficult_ground(kind: str) -> None:
    assert clause(field((kind, 0, 12, 30, 30)), "A", [(10, 13.1)]) == "FOW-6.2-01"


@pytest.mark.clause("FOW-6.2-03")
@pytest.mark.parametrize("kind", ["Vegetation", "Boulders", "Hill", "Trench", "Road"])
def test_other_ground_is_not(kind: str) -> None:
    assert clause(field((kind, 0, 12, 30, 30)), "A", [(10, 16)]) == ""


# ---------------------------------------------------------------- roads


ROAD: Ground = ("Road", 9, 0, 11, 40)


@pytest.mark.clause("FOW-6.2-04")
def test_a_road_through_a_wood() -> None:
    game = activation(field(WOODS, ROAD, at=[(10, 8), (10, 10)]), "A")
    game.choose("move").by(0, 6)
    assert game.unit("A").y == [14.0, 16.0]
    assert game.unit("A").markers == 0


@pytest.mark.clause("FOW-6.2-04")
def test_nine_of_ten_on_the_road_are_not_all() -> None:
    column = [(10, 3 + k) for k in range(9)]
    on = field(WOODS, ROAD, at=[*column, (10, 12)])
    assert clause(on, "A", *[[(x, y + 6)] for x, y in [*column, (10, 12)]]) == ""
    off = field(WOODS, ROAD, at=[*column, (11.5, 11)])
    ends = [[(x, y + 6)] for x, y in [*column, (11.5, 11)]]
    assert clause(off, "A", *ends) == "FOW-6.2-01"
    # Who stands beside the road does not move along it.
    assert clause(off, "A", *ends[:9], None) == "FOW-6.2-01"


@pytest.mark.clause("FOW-6.2-04")
def test_all_the_way_on_the_road() -> None:
    b = field(WOODS, ROAD)
    assert clause(b, "A", [(10, 13), (11.5, 14), (10, 15)]) == "FOW-6.2-01"
    assert clause(b, "A", [(10, 14)]) == ""
    onto_it = field(WOODS, ROAD, at=[(8.5, 10)])
    assert clause(onto_it, "A", [(10, 10), (10, 14)]) == "FOW-6.2-01"


@pytest.mark.clause("FOW-6.2-04")
def test_one_road_leads_on_where_another_ends() -> None:
    b = field(WOODS, ("Road", 9, 0, 11, 13), ("Street", 9, 13, 11, 40))
    assert clause(b, "A", [(10, 16)]) == ""
    gap = field(WOODS, ("Road", 9, 0, 11, 13), ("Street", 9, 13.5, 11, 40))
    assert clause(gap, "A", [(10, 16)]) == "FOW-6.2-01"


@pytest.mark.clause("FOW-6.2-11")
def test_streets_between_houses_are_free() -> None:
    houses = [("Building", 2, 10, 9, 30), ("Building", 11, 10, 18, 30)]
    assert clause(field(*houses), "A", [(10, 16)]) == ""
    assert clause(field(*houses, type="cavalry"), "A", [(10, 22)]) == ""
    town = field(("Rock Strewn Ground", 0, 0, 30, 30), ("Street", 9, 0, 11, 30))
    assert clause(town, "A", [(10, 16)]) == ""


# ---------------------------------------------------------------- obstacles


HEDGE: Ground = ("Hedge", 0, 11, 30, 11.5)


@pytest.mark.clause("FOW-6.2-05")
@pytest.mark.parametrize("kind", ["Hedge", "Low Wall", "Barbed Wire", "Fence", "Barricade"])
def test_an_obstacle_takes_two_inches_off(kind: str) -> None:
    b = field((kind, 0, 11, 30, 11.5))
    assert clause(b, "A", [(10, 14)]) == ""
    too_far = refusal(b, "A", [(10, 14.1)])
    assert too_far is not None
    assert too_far.clause == "FOW-6.2-05"
    assert '4"' in too_far.legal
    assert clause(b, "A", [(16, 10)]) == ""  # along it: nothing


@pytest.mark.clause("FOW-6.2-05")
def test_two_inches_for_each_obstacle_and_never_below_nothing() -> None:
    """FOW-GAP-66."""
    second: Ground = ("Fence", 0, 12, 30, 12.2)
    third: Ground = ("Fence", 0, 12.6, 30, 12.8)
    b = field(HEDGE, second, at=[(10, 10.75)])
    assert clause(b, "A", [(10, 12.75)]) == ""  # 6 - 2 - 2
    assert clause(b, "A", [(10, 12.85)]) == "FOW-6.2-05"
    more = field(HEDGE, second, third, at=[(10, 10.75)])
    why = refusal(more, "A", [(10, 12.85)])  # 6 - 2 - 2 - 2
    assert why is not None
    assert (why.clause, why.legal[:10]) == ("FOW-6.2-05", 'at most 0"')
    wood = field(("Woods", 0, 0, 30, 30), HEDGE, second, at=[(10, 10.75)])
    why = refusal(wood, "A", [(10, 12.5)])  # 6 / 2 - 2 - 2
    assert why is not None
    assert 'at most 0"' in why.legal


@pytest.mark.clause("FOW-6.2-05")
def test_one_figure_over_it_slows_all() -> None:
    b = field(HEDGE, at=[(10, 10), (12, 10)])
    assert clause(b, "A", [(6, 10)], [(8, 10)]) == ""
    assert clause(b, "A", [(9, 9.5)], [(10, 11.6)]) == ""
    assert clause(b, "A", [(5.9, 10)], [(8, 11.6)]) == "FOW-6.2-05"


def test_halved_first_then_two_inches() -> None:
    """FOW-GAP-66: 6 / 2 - 2 = 1, or (6 - 2) / 2 = 2 where a group plays it so."""
    wood: Ground = ("Woods", 0, 0, 30, 30)
    hedge: Ground = ("Hedge", 0, 10.25, 30, 10.5)
    b = field(wood, hedge)
    assert clause(b, "A", [(10, 11)]) == ""
    assert clause(b, "A", [(10, 11.1)]) == "FOW-6.2-01"
    other = field(wood, hedge, obstacle_order="before_halving")
    assert clause(other, "A", [(10, 12)]) == ""
    assert clause(other, "A", [(10, 12.1)]) == "FOW-6.2-01"


@pytest.mark.clause("FOW-6.2-06")
def test_forcing_an_obstacle_costs_a_marker_and_no_choice() -> None:
    game = activation(field(HEDGE, at=row(10, 10, 3)), "A")
    game.choose("force the obstacle").by(0, 6)
    assert game.asks("action")  # not whether to pay with a figure
    assert (game.unit("A").markers, game.unit("A").figures) == (1, 3)
    assert game.unit("A").y == [16.0] * 3
    assert [t.clause for t in game.told("marker")] == ["FOW-6.2-06"]


@pytest.mark.clause("FOW-6.2-06")
def test_nobody_forces_an_obstacle_at_the_maximum() -> None:
    """FOW-GAP-14."""
    full = field(HEDGE, at=row(10, 10, 3), state={"markers": 3})
    game = activation(full, "A")
    why = game.refusal("force the obstacle")
    assert why is not None
    assert why.clause == "FOW-6.2-06"
    assert '2"' in why.legal
    assert clause(full, "A", *[[(x, 16)] for x, _ in row(10, 10, 3)], force=True) == "FOW-6.2-06"
    game.choose("move").by(0, 4)
    assert game.unit("A").markers == 3


@pytest.mark.clause("FOW-6.2-06")
def test_two_obstacles_need_room_for_two_markers() -> None:
    ground = (HEDGE, ("Fence", 0, 12, 30, 12.2))
    ends = [[(x, 16)] for x, _ in row(10, 10, 3)]
    for carried, legal in ((0, True), (1, True), (2, False)):  # Professional: 3
        b = field(*ground, at=row(10, 10, 3), state={"markers": carried})
        assert clause(b, "A", *ends, force=True) == ("" if legal else "FOW-6.2-06")
    game = activation(field(*ground, at=row(10, 10, 3)), "A").choose("force the").by(0, 6)
    assert game.unit("A").markers == 2


@pytest.mark.clause("FOW-6.2-06")
def test_pushing_and_forcing_loses_no_figure_to_the_obstacle() -> None:
    """The marker goes for the hedge; the wood is then paid with a figure."""
    game = activation(field(HEDGE, WOODS, at=row(10, 10, 3), state={"markers": 2}), "A")
    game.choose("push on and force").by(0, 6)
    assert game.unit("A").markers == 3
    assert game.refusal("marker") is not None
    game.choose("a figure").choose("as proposed")
    assert (game.unit("A").markers, game.unit("A").figures) == (3, 2)


@pytest.mark.parametrize(("how", "markers", "figures"), [("figure", 3, 2), ("free", 3, 3)])
def test_other_readings_of_forcing_at_the_maximum(how: str, markers: int, figures: int) -> None:
    """FOW-GAP-14."""
    b = field(HEDGE, at=row(10, 10, 3), state={"markers": 3}, force_at_maximum=how)
    game = activation(b, "A").choose("force the obstacle").by(0, 6)
    if how == "figure":
        game.choose("as proposed")
    assert (game.unit("A").markers, game.unit("A").figures) == (markers, figures)


@pytest.mark.clause("FOW-6.2-07")
def test_an_obstacle_is_paid_for_once_even_in_two_activations() -> None:
    b = field(HEDGE, at=[(10, 10), (12, 10)])
    game = activation(b, "A").choose("move")
    walk(game, "A", [(10, 12)], None).choose("nothing more")
    assert game.done
    again = activation(game.b, "A").choose("move")
    assert clause(again.b, "A", [(14, 14)], [(12, 16)]) == ""  # all 6 inches
    walk(again, "A", [(12, 14.5)], [(12, 16)])
    # Across with all of them: the way back costs again.
    assert clause(again.b, "A", None, [(12, 10)]) == "FOW-6.2-05"


@pytest.mark.clause("FOW-6.2-07")
def test_nor_is_a_second_marker_due() -> None:
    game = activation(field(HEDGE, at=[(10, 10), (12, 10)]), "A")
    walk(game.choose("force the obstacle"), "A", [(10, 12)], None)
    walk(game.choose("force the obstacle"), "A", None, [(12, 14)])
    assert game.done
    assert game.unit("A").markers == 1


@pytest.mark.clause("FOW-6.2-07")
def test_who_stops_on_it_has_paid_too() -> None:
    wide: Ground = ("Low Wall", 0, 11, 30, 13)
    game = activation(field(wide), "A")
    walk(game.choose("move"), "A", [(10, 12)])
    assert clause(game.b, "A", [(10, 18)]) == ""


# ---------------------------------------------------------------- closed ground


CLOSED = [
    ("Lava Flow", "Bridge", "FOW-6.2-08"),
    ("Deep Water", "Bridge", "FOW-6.2-09"),
    ("Deep Water", "Raft", "FOW-6.2-09"),
    ("Deep Water", "Boat", "FOW-6.2-09"),
    ("City Wall", "Gate", "FOW-6.2-10"),
    ("City Wall", "Ladder", "FOW-6.2-10"),
]


def check_closed(kind: str, over: str, why: str) -> None:
    across: Ground = (kind, 0, 12, 40, 15)
    shut = refusal(field(across), "A", [(10, 16)])
    assert shut is not None
    assert shut.clause == why
    assert over.lower() in shut.legal
    # The edge of its base may not reach in either.
    assert clause(field(across), "A", [(10, 11.5)]) == ""
    assert clause(field(across), "A", [(10, 11.6)]) == why
    passage: Ground = (over, 9, 11, 11, 16)
    b = field(across, passage)
    assert clause(b, "A", [(10, 16)]) == ""
    assert clause(b, "A", [(10, 13.5)]) == ""  # on it
    assert clause(b, "A", [(10, 13.5), (11.5, 13.5)]) == why  # off it half way
    assert clause(b, "A", [(13, 10), (13, 13)]) == why  # beside it
    # A long bridge does not make the water beside it any smaller.
    askew = field(across, (over, 9, 5, 11, 22), at=[(9.5, 11)])
    assert clause(askew, "A", [(12, 16)]) == why
    # Two that overlap lead over what they lie on, and no further.
    two = field(across, (over, 9, 11, 11, 14), (over, 9, 12, 11, 14))
    assert clause(two, "A", [(10, 16)]) == why


@pytest.mark.clause("FOW-6.2-08")
def test_lava_but_for_bridges() -> None:
    check_closed(*CLOSED[0])


@pytest.mark.clause("FOW-6.2-09")
@pytest.mark.parametrize("row", CLOSED[1:4], ids=lambda r: r[1])
def test_deep_water_but_for_rafts_boats_and_bridges(row: tuple[str, str, str]) -> None:
    check_closed(*row)


@pytest.mark.clause("FOW-6.2-10")
@pytest.mark.parametrize("row", CLOSED[4:], ids=lambda r: r[1])
def test_city_walls_but_for_gates_and_ladders(row: tuple[str, str, str]) -> None:
    check_closed(*row)


@pytest.mark.clause("FOW-6.2-08", "FOW-6.2-10")
def test_only_the_passage_that_is_meant() -> None:
    lava: Ground = ("Lava Flow", 0, 12, 40, 15)
    assert clause(field(lava, ("Gate", 9, 11, 11, 16)), "A", [(10, 16)]) == "FOW-6.2-08"
    assert clause(field(lava, ("Raft", 9, 11, 11, 16)), "A", [(10, 16)]) == "FOW-6.2-08"
    wall: Ground = ("City Wall", 0, 12, 40, 15)
    assert clause(field(wall, ("Bridge", 9, 11, 11, 16)), "A", [(10, 16)]) == "FOW-6.2-10"


@pytest.mark.clause("FOW-6.2-09")
def test_a_bridge_narrower_than_the_base_bears_nobody() -> None:
    water: Ground = ("Deep Water", 0, 12, 40, 15)
    assert clause(field(water, ("Bridge", 9.5, 11, 10.5, 16)), "A", [(10, 16)]) == ""
    assert clause(field(water, ("Bridge", 9.6, 11, 10.4, 16)), "A", [(10, 16)]) == "FOW-6.2-09"


def test_a_proposal_finds_the_bridge() -> None:
    water: Ground = ("Deep Water", 0, 12, 40, 13)
    m = march(field(water, ("Bridge", 11, 11, 13, 14)), "A")
    legs = m.propose(Goal(10, 15))
    assert not isinstance(legs, list)
    assert legs[0][-1].y / 1024 > 13.0
    assert m.check(legs) == []


# ---------------------------------------------------------------- buildings


@pytest.mark.clause("FOW-6.2-12")
@pytest.mark.parametrize("kind", ["Building", "Ruined Building"])
def test_buildings_are_difficult_for_infantry(kind: str) -> None:
    b = field((kind, 0, 12, 30, 30))
    assert clause(b, "A", [(10, 13)]) == ""
    assert clause(b, "A", [(10, 13.1)]) == "FOW-6.2-01"
    assert clause(b, "A", [(10, 16)], push=True) == ""


@pytest.mark.clause("FOW-6.2-13")
@pytest.mark.parametrize("kind", ["Building", "Ruined Building"])
def test_mounted_cavalry_stays_out_of_buildings(kind: str) -> None:
    b = field((kind, 0, 12, 30, 30), type="cavalry")
    why = refusal(b, "A", [(10, 13)])
    assert why is not None
    assert why.clause == "FOW-6.2-13"
    assert "dismount" in why.legal
    assert clause(b, "A", [(10, 11.5)]) == ""


@pytest.mark.clause("FOW-6.2-13")
def test_on_foot_they_lead_their_mounts_through() -> None:
    ground: Ground = ("Building", 0, 11, 30, 30)
    b = field(ground, at=row(10, 10, 4), type="cavalry")
    game = activation(b, "A").choose("dismount")
    riders = game.unit("A")
    assert sum(riders.holds) == 1
    assert not game.refusal('lead the mounts along 6"')
    game.choose("lead the mounts along")
    assert len(game._place().movers) == 4  # the holder comes too
    assert game.refused(*[(x, 13.1) for x, _ in row(10, 10, 4)]).clause == "FOW-6.2-01"
    game.by(0, 3)
    assert game.unit("A").y == [13.0] * 4


@pytest.mark.clause("FOW-6.2-13")
def test_without_being_led_the_mounts_stay() -> None:
    game = activation(field(at=row(10, 10, 4), type="cavalry"), "A").choose("dismount")
    assert len(game.choose("move")._place().movers) == 3
    assert not activation(field(at=row(10, 10, 4)), "A").has("lead the mounts")


# ---------------------------------------------------------------- floors


HOUSE: Ground = ("Building", 5, 5, 20, 20)


@pytest.mark.clause("FOW-6.2-15")
def test_three_inches_a_floor() -> None:
    b = field(HOUSE)
    here = (10, 10)
    assert clause(b, "A", [(*here, 2)], push=True) == ""
    assert clause(b, "A", [(*here, 3)], push=True) == "FOW-6.1-02"  # 9 inches
    assert clause(b, "A", [(*here, 1)]) == ""  # 3 of the 3 that are left of 6
    assert clause(b, "A", [(*here, 2)]) == "FOW-6.2-01"
    # Climbing and walking come out of one move.
    assert clause(b, "A", [(*here, 1), (13, 10)], push=True) == ""
    assert clause(b, "A", [(*here, 1), (13.1, 10)], push=True) == "FOW-6.1-02"


@pytest.mark.clause("FOW-6.2-15")
def test_what_was_climbed_was_moved() -> None:
    """FOW-GAP-74: climbing is summed with the rest."""
    game = activation(field(HOUSE), "A")
    walk(game.choose("move"), "A", [(10, 10, 1)])
    assert game.unit("A").level == [1]
    assert game.unit("A").moved == [3.0]


@pytest.mark.clause("FOW-6.2-15")
def test_only_inside_buildings_and_only_infantry() -> None:
    outside = field(at=[(10, 10)])
    assert clause(outside, "A", [(10, 10, 1)]) == "FOW-6.2-15"
    monster = field(HOUSE, type="monstrous", move=6)
    assert clause(monster, "A", [(10, 10, 1)]) == "FOW-6.2-15"
    b = field(HOUSE)
    assert clause(b, "A", [(11, 10, 1)]) == "FOW-6.2-15"  # not up a slope
    assert clause(b, "A", [(10, 10, -1)]) == "FOW-6.2-15"


@pytest.mark.clause("FOW-6.2-15")
def test_an_upper_floor_ends_at_the_wall() -> None:
    b = field(HOUSE, ("Building", 21, 5, 30, 20), at=[(19, 10)], state={"level": [1]})
    assert clause(b, "A", [(20, 10)]) == ""
    assert clause(b, "A", [(20.5, 10)]) == "FOW-6.2-15"
    # Nor across the street into the next house.
    assert clause(b, "A", [(22, 10)]) == "FOW-6.2-15"
    assert clause(b, "A", [(19, 10, 0), (22, 10)], push=True) == ""


@pytest.mark.clause("FOW-6.2-15")
def test_proposals_use_the_stairs() -> None:
    up = march(field(HOUSE), "A", push=True).propose(Goal(12, 10, level=1))
    assert not isinstance(up, list)
    assert [leg.level for leg in up[0]] == [0, 1]
    upstairs = march(field(HOUSE, at=[(10, 6)], state={"level": [1]}), "A", push=True)
    down = upstairs.propose(Goal(10, 4))
    assert not isinstance(down, list)
    assert [leg.level for leg in down[0]] == [0, 0]
    assert upstairs.check(down) == []


# ---------------------------------------------------------------- shooting from above


def tower(friend: float, enemy: float, level: int = 1, **more: Any) -> str:
    """The clause against shooting, edges so many inches off the shooter's."""
    b = battle(
        unit(0, "A", (10, 5), weapon="Assault Rifle", state={"level": [level]}),
        unit(0, "F", (10, 6 + friend), state={"level": [more.get("friend_level", 0)]}),
        unit(1, "Z", (10, 6 + enemy)),
        ground=[("Building", 6, 2, 14, more.get("house", 8))],
    )
    found = refuse_target(b, named(b, "A"), named(b, "Z"), 0)
    return found.clause if found else ""


@pytest.mark.clause("FOW-6.2-16")
def test_over_friends_three_inches_before_the_enemy() -> None:
    assert tower(8, 11) == ""
    assert tower(8, 10.9) == "FOW-8.1-03"
    assert tower(8, 11, level=0) == "FOW-8.1-03"  # not from the ground
    assert tower(8, 11, level=2) == ""


@pytest.mark.clause("FOW-6.2-16")
def test_not_over_friends_on_the_same_floor() -> None:
    assert tower(8, 14, house=18) == ""
    assert tower(8, 14, house=18, friend_level=1) == "FOW-8.1-03"


@pytest.mark.clause("FOW-6.2-16")
def test_not_over_enemies_nor_woods() -> None:
    def clause_of(*units: Any, ground: Any = ()) -> str:
        b = battle(
            unit(0, "A", (10, 5), weapon="Assault Rifle", state={"level": [1]}),
            *units,
            unit(1, "Z", (10, 17)),
            ground=[("Building", 6, 2, 14, 8), *ground],
        )
        found = refuse_target(b, named(b, "A"), named(b, "Z"), 0)
        return found.clause if found else ""

    assert clause_of() == ""
    assert clause_of(unit(1, "Y", (10, 13))) == "FOW-8.1-03"
    assert clause_of(ground=[("Woods", 5, 11, 15, 13)]) == "FOW-8.1-03"


def test_the_charges_offered_go_at_every_pace() -> None:
    """A wood and a hedge lie between: 5.5 inches are too far but for who pushes and forces."""
    b = battle(
        unit(0, "A", (10, 10)),
        unit(1, "Z", (10, 16.5)),
        ground=[("Rock Strewn Ground", 0, 11, 30, 12), ("Barbed Wire", 0, 12.5, 30, 12.7)],
    )
    game = activation(b, "A")
    labels = [label for label in game.labels() if label.startswith("charge")]
    assert labels == ["charge Z, pushing on and forcing the obstacle"]


@pytest.mark.clause("FOW-6.2-01", "FOW-6.2-05")
def test_what_is_drawn_as_reach() -> None:
    """Round the wood six inches, into it three, over the hedge four."""

    def reaches(b: Battle, x: float, y: float, **how: Any) -> bool:
        return any(
            len(p) > 2 and Polygon(p).buffer(0.02).covers(Point(x, y))
            for p in march(b, "A", **how).reach()
        )

    wood = field(("Woods", 0, 12, 30, 30))
    assert reaches(wood, 10, 12.9)
    assert not reaches(wood, 10, 13.2)
    assert reaches(wood, 15.8, 10)
    assert reaches(wood, 10, 15.8, push=True)
    hedge = field(HEDGE)
    assert reaches(hedge, 10, 13.9)
    assert not reaches(hedge, 10, 14.2)
    assert reaches(hedge, 10, 4.2)
    assert reaches(hedge, 10, 15.8, force=True)
    inside = field(("Woods", 0, 0, 30, 30))
    assert reaches(inside, 10, 12.9)
    assert not reaches(inside, 10, 13.2)


@pytest.mark.parametrize(
    ("thick", "labels"),
    [
        (1.0, ["charge Z", "charge Z, forcing the obstacle"]),
        (1.2, ["charge Z, forcing the obstacle"]),
    ],
)
def test_a_charge_stops_at_a_thin_obstacle(thick: float, labels: list[str]) -> None:
    """FOW-GAP-29: across at most an inch they touch; else it must be crossed, for 2 inches."""
    b = battle(
        unit(0, "A", (10, 10)),
        unit(1, "Z", (10, 17), fv=0),
        ground=[("Hedge", 0, 16.5 - thick, 30, 16.5)],
    )
    game = activation(b, "A")
    assert [label for label in game.labels() if label.startswith("charge")] == labels
    game.choose(labels[0]).go(10, 17)
    if thick == 1.0:
        assert game.unit("A").y == [15.0]  # its edge against the near side
        assert game.unit("A").markers == 0
    else:
        assert game.unit("A").markers == 1
    assert game.unit("A").engaged


def test_leading_and_pushing_and_floors_stay_out_of_each_others_way() -> None:
    """Down the stairs, out of the door: 3 + 3 inches, pushed."""
    b = field(HOUSE, at=[(10, 7), (12, 7)], state={"level": [1, 1]})
    game = activation(b, "A").choose("push on")
    legs = game._place().movement.propose(Goal(11, 4.5))
    assert not isinstance(legs, list)
    game._submit(0, legs).choose("marker")
    assert game.unit("A").level == [0, 0]
    assert max(game.unit("A").y) < 7.0
    assert max(game.unit("A").moved) <= 6.0


def test_a_charge_across_a_hedge_gains_its_thickness() -> None:
    """6.5 inches from edge to edge, an inch of them hedge: 5.5 to walk."""
    b = battle(
        unit(0, "A", (10, 10)), unit(1, "Z", (10, 17.5), fv=0), ground=[("Hedge", 0, 16, 30, 17)]
    )
    game = activation(b, "A").choose("charge Z").go(10, 17.5)
    assert game.unit("A").y == [15.5]
    assert game.unit("A").engaged


def test_a_charge_through_a_wood_may_push_though_it_need_not() -> None:
    """2.5 inches are within the 3 that are left; at the maximum nobody forces the wire."""
    b = battle(
        unit(0, "A", (10, 10), state={"markers": 3}),
        unit(1, "Z", (10, 13.5), fv=0),
        ground=[("Boggy Ground", 0, 11, 30, 12), ("Barbed Wire", 0, 6, 30, 6.2)],
    )
    labels = [label for label in activation(b, "A").labels() if label.startswith("charge")]
    assert labels == ["charge Z", "charge Z, pushing on"]


@pytest.mark.parametrize(
    ("ground", "goal", "how", "far"),
    [
        (("Woods", 0, 0, 30, 30), Goal(10, 30), {}, 3.0),
        (("Hedge", 0, 11, 30, 11.5), Goal(10, 30), {}, 4.0),
        (HOUSE, Goal(16, 10, level=1), {"push": True}, 3.0),  # and 3 up
    ],
)
def test_proposals_reckon_with_the_ground(
    ground: Ground, goal: Goal, how: dict[str, bool], far: float
) -> None:
    m = march(field(ground), "A", **how)
    legs = m.propose(goal)
    assert not isinstance(legs, list)
    x, y = legs[0][-1].x / 1024, legs[0][-1].y / 1024
    assert abs(x - 10) + abs(y - 10) == pytest.approx(far, abs=0.01)
    assert legs[0][-1].level == goal.level
