"""Probe: an order opens a window in which the target or a third unit acts; fire is simultaneous
but for the ones of whoever has the Initiative.

What it builds of Sythopian Wars, with the rulings of the inventory:

- activation: SYW-CMD-01, 02, 05, 10 (SHOOT, RUN, DEFEND, ASSAULT, and CHARGE, which is a RUN with a
  target), SYW-GAP-09 to 12, 20;
- reactions: SYW-REA-01 to 07, SYW-GAP-18, 19, SYW-DEF-01, SYW-DEF-05 to 08 with SYW-GAP-61, 62
  (Covering Fire), SYW-CC-04, 05, 07 to 10 (escape), SYW-CC-18 to 20 with SYW-GAP-63 (Intervene),
  SYW-GAP-58;
- fire: SYW-SHO-01 to 05, 13 to 15, 19 to 21, SYW-DMG-01 to 05, 08, 13 to 15 with SYW-GAP-47 to 49,
  SYW-GEN-08 (the Act of Ziron), SYW-DMG-17, 18 (a success always puts a Model back on its feet);
- movement: SYW-MOV-05, 06, 08, 09 with SYW-GAP-26; charges SYW-CC-02, 03, SYW-GAP-56;
- melee: SYW-CC-22, 23, 24, 26, 30 to 33.

The Models of a Unit stand together on one disc. `charge_window` says when a charge may be answered:
"declared" is the ruling of SYW-GAP-58; "under way" lets the answer come at any of a finite list of
moments of the move (each half inch, every change of sight or range). No document says so: it is
here because covering fire elsewhere needs it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from math import floor, sqrt
from pathlib import Path
from typing import Any

from grognard.rules.dice import Bin
from grognard.rules.effects import (
    Ask,
    Call,
    Choose,
    Goal,
    Leg,
    Legs,
    Movement,
    Option,
    Place,
    Rules,
    Stable,
    Tell,
    count,
    sort,
)
from grognard.rules.explained import Explained, Say
from grognard.rules.questions import Outcome as Counted
from grognard.rules.questions import Question, given
from grognard.rules.refusal import Refusal
from grognard.rules.settings import setting
from grognard.rules.system import Outcome
from grognard.table.base import Base
from grognard.table.cost import along, distance, length
from grognard.table.lattice import GRID, to_grid, toward
from grognard.table.obstacles import EDGE, FIGURE, TOO_CLOSE
from grognard.table.terrain import Terrain, rectangle
from grognard.table.walk import Ground

RADIUS = 1.0
"""A Unit stands on a disc of this radius."""

FOOT = Base.disc(RADIUS)
STANDOFF = 2.0
CLOSE = 1.0
WIDTH, HEIGHT = 36.0, 36.0
SHOOT, RUN, DEFEND = 1, 2, 4
ALL = SHOOT | RUN | DEFEND
COMMANDS = {
    "shoot": SHOOT,
    "run": RUN,
    "defend": DEFEND,
    "assault": SHOOT,
    "charge": RUN,
    "cover": ALL,
    "intervene": ALL,
}
CLAUSES = {FIGURE: "SYW-MOV-05", TOO_CLOSE: "SYW-MOV-06", EDGE: "SYW-MOV-01"}
ORDERS = ("shoot", "run", "defend", "assault", "charge")


@dataclasses.dataclass(frozen=True)
class Settings:
    turns: int = setting(2, "SYW-GAP-01", "turns to play", low=1, high=10)
    charge_window: str = setting(
        "declared", "SYW-GAP-58", "when a charge may be answered", choices=("declared", "under way")
    )


@dataclasses.dataclass(frozen=True)
class Profile:
    """House data: the document has no Operational Data."""

    move: int
    resolve: int
    hp: int
    rof: int
    range: int
    force: int
    attacks: int
    melee_force: int


PROFILES = (
    Profile(5, 4, 2, 1, 18, 1, 1, 0),  # riflemen
    Profile(6, 3, 1, 1, 12, 0, 2, 1),  # skirmishers
    Profile(4, 5, 3, 2, 24, 2, 1, 2),  # heavies
)


@dataclasses.dataclass(slots=True)
class Unit:
    owner: int
    profile: int
    x: int
    y: int
    models: int
    stunned: int = 0
    sustained: int = 0
    spent: int = 0
    guard: bool = False

    @property
    def gone(self) -> bool:
        return self.models == 0

    @property
    def spot(self) -> tuple[float, float]:
        return self.x / GRID, self.y / GRID


@dataclasses.dataclass
class Skirmish:
    """The battle at rest, between two activations."""

    settings: Settings
    units: list[Unit]
    walls: tuple[Terrain, ...]
    size: int
    points: list[int]
    turn: int = 0
    next: int = 0

    def clone(self) -> Skirmish:
        return Skirmish(
            self.settings,
            [dataclasses.replace(u) for u in self.units],
            self.walls,
            self.size,
            self.points[:],
            self.turn,
            self.next,
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "units": [list(dataclasses.astuple(u)) for u in self.units],
            "points": self.points,
            "turn": self.turn,
            "next": self.next,
        }

    def view(self, seat: int | None) -> dict[str, Any]:
        return self.to_dict()

    def outcome(self) -> Outcome | None:
        left = [sum(u.models for u in self.units if u.owner == p) for p in range(len(self.points))]
        alive = [p for p, n in enumerate(left) if n]
        if len(alive) > 1 and (self.turn < self.settings.turns or any(self.points)):
            return None
        best = [p for p in alive if left[p] == max(left)]
        return Outcome(best[0] if len(best) == 1 else -1, tuple(map(float, left)), "models left")

    def invariants(self) -> list[Refusal]:
        wrong = []
        for i, u in enumerate(self.units):
            x, y = u.spot
            if not (RADIUS <= x <= WIDTH - RADIUS and RADIUS <= y <= HEIGHT - RADIUS):
                wrong.append(Refusal(f"unit {i} is off the table"))
            if not 0 <= u.stunned <= u.models or (
                u.models and not 0 <= u.sustained < PROFILES[u.profile].hp
            ):
                wrong.append(Refusal(f"unit {i} has lost count of its wounds"))
            wrong += [
                Refusal(f"units {i} and {j} overlap")
                for j, v in enumerate(self.units[:i])
                if not u.gone and not v.gone and gap(u.spot, v.spot) < -1 / GRID
            ]
        if min(self.points) < 0:
            wrong.append(Refusal("command points owed"))
        return wrong

    def enemies(self, player: int) -> list[int]:
        return [i for i, u in enumerate(self.units) if u.owner != player and not u.gone]


Spot = tuple[float, float]


def gap(a: Spot, b: Spot) -> float:
    return distance(*a, *b) - 2 * RADIUS


def in_sight(s: Skirmish, a: Spot, b: Spot) -> bool:
    return not any(w.crosses(a[0], a[1], b[0], b[1]) for w in s.walls)


def why_not_shoot(s: Skirmish, who: int, at: Spot) -> Refusal | None:
    """Why a unit cannot shoot at an enemy who stands there (SYW-SHO-02, 03)."""
    u = s.units[who]
    reach = PROFILES[u.profile].range
    if gap(u.spot, at) > reach:
        return Refusal("out of range", "SYW-SHO-03", f'{reach}"')
    if not in_sight(s, u.spot, at):
        return Refusal("not in sight", "SYW-SHO-02")
    return None


def why_not_command(s: Skirmish, who: int, command: str) -> Refusal | None:
    """Why a unit cannot be given this command now (SYW-CMD-05, 10)."""
    u = s.units[who]
    if not s.points[u.owner]:
        return Refusal("no command points", "SYW-CMD-05")
    if u.spent & COMMANDS[command]:
        return Refusal("its actions are spent", "SYW-CMD-10")
    return None


# -- fire: what odds run too ---------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Party:
    """A unit as far as fire goes; `rof` 0 does not shoot."""

    models: int
    rof: int
    resolve: int
    hp: int
    force: int
    stunned: int = 0
    sustained: int = 0
    guard: bool = False

    @property
    def dice(self) -> int:
        return (self.models - self.stunned) * self.rof


def hurt(p: Party, points: int) -> Party:
    """Points of damage on a unit (SYW-DMG-05, 08, 13 to 15, SYW-GAP-47 to 49)."""
    slain = min(p.models, points // p.hp)
    left = points - slain * p.hp
    models = p.models - slain
    stunned = min(p.stunned, models)
    if not models:
        return dataclasses.replace(p, models=0, stunned=0, sustained=0)
    if left:
        if stunned < models:
            stunned += 1
        sustained = p.sustained + left
        while sustained >= p.hp and models:
            sustained -= p.hp
            models -= 1
            stunned = max(0, stunned - 1)
        if not models:
            return dataclasses.replace(p, models=0, stunned=0, sustained=0)
    else:
        sustained = p.sustained
    return dataclasses.replace(p, models=models, stunned=stunned, sustained=sustained)


def damage_need(resolve: int, guard: bool, force: int, say: Say) -> int:
    """The number a damage die must reach."""
    need = say.part(resolve, "Resolve", "SYW-DMG-02")
    need += say.part(int(guard), "Defend", "SYW-DEF-01")
    need += say.part(-force, "Force", "SYW-DMG-03")
    need += say.part(max(0, 2 - need), "never better than 2+", "SYW-DMG-04")
    return need


def lock(dice: int, resolve: int) -> Rules[tuple[int, int]]:
    """Target lock: how many ones, how many other locks (SYW-SHO-14, 15)."""
    bins = (Bin("one", 1, 1), Bin("lock", 2, min(5, resolve)))
    ones, others = yield from sort(dice, 6, bins, "to lock")
    return ones, others


def damage(dice: int, need: Explained) -> Rules[int]:
    """Points of damage; 7 or more needs a 6 that is a 6 again (SYW-GEN-08)."""
    if need.value <= 6:
        return (yield from count(dice, 6, need.value, 6, "damage", target=need))
    sixes = yield from count(dice, 6, 6, 6, "damage", target=need)
    return (yield from count(sixes, 6, 6, 6, "damage, the Act of Ziron", target=need))


def shots(shooter: Party, target: Party) -> Rules[int]:
    """Points of damage that a whole volley does."""
    ones, others = yield from Call(lock, shooter.dice, shooter.resolve)
    return (yield from Call(damage, ones + others, needed(shooter, target)))


def needed(shooter: Party, target: Party) -> Explained:
    return Explained("damage", damage_need, (target.resolve, target.guard, shooter.force))


def firefight(lead: Party, foe: Party, third: Party | None) -> Rules[tuple[Party, ...]]:
    """`lead` has the Initiative and shoots at `foe`, who shoots at `third`, or back.

    The ones of `lead` do their damage before `foe` locks; all else is simultaneous (SYW-SHO-20,
    21). Returns what is left of the two, and of the third if there is one.
    """
    ones, others = yield from Call(lock, lead.dice, lead.resolve)
    need = needed(lead, foe)
    early = yield from Call(damage, ones, need)
    foe = hurt(foe, early)
    target = lead if third is None else third
    back = yield from Call(shots, foe, target)
    late = yield from Call(damage, others, need)
    foe = hurt(foe, late)
    target = hurt(target, back)
    return (target, foe) if third is None else (lead, foe, target)


def brawl(a: Party, b: Party) -> Rules[tuple[Party, Party]]:
    """Melee: surplus hits wound, parried ones compare Force; `rof` is Att (SYW-CC-30 to 33)."""
    mine = yield from count(a.dice, 6, b.resolve, 6, "melee")
    theirs = yield from count(b.dice, 6, a.resolve, 6, "melee")
    parried = min(mine, theirs)
    to_b = (mine - parried) * (1 + a.force) + parried * max(0, a.force - b.force)
    to_a = (theirs - parried) * (1 + b.force) + parried * max(0, b.force - a.force)
    return hurt(a, to_a), hurt(b, to_b)


def party(u: Unit, fires: bool = True, melee: bool = False) -> Party:
    """The situation of a unit, built from the table."""
    p = PROFILES[u.profile]
    if melee:
        return Party(u.models, p.attacks, p.resolve, p.hp, p.melee_force, u.stunned, u.sustained)
    return Party(
        u.models, p.rof if fires else 0, p.resolve, p.hp, p.force, u.stunned, u.sustained, u.guard
    )


def suffer(u: Unit, after: Party) -> None:
    u.models, u.stunned, u.sustained = after.models, after.stunned, after.sustained


# -- movement ------------------------------------------------------------------------------------


class Walk(Movement):
    """A unit's move of up to `budget` inches.

    `aim` is the target of a charge: the move ends within 1" of it. `away` must be left further
    behind; `block` is a charger whom an intervening unit approaches, but not beyond half way.
    """

    def __init__(
        self,
        s: Skirmish,
        who: int,
        budget: float,
        standoff: float = STANDOFF,
        aim: int = -1,
        away: int = -1,
        block: int = -1,
    ) -> None:
        self.s = s
        self.unit = s.units[who]
        self.budget = budget
        self.aim = aim
        self.away = away
        self.block = block
        self.standoff = standoff
        self.ground = Ground(FOOT, WIDTH, HEIGHT)
        for w in s.walls:
            self.ground.wall(w)
        for i, u in enumerate(s.units):
            if i == who or u.gone:
                continue
            if u.owner == self.unit.owner or i in (aim, block):
                self.ground.body(i, *u.spot, FOOT)
            else:
                self.ground.keep_away(i, *u.spot, FOOT, standoff)

    def check(self, legs: Legs) -> list[Refusal]:
        for leg in legs[0]:
            if leg.how or leg.level or leg.facing:
                return [Refusal(f"no such way to go: {leg!r}", "SYW-MOV-04", "straight legs")]
        path = self.path(legs)
        wrong = [
            Refusal(f"{hit.name} is in the way", CLAUSES.get(hit.kind, "SYW-COV-07"))
            for hit in self.ground.why_not(path)
        ]
        walked = length(path)
        if walked > self.budget:
            wrong.append(Refusal(f'{walked:.2f}" is too far', "SYW-MOV-08", f'{self.budget:g}"'))
        return wrong + self._end(path[0], path[-1])

    def path(self, legs: Legs) -> list[Spot]:
        return [self.unit.spot, *((leg.x / GRID, leg.y / GRID) for leg in legs[0])]

    def _end(self, start: Spot, end: Spot) -> list[Refusal]:
        units = self.s.units
        if self.aim >= 0 and gap(end, units[self.aim].spot) > CLOSE:
            return [Refusal('a charge ends within 1" of its target', "SYW-CC-15")]
        if self.away >= 0 and gap(end, units[self.away].spot) <= gap(start, units[self.away].spot):
            return [Refusal("an escape leads away from the charger", "SYW-CC-07")]
        if self.block >= 0:
            before = gap(start, units[self.block].spot)
            after = gap(end, units[self.block].spot)
            if not floor(before / 2) <= after < before:
                return [
                    Refusal(
                        "towards the charger, but not beyond half way",
                        "SYW-CC-13",
                        f'{floor(before / 2)}" must be left',
                    )
                ]
        return []

    def legs(self, path: list[Spot]) -> Legs:
        return (tuple(Leg(to_grid(x), to_grid(y)) for x, y in path[1:]),)

    def straight(self, x: float, y: float, far: float) -> Legs:
        here = self.unit.spot
        return self.legs([here, self.ground.stop(*here, *toward(*here, x, y, far))])

    def propose(self, goal: Goal) -> Legs | list[Refusal]:
        """The way to the goal, round what stands in it, as far as the budget goes."""
        if self.aim >= 0:
            return self.fallback()
        legs = self.legs(self.ground.furthest(*self.unit.spot, goal.x, goal.y, self.budget))
        return self.check(legs) or legs

    def fallback(self) -> Legs:
        """To stay; where that is not allowed, the shortest way the order was given for."""
        mine = self.unit.spot
        if self.aim >= 0:
            at = self.s.units[self.aim].spot
            if gap(mine, at) <= CLOSE:
                return ((),)
            spot = toward(*at, *mine, 2 * RADIUS + CLOSE / 2)
            path = self.ground.route(*mine, *spot, self.budget)
            return ((),) if path is None else self.legs(path)
        if self.block >= 0:
            at = self.s.units[self.block].spot
            spare = gap(mine, at) - floor(gap(mine, at) / 2)
            return self.straight(*at, min(self.budget, spare / 2))
        if self.away >= 0:
            at = self.s.units[self.away].spot
            return self.straight(2 * mine[0] - at[0], 2 * mine[1] - at[1], self.budget)
        return ((),)

    def possible(self) -> bool:
        return not self.check(self.fallback())

    def reach(self) -> list[list[tuple[float, float]]]:
        return self.ground.reach(*self.unit.spot, self.budget)

    def goals(self) -> list[Goal]:
        return [Goal(*self.s.units[i].spot) for i in self.s.enemies(self.unit.owner)]

    def bounds(self) -> tuple[float, float, float, float]:
        x, y = self.unit.spot
        return (x - self.budget, y - self.budget, x + self.budget, y + self.budget)


class Moment:
    """A point of a move at which somebody may step in; `walked` inches have been spent by then."""

    def __init__(self, walked: float, x: int, y: int) -> None:
        self.walked = walked
        self.x = x
        self.y = y

    @property
    def spot(self) -> Spot:
        return self.x / GRID, self.y / GRID


def moments(s: Skirmish, who: int, legs: Legs, watchers: list[int]) -> list[Moment]:
    """The start and the end, each half inch, each change of sight or range for a watcher."""
    path = [s.units[who].spot, *((leg.x / GRID, leg.y / GRID) for leg in legs[0])]
    whole = length(path)
    marks = {0.0, whole} | {n / 2 for n in range(1, 2 * int(whole) + 2)}
    walked = 0.0
    for here, there in zip(path, path[1:], strict=False):
        for w in watchers:
            for at in _changes(s, w, here, there):
                if 0.0 <= at <= length([here, there]):
                    marks |= {walked + at - 1 / 64, walked + at + 1 / 64}
        walked += length([here, there])
    return [Moment(at, *map(to_grid, along(path, at))) for at in sorted(marks) if 0 <= at <= whole]


def _changes(s: Skirmish, watcher: int, here: Spot, there: Spot) -> list[float]:
    """How far along a leg the mover comes into or out of a watcher's sight or range."""
    far = length([here, there])
    if not far:
        return []
    dx, dy = (there[0] - here[0]) / far, (there[1] - here[1]) / far
    wx, wy = s.units[watcher].spot
    out: list[float] = []
    for wall in s.walls:
        for cx, cy in wall.corners():
            # where the line from the watcher over the corner meets the way
            across = dx * (cy - wy) - dy * (cx - wx)
            if across:
                out.append(((wx - here[0]) * (cy - wy) - (wy - here[1]) * (cx - wx)) / across)
    reach = PROFILES[s.units[watcher].profile].range + 2 * RADIUS
    along = (wx - here[0]) * dx + (wy - here[1]) * dy
    off = (wx - here[0]) * dy - (wy - here[1]) * dx
    if reach > abs(off):
        half = sqrt(reach * reach - off * off)
        out += [along - half, along + half]
    return out


