"""The ground of a battle: pieces of terrain, what they mean, and which zones are whose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.systems.forge_of_war.profiles import Terrain as TerrainKind
from grognard.table.lattice import from_grid, to_grid
from grognard.table.remainder import remainder
from grognard.table.terrain import Terrain as Shape

NEAR_OBSTACLE = 1.0
"""A figure whose base is this close to an obstacle can shelter behind it (house value)."""


class Piece:
    """One piece of terrain: where it is and what it does."""

    def __init__(self, id: int, kind: TerrainKind, points: Sequence[tuple[float, float]]) -> None:
        self.id = id
        self.kind = kind
        self.shape = Shape(id, kind.name, points)
        self.cover = kind.value
        # Cover hides whoever is in it (FOW-7.1-01, FOW-7.2-04); a hill only what is behind it.
        self.hides = kind.blocks_sight and self.cover > 0
        self.blocks = kind.blocks_sight and not kind.see_over
        self.difficult = kind.difficult
        self.obstacle = kind.obstacle
        self.impassable = kind.impassable

    @property
    def name(self) -> str:
        return f"{self.kind.name.lower()} {self.id + 1}"

    @property
    def cover_row(self) -> int:
        """Which row of the activation table: 1 soft, 2 hard, 3 fortified (FOW-GAP-71)."""
        return min(self.cover, 3)

    def shelters(self, x: float, y: float, radius: float) -> bool:
        """Whether a figure here is in this piece, or close behind it if it is an obstacle."""
        s = self.shape
        reach = radius + NEAR_OBSTACLE if self.obstacle else 0.0
        if x < s.min_x - reach or x > s.max_x + reach:
            return False
        if y < s.min_y - reach or y > s.max_y + reach:
            return False
        if s.contains(x, y):
            return True
        return self.obstacle and s.distance(x, y) <= reach

    def to_dict(self) -> dict[str, Any]:
        points = [[to_grid(x), to_grid(y)] for x, y in self.shape.corners()]
        return {"id": self.id, "kind": self.kind.to_dict(), "points": points}


class Board:
    """A table of so many inches and the pieces on it."""

    def __init__(self, width: float, height: float, pieces: Sequence[Piece]) -> None:
        self.width = width
        self.height = height
        self.pieces = list(pieces)
        self.blockers = [p for p in pieces if p.blocks]
        # What it matters to stand in or behind: cover, obstacles, what one looks out of.
        self.shelters = [p for p in pieces if p.cover or p.obstacle or p.blocks]
        self.difficult = [p for p in pieces if p.difficult]
        self.obstacles = [p for p in pieces if p.obstacle]
        self.roads = [p for p in pieces if p.kind.road]
        self.buildings = [p for p in pieces if p.kind.building]
        # One bit each: the pieces that hide whoever is in them, and those one can be inside of.
        self.hiding = 0
        self.insides = 0
        for p in self.shelters:
            if p.hides:
                self.hiding |= 1 << p.id
            if not p.obstacle:
                self.insides |= 1 << p.id
        self._walls: dict[int, list[list[float]]] = {}

    def walls(self, piece: Piece) -> list[list[float]]:
        """What of an impassable piece no bridge, gate or the like leads over, as outlines.

        FOW-6.2-08 to FOW-6.2-10. A base must fit between what is left.
        """
        found = self._walls.get(piece.id)
        if found is None:
            holes = [
                p.shape.points
                for p in self.pieces
                if p.kind.passage and p.kind.passage in piece.kind.passages
            ]
            found = remainder(piece.shape.points, holes) if holes else [piece.shape.points]
            self._walls[piece.id] = found
        return found

    def to_dict(self) -> dict[str, Any]:
        return {
            "width": to_grid(self.width),
            "height": to_grid(self.height),
            "pieces": [p.to_dict() for p in self.pieces],
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Board:
        pieces = [
            Piece(
                p["id"],
                TerrainKind.from_dict(p["kind"]),
                [(from_grid(x), from_grid(y)) for x, y in p["points"]],
            )
            for p in data["pieces"]
        ]
        return Board(from_grid(data["width"]), from_grid(data["height"]), pieces)
