"""Probe: formed blocks that wheel, charge and lose rear ranks, and sealed bids of tokens.

What it builds of the reference sheet, with the rulings of the inventory:

- movement: VDP-GEO-02 to 05 (centre front to centre front, 45 degree arc, front corners that may
  not cross, room to go straight), VDP-MR-06 to 10, 12, 14 (rate, 4" near the enemy, 75% unless
  straight ahead, about-face, change of depth), VDP-GAP-44, 45 (as the move starts), 47, 95;
- initiative: VDP-3-02, VDP-GAP-35, 36 (any number of tokens, secretly, ties roll again);
- charges reduced to "a move that ends in contact": VDP-MMT-02;
- combat: VDP-4-03 and VDP-GAP-105 (up to 3 tokens a combat, secretly), VDP-HIT-02 to 04,
  VDP-CD-03, 08, 09, VDP-GAP-51, VDP-DEF-10 and VDP-GAP-29, all strike together (VDP-4-09),
  VDP-CRM-02, 03, 06, 09, 10, 12, VDP-GAP-54, 55, VDP-CRD-02, 08, VDP-4-21, VDP-GAP-88;
- casualties: VDP-GAP-32, 33 (bases go from the rearmost row), VDP-COH-08;
- tokens for combat: VDP-CMT-02, 03, 05, 06, 07 with VDP-GAP-87.

A block that breaks is taken off. There is no shooting, no commander, no Line of Battle.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import cos, radians, sin, sqrt
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
    Secretly,
    Stable,
    Tell,
    count,
    die,
    total,
)
from grognard.rules.explained import Explained, Say
from grognard.rules.questions import Outcome as Counted
from grognard.rules.questions import Question, given
from grognard.rules.refusal import Refusal
from grognard.rules.settings import setting
from grognard.rules.system import Outcome
from grognard.table.base import CONTACT, Base, gap, overlap, touching
from grognard.table.lattice import (
    GRID,
    TURN,
    direction,
    facing_from_grid,
    facing_to_grid,
    to_grid,
    toward,
    turn_between,
)
from grognard.table.polygon import convex_hull, outlines_meet, segments_cross

BASE = to_grid(40 / 25.4)
"""A base of foot is 40 mm wide and deep (VDP-GAP-95), in lattice units."""

RATE = 8 * 1024
NEAR = 8.0
NEAR_CAP = 4 * 1024
MOST_RANKS = 3
FIGURES = 4
START_TOKENS = 5
MOST_TOKENS = 12
MOST_ON_COMBAT = 3
FALL_BACK = 4.0
WIDTH, HEIGHT = 48.0, 36.0


@dataclasses.dataclass(frozen=True)
class Settings:
    turns: int = setting(4, "VDP-GAP-94", "turns to play", low=1, high=20)


@dataclasses.dataclass(frozen=True)
class Profile:
    """House profiles of VDP-GAP-90."""

    name: str
    cohesion: int
    defence: int
    quality: int  # 1 superior, 0 average, -1 inferior


PROFILES = (
    Profile("line spearmen", 7, 5, 0),
    Profile("veteran heavy foot", 8, 4, 1),
    Profile("levy spearmen", 5, 6, -1),
)


@dataclasses.dataclass(slots=True)
class Block:
    """A formed unit. Its pose is its centre front: that stays where it is when rear ranks go."""

    owner: int
    profile: int
    x: int
    y: int
    facing: int
    files: int
    bases: int
    start: int
    hurt: int = 0
    discouraged: bool = False
    gone: bool = False

    @property
    def ranks(self) -> int:
        return -(-self.bases // self.files)

    @property
    def depleted(self) -> bool:
        return 2 * self.bases <= self.start

    def lose(self, casualties: int) -> None:
        """Figures fall; a full base's worth takes a base from the rearmost row."""
        self.hurt += casualties
        while self.hurt >= FIGURES and self.bases:
            self.hurt -= FIGURES
            self.bases -= 1
            if self.bases < self.files:
                self.files = max(1, self.bases)