# -- the window ----------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Reaction:
    """What is done, by whom, at which of the moments."""

    kind: str
    unit: int
    moment: int


def window(
    s: Skirmish, actor: int, target: int, why: str, when: list[Moment]
) -> Rules[Reaction | None]:
    """Whoever controls the target may answer, with it or with another unit; or let it pass."""
    player = s.units[target].owner
    options: list[Option[Reaction | None]] = [Option(None, "let it pass")]
    for k, moment in enumerate(when):
        for i, u in enumerate(s.units):
            if u.owner != player or u.gone:
                continue
            if i == target:
                kinds = ["shoot", "defend", "run"] if why == "shoot" else ["shoot", "run"]
            else:
                kinds = ["cover"] if why == "shoot" else ["cover", "intervene"]
            for kind in kinds:
                options.append(
                    Option(
                        Reaction(kind, i, k),
                        f'{kind} with unit {i} at {moment.walked:.2f}"',
                        (f"unit:{i}",),
                        why_not_react(s, actor, i, kind, moment),
                        Ask("volley", volley_at, s, i, actor),
                    )
                )
    if len(options) == 1:
        return None
    return (
        yield from Choose(
            player,
            "reaction",
            f"answer unit {actor}",
            options,
            about=when,
            at=(f"unit:{actor}", f"unit:{target}"),
        )
    )


