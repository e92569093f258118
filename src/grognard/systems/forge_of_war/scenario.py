"""Scenarios: deployment, length, victory. The document has none: all is house (FOW-GAP-62)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from grognard.rules.effects import Rules, Tell
from grognard.rules.system import Outcome
from grognard.systems.forge_of_war.profiles.plans import Plan

if TYPE_CHECKING:
    from grognard.systems.forge_of_war.state import Battle, Unit

EDGES = ("south", "east", "north", "west")

THROUGH: Final = "broke through"
"""How a unit left the table that got where it was going."""

NEAR_OBJECTIVE: Final = 3.0
"""Inches from a figure's base to the middle of an objective within which it counts."""

Zone = tuple[float, float, float, float]
"""x0, y0, x1, y1 on the table."""


class Scenario:
    """So many turns, where each side sets up, and what wins.

    Without roles: opposite edges, and points for what the enemy lost.
    """

    def __init__(
        self, name: str, turns: int, depth: float, limit: int, plan: Plan | None = None
    ) -> None:
        self.name = name
        self.turns = turns
        self.depth = depth  # of the deployment zones, in inches
        self.limit = limit  # the force limit in points; victory is measured against it
        self.plan = plan or Plan(name, name)

    # -- the ground -----------------------------------------------------------------

    @property
    def roles(self) -> bool:
        return len(self.plan.roles) == 2

    def edges(self, b: Battle) -> list[int]:
        """The table edges that may be chosen; of the longer ones unless the plan says else."""
        w, h = b.board.width, b.board.height
        if w == h:
            return [0, 1, 2, 3]
        return [0, 2] if (w > h) != (self.plan.edges == "short") else [1, 3]

    def role(self, b: Battle, player: int) -> str:
        """attacker, defender, or nothing."""
        if not self.roles or b.attacker < 0:
            return ""
        return "attacker" if player == b.attacker else "defender"

    def role_name(self, b: Battle, player: int) -> str:
        role = self.role(b, player)
        return self.plan.roles[0 if role == "attacker" else 1] if role else ""

    def _home(self, b: Battle) -> int:
        """The edge from which places are measured: the attacker's, or the first player's."""
        return b.edges[max(b.attacker, 0)]

    def place(self, b: Battle, along: float, away: float) -> tuple[float, float]:
        """Where this is on the table, once edges are chosen."""
        w, h = b.board.width, b.board.height
        return ((along, away), (w - away, along), (w - along, h - away), (away, h - along))[
            self._home(b)
        ]

    def zones(self, b: Battle, player: int) -> list[Zone]:
        """Where this player deploys."""
        role = self.role(b, player)
        boxes = self.plan.attacker if role == "attacker" else self.plan.defender
        if not role:
            return [self.edge_zone(b, b.edges[player], self.depth)]
        return [self._zone(b, box) for box in boxes]

    def _zone(self, b: Battle, box: tuple[float, float, float, float]) -> Zone:
        ax, ay = self.place(b, box[0], box[2])
        cx, cy = self.place(b, box[1], box[3])
        return (min(ax, cx), min(ay, cy), max(ax, cx), max(ay, cy))

    def edge_zone(self, b: Battle, edge: int, d: float) -> Zone:
        """A strip so deep along an edge."""
        w, h = b.board.width, b.board.height
        return (
            (0.0, 0.0, w, d),
            (w - d, 0.0, w, h),
            (0.0, h - d, w, h),
            (0.0, 0.0, d, h),
        )[edge]

    def exit_zone(self, b: Battle) -> Zone | None:
        """Where the attacker's units get through; None: nowhere, or not known yet."""
        if self.plan.exit <= 0.0 or b.edges[0] < 0:
            return None
        return self.edge_zone(b, (self._home(b) + 2) % 4, self.plan.exit)

    def objectives(self, b: Battle) -> list[tuple[float, float]]:
        """Where they are; none before the edges are chosen."""
        if b.edges[0] < 0:
            return []
        return [self.place(b, along, away) for along, away in self.plan.objectives]

    # -- setting up -----------------------------------------------------------------

    def sets_up_first(self, b: Battle) -> int:
        """Who sets up all his units before the other one begins; -1: they take turns."""
        return self._who(b, self.plan.deploy)

    def begins(self, b: Battle) -> int:
        """Who has the initiative in the first turn; -1: dice decide, as in every other."""
        return self._who(b, self.plan.begins) if b.turn == 1 else -1

    def _who(self, b: Battle, role: str) -> int:
        if role == "attacker":
            return b.attacker
        return 1 - b.attacker if role == "defender" else -1

    # -- the end of a turn ------------------------------------------------------------

    def turn_ends(self, b: Battle) -> Rules[None]:
        """Objectives are looked at, and units get through."""
        if self.plan.objectives:
            yield from self._count_ground(b)
        zone = self.exit_zone(b)
        if zone is not None:
            for u in b.own(b.attacker):
                if self.gets_through(b, u, zone):
                    leave(b, u)
                    yield from Tell(
                        "through", "{} breaks through", u.name, clause="FOW-GAP-62", at=(u.key,)
                    )

    def _count_ground(self, b: Battle) -> Rules[None]:
        for n, (x, y) in enumerate(self.objectives(b)):
            holder = held_by(b, x, y)
            if holder < 0 and b.settings.ground_held == "until_taken" and not disputed(b, x, y):
                holder = b.held[n]
            if holder != b.held[n]:
                b.held[n] = holder
                if holder >= 0:
                    yield from Tell(
                        "objective",
                        "Player {} holds objective {}",
                        holder + 1,
                        n + 1,
                        clause="FOW-GAP-62",
                    )
            if holder >= 0:
                b.ground[holder] += 1

    def gets_through(self, b: Battle, u: Unit, zone: Zone) -> bool:
        """Every figure wholly in the zone, out of close combat and not running."""
        if u.engaged or u.withdrawing:
            return False
        x0, y0, x1, y1 = zone
        for i in range(u.figures):
            if not (x0 <= u.x[i] <= x1 and y0 <= u.y[i] <= y1):
                return False
        return True

    # -- victory --------------------------------------------------------------------

    def decided(self, b: Battle) -> bool:
        """A side with nothing left on the table has nothing left to decide."""
        return any(not b.own(p) and not b.riding(p) for p in (0, 1))

    def points(self, b: Battle, player: int) -> int:
        """Full cost of enemy units destroyed or gone, half of those at half strength."""
        total = 0
        for u in b.units:
            if u.player == player or u.off == THROUGH:
                continue
            if u.off:
                total += u.cost
            elif u.host < 0 and (u.half or u.crippled):
                total += u.cost // 2
        return total

    def passed(self, b: Battle) -> int:
        """What of the attacker's points is through: of each unit what was left of it.

        With no defender left, everybody still there walks through.
        """
        free = not b.own(1 - b.attacker)
        total = 0
        for u in b.units:
            if u.player == b.attacker and (u.off == THROUGH or (free and not u.off)):
                # A leader who goes with a unit has his figure there.
                left = u.strength if u.figures else u.start
                total += u.cost * left // max(1, u.start)
        return total

    def total(self, b: Battle, player: int) -> int:
        return sum(u.cost for u in b.units if u.player == player)

    def scores(self, b: Battle) -> list[int]:
        """What each player has got of what the scenario is about."""
        if self.plan.victory == "ground":
            return b.ground[:]
        if self.plan.victory == "passage" and b.attacker >= 0:
            out = [self.points(b, 0), self.points(b, 1)]
            out[b.attacker] = self.passed(b)
            return out
        return [self.points(b, 0), self.points(b, 1)]

    def outcome(self, b: Battle) -> Outcome:
        if b.settings.victory == "last_standing":
            return self._standing(b)
        if self.plan.victory == "ground":
            return self._ground(b)
        if self.plan.victory == "passage":
            return self._passage(b)
        return self._losses(b)

    def _losses(self, b: Battle) -> Outcome:
        """The margin of a tenth of the force limit decides; less is a draw."""
        mine = self.points(b, 0)
        yours = self.points(b, 1)
        margin = 10 * abs(mine - yours) >= self.limit
        winner = (0 if mine > yours else 1) if margin else -1
        words = f"{mine} victory points to {yours}" + ("" if margin else ": a draw")
        return Outcome(winner, (float(mine), float(yours)), words)

    def _standing(self, b: Battle) -> Outcome:
        """FOW-GAP-62, the alternative: the last side standing."""
        left = [p for p in (0, 1) if b.own(p)]
        scores = (float(len(b.own(0))), float(len(b.own(1))))
        if len(left) == 1:
            return Outcome(left[0], scores, f"player {left[0] + 1} is the last on the table")
        return Outcome(-1, scores, "both sides stand: a draw")

    def _ground(self, b: Battle) -> Outcome:
        """Most ground wins; as much ground, who lost less. Who has nobody left has lost."""
        mine, yours = b.ground
        scores = (float(mine), float(yours))
        left = [p for p in (0, 1) if b.own(p)]
        if len(left) == 1:
            return Outcome(left[0], scores, f"player {left[0] + 1} has the field to himself")
        words = f"ground held {mine} times to {yours}"
        if mine != yours:
            return Outcome(0 if mine > yours else 1, scores, words)
        lost = self._losses(b)
        return Outcome(lost.winner, scores, f"{words}; {lost.reason}")

    def _passage(self, b: Battle) -> Outcome:
        """So much of the attacker's points through and he wins; with less it is a draw."""
        through, whole = self.passed(b), self.total(b, b.attacker)
        scores = [float(s) for s in self.scores(b)]
        winner = 1 - b.attacker
        if self.plan.wins * through >= whole:
            winner = b.attacker
        elif self.plan.draws * through >= whole:
            winner = -1
        words = f"{through} of {whole} points are through" + (": a draw" if winner < 0 else "")
        return Outcome(winner, (scores[0], scores[1]), words)

    # -- records --------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {
            "name": self.name,
            "turns": self.turns,
            "depth": int(self.depth * 1024),
            "limit": self.limit,
        }
        if self.plan.victory != "losses" or self.roles:
            out["plan"] = self.plan.to_dict()
        return out

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Scenario:
        plan = Plan.from_dict(data["plan"]) if "plan" in data else None
        return Scenario(data["name"], data["turns"], data["depth"] / 1024, data["limit"], plan)