class Footprint:
    """Where a block stands: its front corners and its outline, in inches."""

    def __init__(self, x: int, y: int, facing: int, files: int, ranks: int) -> None:
        self.facing = facing_from_grid(facing)
        c, s = direction(self.facing)
        self.ahead = (c, s)
        self.front = (x / GRID, y / GRID)
        width = files * BASE / GRID
        depth = ranks * BASE / GRID
        self.base = Base.box(width, depth)
        self.x = self.front[0] - c * depth / 2.0
        self.y = self.front[1] - s * depth / 2.0
        half = width / 2.0
        self.left = (self.front[0] - s * half, self.front[1] + c * half)
        self.right = (self.front[0] + s * half, self.front[1] - c * half)

    @property
    def outline(self) -> list[float]:
        return self.base.corners(self.x, self.y, self.facing)

    def gap(self, other: Footprint) -> float:
        return gap(
            self.x, self.y, self.facing, self.base, other.x, other.y, other.facing, other.base
        )

    def overlaps(self, other: Footprint) -> bool:
        return overlap(
            self.x, self.y, self.facing, self.base, other.x, other.y, other.facing, other.base
        )

    def touches(self, other: Footprint) -> bool:
        return touching(
            self.x, self.y, self.facing, self.base, other.x, other.y, other.facing, other.base
        )

    def on_table(self) -> bool:
        flat = self.outline
        return (
            min(flat[0::2]) >= 0.0
            and max(flat[0::2]) <= WIDTH
            and min(flat[1::2]) >= 0.0
            and max(flat[1::2]) <= HEIGHT
        )


def footprint(b: Block) -> Footprint:
    return Footprint(b.x, b.y, b.facing, b.files, b.ranks)


def room_between(a: Footprint, b: Footprint) -> list[float]:
    """The ground that is swept from one place to the other."""
    flat = a.outline + b.outline
    return convex_hull(flat)


def corners_cross(a: Footprint, b: Footprint) -> bool:
    """Whether the lines that join each front corner to itself cross (VDP-GEO-04)."""
    return segments_cross(*a.left, *b.left, *a.right, *b.right)


@dataclasses.dataclass
class Field:
    """The battle at rest. `queue` holds the blocks that are still to move this turn."""

    settings: Settings
    blocks: list[Block]
    tokens: list[int]
    turn: int = 0
    phase: str = "initiative"
    queue: list[int] = dataclasses.field(default_factory=list)
    first: int = 0
    lost: list[int] = dataclasses.field(default_factory=lambda: [0, 0])

    def clone(self) -> Field:
        return Field(
            self.settings,
            [dataclasses.replace(b) for b in self.blocks],
            self.tokens[:],
            self.turn,
            self.phase,
            self.queue[:],
            self.first,
            self.lost[:],
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "blocks": [list(dataclasses.astuple(b)) for b in self.blocks],
            "tokens": self.tokens,
            "turn": self.turn,
            "phase": self.phase,
            "queue": self.queue,
            "first": self.first,
            "lost": self.lost,
        }

    def view(self, seat: int | None) -> dict[str, Any]:
        return self.to_dict()

    def outcome(self) -> Outcome | None:
        standing = [any(b.owner == p and not b.gone for b in self.blocks) for p in (0, 1)]
        if self.phase != "initiative" or (self.turn < self.settings.turns and all(standing)):
            return None
        a, b = self.lost
        winner = -1 if a == b else int(a > b)
        return Outcome(winner, (float(b), float(a)), "the field is held")

    def invariants(self) -> list[Refusal]:
        wrong = []
        here = [(i, footprint(b)) for i, b in enumerate(self.blocks) if not b.gone]
        for n, (i, a) in enumerate(here):
            if not a.on_table():
                wrong.append(Refusal(f"block {i} is off the table"))
            if self.blocks[i].ranks > MOST_RANKS:
                wrong.append(Refusal(f"block {i} is too deep"))
            wrong += [
                Refusal(f"blocks {i} and {j} overlap") for j, b in here[n + 1 :] if a.overlaps(b)
            ]
        if not all(t >= 0 for t in self.tokens):
            wrong.append(Refusal("tokens owed"))
        return wrong


# -- movement ------------------------------------------------------------------------------------


