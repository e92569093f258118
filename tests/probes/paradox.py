"""Probe: the melee chain of battle groups, several attackers, several sides, and running fire.

What it builds of Paradox Wars, with the rulings of the inventory:

- sequence: PXW-TURN-01 to 03, PXW-GAP-INIT, PXW-GAP-IGOUGO; sides of one or more players;
- melee: PXW-MEL-01 to 08, PXW-GAP-DVDICE (once per attack), PXW-GAP-STRIKE (only the acting group
  wounds), PXW-MULTI-01 to 04, 06 to 09 with PXW-GAP-MULTIBONUS, PXW-DMG-02, 03 with PXW-GAP-KILL
  (at least HP) and PXW-GAP-WINDOW (each bout by itself), PXW-GAP-CHARGE;
- fire: PXW-BURN-01 to 06 with PXW-GAP-BURNFX; a flame thrower that hits every model once at up to
  8" (PXW-GAP-TEMPLATE).

A group stands on one disc. A burning group runs D6" in one of twelve directions and stops at the
table edge or against another group; whoever it passes within 2" of, at any point of its way, rolls.
The Resolution phase and everything else that shoots is left out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

from grognard.rules.effects import (
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
    die,
    direction,
    faces,
)
from grognard.rules.explained import Explained, Say
from grognard.rules.questions import Outcome as Counted
from grognard.rules.questions import Question, given
from grognard.rules.refusal import Refusal
from grognard.rules.settings import setting
from grognard.rules.system import Outcome
from grognard.table.base import CONTACT as TOUCH
from grognard.table.base import Base
from grognard.table.cost import distance, length
from grognard.table.lattice import GRID, to_grid, toward
from grognard.table.lattice import direction as heading
from grognard.table.polygon import point_segment2
from grognard.table.walk import Ground

RADIUS = 1.0
FOOT = Base.disc(RADIUS)
WIDTH, HEIGHT = 24.0, 24.0
MOVE = 4.0
FLAME = 8.0
SPREAD = 2.0
WAYS = 12


@dataclasses.dataclass(frozen=True)
class Settings:
    rounds: int = setting(3, "PXW-GAP-SCENARIOS", "rounds to play", low=1, high=20)


@dataclasses.dataclass(slots=True)
class Group:
    """A battle group: one stat line for all its models."""

    owner: int
    x: int
    y: int
    models: int
    hp: int
    av: int
    dv: int
    torch: bool = False
    alight: bool = False
    gone: bool = False

    @property
    def spot(self) -> tuple[float, float]:
        return self.x / GRID, self.y / GRID


@dataclasses.dataclass
class Battle:
    """The battle at rest. `queue` holds what is left of this player turn: step and group."""

    settings: Settings
    sides: tuple[int, ...]
    groups: list[Group]
    attackers: list[list[int]]
    sequence: list[int] = dataclasses.field(default_factory=list)
    round: int = 0
    turn: int = 0
    queue: list[tuple[str, int]] = dataclasses.field(default_factory=list)

    def clone(self) -> Battle:
        return Battle(
            self.settings,
            self.sides,
            [dataclasses.replace(g) for g in self.groups],
            [a[:] for a in self.attackers],
            self.sequence[:],
            self.round,
            self.turn,
            self.queue[:],
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "groups": [list(dataclasses.astuple(g)) for g in self.groups],
            "attackers": self.attackers,
            "sequence": self.sequence,
            "round": self.round,
            "turn": self.turn,
            "queue": [list(step) for step in self.queue],
        }

    def view(self, seat: int | None) -> dict[str, Any]:
        return self.to_dict()

    def outcome(self) -> Outcome | None:
        left = [
            sum(not g.gone and g.owner == p for g in self.groups) for p in range(len(self.sides))
        ]
        alive = {self.sides[p] for p, n in enumerate(left) if n}
        if self.queue or (len(alive) > 1 and self.round < self.settings.rounds):
            return None
        held = {s: sum(n for p, n in enumerate(left) if self.sides[p] == s) for s in self.sides}
        best = [s for s, n in held.items() if n == max(held.values())]
        return Outcome(best[0] if len(best) == 1 else -1, tuple(map(float, left)), "groups left")

    def invariants(self) -> list[Refusal]:
        wrong = []
        for i, g in enumerate(self.groups):
            x, y = g.spot
            if not (RADIUS <= x <= WIDTH - RADIUS and RADIUS <= y <= HEIGHT - RADIUS):
                wrong.append(Refusal(f"group {i} is off the table"))
            wrong += [
                Refusal(f"groups {i} and {j} overlap")
                for j, h in enumerate(self.groups[:i])
                if not g.gone and not h.gone and gap(g.spot, h.spot) < -2 / GRID
            ]
            if len(self.attackers[i]) > 4:
                wrong.append(Refusal(f"group {i} is attacked by five", "PXW-MULTI-04"))
        return wrong

    def friends(self, a: int, b: int) -> bool:
        return self.sides[self.groups[a].owner] == self.sides[self.groups[b].owner]


Point = tuple[float, float]


def gap(a: Point, b: Point) -> float:
    return distance(*a, *b) - 2 * RADIUS


# -- melee: what odds run too --------------------------------------------------------------------


def through(av: int, blocks: int) -> Rules[int]:
    """Hits that are not blocked (PXW-MEL-01 to 04)."""
    hits = yield from count(av, 6, 4, 6, "to hit")
    blocked = yield from count(blocks, 6, 4, 6, "to block")
    return max(0, hits - blocked)


def wounds(av: int, blocks: int) -> Rules[int]:
    """Each hit that comes through may wound (PXW-MEL-05)."""
    hits = yield from Call(through, av, blocks)
    return (yield from count(hits, 6, 4, 6, "to wound"))


def unsaved(av: int, blocks: int, dv: int) -> Rules[int]:
    """Wounds that the defence dice do not nullify (PXW-MEL-06).

    One `Call` in the other: what is odds' business is only how many come out of each step.
    """
    wounded = yield from Call(wounds, av, blocks)
    nullified = yield from count(dv, 6, 5, 6, "to nullify")
    return max(0, wounded - nullified)


def bouts(attacks: tuple[int, ...], blocks: int, dv: int, hp: int) -> Rules[int]:
    """One attacker after the other, HP full for each: which one kills, or -1 (PXW-MULTI-07)."""
    for n, av in enumerate(attacks):
        lost = yield from Call(unsaved, av, blocks, dv)
        if lost >= hp:
            return n
    return -1


def attack_dice(av: int, place: int, bonus: bool, say: Say) -> int:
    """AV and the bonus for the place in the order of engagement (PXW-MULTI-01 to 03)."""
    dice = say.part(av, "AV", "PXW-MEL-01")
    if bonus and place in (1, 2):
        dice += say.part(1, "flanking attack", "PXW-MULTI-02")
    if bonus and place == 3:
        dice += say.part(2, "rear attack", "PXW-MULTI-03")
    return dice


def highest(players: tuple[int, ...]) -> Rules[int]:
    """Everybody rolls, the highest wins, those tied for it roll again (PXW-GAP-INIT)."""
    if len(players) == 1:
        return players[0]
    thrown = yield from faces(len(players), 6, "sequence of play")
    tied = tuple(p for p, face in zip(players, thrown, strict=True) if face == max(thrown))
    return (yield from Call(highest, tied))


# -- fire: what odds run too ---------------------------------------------------------------------

Spots = tuple[tuple[int, int, bool], ...]
"""Where every group stands (lattice units) and whether it burns."""


def stampede(who: int, spots: Spots) -> Rules[Spots]:
    """A burning group runs; those it comes near may catch fire (PXW-BURN-02, 05)."""
    way = yield from direction(WAYS, "which way the burning run")
    inches = yield from die(6, "how far")
    end = run_to(who, spots, way, inches)
    after = list(spots)
    after[who] = (end[0], end[1], True)
    for i in passed(who, spots, end):
        if not after[i][2]:
            face = yield from die(6, "catches fire")
            after[i] = (after[i][0], after[i][1], face == 1)
    return tuple(after)


def wildfire(spots: Spots, turns: int) -> Rules[Spots]:
    """All that burn at the start of a turn run in it, turn after turn, and nobody helps."""
    for _ in range(turns):
        for i, (_, _, alight) in enumerate(spots):
            if alight:
                spots = yield from Call(stampede, i, spots)
    return spots


def run_to(who: int, spots: Spots, way: int, inches: int) -> tuple[int, int]:
    """Where the run ends: at the edge of the table, or against another group."""
    x, y = spots[who][0] / GRID, spots[who][1] / GRID
    dx, dy = heading(360.0 * (way - 1) / WAYS)
    far = float(inches)
    for at, d, size in ((x, dx, WIDTH), (y, dy, HEIGHT)):
        if d > 0:
            far = min(far, (size - RADIUS - at) / d)
        elif d < 0:
            far = min(far, (RADIUS - at) / d)
    for i, (ox, oy, _) in enumerate(spots):
        if i == who:
            continue
        ahead = (ox / GRID - x) * dx + (oy / GRID - y) * dy
        aside = (ox / GRID - x) * dy - (oy / GRID - y) * dx
        if ahead > 0 and abs(aside) < 2 * RADIUS:
            far = min(far, ahead - sqrt(4 * RADIUS * RADIUS - aside * aside))
    px, py = toward(x, y, x + dx * 12, y + dy * 12, max(0.0, far - 1 / GRID))
    return to_grid(px), to_grid(py)


def passed(who: int, spots: Spots, end: tuple[int, int]) -> list[int]:
    """Those within 2" of the way, in the order in which they are come upon."""
    ax, ay = spots[who][0] / GRID, spots[who][1] / GRID
    bx, by = end[0] / GRID, end[1] / GRID
    out = []
    for i, (ox, oy, _) in enumerate(spots):
        x, y = ox / GRID, oy / GRID
        if i != who and point_segment2(x, y, ax, ay, bx, by) <= (2 * RADIUS + SPREAD) ** 2:
            along = (x - ax) * (bx - ax) + (y - ay) * (by - ay)
            out.append((along, i))
    return [i for _, i in sorted(out)]


