"""Scenarios that a group writes itself (FOW-GAP-62): read as they stand, or refused by field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grognard.systems.forge_of_war.profiles import check_catalogue, load_catalogue
from grognard.systems.forge_of_war.profiles.plans import MOST_OBJECTIVES, Plan

PLAIN: dict[str, Any] = {"name": "Our Fight", "width": 72, "height": 48, "turns": 5}
ROLES: dict[str, Any] = {
    "edges": "long",
    "roles": ["hunter", "prey"],
    "attacker": [[0, 72, 0, 9]],
    "defender": [[30, 42, 20, 28]],
}
GROUND: dict[str, Any] = {"edges": "long", "victory": "ground", "objectives": [[36, 24]]}
PASSAGE: dict[str, Any] = {**ROLES, "victory": "passage", "exit": 6}


def written(folder: Path, **fields: Any) -> Path:
    text = "".join(f"{key} = {json.dumps(value)}\n" for key, value in fields.items())
    (folder / "scenarios.toml").write_text("[[scenario]]\n" + text, "utf-8")
    return folder


def wrong(folder: Path, **fields: Any) -> list[str]:
    """The fields that are refused."""
    return [fault.field for fault in check_catalogue(written(folder, **{**PLAIN, **fields}))]


def read(folder: Path, **fields: Any) -> Plan:
    assert wrong(folder, **fields) == []
    return load_catalogue(folder).plan("our-fight")


def test_what_is_not_written_is_as_usual(tmp_path: Path) -> None:
    plan = read(tmp_path)
    assert (plan.name, plan.key, plan.about) == ("Our Fight", "our-fight", "")
    assert (plan.width, plan.height, plan.turns) == (72, 48, 5)
    assert (plan.depth, plan.ground, plan.pieces, plan.road) == (12, "country", 8, "none")
    assert (plan.edges, plan.deploy, plan.begins, plan.victory) == (
        "any", "alternate", "dice", "losses",
    )  # fmt: skip
    assert (plan.roles, plan.attacker, plan.defender, plan.objectives) == ((), (), (), ())
    assert (plan.exit, plan.hidden) == (0.0, False)
    assert Plan("x", "x").depth == 12.0


@pytest.mark.parametrize(
    ("edges", "sizes"), [("any", (72, 48)), ("long", (72, 48)), ("short", (48, 72))]
)
def test_the_attackers_edge_and_the_way_to_the_other(
    edges: str, sizes: tuple[float, float], tmp_path: Path
) -> None:
    assert read(tmp_path, edges=edges).sizes == sizes
    assert read(tmp_path, edges=edges, width=48, height=72).sizes == sizes


@pytest.mark.parametrize(
    ("field", "least", "most", "step"),
    [("width", 12, 240, 0.5), ("height", 12, 240, 0.5), ("turns", 1, 50, 1), ("depth", 1, 24, 0.5),
     ("pieces", 0, 40, 1)],
)  # fmt: skip
def test_from_where_to_where(
    field: str, least: float, most: float, step: float, tmp_path: Path
) -> None:
    """Tables are from 12" to 240"; two zones have no more than all of it."""
    for value, faults in (
        (least, []), (most, []), (least - step, [field]), (most + step, [field]),
    ):  # fmt: skip
        assert wrong(tmp_path, **{field: value}) == faults


def test_zones_never_overlap(tmp_path: Path) -> None:
    """12" deep where nothing is said, or half of a small table."""
    assert read(tmp_path, height=24).depth == 12
    assert read(tmp_path, height=23).depth == 11.5
    assert read(tmp_path, width=12, height=12).depth == 6
    assert wrong(tmp_path, width=12, height=12, depth=6.5) == ["depth"]


@pytest.mark.parametrize("given", [ROLES, GROUND, PASSAGE, {**ROLES, "deploy": "defender"}])
def test_what_fits_together_is_read(given: dict[str, Any], tmp_path: Path) -> None:
    plan = read(tmp_path, **given)
    again = Plan.from_dict(json.loads(json.dumps(plan.to_dict())))
    assert again.to_dict() == plan.to_dict()
    for field, value in given.items():
        found = getattr(plan, field)
        assert json.loads(json.dumps(found)) == value, field


