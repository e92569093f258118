"""Moving in the terminal: point somewhere, see the proposed places, adjust, confirm."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from grognard.cli.draw import Marks, letters, piece_of
from grognard.rules.effects import Goal, Leg, Legs, Place

if TYPE_CHECKING:
    from grognard.cli.table import Person

INCH = 1024
"""Lattice units; legs are written in them."""

WAYS = {
    "n": (0, 1), "s": (0, -1), "e": (1, 0), "w": (-1, 0),
    "ne": (1, 1), "nw": (-1, 1), "se": (1, -1), "sw": (-1, -1),
}  # fmt: skip

NUMBER = r"-?\d+(?:\.\d+)?"
POINT = re.compile(rf"({NUMBER})[ ,]+({NUMBER})(?:[ ,]+({NUMBER}))?$")
WAY = re.compile(rf"(ne|nw|se|sw|n|e|s|w) ?({NUMBER})$", re.IGNORECASE)
FIGURE = re.compile(rf"(\d+) ?: ?({NUMBER})[ ,]+({NUMBER})$")

HELP = """\
x y         go there, in inches from the left and the bottom (x y angle: and face so)
n 6         six inches north (n ne e se s sw w nw)
A           towards that unit
2           the goal of that number on the table
3: x y      put figure 3 there (when places are proposed)
Enter       confirm the proposed places
stay        do not move (auto: where they must be placed, anywhere that will do)"""


class Mover:
    """One `Place`, from pointing to confirming."""

    def __init__(self, person: Person, place: Place) -> None:
        self.person = person
        self.place = place
        self.goals = place.movement.goals()[:9]
        self.reach = place.movement.reach()
        self.proposed: Legs | None = None
        self.idle = place.movement.fallback()
        self.idle_word = "auto" if any(self.idle) else "stay"

    def answer(self) -> Legs:
        self._draw()
        title = Text(self.place.title, "bold")
        if len(self.place.movers) > 1:
            title.append(f"  ({len(self.place.movers)} pieces)", "dim")
        self.person.say(title)
        self.person.say(
            f"x y, n 6, a unit's letter, the number of a goal, or {self.idle_word}; m helps.", "dim"
        )
        while True:
            line = self.person.ask(self.place)
            if line in ("m", "move"):
                self.person.say(HELP, "dim")
            elif line in ("", "ok", "y", "yes"):
                if self.proposed is not None:
                    return self.proposed
                self.person.say(
                    f"Nothing is proposed yet: point somewhere, or {self.idle_word}.", "dim"
                )
            elif line in ("stay", "auto", "-"):
                return self.idle
            else:
                self._point(line)

    def _draw(self) -> None:
        places = ends(self.proposed) if self.proposed is not None else []
        goals = [] if places else [(g.x, g.y) for g in self.goals]
        self.person.draw(Marks(self.place.movers, places, goals, self.reach))

    # -- understanding ------------------------------------------------------------

    def _point(self, line: str) -> None:
        """A line that points at something."""
        if found := FIGURE.match(line):
            self._adjust(int(found[1]) - 1, float(found[2]), float(found[3]))
            return
        goal = self._goal(line)
        if goal is None:
            self.person.say(f"{line!r} points at nothing; m helps.", "yellow")
            return
        legs = self.place.movement.propose(goal)
        if isinstance(legs, list):
            self.person.refused(legs)
            return
        self._try(legs)
        if self.proposed is not None:
            self._draw()
            self._tell()

    def _goal(self, line: str) -> Goal | None:
        if found := POINT.match(line):
            facing = float(found[3]) if found[3] else None
            return Goal(float(found[1]), float(found[2]), facing)
        if found := WAY.match(line):
            dx, dy = WAYS[found[1].lower()]
            x, y = self._leader()
            far = float(found[2]) / math.hypot(dx, dy)
            return Goal(x + dx * far, y + dy * far)
        if line.isdecimal():
            number = int(line)
            return self.goals[number - 1] if 1 <= number <= len(self.goals) else None
        view = self.person.view
        named = letters(view)
        for unit in view.get("units") or ():
            names = (named[unit["key"]], str(unit.get("name")).casefold())
            if unit.get("figures") and (line == names[0] or line.casefold() == names[1]):
                return Goal(*_middle(unit["figures"]))
        return None

    def _leader(self) -> tuple[float, float]:
        """Where the mover in the middle stands; the middle of the reach if none is on yet."""
        found: list[tuple[float, float]] = []
        for unit in self.person.view.get("units") or ():
            figures = unit.get("figures") or ()
            for key in self.place.movers:
                if piece_of(unit["key"], key):
                    tail = key[len(unit["key"]) + 1 :]
                    own = figures[int(tail) :][:1] if tail.isdecimal() else figures[:1]
                    found += [(f[0], f[1]) for f in own]
        if not found:
            x0, y0, x1, y1 = self.place.movement.bounds()
            return (x0 + x1) / 2, (y0 + y1) / 2
        x, y = _middle(found)
        return min(found, key=lambda at: math.hypot(at[0] - x, at[1] - y))

    # -- proposing ------------------------------------------------------------------

    def _adjust(self, figure: int, x: float, y: float) -> None:
        """One figure's own end, the others as proposed."""
        legs = self.proposed or self.idle
        if not 0 <= figure < len(legs):
            self.person.say(f"There are figures 1 to {len(legs)}.", "yellow")
            return
        own = legs[figure]
        last = own[-1] if own else Leg(0, 0)
        end = Leg(round(x * INCH), round(y * INCH), last.level, last.facing, last.how)
        self._try((*legs[:figure], (*own[:-1], end), *legs[figure + 1 :]))
        if self.proposed is not None:
            self._draw()
            self._tell()

    def _try(self, legs: Legs) -> None:
        """Take legs as the proposal if they are legal; say why not otherwise."""
        refusals = self.place.refuse(legs)
        if refusals:
            self.person.refused(refusals)
            return
        self.proposed = legs

    def _tell(self) -> None:
        assert self.proposed is not None
        text = Text("Proposed: ", "bold")
        if not any(self.proposed):
            text.append("stays")
        for n, own in enumerate(self.proposed, 1):
            if own:
                text.append(f" {n}:", "dim")
                text.append(f" {own[-1].x / INCH:.1f} {own[-1].y / INCH:.1f}")
        text.append("   Enter confirms.", "green")
        self.person.say(text)


def ends(legs: Legs) -> list[tuple[float, float]]:
    """Where those that move end, in inches."""
    return [(own[-1].x / INCH, own[-1].y / INCH) for own in legs if own]


def _middle(places: Sequence[Sequence[float]]) -> tuple[float, float]:
    return sum(p[0] for p in places) / len(places), sum(p[1] for p in places) / len(places)