def why_not_react(s: Skirmish, actor: int, who: int, kind: str, moment: Moment) -> Refusal | None:
    refusal = why_not_command(s, who, kind)
    if refusal is None and kind in ("shoot", "cover"):
        refusal = why_not_shoot(s, who, moment.spot)
    if refusal is None and kind in ("run", "intervene"):
        u = s.units[actor]
        x, y, u.x, u.y = u.x, u.y, moment.x, moment.y
        if not answer_walk(s, actor, who, kind).possible():
            refusal = Refusal("no way to go", "SYW-MOV-05")
        u.x, u.y = x, y
    return refusal


def answer_walk(s: Skirmish, actor: int, who: int, kind: str) -> Walk:
    budget = 2.0 * PROFILES[s.units[who].profile].move
    if kind == "intervene":
        return Walk(s, who, budget, block=actor)
    return Walk(s, who, budget, away=actor)


def pay(s: Skirmish, who: int, command: str) -> Rules[None]:
    """A command is given: a point, actions, and stunned Models try to rise (SYW-DMG-17)."""
    u = s.units[who]
    s.points[u.owner] -= 1
    u.spent |= COMMANDS[command]
    u.guard = command == "defend"
    if u.stunned:
        risen = yield from count(u.stunned, 6, 1, min(5, PROFILES[u.profile].resolve), "to rise")
        u.stunned -= risen