def douse(helpers: int) -> Rules[tuple[bool, int]]:
    """So many try in turn: whether it is put out, and how many catch fire (PXW-BURN-03, 04)."""
    burnt = 0
    for _ in range(helpers):
        face = yield from die(6, "to put the fire out")
        if face >= 5:
            return True, burnt
        burnt += face == 1
    return False, burnt


# -- movement ------------------------------------------------------------------------------------


class Step(Movement):
    """Up to 4", not over anybody; contact with an enemy is a charge."""

    def __init__(self, b: Battle, who: int) -> None:
        self.b = b
        self.who = who
        self.start = b.groups[who].spot
        self.ground = Ground(FOOT, WIDTH, HEIGHT)
        for i, g in enumerate(b.groups):
            if i != who and not g.gone:
                self.ground.body(i, *g.spot, FOOT)

    def check(self, legs: Legs) -> list[Refusal]:
        path = [self.start]
        for leg in legs[0]:
            if leg.how or leg.level or leg.facing:
                return [Refusal(f"no such way to go: {leg!r}", "PXW-MOVE-01", "straight legs")]
            path.append((leg.x / GRID, leg.y / GRID))
        wrong = [
            Refusal(f"{hit.name} is in the way", "PXW-GAP-GEOMETRY")
            for hit in self.ground.why_not(path)
        ]
        if length(path) > MOVE:
            wrong.append(Refusal("too far", "PXW-MOVE-01", f'{MOVE:g}"'))
        for i, g in enumerate(self.b.groups):
            if i == self.who or g.gone or self.b.friends(i, self.who):
                continue
            if len(path) == 1 or gap(path[-1], g.spot) > TOUCH:
                continue
            if g.alight:
                wrong.append(Refusal("no melee with what burns", "PXW-BURN-06"))
            if len([a for a in self.b.attackers[i] if a != self.who]) > 3:
                wrong.append(Refusal("flanks and rear are taken", "PXW-MULTI-04"))
        return wrong

    def propose(self, goal: Goal) -> Legs | list[Refusal]:
        path = self.ground.furthest(*self.start, goal.x, goal.y, MOVE)
        legs: Legs = (tuple(Leg(to_grid(x), to_grid(y)) for x, y in path[1:]),)
        return self.check(legs) or legs

    def fallback(self) -> Legs:
        return ((),)

    def reach(self) -> list[list[tuple[float, float]]]:
        return self.ground.reach(*self.start, MOVE)

    def goals(self) -> list[Goal]:
        return [
            Goal(*g.spot)
            for i, g in enumerate(self.b.groups)
            if not g.gone and not self.b.friends(i, self.who)
        ]

    def bounds(self) -> tuple[float, float, float, float]:
        x, y = self.start
        return (x - MOVE, y - MOVE, x + MOVE, y + MOVE)