# ---------------------------------------------------------------- objectives


def near_objective(b: Battle, u: Unit, x: float, y: float) -> int:
    """How many figures of a unit count at an objective; of a running unit none."""
    if u.withdrawing:
        return 0
    from grognard.systems.forge_of_war.contact import reached

    n = 0
    for i in range(u.figures):
        if reached(u, i, x, y, NEAR_OBJECTIVE):
            n += 1
    return n


def present(b: Battle, x: float, y: float) -> list[int]:
    """The figures of each player that count at an objective."""
    out = [0, 0]
    for player in (0, 1):
        for u in b.own(player):
            out[player] += near_objective(b, u, x, y)
    return out


def held_by(b: Battle, x: float, y: float) -> int:
    """Who is there alone; -1: nobody, or both."""
    mine, yours = present(b, x, y)
    if mine and not yours:
        return 0
    return 1 if yours and not mine else -1


def disputed(b: Battle, x: float, y: float) -> bool:
    """Whether both are there: then nobody holds it."""
    mine, yours = present(b, x, y)
    return mine > 0 and yours > 0


def leave(b: Battle, u: Unit) -> None:
    """A unit gets through, its leaders with it."""
    from grognard.systems.forge_of_war.contact import refresh

    u.off = THROUGH
    for w in b.units:
        if w.aboard == u.index and not w.off:
            leave(b, w)
    for k in u.kind:
        leader = u.kinds[k].leader
        if leader >= 0 and leader != u.index:
            b.units[leader].off = THROUGH
    refresh(b, u)