def walk(s: Skirmish, who: int, movement: Walk, title: str) -> Rules[None]:
    u = s.units[who]
    legs = yield from Place(u.owner, "move", title, (f"unit:{who}",), movement)
    if legs[0]:
        u.x, u.y = legs[0][-1].x, legs[0][-1].y


# -- the battle ----------------------------------------------------------------------------------


def play(s: Skirmish) -> Rules[None]:
    while s.outcome() is None:
        if not any(s.points):
            yield from Stable(s.turn + 1)
            s.turn += 1
            s.points = [s.size] * len(s.points)
            for u in s.units:
                u.spent = 0
                u.guard = False
            continue
        yield from Stable()
        player = s.next
        orders = orders_of(s, player)
        if not any(o.refusal is None for o in orders):
            s.points[player] = 0  # what cannot be spent is not available (SYW-GAP-11)
            s.next = (player + 1) % len(s.points)
            continue
        who, command = yield from Choose(player, "order", "give an order", orders)
        yield from pay(s, who, command)
        reacted = yield from carry_out(s, who, command)
        yield from melees(s, player)
        # A reaction stands for the other's place in the alternation (SYW-GAP-20).
        s.next = player if reacted else (player + 1) % len(s.points)


def orders_of(s: Skirmish, player: int) -> list[Option[tuple[int, str]]]:
    out = []
    for i, u in enumerate(s.units):
        if u.owner != player or u.gone:
            continue
        for command in ORDERS:
            refusal = why_not_command(s, i, command)
            if (
                refusal is None
                and command in ("shoot", "charge")
                and all(o.refusal for o in targets(s, i, command))
            ):
                refusal = Refusal("no target", "SYW-SHO-02")
            out.append(Option((i, command), f"{command} with unit {i}", (f"unit:{i}",), refusal))
    return out