# -- the battle ----------------------------------------------------------------------------------


def play(b: Battle) -> Rules[None]:
    while b.outcome() is None:
        if not b.sequence:
            yield from Stable()
            b.sequence = yield from sequence_of_play(len(b.sides))
        elif not b.queue:
            new_round = b.turn == 0
            yield from Stable(b.round + 1 if new_round else 0)
            mine = [
                i for i, g in enumerate(b.groups) if g.owner == b.sequence[b.turn] and not g.gone
            ]
            b.queue = [(step, i) for step in ("move", "act", "recover") for i in mine]
            b.queue.append(("end", -1))
        else:
            yield from Stable()
            step, who = b.queue.pop(0)
            if step == "end":
                b.turn = (b.turn + 1) % len(b.sequence)
                b.round += b.turn == 0
            elif not b.groups[who].gone:
                yield from STEPS[step](b, who)


def sequence_of_play(players: int) -> Rules[list[int]]:
    """Winner after winner takes the first or the second free slot (PXW-TURN-02)."""
    slots = [-1] * players
    left = tuple(range(players))
    while left:
        winner = yield from Call(highest, left)
        free = [n for n, p in enumerate(slots) if p < 0][:2]
        slot = free[0]
        if len(free) > 1:
            slot = yield from Choose(
                winner, "slot", "when to play", [Option(n, f"as number {n + 1}") for n in free]
            )
        slots[slot] = winner
        left = tuple(p for p in left if p != winner)
    return slots


