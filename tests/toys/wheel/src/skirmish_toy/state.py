"""The battle at rest. Places are whole numbers of 1/1024 inch along the road."""

from __future__ import annotations

import dataclasses
from typing import Any

from grognard.rules.refusal import Refusal
from grognard.rules.system import Outcome

from .settings import Settings

INCH = 1024
LENGTH, WIDTH = 30, 8
NAMES = ("Reds", "Blues")


@dataclasses.dataclass
class Battle:
    settings: Settings
    turn: int = 1
    acting: int = 0
    men: list[int] = dataclasses.field(default_factory=lambda: [5, 5])
    at: list[int] = dataclasses.field(default_factory=lambda: [2 * INCH, 28 * INCH])
    aimed: list[bool] = dataclasses.field(default_factory=lambda: [False, False])

    @property
    def distance(self) -> float:
        return (self.at[1] - self.at[0]) / INCH

    def clone(self) -> Battle:
        return Battle(self.settings, self.turn, self.acting, self.men[:], self.at[:], self.aimed[:])

    def to_dict(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "acting": self.acting,
            "men": self.men[:],
            "at": self.at[:],
            "aimed": self.aimed[:],
        }

    def outcome(self) -> Outcome | None:
        red, blue = self.men
        if red and blue and self.turn <= self.settings.turns:
            return None
        winner = -1 if red == blue else int(blue > red)
        why = "time is up" if red and blue else "a squad is gone"
        return Outcome(winner, (float(red), float(blue)), why)

    def invariants(self) -> list[Refusal]:
        wrong = []
        if min(self.men) < 0:
            wrong.append(Refusal("a squad of less than no men", "SKT-3-03"))
        if self.distance < 1:
            wrong.append(Refusal("the squads are too close", "SKT-2-01"))
        return wrong

    def view(self, seat: int | None) -> dict[str, Any]:
        """Nothing is hidden here, so every seat sees the same."""
        return {
            "table": {"width": LENGTH, "height": WIDTH},
            "turn": self.turn,
            "phase": "actions",
            "active": self.acting,
            "units": [self._squad(player) for player in (0, 1)],
            "scores": self.men[:],
            "players": [{"player": player, "name": name} for player, name in enumerate(NAMES)],
        }

    def _squad(self, player: int) -> dict[str, Any]:
        x = self.at[player] / INCH
        return {
            "key": f"squad:{player}",
            "name": NAMES[player],
            "player": player,
            "side": player,
            "figures": [[x, WIDTH / 2 + n - 2, 0, 0.5] for n in range(self.men[player])],
            "badges": ["aimed"] if self.aimed[player] else [],
            "off": not self.men[player],
        }