def targets(s: Skirmish, who: int, command: str) -> list[Option[int]]:
    u = s.units[who]
    out = []
    for i in s.enemies(u.owner):
        if command == "charge":
            budget = 2.0 * PROFILES[u.profile].move
            refusal = None
            if gap(u.spot, s.units[i].spot) > budget:
                refusal = Refusal("too far to charge", "SYW-CC-02", f'{budget:g}"')
            elif not Walk(s, who, budget, aim=i).possible():
                refusal = Refusal("no way to charge", "SYW-CC-17")
        else:
            refusal = why_not_shoot(s, who, s.units[i].spot)
        out.append(Option(i, f"unit {i}", (f"unit:{i}",), refusal))
    return out


def carry_out(s: Skirmish, who: int, command: str) -> Rules[bool]:
    """Whether the order was answered by a reaction."""
    u = s.units[who]
    move = PROFILES[u.profile].move
    if command == "defend":
        return False
    if command == "run":
        yield from walk(s, who, Walk(s, who, 2.0 * move), "run")
        return False
    if command == "assault":
        yield from walk(s, who, Walk(s, who, float(move)), "move")
    options = targets(s, who, command)
    if all(o.refusal for o in options):
        return False
    target = yield from Choose(u.owner, "target", f"{command} at", options, at=(f"unit:{who}",))
    if command == "charge":
        return (yield from charge(s, who, target))
    return (yield from shooting(s, who, target))