class March(Movement):
    """One block's move: at most one way forward, and manoeuvres that cost parts of the rate.

    Legs: `advance`, `wheel` or `charge` to a new centre front and facing; `about`; `files:n` for
    a block n bases wide.
    """

    def __init__(self, field: Field, unit: int) -> None:
        self.block = field.blocks[unit]
        self.start = footprint(self.block)
        self.friends = [
            footprint(b)
            for i, b in enumerate(field.blocks)
            if i != unit and not b.gone and b.owner == self.block.owner
        ]
        self.enemies = [
            footprint(b) for b in field.blocks if not b.gone and b.owner != self.block.owner
        ]
        self.near = any(self.start.gap(e) <= NEAR for e in self.enemies)

    # -- what is legal ----------------------------------------------------------------------

    def check(self, legs: Legs) -> list[Refusal]:
        block = self.block
        x, y, facing, files = block.x, block.y, block.facing, block.files
        spent = Fraction(0)
        about = False
        ways: list[tuple[Footprint, Footprint, Leg, int]] = []
        wrong: list[Refusal] = []
        for leg in legs[0]:
            ranks = -(-block.bases // files)
            here = Footprint(x, y, facing, files, ranks)
            if leg.level:
                return [Refusal("a block stays on the ground", "VDP-GEO-02")]
            if leg.how == "about":
                rear = turned_about(x, y, facing, ranks)
                if (leg.x, leg.y, leg.facing) != rear:
                    return [
                        Refusal(
                            "an about-face stays where it is",
                            "VDP-MR-09",
                            f"to {rear[0] / GRID:g}, {rear[1] / GRID:g}",
                        )
                    ]
                spent += Fraction(1, 4) if about else Fraction(1, 2)
                about = True
            elif leg.how.startswith("files:"):
                wide = leg.how[6:]
                files = int(wide) if wide.isdigit() and len(wide) < 4 else 0
                if not 0 < files <= block.bases or -(-block.bases // files) > MOST_RANKS:
                    return [
                        Refusal(
                            f"{block.bases} bases cannot be {wide} wide",
                            "VDP-GAP-95",
                            f"at most {MOST_RANKS} deep",
                        )
                    ]
                change = abs(-(-block.bases // files) - ranks)
                if (leg.x, leg.y, leg.facing) != (x, y, facing) or not change:
                    return [Refusal("a change of depth stays where it is", "VDP-MR-12")]
                spent += Fraction(change, 2)
            elif leg.how in ("advance", "wheel", "charge"):
                there = Footprint(leg.x, leg.y, leg.facing, files, ranks)
                ways.append((here, there, leg, facing))
            else:
                return [
                    Refusal(
                        f"no manoeuvre {leg.how!r}",
                        "VDP-MR-01",
                        "advance, wheel, charge, about, files:n",
                    )
                ]
            x, y, facing = leg.x, leg.y, leg.facing
        if spent > 1:
            wrong.append(Refusal("more manoeuvres than a whole move pays for", "VDP-GAP-44"))
        if len(ways) > 1:
            wrong.append(Refusal("a move goes one straight way", "VDP-GEO-05"))
        end = Footprint(x, y, facing, files, -(-block.bases // files))
        for here, there, leg, before in ways:
            wrong += self._way(here, there, leg, before, spent)
        wrong += self._stand(end, bool(ways) and ways[-1][2].how == "charge")
        return wrong

    def _way(
        self, here: Footprint, there: Footprint, leg: Leg, before: int, spent: Fraction
    ) -> list[Refusal]:
        wrong: list[Refusal] = []
        dx = to_grid(there.front[0]) - to_grid(here.front[0])
        dy = to_grid(there.front[1]) - to_grid(here.front[1])
        c, s = here.ahead
        ahead = dx * c + dy * s
        aside = abs(dy * c - dx * s)
        if (dx or dy) and aside > ahead + 1e-9:
            wrong.append(
                Refusal(
                    "outside the arc of vision",
                    "VDP-GEO-03",
                    "45 degrees to either side of straight ahead",
                )
            )
        if corners_cross(here, there):
            wrong.append(Refusal("the ways of the front corners cross", "VDP-GEO-04"))
        turn = abs(turn_between(here.facing, there.facing))
        if turn > 45.0:
            wrong.append(Refusal(f"a wheel of {turn:g} degrees", "VDP-GAP-47", "up to 45"))
        straight = turn == 0.0 and aside <= 1.0 and ahead >= 0.0
        if leg.how == "advance" and not straight:
            wrong.append(Refusal("that is not straight ahead", "VDP-MR-08", "wheel"))
        budget = self.allowance(spent, straight)
        if dx * dx + dy * dy > budget * budget:
            wrong.append(
                Refusal(
                    f'further than {float(budget / 1024):g}"',
                    "VDP-MR-07" if self.near else "VDP-MR-08",
                )
            )
        swept = room_between(here, there)
        charge = leg.how == "charge"
        for other in self.friends:
            if outlines_meet(swept, other.outline):
                wrong.append(Refusal("no room: a friend is in the way", "VDP-GEO-05"))
        for other in self.enemies:
            if not (charge and there.touches(other)) and outlines_meet(swept, other.outline):
                wrong.append(Refusal("no room: an enemy is in the way", "VDP-GEO-05"))
        return wrong

    def _stand(self, end: Footprint, charge: bool) -> list[Refusal]:
        wrong: list[Refusal] = []
        if not end.on_table():
            wrong.append(Refusal("off the table", "VDP-GAP-93"))
        wrong += [
            Refusal("on top of a friend", "VDP-GAP-95") for f in self.friends if end.overlaps(f)
        ]
        wrong += [
            Refusal("on top of an enemy", "VDP-GAP-95") for e in self.enemies if end.overlaps(e)
        ]
        hits = any(end.touches(e) for e in self.enemies)
        if charge and not hits:
            wrong.append(Refusal("a charge ends in contact", "VDP-3-08"))
        if hits and not charge:
            wrong.append(Refusal("only a charge may end in contact", "VDP-3-08", "charge"))
        return wrong

    def allowance(self, spent: Fraction, straight: bool) -> Fraction:
        """How far the block may go, in lattice units (VDP-GAP-44)."""
        left = RATE * (1 - min(spent, Fraction(1)))
        if not straight:
            left *= Fraction(3, 4)
        return min(left, Fraction(NEAR_CAP)) if self.near else left

    # -- for people and bots ----------------------------------------------------------------

    def reach(self) -> list[list[tuple[float, float]]]:
        far = float(self.allowance(Fraction(0), False)) / GRID
        spike = float(self.allowance(Fraction(0), True)) / GRID
        x, y = self.start.front
        fan = [(x, y)]
        for step in range(-45, 50, 5):
            if step == 0:
                fan.append((x + spike * self.start.ahead[0], y + spike * self.start.ahead[1]))
                continue
            a = radians(self.start.facing + step)
            fan.append((x + far * cos(a), y + far * sin(a)))
        return [fan]

    def propose(self, goal: Goal) -> Legs | list[Refusal]:
        block = self.block
        x, y = self.start.front
        c, s = self.start.ahead
        dx, dy = goal.x - x, goal.y - y
        ahead, aside = dx * c + dy * s, dy * c - dx * s
        facing = block.facing if goal.facing is None else facing_to_grid(goal.facing)
        straight = facing == block.facing and abs(aside) <= 0.5 and ahead > 0
        if straight:
            dx, dy = ahead * c, ahead * s
        budget = float(self.allowance(Fraction(0), straight)) / GRID
        far = min(budget, sqrt(dx * dx + dy * dy))
        wrong = [Refusal("it is there already")]
        for share in (1.0, 0.75, 0.5, 0.25):
            for legs in self._tries(dx, dy, far * share, facing, straight):
                found = self.check(legs)
                if not found:
                    return legs
                wrong = found
        return wrong

    def _tries(self, dx: float, dy: float, far: float, facing: int, straight: bool) -> list[Legs]:
        x, y = self.start.front
        out: list[Legs] = []
        for how, length in (
            ("charge", self._first_contact(dx, dy, far, facing)),
            ("advance" if straight else "wheel", far),
        ):
            if length > 0.0:
                px, py = toward(x, y, x + dx, y + dy, length)
                out.append(((Leg(to_grid(px), to_grid(py), 0, facing, how),),))
        return out

    def _first_contact(self, dx: float, dy: float, far: float, facing: int) -> float:
        """How far along the way the block first touches an enemy; 0 when it does not."""
        length = sqrt(dx * dx + dy * dy)
        if length == 0.0:
            return 0.0
        x, y = self.start.front

        def at(d: float) -> Footprint:
            return Footprint(
                to_grid(x + dx * d / length),
                to_grid(y + dy * d / length),
                facing,
                self.block.files,
                self.block.ranks,
            )

        hit = [e for e in self.enemies if at(far).gap(e) <= CONTACT]
        if not hit:
            return 0.0
        low, high = 0.0, far
        for _ in range(30):
            mid = (low + high) / 2.0
            if any(at(mid).gap(e) <= CONTACT / 2 for e in hit):
                high = mid
            else:
                low = mid
        return high

    def fallback(self) -> Legs:
        return ((),)

    def goals(self) -> list[Goal]:
        x, y = self.start.front
        c, s = self.start.ahead
        out = [Goal(x + 4 * c, y + 4 * s), Goal(x + 8 * c, y + 8 * s)]
        for e in self.enemies:
            out.append(Goal(e.x, e.y))
            out.append(Goal(e.x, e.y, (e.facing + 180.0) % 360.0))
        return out

    def bounds(self) -> tuple[float, float, float, float]:
        x, y = self.start.front
        far = RATE / GRID
        return (x - far, y - far, x + far, y + far)


def turned_about(x: int, y: int, facing: int, ranks: int) -> tuple[int, int, int]:
    """Centre front and facing after an about-face: the rear becomes the front."""
    c, s = direction(facing_from_grid(facing))
    depth = ranks * BASE
    return (
        to_grid((x - c * depth) / GRID),
        to_grid((y - s * depth) / GRID),
        (facing + TURN // 2) % TURN,
    )


# -- numbers -------------------------------------------------------------------------------------


def to_hit(mine: int, theirs: int, say: Say) -> int:
    """The number a fighter needs on a d6."""
    need = say.part(4, "hand to hand", "VDP-HIT-04")
    if mine > 0 >= theirs:
        need += say.part(-1, "superior against lesser fighters", "VDP-HIT-02")
    if mine < 0 < theirs:
        need += say.part(1, "inferior against superior fighters", "VDP-HIT-03")
    return need


def combat_bonus(
    deep: bool, flank: bool, flanked: bool, discouraged: bool, tokens: int, say: Say
) -> int:
    """What is added to the unsaved hits of a side."""
    return (
        say.part(1, "close order", "VDP-CRM-02")
        + say.part(int(deep), "depth", "VDP-CRM-03")
        + say.part(int(flank), "flank attack", "VDP-CRM-06")
        + say.part(-int(discouraged), "discouraged", "VDP-CRM-09")
        + say.part(-int(flanked), "nervous", "VDP-CRM-10")
        + say.part(tokens, "momentum tokens", "VDP-CRM-12")
    )


@dataclasses.dataclass(frozen=True)
class Side:
    """One side of a combat, as far as its dice go."""

    dice: int
    need: int
    save: int
    bonus: int


# -- procedures that odds run too ----------------------------------------------------------------


def strike(dice: int, need: int, save: int) -> Rules[int]:
    """Unsaved hits: hit on `need` or more, saved on `save` or more; a 1 fails in both."""
    hits = yield from count(dice, 6, max(2, need), 6, "to hit")
    failed = yield from count(hits, 6, 1, min(6, max(2, save) - 1), "defence")
    return failed


def clash(a: Side, b: Side) -> Rules[tuple[int, int]]:
    """Both strike together."""
    hits = yield from Call(strike, a.dice, a.need, b.save)
    back = yield from Call(strike, b.dice, b.need, a.save)
    return hits, back


def differential(a: Side, b: Side) -> Rules[int]:
    """Above 0 when `a` wins, and by how much."""
    hits, back = yield from Call(clash, a, b)
    return hits + a.bonus - back - b.bonus


def roll_off(a: int, b: int) -> Rules[int]:
    """Initiative for tokens `a` against `b`: which of the two wins; ties roll again."""
    mine = yield from die(6, "initiative", 0)
    theirs = yield from die(6, "initiative", 1)
    if mine + a == theirs + b:
        return (yield from Call(roll_off, a, b))
    return 0 if mine + a > theirs + b else 1


def bid(player: int, most: int, what: str) -> Rules[int]:
    return (
        yield from Choose(player, "bid", what, [Option(n, f"{n} tokens") for n in range(most + 1)])
    )


def initiative(tokens: tuple[int, int]) -> Rules[tuple[int, int, int]]:
    """Sealed bids from these pools, then the dice: who wins, and what each has spent."""
    bids = yield from Secretly(
        "tokens for initiative",
        {p: (lambda p=p: bid(p, tokens[p], "tokens for initiative")) for p in (0, 1)},
    )
    winner = yield from Call(roll_off, bids[0], bids[1])
    return winner, bids[0], bids[1]


def line_of(diff: int, flanked: bool, unformed: bool) -> int:
    """Which line of the result table the loser reads, 0 to 3 (VDP-GAP-54, 58)."""
    line = 0 if diff == 1 else 1 if diff < 4 else 2 if diff < 6 else 3
    return min(3, line + int(flanked) + 2 * int(unformed))


def breaks(line: int, cohesion: int, diff: int, discouraged: bool, depleted: bool) -> Rules[bool]:
    """Whether a loser on this line breaks (VDP-4-21)."""
    if line < 2:
        return False
    if line == 3:
        return True
    roll = yield from total(2, 6, "break test")
    return roll + diff + int(discouraged) + 2 * int(depleted) > cohesion


# -- the battle ----------------------------------------------------------------------------------


def play(f: Field) -> Rules[None]:
    while f.outcome() is None:
        if f.phase == "initiative":
            yield from Stable(f.turn + 1)
            f.turn += 1
            f.tokens = [min(MOST_TOKENS, t) for t in f.tokens]
            winner, a, b = yield from initiative((f.tokens[0], f.tokens[1]))
            f.tokens = [f.tokens[0] - a, f.tokens[1] - b]
            yield from Tell(
                "initiative",
                "player {} has the initiative ({} against {} tokens)",
                winner,
                a,
                b,
                clause="VDP-3-02",
            )
            f.first = winner
            f.queue = [
                i
                for p in (winner, 1 - winner)
                for i, u in enumerate(f.blocks)
                if u.owner == p and not u.gone
            ]
            f.phase = "move"
        elif f.queue:
            yield from Stable()
            yield from move(f, f.queue.pop(0))
        else:
            yield from Stable()
            yield from combats(f)
            f.phase = "initiative"


def engaged(f: Field) -> list[tuple[int, int]]:
    """Enemies in contact, as pairs of player 0's and player 1's block."""
    spots = [None if b.gone else footprint(b) for b in f.blocks]
    out = []
    for i, a in enumerate(spots):
        for j, b in enumerate(spots):
            if a and b and f.blocks[i].owner == 0 and f.blocks[j].owner == 1 and a.touches(b):
                out.append((i, j))
    return out


def move(f: Field, unit: int) -> Rules[None]:
    block = f.blocks[unit]
    if any(unit in pair for pair in engaged(f)):
        return
    legs = yield from Place(block.owner, "move", "move", (f"unit:{unit}",), March(f, unit))
    for leg in legs[0]:
        block.x, block.y, block.facing = leg.x, leg.y, leg.facing
        if leg.how.startswith("files:"):
            block.files = int(leg.how[6:])
        if leg.how == "charge":
            f.tokens[block.owner] += 1
            yield from Tell(
                "charge", "block {} charges home", unit, clause="VDP-MMT-02", at=(f"unit:{unit}",)
            )


def in_front(a: Footprint, b: Footprint) -> bool:
    """Whether the enemy `b` stands before the front of `a`."""
    c, s = a.ahead
    return (b.x - a.front[0]) * c + (b.y - a.front[1]) * s >= 0.0


def fighting_dice(a: Block, foe: Footprint) -> int:
    """Dice of formed foot: 2 a base that touches, 1 for the next one at each end."""
    mine = footprint(a)
    c, s = mine.ahead
    width = min(a.files, a.bases)
    touch = []
    for n in range(width):
        off = (n - (width - 1) / 2.0) * BASE / GRID
        x, y = mine.front[0] - s * off, mine.front[1] + c * off
        half = BASE / GRID / 2.0
        touch.append(
            gap(
                x - c * half,
                y - s * half,
                mine.facing,
                Base.box(2 * half, 2 * half),
                foe.x,
                foe.y,
                foe.facing,
                foe.base,
            )
            <= CONTACT
        )
    full = sum(touch)
    ends = sum(
        1
        for n in range(width)
        if not touch[n] and ((n > 0 and touch[n - 1]) or (n + 1 < width and touch[n + 1]))
    )
    if in_front(mine, foe):
        return 2 * full + ends
    return max(1, a.ranks)  # half of two dice for each base along the flank


def bids_of(player: int, fights: int, pool: int) -> Rules[tuple[int, ...]]:
    """One player's tokens for all his combats, one combat after the other."""
    out: list[int] = []
    for n in range(fights):
        most = min(MOST_ON_COMBAT, pool - sum(out))
        out.append((yield from bid(player, most, f"tokens for combat {n + 1}")))
    return tuple(out)


def combats(f: Field) -> Rules[None]:
    """All combats at once: sealed tokens, dice, results, awards."""
    fights = engaged(f)
    if not fights:
        return
    bids = yield from Secretly(
        "tokens for the combats",
        {p: (lambda p=p: bids_of(p, len(fights), f.tokens[p])) for p in (0, 1)},
    )
    for p in (0, 1):
        f.tokens[p] -= sum(bids[p])
    fought = []
    for n, (i, j) in enumerate(fights):
        a, b = sides(f, i, j, bids[0][n], bids[1][n])
        hits, back = yield from Call(clash, a, b)
        fought.append((i, j, hits, back, hits + a.bonus - back - b.bonus))
    whole = [not u.depleted for u in f.blocks]
    for i, j, hits, back, _ in fought:
        f.blocks[j].lose(hits)
        f.blocks[i].lose(back)
    for n, u in enumerate(f.blocks):
        if whole[n] and u.depleted:
            f.tokens[1 - u.owner] += 1
        if not u.gone and not u.bases:
            yield from destroy(f, n)
    for i, j, _, _, diff in fought:
        if diff and not f.blocks[i].gone and not f.blocks[j].gone:
            yield from result(f, *((i, j) if diff > 0 else (j, i)), abs(diff))


def sides(f: Field, i: int, j: int, spent: int, against: int) -> tuple[Side, Side]:
    """The situation of one combat, built from the table."""
    out = []
    for me, foe, tokens in ((i, j, spent), (j, i, against)):
        a, b = f.blocks[me], f.blocks[foe]
        pa, pb = footprint(a), footprint(b)
        need = Explained(
            "to hit", to_hit, (PROFILES[a.profile].quality, PROFILES[b.profile].quality)
        )
        flanked = not in_front(pa, pb)
        deep = a.bases >= 2 * a.files and not flanked
        bonus = Explained(
            "combat bonus",
            combat_bonus,
            (deep, not in_front(pb, pa), flanked, a.discouraged, tokens),
        )
        out.append(Side(fighting_dice(a, pb), need.value, PROFILES[a.profile].defence, bonus.value))
    return out[0], out[1]


def result(f: Field, win: int, lose: int, diff: int) -> Rules[None]:
    """What becomes of the loser of one combat, and what the winner earns."""
    winner, loser = f.blocks[win], f.blocks[lose]
    flanked = not in_front(footprint(loser), footprint(winner))
    line = line_of(diff, flanked, loser.bases < 3)
    if line == 2:
        f.tokens[winner.owner] += 1
    broken = yield from Call(
        breaks, line, PROFILES[loser.profile].cohesion, diff, loser.discouraged, loser.depleted
    )
    yield from Tell(
        "result",
        "block {} loses by {}{}",
        lose,
        diff,
        " and breaks" if broken else "",
        clause="VDP-CR-01",
        at=(f"unit:{lose}",),
    )
    if broken:
        f.tokens[winner.owner] += 2
        yield from destroy(f, lose)
        return
    if line == 0:
        f.tokens[winner.owner] += 1
        return
    loser.discouraged = True
    c, s = direction(facing_from_grid(loser.facing))
    back = (to_grid(-FALL_BACK * c), to_grid(-FALL_BACK * s))
    if not shift(f, lose, back):
        f.tokens[winner.owner] += 1
        return
    if any(win in pair for pair in engaged(f)) or not may_stand(f, win, back):
        return
    follow = yield from Choose(
        winner.owner,
        "follow-up",
        "follow up into contact?",
        [Option(True, "follow up"), Option(False, "stay")],
        at=(f"unit:{win}",),
    )
    if follow:
        shift(f, win, back)
        f.tokens[winner.owner] += 1


def destroy(f: Field, unit: int) -> Rules[None]:
    """A block leaves the field, and its side has lost one."""
    block = f.blocks[unit]
    block.gone = True
    f.lost[block.owner] += 1
    yield from Tell("gone", "block {} is gone", unit, clause="VDP-GAP-94", at=(f"unit:{unit}",))


def may_stand(f: Field, unit: int, by: tuple[int, int]) -> bool:
    """Whether there is room for a block where `by` would take it."""
    b = f.blocks[unit]
    there = footprint(dataclasses.replace(b, x=b.x + by[0], y=b.y + by[1]))
    return there.on_table() and not any(
        there.overlaps(footprint(o)) for o in f.blocks if o is not b and not o.gone
    )


def shift(f: Field, unit: int, by: tuple[int, int]) -> bool:
    """Move a block straight by so much, its facing kept, if there is room (VDP-GAP-88)."""
    if not may_stand(f, unit, by):
        return False
    f.blocks[unit].x += by[0]
    f.blocks[unit].y += by[1]
    return True


# -- questions -----------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Fight:
    dice: int = given(12, "your dice", low=0, high=40)
    quality: int = given(0, "your fighters: 1 superior, 0 average, -1 inferior", low=-1, high=1)
    defence: int = given(5, "your defence value", low=2, high=7)
    tokens: int = given(0, "your momentum tokens", low=0, high=3)
    their_dice: int = given(12, "their dice", low=0, high=40)
    their_quality: int = given(0, "their fighters", low=-1, high=1)
    their_defence: int = given(5, "their defence value", low=2, high=7)
    their_tokens: int = given(0, "their momentum tokens", low=0, high=3)

    def sides(self) -> tuple[Side, Side]:
        need, theirs = (
            Explained("to hit", to_hit, (self.quality, self.their_quality)),
            Explained("to be hit", to_hit, (self.their_quality, self.quality)),
        )
        return (
            Side(self.dice, need.value, self.defence, 1 + self.tokens),
            Side(self.their_dice, theirs.value, self.their_defence, 1 + self.their_tokens),
        )


COMBAT = Question(
    name="combat",
    title="Who wins a combat, and by how much",
    situation=Fight,
    numbers=lambda s, _: [Explained("to hit", to_hit, (s.quality, s.their_quality))],
    procedure=lambda s, _: differential(*s.sides()),
    outcomes=(Counted("differential", "differential", lambda n: n),),
    gain=lambda n, _: float(n),
)


# -- the system ----------------------------------------------------------------------------------


class SwordpointProbe:
    name = "probe_swordpoint"
    title = "Swordpoint probe"
    aliases: tuple[str, ...] = ()
    credits = "the reference sheet headed VORDPOI"
    rules_version = "1"
    can = frozenset({"battle"})
    settings: type[Any] = Settings
    clauses = Path(__file__)
    questions: tuple[Question, ...] = (COMBAT,)

    def start(self, setup: Mapping[str, Any], settings: Any) -> Field | list[Refusal]:
        return Field(settings, [Block(*b) for b in setup["blocks"]], [START_TOKENS] * 2)

    def setup(
        self, scenario: str, forces: Sequence[str], seed: int, settings: Any
    ) -> dict[str, Any] | list[Refusal]:
        """Two blocks a side, six files of three ranks and four of two."""
        inch = 1024
        rows = [
            (0, 1, 14, 12, 6, 18),
            (0, 0, 32, 12, 4, 8),
            (1, 0, 14, 22, 6, 18),
            (1, 2, 32, 22, 4, 8),
        ]
        return {
            "blocks": [
                [
                    owner,
                    profile,
                    x * inch,
                    y * inch,
                    9000 if owner == 0 else 27000,
                    files,
                    bases,
                    bases,
                ]
                for owner, profile, x, y, files, bases in rows
            ]
        }

    def thaw(self, data: Mapping[str, Any], setup: Mapping[str, Any], settings: Any) -> Field:
        return Field(
            settings,
            [Block(*b) for b in data["blocks"]],
            list(data["tokens"]),
            data["turn"],
            data["phase"],
            list(data["queue"]),
            data["first"],
            list(data["lost"]),
        )

    def judgement(self) -> None:
        return None

    def play(self, state: Any) -> Rules[None]:
        return play(state)


SYSTEM = SwordpointProbe()
