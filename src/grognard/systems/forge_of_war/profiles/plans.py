"""Plans of battles: tables, zones, objectives and what wins. All of it is house (FOW-GAP-62)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from grognard.systems.forge_of_war.profiles.rows import Row, name_key, plain, recorded

SMALLEST: Final = 12.0
LARGEST: Final = 240.0
MOST_TURNS: Final = 50
MOST_PIECES: Final = 40
MOST_OBJECTIVES: Final = 9
MOST_PARTS: Final = 100

EDGE_CHOICES: Final = ("any", "long", "short")
GROUNDS: Final = ("scattered", "country")
ROADS: Final = ("none", "across", "along")
ORDERS: Final = ("alternate", "attacker", "defender")
BEGINNERS: Final = ("dice", "attacker", "defender")
VICTORIES: Final = ("losses", "ground", "passage")

Spot = tuple[float, float]
"""Inches along and away from the attacker's edge."""

Box = tuple[float, float, float, float]
"""Inches along from, to, and away from, to."""


@dataclass(slots=True)
class Plan:
    """One scenario, whatever the table it is played on this time looks like."""

    name: str
    key: str
    about: str = ""
    width: float = 48.0
    height: float = 48.0
    turns: int = 6
    depth: float = 12.0
    edges: str = "any"
    ground: str = "scattered"
    pieces: int = 8
    road: str = "none"
    roles: tuple[str, ...] = ()  # of attacker and defender; none: both do the same
    attacker: tuple[Box, ...] = ()
    defender: tuple[Box, ...] = ()
    deploy: str = "alternate"
    begins: str = "dice"
    victory: str = "losses"
    objectives: tuple[Spot, ...] = ()
    exit: float = 0.0
    wins: int = 2  # one part in so many of his points through, and the attacker wins
    draws: int = 4  # or draws
    hidden: bool = False  # not offered: a fixture
    clause: str = ""
    house: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.name, self.key))

    @property
    def sizes(self) -> tuple[float, float]:
        """The length of the attacker's edge, and how far away the other one is."""
        long, short = max(self.width, self.height), min(self.width, self.height)
        return (short, long) if self.edges == "short" else (long, short)

    def to_dict(self) -> dict[str, Any]:
        """What is played by; the table itself stands in the record."""
        return {
            "name": self.name,
            "key": self.key,
            "edges": self.edges,
            "roles": list(self.roles),
            "attacker": [[plain(v) for v in box] for box in self.attacker],
            "defender": [[plain(v) for v in box] for box in self.defender],
            "deploy": self.deploy,
            "begins": self.begins,
            "victory": self.victory,
            "objectives": [[plain(v) for v in spot] for spot in self.objectives],
            "exit": plain(self.exit),
            "wins": self.wins,
            "draws": self.draws,
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Plan:
        row = recorded("scenario", data)
        plan = _rules(row, Plan(row.entry, row.text("key")))
        row.close()
        return plan


def read_plan(row: Row) -> Plan:
    """A row of scenarios.toml."""
    plan = Plan(
        row.entry,
        row.text("key", name_key(row.entry).replace(" ", "-")),
        row.text("about", ""),
        row.number("width", SMALLEST, LARGEST),
        row.number("height", SMALLEST, LARGEST),
        row.whole("turns", 1, MOST_TURNS),
    )
    half = min(plan.width, plan.height) / 2.0
    plan.depth = row.number("depth", 1.0, half, min(12.0, half))
    plan.ground = row.option("ground", GROUNDS, "country")
    plan.pieces = row.whole("pieces", 0, MOST_PIECES, 8)
    plan.road = row.option("road", ROADS, "none")
    plan.hidden = row.flag("hidden")
    plan.clause = ", ".join(row.texts("clause"))
    _rules(row, plan)
    if not row.faults:
        _check(row, plan)
    return plan


def _rules(row: Row, plan: Plan) -> Plan:
    """What rows and records have in common."""
    plan.edges = row.option("edges", EDGE_CHOICES, "any")
    plan.roles = row.texts("roles")
    plan.attacker = _boxes(row, "attacker")
    plan.defender = _boxes(row, "defender")
    plan.deploy = row.option("deploy", ORDERS, "alternate")
    plan.begins = row.option("begins", BEGINNERS, "dice")
    plan.victory = row.option("victory", VICTORIES, "losses")
    plan.objectives = tuple((s[0], s[1]) for s in _lists(row, "objectives", 2))
    plan.exit = row.number("exit", 0.0, LARGEST, 0.0)
    plan.wins = row.whole("wins", 1, MOST_PARTS, 2)
    plan.draws = row.whole("draws", plan.wins, MOST_PARTS, 2 * plan.wins)
    return plan


def _boxes(row: Row, field: str) -> tuple[Box, ...]:
    return tuple((b[0], b[1], b[2], b[3]) for b in _lists(row, field, 4))


def _lists(row: Row, field: str, length: int) -> list[list[float]]:
    """A list of lists of so many numbers."""
    value = row.raw(field)
    if value is None:
        return []
    out: list[list[float]] = []
    for item in value if isinstance(value, list) else [value]:
        numbers = item if isinstance(item, list) else []
        good = [
            float(n)
            for n in numbers
            if isinstance(n, (int, float)) and not isinstance(n, bool) and 0 <= n <= LARGEST
        ]
        if len(good) != length or len(numbers) != length:
            row.fault(field, f"lists of {length} numbers from 0 to {LARGEST:g} are wanted")
            return []
        out.append(good)
    return out


def _check(row: Row, plan: Plan) -> None:
    """What does not fit together."""
    clause = "FOW-GAP-62"
    if plan.roles and len(plan.roles) != 2:
        row.fault("roles", "two names: the attacker's and the defender's", clause)
    wide, deep = plan.sizes
    if plan.edges == "any" and plan.width != plan.height and (plan.attacker or plan.objectives):
        row.fault("edges", "long or short, where places are given on an oblong table", clause)
    for field, boxes in (("attacker", plan.attacker), ("defender", plan.defender)):
        if bool(boxes) != bool(plan.roles):
            what = "zones are wanted" if plan.roles else "only roles have zones of their own"
            row.fault(field, what, clause)
        for a0, a1, w0, w1 in boxes:
            if not (a0 < a1 <= wide and w0 < w1 <= deep):
                row.fault(
                    field,
                    f"[{a0:g}, {a1:g}, {w0:g}, {w1:g}] is no rectangle on {wide:g} by {deep:g}",
                    clause,
                )
    for along, away in plan.objectives:
        if along > wide or away > deep:
            row.fault("objectives", f"[{along:g}, {away:g}] is off the table", clause)
    if len(plan.objectives) > MOST_OBJECTIVES:
        row.fault("objectives", f"at most {MOST_OBJECTIVES}", clause)
    if (plan.victory == "ground") != bool(plan.objectives):
        row.fault("objectives", "are wanted for victory by ground, and only there", clause)
    if (plan.victory == "passage") != (plan.exit > 0.0):
        row.fault("exit", "is wanted for victory by passage, and only there", clause)
    if plan.victory == "passage" and not plan.roles:
        row.fault("roles", "somebody must be the attacker who goes through", clause)
    if not plan.roles:
        for field, value, usual in (
            ("deploy", plan.deploy, "alternate"),
            ("begins", plan.begins, "dice"),
        ):
            if value != usual:
                row.fault(field, "needs roles", clause)