def shooting(s: Skirmish, who: int, target: int) -> Rules[bool]:
    """A Shoot Action with its window (SYW-GAP-18, 62)."""
    u, foe = s.units[who], s.units[target]
    now = [Moment(0.0, u.x, u.y)]
    reaction = yield from window(s, who, target, "shoot", now)
    cover = -1
    if reaction is not None:
        yield from pay(s, reaction.unit, reaction.kind)
        yield from Tell(
            "reaction",
            "unit {} answers: {}",
            reaction.unit,
            reaction.kind,
            clause="SYW-REA-01",
            at=(f"unit:{reaction.unit}",),
        )
        if reaction.kind == "run":
            yield from walk(s, target, Walk(s, target, 2.0 * PROFILES[foe.profile].move), "run")
        elif reaction.kind == "cover":
            cover = reaction.unit
    # Looked at again after the reaction: shots without range or sight are lost.
    mine = party(u, why_not_shoot(s, who, foe.spot) is None)
    if cover >= 0:
        third = s.units[cover]
        after = yield from firefight(party(third), mine, party(foe, False))
        suffer(u, after[1])
        suffer(foe, after[2])
        return True
    back = (
        reaction is not None
        and reaction.kind == "shoot"
        and why_not_shoot(s, target, u.spot) is None
    )
    after = yield from firefight(mine, party(foe, back), None)
    suffer(u, after[0])
    suffer(foe, after[1])
    return reaction is not None


