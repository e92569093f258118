"""Scenarios: deployment, length, victory. The document has none: all is house (FOW-GAP-62)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from grognard.rules.system import Outcome

if TYPE_CHECKING:
    from grognard.systems.forge_of_war.state import Battle, Unit

EDGES = ("south", "east", "north", "west")


class Scenario:
    """Opposite edges, so many turns, points for what the enemy lost."""

    def __init__(self, name: str, turns: int, depth: float, limit: int) -> None:
        self.name = name
        self.turns = turns
        self.depth = depth  # of the deployment zones, in inches
        self.limit = limit  # the force limit in points; victory is measured against it

    def zone(self, b: Battle, player: int) -> tuple[float, float, float, float]:
        """Where this player deploys: x0, y0, x1, y1."""
        w, h, d = b.board.width, b.board.height, self.depth
        return (
            (0.0, 0.0, w, d),
            (w - d, 0.0, w, h),
            (0.0, h - d, w, h),
            (0.0, 0.0, d, h),
        )[b.edges[player]]

    def decided(self, b: Battle) -> bool:
        """A side with nothing left on the table has lost its battle."""
        return not b.own(0) or not b.own(1)

    def points(self, b: Battle, player: int) -> int:
        """Full cost of enemy units destroyed or gone, half of those at half strength."""
        total = 0
        for u in b.units:
            if u.player == player:
                continue
            if u.off:
                total += u.cost
            elif u.host < 0 and u.half:
                total += u.cost // 2
        return total

    def outcome(self, b: Battle) -> Outcome:
        mine = self.points(b, 0)
        yours = self.points(b, 1)
        margin = 10 * abs(mine - yours) >= self.limit
        winner = (0 if mine > yours else 1) if margin else -1
        words = f"{mine} victory points to {yours}" + ("" if margin else ": a draw")
        return Outcome(winner, (float(mine), float(yours)), words)

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "turns": self.turns,
            "depth": int(self.depth * 1024),
            "limit": self.limit,
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Scenario:
        return Scenario(data["name"], data["turns"], data["depth"] / 1024, data["limit"])


def worth(b: Battle, u: Unit) -> float:
    """What a unit still counts for: for bots and displays."""
    return u.cost * u.strength / max(1, u.start)