@pytest.mark.parametrize(
    ("given", "change", "field"),
    [
        (ROLES, {"roles": ["hunter"]}, "roles"),
        (ROLES, {"roles": ["hunter", "prey", "dog"]}, "roles"),
        (ROLES, {"edges": "any"}, "edges"),  # where is a zone then?
        (GROUND, {"edges": "any"}, "edges"),
        (ROLES, {"attacker": []}, "attacker"),
        (ROLES, {"defender": []}, "defender"),
        ({}, {"attacker": [[0, 72, 0, 9]], "edges": "long"}, "attacker"),
        ({}, {"defender": [[0, 72, 0, 9]]}, "defender"),
        (GROUND, {"objectives": []}, "objectives"),
        ({}, {"objectives": [[36, 24]], "edges": "long"}, "objectives"),
        (PASSAGE, {"exit": 0}, "exit"),
        (ROLES, {"exit": 6}, "exit"),
        ({}, {"deploy": "attacker"}, "deploy"),
        ({}, {"begins": "defender"}, "begins"),
        (GROUND, {"objectives": [[72.5, 24]]}, "objectives"),
        (GROUND, {"objectives": [[36, 48.5]]}, "objectives"),
        (GROUND, {"objectives": [[36, 24, 1]]}, "objectives"),
        (GROUND, {"objectives": [[36]]}, "objectives"),
        (GROUND, {"objectives": [[-1, 24]]}, "objectives"),
        (GROUND, {"objectives": [[True, 24]]}, "objectives"),
        (GROUND, {"objectives": [["a", 24]]}, "objectives"),
        (GROUND, {"objectives": [7]}, "objectives"),
        (GROUND, {"objectives": [[n, 24] for n in range(MOST_OBJECTIVES + 1)]}, "objectives"),
        (ROLES, {"attacker": [[0, 72, 0]]}, "attacker"),
        (ROLES, {"attacker": [[0, 72.5, 0, 9]]}, "attacker"),
        (ROLES, {"attacker": [[0, 72, 40, 48.5]]}, "attacker"),
        (ROLES, {"attacker": [[9, 9, 0, 9]]}, "attacker"),
        (ROLES, {"defender": [[0, 9, 9, 9]]}, "defender"),
        (ROLES, {"defender": [[0, 9, 9, 8]]}, "defender"),
        (ROLES, {"edges": "short", "attacker": [[0, 72, 0, 9]]}, "attacker"),  # the edge has 48"
        ({}, {"ground": "sea"}, "ground"),
        ({}, {"victory": "glory"}, "victory"),
        ({}, {"road": "up"}, "road"),
    ],
)
def test_what_does_not_is_refused(
    given: dict[str, Any], change: dict[str, Any], field: str, tmp_path: Path
) -> None:
    assert wrong(tmp_path, **given) == []
    assert wrong(tmp_path, **{**given, **change}) == [field]


def test_a_passage_needs_somebody_who_goes_through(tmp_path: Path) -> None:
    assert wrong(tmp_path, victory="passage", exit=6) == ["roles"]


def test_up_to_the_edge_and_no_further(tmp_path: Path) -> None:
    full = {**ROLES, "attacker": [[0, 72, 0, 48]], "defender": [[0, 1, 47, 48], [71, 72, 0, 1]]}
    assert wrong(tmp_path, **full) == []
    corners = [[0, 0], [72, 0], [0, 48], [72, 48]]
    spots = corners + [[n, 24] for n in range(MOST_OBJECTIVES - 4)]
    assert wrong(tmp_path, **{**GROUND, "objectives": spots}) == []
    assert wrong(tmp_path, width=48, **{**ROLES, "edges": "any", "attacker": [[0, 48, 0, 9]]}) == []