def charge(s: Skirmish, who: int, target: int) -> Rules[bool]:
    """A charge: its move is committed up to the moment at which somebody steps in."""
    u = s.units[who]
    budget = 2.0 * PROFILES[u.profile].move
    when = [Moment(0.0, u.x, u.y)]
    legs: Legs = ((),)
    if s.settings.charge_window == "under way":
        legs = yield from Place(
            u.owner, "charge", "charge", (f"unit:{who}",), Walk(s, who, budget, aim=target)
        )
        watchers = [
            i for i, v in enumerate(s.units) if v.owner == s.units[target].owner and not v.gone
        ]
        when = moments(s, who, legs, watchers)
    reaction = yield from window(s, who, target, "charge", when)
    if reaction is None and legs[0]:
        u.x, u.y = legs[0][-1].x, legs[0][-1].y
        return False
    if reaction is not None:
        moment = when[reaction.moment]
        u.x, u.y = moment.x, moment.y
        budget -= moment.walked
        yield from react(s, who, reaction)
        if u.gone:
            return True
    # The rest is asked again: the enemy may be gone, or out of reach now (SYW-GAP-58).
    rest = Walk(s, who, budget, aim=target)
    if s.units[target].gone or not rest.possible():
        yield from Tell("failed", "the charge fails", clause="SYW-CC-07", at=(f"unit:{who}",))
        rest = Walk(s, who, budget, standoff=CLOSE)
    yield from walk(s, who, rest, "the rest of the charge")
    return reaction is not None


def react(s: Skirmish, actor: int, reaction: Reaction) -> Rules[None]:
    """A reaction to a charge; a reaction is never reacted to (SYW-GAP-19)."""
    who = reaction.unit
    yield from pay(s, who, reaction.kind)
    yield from Tell(
        "reaction",
        "unit {} answers: {}",
        who,
        reaction.kind,
        clause="SYW-CC-04",
        at=(f"unit:{who}",),
    )
    if reaction.kind in ("shoot", "cover"):
        points = yield from Call(shots, party(s.units[who]), party(s.units[actor]))
        suffer(s.units[actor], hurt(party(s.units[actor]), points))
    else:
        yield from walk(s, who, answer_walk(s, actor, who, reaction.kind), reaction.kind)


def melees(s: Skirmish, player: int) -> Rules[None]:
    """All that are within 1" of an enemy fight, in the order this player likes (SYW-CC-23, 24)."""
    left = [
        (i, j)
        for i, u in enumerate(s.units)
        for j, v in enumerate(s.units[:i])
        if u.owner != v.owner and gap(u.spot, v.spot) <= CLOSE and not u.gone and not v.gone
    ]
    while left:
        pair = left[0]
        if len(left) > 1:
            pair = yield from Choose(
                player,
                "melee order",
                "which fight first?",
                [Option(p, f"{p[0]} and {p[1]}") for p in left],
            )
        left.remove(pair)
        a, b = s.units[pair[0]], s.units[pair[1]]
        if not a.gone and not b.gone:
            after = yield from Call(brawl, party(a, melee=True), party(b, melee=True))
            suffer(a, after[0])
            suffer(b, after[1])


