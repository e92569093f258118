"""Things for tests, from the plain data of their files."""

from __future__ import annotations

from typing import Any

from grognard.forces.document import Document
from grognard.forces.faces import judge
from grognard.forces.verdict import Breach, apply
from grognard.rules.settings import make_settings
from grognard.systems.vor.builder import VorBuilder
from grognard.systems.vor.settings import Settings

BUILDER = VorBuilder()
RULINGS = Settings()

RIFLE = {"name": "Rifle", "power": 3, "range": "10/20/30", "primary": True}
"""2 PV of the table, and 2 are the least that an attack costs."""

PISTOL = {"name": "Pistol", "power": 3, "am": -1, "range": "10/20/30"}
CANNON = {"name": "Cannon", "power": 6, "range": "10/20/30"}


def settings(**values: Any) -> Settings:
    made = make_settings(Settings, values)
    assert isinstance(made, Settings), made
    return made


def thing(kind: str, **data: Any) -> Any:
    return BUILDER.read(Document({"system": "vor", "design": kind, **data}))


def price(made: Any, s: Settings = RULINGS) -> int:
    return BUILDER.price(made, s).value


def breaches(made: Any, s: Settings = RULINGS) -> list[Breach]:
    return judge(BUILDER, made, s).breaches


def broken(made: Any, s: Settings = RULINGS) -> set[str]:
    """The clauses that are broken."""
    return {breach.clause for breach in breaches(made, s)}


def advised(made: Any, s: Settings = RULINGS) -> set[str]:
    return {breach.clause for breach in judge(BUILDER, made, s).advisories}


def repaired(made: Any, s: Settings = RULINGS) -> Any:
    """After the repairs of all breaches, one after the other."""
    for _ in range(60):
        found = breaches(made, s)
        if not found:
            return made
        assert found[0].repair is not None, found[0]
        assert found[0].repair.edits, found[0]
        made = BUILDER.read(Document(apply(BUILDER.write(made), found[0].repair.edits)))
    raise AssertionError(breaches(made, s))


def model(**data: Any) -> Any:
    return thing("model", **data)


def squad(role: str, *models: dict[str, Any], **data: Any) -> Any:
    return thing("squad", name="Squad", role=role, models=list(models), **data)


def vehicle(base: str = "Battle Tank", **data: Any) -> Any:
    return thing("vehicle", name="Vehicle", base=base, **data)


def unit(name: str, role: str, pv: int = 0, **data: Any) -> dict[str, Any]:
    """A type of one model for leaders and individuals, five for squads; `pv` is that of a model
    without attacks: 60% of what its statistics cost, less 3.
    """
    count = {"basic": 5, "elite": 2}.get(role, 1)
    row: dict[str, Any] = {"name": name, "count": count}
    if pv:
        row["statistics"] = -(-(pv + 3) * 5 // 3)
    return {"name": name, "role": role, "models": [row], **data}


LINE = unit("Line", "basic")
GUARD = unit("Guard", "elite")
HERO = unit("Hero", "individual")
CHIEF = unit("Chief", "leader")
TANK = {"name": "Tank", "base": "Battle Tank"}
DRONES = {"name": "Drones", "base": "Drone", "squad": True, "count": 3, "most": 4}


def army(
    *chosen: tuple[str, int], types: Any = (), limit: int = 0, models: Any = None, **data: Any
) -> Any:
    """So many units of each name, from a list of the usual types and these."""
    known = [CHIEF, LINE, GUARD, HERO, TANK, DRONES, *types]
    units = [
        {"entry": name, **((models or {}).get(name) or {})}
        for name, count in chosen
        for _ in range(count)
    ]
    return thing("army", name="Army", limit=limit, list={"name": "List", "units": known},
                 units=units, **data)  # fmt: skip
