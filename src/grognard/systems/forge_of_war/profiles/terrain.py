"""Kinds of terrain: what chapters 6 and 7 say of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from grognard.systems.forge_of_war.profiles.rows import MOST_AV, DataError, Row, recorded
from grognard.systems.forge_of_war.profiles.troops import TYPES, TroopType

Cover = Literal["none", "soft", "hard", "purpose-built", "bunker"]

COVERS: Final[dict[str, Cover]] = {
    "none": "none",
    "soft": "soft",
    "hard": "hard",
    "purpose-built": "purpose-built",
    "bunker": "bunker",
}

LEAST_BUNKER: Final = 4  # FOW-7.2-03


@dataclass(slots=True)
class Terrain:
    """A kind of terrain."""

    name: str
    difficult: bool = False
    obstacle: bool = False
    impassable: bool = False
    impassable_for: tuple[TroopType, ...] = ()
    passages: tuple[str, ...] = ()  # what leads over it or through it
    passage: str = ""  # what it is itself, for others
    road: bool = False
    building: bool = False
    cover: Cover = "none"
    value: int = 0
    blocks_sight: bool = False
    see_over: bool = False
    clauses: tuple[str, ...] = ()
    house: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash(self.name)

    def with_value(self, value: int) -> Terrain:
        """The bunker that both players agreed on: worth 4 or more (FOW-7.2-03)."""
        if self.cover != "bunker":
            why = f"only a bunker's is agreed; {self.cover} cover is worth {self.value}"
            raise DataError("", self.name, "value", why, "FOW-7.2-03")
        if not LEAST_BUNKER <= value <= MOST_AV:
            why = f"{value} is not in {LEAST_BUNKER} to {MOST_AV}"
            raise DataError("", self.name, "value", why, "FOW-7.2-03")
        return replace(self, value=value)

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {"name": self.name, "cover": self.cover, "value": self.value}
        for name, value in (
            ("difficult", self.difficult),
            ("obstacle", self.obstacle),
            ("impassable", self.impassable),
            ("road", self.road),
            ("building", self.building),
            ("blocks_sight", self.blocks_sight),
            ("see_over", self.see_over),
        ):
            if value:
                out[name] = True
        if self.impassable_for:
            out["impassable_for"] = list(self.impassable_for)
        if self.passages:
            out["passages"] = list(self.passages)
        if self.passage:
            out["passage"] = self.passage
        out["clause"] = list(self.clauses)
        if self.house:
            out["house"] = list(self.house)
        return out

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Terrain:
        row = recorded("terrain", data)
        cover = read_cover(row)
        least = LEAST_BUNKER if cover == "bunker" else 0
        terrain = read_terrain(row, cover, row.whole("value", least, MOST_AV))
        row.close()
        terrain.house = row.recorded_house
        return terrain


def read_cover(row: Row) -> Cover:
    return COVERS[row.option("cover", list(COVERS), "none")]


def read_terrain(row: Row, cover: Cover, value: int) -> Terrain:
    kinds: list[TroopType] = []
    for name in row.texts("impassable_for"):
        if name in TYPES:
            kinds.append(TYPES[name])
        else:
            row.fault("impassable_for", f"{name!r} is none of {', '.join(TYPES)}")
    return Terrain(
        row.entry,
        difficult=row.flag("difficult"),
        obstacle=row.flag("obstacle"),
        impassable=row.flag("impassable"),
        impassable_for=tuple(kinds),
        passages=row.texts("passages"),
        passage=row.text("passage", ""),
        road=row.flag("road"),
        building=row.flag("building"),
        cover=cover,
        value=value,
        blocks_sight=row.flag("blocks_sight"),
        see_over=row.flag("see_over"),
        clauses=row.texts("clause"),
    )