# -- questions -----------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Volley:
    models: int = given(4, "models that shoot", low=0, high=20)
    rof: int = given(1, "rate of fire", low=0, high=5)
    resolve: int = given(4, "Resolve of the shooters", low=1, high=6)
    force: int = given(1, "Force of the weapon", low=0, high=6)
    target_models: int = given(4, "models of the target", low=1, high=20)
    target_resolve: int = given(4, "Resolve of the target", low=1, high=6)
    target_hp: int = given(2, "Hit Points of each", low=1, high=6)
    guard: bool = given(False, "the target uses Defend")

    @staticmethod
    def of(a: Party, b: Party) -> Volley:
        return Volley(
            a.models - a.stunned, a.rof, a.resolve, a.force, b.models, b.resolve, b.hp, b.guard
        )

    def parties(self) -> tuple[Party, Party]:
        return (
            Party(self.models, self.rof, self.resolve, 1, self.force),
            Party(self.target_models, 0, self.target_resolve, self.target_hp, 0, guard=self.guard),
        )


def volley_at(s: Skirmish, shooter: int, target: int) -> Volley:
    """The situation of a volley, built from the table for whoever looks."""
    return Volley.of(party(s.units[shooter]), party(s.units[target]))


def volley(v: Volley) -> Rules[int]:
    """Models slain by one volley."""
    shooters, target = v.parties()
    points = yield from Call(shots, shooters, target)
    return target.models - hurt(target, points).models


VOLLEY = Question(
    name="volley",
    title="What a volley slays",
    situation=Volley,
    numbers=lambda v, _: [needed(*v.parties())],
    procedure=lambda v, _: volley(v),
    outcomes=(Counted("slain", "models slain", lambda n: n),),
    gain=lambda n, _: float(n),
)


# -- the system ----------------------------------------------------------------------------------


class SythopianProbe:
    name = "probe_sythopian"
    title = "Sythopian probe"
    aliases: tuple[str, ...] = ()
    credits = "Sythopian Wars, core rules"
    rules_version = "1"
    can = frozenset({"battle"})
    settings: type[Any] = Settings
    clauses = Path(__file__)
    questions: tuple[Question, ...] = (VOLLEY,)

    def start(self, setup: Mapping[str, Any], settings: Any) -> Skirmish | list[Refusal]:
        return self._state(setup, settings, setup["units"], [0] * setup["players"])

    def _state(
        self, setup: Mapping[str, Any], settings: Any, units: list[list[Any]], points: list[int]
    ) -> Skirmish:
        walls = tuple(rectangle(i, "wall", *w) for i, w in enumerate(setup["walls"]))
        return Skirmish(settings, [Unit(*u) for u in units], walls, setup["size"], points)

    def setup(
        self, scenario: str, forces: Sequence[str], seed: int, settings: Any
    ) -> dict[str, Any] | list[Refusal]:
        """`duel`: two players with three units each, a wall between; `three`: a player more."""
        inch = 1024
        rows = [
            (0, 0, 8, 12, 4),
            (0, 1, 14, 10, 5),
            (0, 2, 22, 10, 2),
            (1, 0, 9, 22, 4),
            (1, 1, 15, 21, 5),
            (1, 2, 22, 22, 2),
        ]
        players = 2
        if scenario == "three":
            rows += [(2, 1, 30, 15, 5), (2, 0, 31, 20, 4)]
            players = 3
        return {
            "players": players,
            "size": 3,
            "walls": [[12, 16, 8, 1]],
            "units": [[o, p, x * inch, y * inch, n] for o, p, x, y, n in rows],
        }

    def thaw(self, data: Mapping[str, Any], setup: Mapping[str, Any], settings: Any) -> Skirmish:
        s = self._state(setup, settings, data["units"], list(data["points"]))
        s.turn, s.next = data["turn"], data["next"]
        return s

    def judgement(self) -> None:
        return None

    def play(self, state: Any) -> Rules[None]:
        return play(state)


SYSTEM = SythopianProbe()
