"""A move in sight of the enemy is committed bit by bit: at each moment somebody may step in.

The moments are a finite list: the start, each half inch of the figure that goes furthest, what
lies to either side of a change (first and last sight, ranges, cover, who tests a reaction), the
last moment before contact, and the end. All figures go the same share of their ways in the same
time. At a moment that is no place to stand (on top of friends, or in contact) nobody is asked.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from grognard.rules.effects import Choose, Goal, Leg, Legs, Option, Place, Rules
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war import covering
from grognard.systems.forge_of_war.contact import apart, touching_units
from grognard.systems.forge_of_war.cover import Lines, sheltering
from grognard.systems.forge_of_war.footing import Footing
from grognard.systems.forge_of_war.movement import March
from grognard.systems.forge_of_war.places import FLOOR, facing_after, moved_copy, overlaps
from grognard.systems.forge_of_war.sighting import go
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.table.cost import distance
from grognard.table.lattice import from_grid, to_grid, toward

EVERY: Final = 0.5
"""Inches from moment to moment."""

FINE: Final = 1.0 / 16.0
"""How closely a change is looked for between two moments (house value)."""

CLOSE: Final = 3.0


class Course:
    """The ways of all figures of a move, by the share of them that is done."""

    def __init__(self, u: Unit, figures: list[int], legs: Legs) -> None:
        self.legs = legs
        self.figures = figures
        self.starts = [(u.x[i], u.y[i], u.level[i]) for i in figures]
        self.lengths = [self._length(n) for n in range(len(figures))]
        self.longest = max(self.lengths, default=0.0)

    def _length(self, n: int) -> float:
        x, y, level = self.starts[n]
        length = 0.0
        for leg in self.legs[n]:
            lx, ly = from_grid(leg.x), from_grid(leg.y)
            length += distance(x, y, lx, ly) + FLOOR * abs(leg.level - level)
            x, y, level = lx, ly, leg.level
        return length

    def part(self, old: float, new: float) -> Legs:
        """The legs that lead from where all are at one share to where they are at another."""
        return tuple(self._part(n, old, new) for n in range(len(self.figures)))

    def _part(self, n: int, old: float, new: float) -> tuple[Leg, ...]:
        first, last = self.lengths[n] * old, self.lengths[n] * new
        x, y, level = self.starts[n]
        out: list[Leg] = []
        gone = 0.0
        for leg in self.legs[n]:
            lx, ly = from_grid(leg.x), from_grid(leg.y)
            along = distance(x, y, lx, ly)
            end = gone + along + FLOOR * abs(leg.level - level)
            if new >= 1.0 or end <= last:
                if end > first or (new >= 1.0 and end >= first):
                    out.append(leg)
            else:
                if last > gone and along > 0.0 and last > first:
                    px, py = toward(x, y, lx, ly, last - gone)
                    out.append(Leg(to_grid(px), to_grid(py), level, leg.facing, leg.how))
                break
            gone = end
            x, y, level = lx, ly, leg.level
        return tuple(out)

    def ends(self, share: float) -> list[tuple[float, float, int]]:
        """Where all figures are at this share of their ways."""
        out = []
        for n, legs in enumerate(self.part(0.0, share)):
            if legs:
                out.append((from_grid(legs[-1].x), from_grid(legs[-1].y), legs[-1].level))
            else:
                out.append(self.starts[n])
        return out

    def shares(self, airborne: bool, contact: bool) -> list[float]:
        """The moments that come in any case. A jump is one bound."""
        if airborne:
            return [0.0, 1.0]
        steps = ceil(self.longest / EVERY)
        out = [k * EVERY / self.longest for k in range(steps)]
        short = 1.0 - FINE / self.longest
        if contact and short > out[-1]:
            out.append(short)
        out.append(1.0)
        return out


class Trip:
    """How far a move came: inches, what its way trod on, whether it arrived, and whether the
    unit is in no state to go on (`over`)."""

    def __init__(self, far: float, footing: Footing, whole: bool, over: bool = False) -> None:
        self.far = far
        self.footing = footing
        self.whole = whole
        self.over = over
        self.charged = False  # it was a charge to its end


Sign = tuple[bool, int, int]
"""What a watcher makes of a moment: whether it matters to him at all, ranges, cover."""

NOT_AT_ALL: Final[Sign] = (False, 0, 0)


class Watcher:
    """A unit that may step in: by covering fire, or because it tests its reaction."""

    def __init__(self, b: Battle, w: Unit, covers: bool, around: tuple[float, ...]) -> None:
        self.b = b
        self.w = w
        self.covers = covers
        self.around = (around[0], around[1], around[2], around[3])
        self.done = False  # it has stepped in, or lets this move pass
        self.saw = False
        self.last: Sign = NOT_AT_ALL
        self._lines: Lines | None = None

    def look(self, ghost: Unit) -> Sign:
        if self.done:
            return NOT_AT_ALL
        if not self.covers:
            from grognard.systems.forge_of_war.reactions import triggers

            return (triggers(self.b, self.w, ghost), 0, 0)
        bands = self._bands(ghost)
        if bands < 0:
            return NOT_AT_ALL
        if self.saw:
            ghost.seen_by |= 1 << self.w.index  # it is seen to go into cover
        if self._lines is None:
            self._lines = Lines(self.b, self.w, ghost, around=self.around)
        self._lines.look_at(ghost)
        if not self._lines.any():
            return NOT_AT_ALL
        self.saw = True
        return (True, bands, _cover(self.b, ghost))

    def _bands(self, ghost: Unit) -> int:
        """Which of its weapons' ranges the nearest figures are within, half ranges too; -1: out
        of all."""
        w = self.w
        near = 1e9
        for i in range(w.figures):
            r = w.kinds[w.kind[i]].radius
            for j in range(ghost.figures):
                if w.boxed or ghost.boxed:
                    near = min(near, apart(w, i, ghost, j))
                    continue
                d = distance(w.x[i], w.y[i], ghost.x[j], ghost.y[j])
                near = min(near, d - r - ghost.kinds[ghost.kind[j]].radius)
        bits = 0
        reached = False
        for n, kind in enumerate(w.kinds):
            weapon = kind.weapon
            if weapon is not None and weapon.ranged:
                reached = reached or near <= weapon.range
                for k, limit in enumerate((weapon.range, weapon.range / 2.0, weapon.fire.reach)):
                    if near <= limit:
                        bits |= 1 << (3 * n + k + 1)
        return bits | (near <= CLOSE) if reached else -1


def _cover(b: Battle, u: Unit) -> int:
    """The pieces in which more than half of the figures are."""
    counts: dict[int, int] = {}
    for bits in sheltering(b, u):
        counts[bits] = counts.get(bits, 0) + 1
    out = 0
    for piece in b.board.shelters:
        n = 0
        for bits, count in counts.items():
            if bits >> piece.id & 1:
                n += count
        if 2 * n > u.figures:
            out |= 1 << piece.id
    return out


def stepping_in(b: Battle) -> bool:
    """Whether this battle knows any way to step into a move."""
    return b.settings.covering_fire or b.settings.reaction_tests


def watchers_of(b: Battle, u: Unit, course: Course, activation: bool) -> list[Watcher]:
    """Everybody who might step into this move. Covering fire is for moves of an activation,
    failed ones too (FOW-GAP-55), reactions are for every move (FOW-13-01)."""
    from grognard.systems.forge_of_war.reactions import may_react

    x0, y0, x1, y1 = u.box()
    reach = max(u.radii()) + course.longest
    around = (x0 - reach, y0 - reach, x1 + reach, y1 + reach)
    out: list[Watcher] = []
    for w in b.enemies(u.player):
        if activation and b.settings.covering_fire and covering.may_cover(w):
            out.append(Watcher(b, w, True, around))
        elif may_react(b, w):
            out.append(Watcher(b, w, False, around))
    return out


def travel(b: Battle, u: Unit, march: March, legs: Legs, activation: bool = True) -> Rules[Trip]:
    """Every move that may be stepped into: its figures go their ways, as far as they are let."""
    if stepping_in(b):
        course = Course(u, march.figures, legs)
        if course.longest > 0.0:
            watchers = watchers_of(b, u, course, activation)
            if watchers:
                return (yield from Passage(b, u, march, course, watchers).run())
    footing = march.footing(legs)
    return Trip(go(b, u, march.figures, legs, footing.obstacles), footing, True)


def journey(b: Battle, u: Unit, march: March, kind: str, activation: bool = True) -> Rules[Trip]:
    """A move of its player's: asked, gone, and asked again for the rest as often as somebody
    steps in. What is left of a charge may become another move."""
    far = 0.0
    words = f"{u.name}: where to?"
    while True:
        legs = yield from Place(
            u.player,
            kind,
            words,
            tuple(f"{u.key}:{i}" for i in march.figures),
            march,
            about=u.index,
        )
        trip = yield from travel(b, u, march, legs, activation)
        far += trip.far
        if trip.whole:
            trip.charged = march.target is not None
        if trip.whole or trip.over:
            break
        march = march.onward(trip.far, trip.footing)
        if march.target is not None and not (yield from charges_on(b, u, march)):
            march = march.onward(0.0, trip.footing, charge=False)
            kind = "move"
        if march.limit(march.trod) < FINE:
            break
        words = f"{u.name}: how does it go on?"
    trip.far = far
    return trip


def charges_on(b: Battle, u: Unit, march: March) -> Rules[bool]:
    """Whether a charge that was stepped into is carried on."""
    v = march.target
    assert v is not None
    refusal = None
    if not v.on_table or isinstance(march.propose(Goal(v.x[0], v.y[0])), list):
        refusal = Refusal(f"{v.name} cannot be reached any more", "FOW-9.1-01", "another move")
    return (
        yield from Choose(
            u.player,
            "charge on",
            f"{u.name}: does it charge on?",
            [
                Option(True, f"charge {v.name}", (v.key,), refusal),
                Option(False, "another move", (u.key,)),
            ],
            about=u.index,
            at=(u.key,),
        )
    )


class Passage:
    """One such move under way."""

    def __init__(
        self, b: Battle, u: Unit, march: March, course: Course, watchers: list[Watcher]
    ) -> None:
        self.b = b
        self.u = u
        self.march = march
        self.course = course
        self.watchers = watchers
        self.whole = march.footing(course.legs)
        self.trod = march.footing(tuple(() for _ in course.legs))
        self.moved = [u.moved[i] for i in march.figures]
        self.before = u.clone()
        self.share = 0.0

    def run(self) -> Rules[Trip]:
        b = self.b
        settings = b.settings
        airborne = self.march.jump
        shares = self.course.shares(airborne, self.march.target is not None)
        ghost = self.ghost(0.0)
        for watcher in self.watchers:
            watcher.last = watcher.look(ghost)
            if watcher.covers and watcher.last[0] and settings.covering_targets == "newly_in_sight":
                watcher.done = True  # FOW-GAP-55
        if settings.reaction_moment == "at_end":  # FOW-GAP-58
            for watcher in self.watchers:
                if not watcher.covers:
                    watcher.done = True
        if (yield from self.moment(0.0)):
            return self.trip(False)
        done = 0.0
        for share in shares[1:]:
            for at in sorted(self.changes(done, share, airborne) | {share}):
                if at >= 1.0:
                    break
                if (yield from self.moment(at)):
                    return self.trip(False)
            done = share
        self.commit(1.0)
        if settings.reaction_moment == "at_end":
            for watcher in self.watchers:
                watcher.done = watcher.done and watcher.covers
        acted = yield from self.moment(1.0)
        return self.trip(True, acted)

    def trip(self, whole: bool, acted: bool = True) -> Trip:
        """Where it has come to. It goes no further if it was charged or has fled itself."""
        footing = self.trod
        if whole:
            footing = self.whole
        over = acted and (self.u.engaged or not self.u.on_table or self.fled())
        return Trip(self.course.longest * self.share, footing, whole, over)

    def fled(self) -> bool:
        from grognard.systems.forge_of_war.reactions import FLED

        return self.u.reacted & FLED != 0 and self.before.reacted & FLED == 0

    def ghost(self, share: float) -> Unit:
        """The unit as it stands at this share of its way."""
        facing = facing_after(self.before, self.course.part(0.0, share))
        return moved_copy(self.before, self.march.figures, self.course.ends(share), facing)

    def changes(self, old: float, new: float, airborne: bool) -> set[float]:
        """The moments to either side of what changes for anybody between these two."""
        out: set[float] = set()
        ghost = self.ghost(new)
        for watcher in self.watchers:
            sign = watcher.look(ghost)
            if sign != watcher.last and not airborne:
                low, high = old, new
                first = watcher.last
                while (high - low) * self.course.longest > FINE:
                    middle = (low + high) / 2.0
                    if watcher.look(self.ghost(middle)) == first:
                        low = middle
                    else:
                        high = middle
                out.add(low)
                out.add(high)
            watcher.last = sign
        out.discard(old)
        return out

    def moment(self, share: float) -> Rules[bool]:
        """Whether somebody stepped in at this moment."""
        b, u = self.b, self.u
        ghost = self.ghost(share)
        open_to = [w for w in self.watchers if w.look(ghost)[0]]
        if not open_to:
            return False
        if share < 1.0:
            if self.march.jump and share > 0.0:
                return False
            ends = self.course.ends(share)
            if overlaps(b, u, self.march.figures, ends, ghost.facing) is not None:
                return False
        if touching_units(b, ghost):
            return False
        self.commit(share)
        acted = False
        for watcher in open_to:
            if watcher.covers and covering.can_cover(b, watcher.w, u):
                answer = yield from covering.ask_cover(b, watcher.w, u, share >= 1.0)
                if answer == covering.WAIT:
                    continue
                watcher.done = True
                if answer == covering.FIRE:
                    yield from covering.cover(b, watcher.w, u)
                    acted = True
        due = [w for w in open_to if not w.covers]
        while due:
            n = 0
            if len(due) > 1:
                n = yield from first_to_test(b, u, due)
            watcher = due.pop(n)
            acted = (yield from self.test(watcher)) or acted
        return acted

    def test(self, watcher: Watcher) -> Rules[bool]:
        from grognard.systems.forge_of_war.reactions import may_react, react, triggers

        b, u, w = self.b, self.u, watcher.w
        if not u.on_table or u.engaged or not may_react(b, w) or not triggers(b, w, u):
            return False  # somebody else came first
        watcher.done = True
        return (yield from react(b, w, u))

    def commit(self, share: float) -> None:
        """All figures go on to this share of their ways."""
        if share <= self.share:
            return
        u, march = self.u, self.march
        legs = self.course.part(self.share, share)
        part = march.footing(legs)
        self.trod.add(part)
        self.trod.slow += part.slow - march.trod.slow
        go(self.b, u, march.figures, legs, self.whole.obstacles)
        for n, i in enumerate(march.figures):
            u.moved[i] = from_grid(to_grid(self.moved[n] + self.course.lengths[n] * share))
        self.share = share


def first_to_test(b: Battle, u: Unit, due: list[Watcher]) -> Rules[int]:
    """FOW-GAP-58: several test in the order that their owner likes."""
    return (
        yield from Choose(
            due[0].w.player,
            "test order",
            f"{u.name} moves in the open: who tests first?",
            [Option(n, watcher.w.name, (watcher.w.key,)) for n, watcher in enumerate(due)],
            about=u.index,
            at=(u.key,),
        )
    )