def in_contact(b: Battle, i: int, j: int) -> bool:
    a, c = b.groups[i], b.groups[j]
    return not a.gone and not c.gone and gap(a.spot, c.spot) <= TOUCH


def move(b: Battle, who: int) -> Rules[None]:
    g = b.groups[who]
    if g.alight:
        spots, standing = layout(b)
        spots = yield from stampede(standing.index(who), spots)
        for i, (x, y, alight) in zip(standing, spots, strict=True):
            if alight and not b.groups[i].alight:
                yield from Tell(
                    "fire", "group {} catches fire", i, clause="PXW-BURN-05", at=(f"unit:{i}",)
                )
            b.groups[i].x, b.groups[i].y, b.groups[i].alight = x, y, alight
        part(b)
        return
    legs = yield from Place(g.owner, "move", "move", (f"unit:{who}",), Step(b, who))
    if not legs[0]:
        return
    before = [i for i in range(len(b.groups)) if i != who and in_contact(b, who, i)]
    g.x, g.y = legs[0][-1].x, legs[0][-1].y
    part(b)
    for i in range(len(b.groups)):
        if in_contact(b, who, i) and not b.friends(who, i) and i not in before:
            b.attackers[i].append(who)


def layout(b: Battle) -> tuple[Spots, list[int]]:
    """The situation of a fire, built from the table, and which group is which in it."""
    standing = [i for i, g in enumerate(b.groups) if not g.gone]
    return tuple((b.groups[i].x, b.groups[i].y, b.groups[i].alight) for i in standing), standing


def part(b: Battle) -> None:
    """Engagements end where contact does; the others move up in the order."""
    for i, held in enumerate(b.attackers):
        b.attackers[i] = [a for a in held if in_contact(b, a, i)]


def bonus_holds(b: Battle, target: int, who: int) -> bool:
    """Whether flank and rear still count for this attacker (PXW-GAP-MULTIBONUS)."""
    order = b.attackers[target]
    met = [a for a in order if any(foe != target for foe in b.attackers[a])]
    if any(a in met for a in order[1:3]):
        return False
    return not (order.index(who) == 3 and who in met)


def act(b: Battle, who: int) -> Rules[None]:
    g = b.groups[who]
    options: list[Option[tuple[str, int]]] = [Option(("wait", who), "do nothing")]
    engaged = any(
        in_contact(b, who, i) and not b.friends(who, i) for i in range(len(b.groups)) if i != who
    )
    for i, foe in enumerate(b.groups):
        if foe.gone or b.friends(who, i):
            continue
        refusal = None
        if g.alight or foe.alight:
            refusal = Refusal("no melee with what burns", "PXW-BURN-06")
        elif not in_contact(b, who, i):
            refusal = Refusal("not in contact", "PXW-GAP-CHARGE")
        options.append(Option(("melee", i), f"attack group {i}", (f"unit:{i}",), refusal))
        if g.torch:
            refusal = None
            if engaged:
                refusal = Refusal("it is in melee", "PXW-GAP-LEAVE")
            elif gap(g.spot, foe.spot) > FLAME:
                refusal = Refusal("out of reach", "PXW-GAP-TEMPLATE", f'{FLAME:g}"')
            options.append(Option(("torch", i), f"torch group {i}", (f"unit:{i}",), refusal))
    what, target = yield from Choose(g.owner, "action", "act", options, at=(f"unit:{who}",))
    if what == "melee":
        yield from bout(b, who, target)
    elif what == "torch":
        yield from torch(b, target)


def bout(b: Battle, who: int, target: int) -> Rules[None]:
    g, foe = b.groups[who], b.groups[target]
    order = b.attackers[target]
    place = order.index(who) if who in order else 0
    dice = Explained(
        "attack dice", attack_dice, (g.av, place, who in order and bonus_holds(b, target, who))
    )
    lost = yield from Call(unsaved, dice.value, foe.av, foe.dv)
    yield from Tell("bout", "group {} loses {} of {}", target, lost, foe.hp, clause="PXW-MEL-07")
    if lost >= foe.hp:
        yield from slay(b, target)


def torch(b: Battle, target: int) -> Rules[None]:
    """One hit for each model; survivors may burn (PXW-BURN-01)."""
    foe = b.groups[target]
    wounded = yield from count(foe.models, 6, 4, 6, "to wound")
    nullified = yield from count(foe.dv, 6, 5, 6, "to nullify")
    if wounded - nullified >= foe.hp:
        yield from slay(b, target)
    elif not foe.alight:
        face = yield from die(6, "catches fire")
        foe.alight = face <= 3


def slay(b: Battle, target: int) -> Rules[None]:
    b.groups[target].gone = True
    part(b)
    yield from Tell("slain", "group {} is gone", target, clause="PXW-DMG-02")


def recover(b: Battle, who: int) -> Rules[None]:
    """Friends within 2" may try to put a fire out; each asks whoever owns it."""
    g = b.groups[who]
    for i, friend in enumerate(b.groups):
        if not g.alight or i == who or friend.gone or friend.alight or not b.friends(who, i):
            continue
        if gap(g.spot, friend.spot) > SPREAD:
            continue
        helps = yield from Choose(
            friend.owner,
            "help",
            f"put out group {who}?",
            [Option(False, "stay away"), Option(True, "help")],
            at=(f"unit:{i}", f"unit:{who}"),
        )
        if helps:
            out, burnt = yield from douse(1)
            g.alight = not out
            friend.alight = burnt > 0


STEPS = {"move": move, "act": act, "recover": recover}


# -- questions -----------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Bout:
    av: int = given(5, "attack value", low=0, high=30)
    place: int = given(1, "your place in the order of engagement", low=1, high=4)
    blocks: int = given(5, "attack value of the target: its block dice", low=0, high=30)
    dv: int = given(2, "defence value of the target", low=0, high=30)

    def dice(self) -> Explained:
        return Explained("attack dice", attack_dice, (self.av, self.place - 1, True))


BOUT = Question(
    name="bout",
    title="What one melee attack costs the target",
    situation=Bout,
    numbers=lambda s, _: [s.dice()],
    procedure=lambda s, _: unsaved(s.dice().value, s.blocks, s.dv),
    outcomes=(Counted("lost", "HP lost", lambda n: n),),
    gain=lambda n, _: float(n),
)


# -- the system ----------------------------------------------------------------------------------


class ParadoxProbe:
    name = "probe_paradox"
    title = "Paradox probe"
    aliases: tuple[str, ...] = ()
    credits = "Paradox Wars"
    rules_version = "1"
    can = frozenset({"battle"})
    settings: type[Any] = Settings
    clauses = Path(__file__)
    questions: tuple[Question, ...] = (BOUT,)

    def start(self, setup: Mapping[str, Any], settings: Any) -> Battle | list[Refusal]:
        groups = [Group(*g) for g in setup["groups"]]
        return Battle(settings, tuple(setup["sides"]), groups, [[] for _ in groups])

    def setup(
        self, scenario: str, forces: Sequence[str], seed: int, settings: Any
    ) -> dict[str, Any] | list[Refusal]:
        """`three`: each for himself; `allies`: two against two."""
        inch = 1024
        rows = [
            (0, 8, 8, 5, 5, 5, 2, False),
            (0, 11, 7, 3, 3, 6, 1, True),
            (1, 8, 15, 5, 5, 6, 3, False),
            (1, 12, 16, 4, 4, 4, 1, True),
            (2, 16, 10, 5, 5, 7, 2, False),
            (2, 17, 13, 3, 3, 3, 1, True),
        ]
        sides = [0, 1, 2]
        if scenario == "allies":
            rows += [(3, 5, 11, 4, 4, 5, 2, False), (3, 12, 12, 3, 3, 5, 2, True)]
            sides = [0, 1, 0, 1]
        return {
            "sides": sides,
            "groups": [
                [o, x * inch, y * inch, n, hp, av, dv, fire]
                for o, x, y, n, hp, av, dv, fire in rows
            ],
        }

    def thaw(self, data: Mapping[str, Any], setup: Mapping[str, Any], settings: Any) -> Battle:
        return Battle(
            settings,
            tuple(setup["sides"]),
            [Group(*g) for g in data["groups"]],
            [list(a) for a in data["attackers"]],
            list(data["sequence"]),
            data["round"],
            data["turn"],
            [(step, who) for step, who in data["queue"]],
        )

    def judgement(self) -> None:
        return None

    def play(self, state: Any) -> Rules[None]:
        return play(state)


SYSTEM = ParadoxProbe()
