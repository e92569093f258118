"""Templates and arcs on the table: sweeps, splashes and their split line, persistent blasts.

Lengths are inches, angles degrees, as everywhere on the table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from grognard.forces.cards import DISC, Shape
from grognard.rules.refusal import Refusal
from grognard.systems.vor.attack_tables import Tables, inches
from grognard.systems.vor.attacks import Attack
from grognard.table.arcs import sector
from grognard.table.base import Base
from grognard.table.lattice import direction
from grognard.table.templates import Disc, Sector, Teardrop, Template, under

# -- blast, sweep ------------------------------------------------------------------------


def blast_area(attack: Attack, x: float, y: float) -> Disc:
    return Disc(x, y, attack.blast / 2)


def sweep_area(attack: Attack, x: float, y: float, facing: float) -> Sector:
    """Half or three quarters of the blast template, about the attacker (VOR-SWP-02), over his
    front arc (VOR-SWP-07).
    """
    return Sector(x, y, facing, attack.sweep / 2, attack.sweep_arc / 2)


def swept(
    attack: Attack,
    attacker: int,
    xs: Sequence[float],
    ys: Sequence[float],
    facings: Sequence[float],
    bases: Sequence[Base],
) -> list[int]:
    """Who is rolled for: every other model under the template, friend or foe, the nearest first;
    the attacker never (VOR-SWP-09, VOR-GAP-53).
    """
    x, y = xs[attacker], ys[attacker]
    area = sweep_area(attack, x, y, facings[attacker])
    found = [n for n in under(area, xs, ys, facings, bases) if n != attacker]
    return sorted(found, key=lambda n: (math.dist((x, y), (xs[n], ys[n])), n))


def blanks(k: Tables) -> list[Shape]:
    """Blank templates to mark destroyed terrain, one for each blast (VOR-BLA-22)."""
    return [
        Shape(f"Hazardous terrain {inches(n)}", DISC, float(n), 0.0, "VOR-BLA-22", option.house)
        for n, option in k.blast.items()
    ]


# -- persistent attacks --------------------------------------------------------------------


def stays(attack: Attack, laid: int, turn: int) -> bool:
    """Whether it lies on the board in this turn: to the end of the one in which it was laid, and
    the extra turns (VOR-PER-02).
    """
    return attack.persistent is not None and laid <= turn <= laid + attack.persistent


def blocked_height(attack: Attack) -> Fraction:
    """How high it blocks the sight: as high as the blast is wide from its middle (VOR-PER-04)."""
    return Fraction(attack.blast, 2) if attack.blocks_sight else Fraction(0)


# -- splash --------------------------------------------------------------------------------


class Split(Template):
    """A splash template up to its split line: half its length from the point, as a compass draws it
    from side to side (VOR-SPL-14).
    """

    def __init__(self, whole: Teardrop) -> None:
        self.whole = whole
        self.near = Disc(whole.x, whole.y, whole.length / 2)

    def depth_at(self, x: float, y: float) -> float:
        return min(self.whole.depth_at(x, y), self.near.depth_at(x, y))

    def touches_box(self, x: float, y: float, facing: float, base: Base) -> bool:
        return self.whole.touches_box(x, y, facing, base) and self.near.touches_box(
            x, y, facing, base
        )


def works_as(attack: Attack) -> str:
    """Small, normal or large: a template of one's own works as normal when it is split and as large
    when it is whole (VOR-SPL-17); so does the large one (VOR-GAP-36).
    """
    if attack.splash in ("", "small", "normal"):
        return attack.splash
    return "normal" if attack.split else "large"


def cone_only(attack: Attack) -> bool:
    """A small splash is but the small cone of the normal template (VOR-SPL-15)."""
    return works_as(attack) == "small"


def hits_by_itself(attack: Attack) -> bool:
    """A large splash hits everything under its template without a roll (VOR-SPL-16)."""
    return works_as(attack) == "large"


def cover_protects(
    attack: Attack, cover: str, wall_breached: bool = False, ceiling_breached: bool = False
) -> bool:
    """Whether soft or hard cover, or the walls of a structure, protect from a splash.

    Ignoring hard cover includes soft (VOR-SPL-04). A structure still protects where wall and
    ceiling are both whole under the template (VOR-SPL-05).
    """
    if cover == "structure":
        closed = not wall_breached and not ceiling_breached
        return closed or attack.ignores_cover != "hard"
    return attack.ignores_cover not in ("hard", cover)


# -- arcs ----------------------------------------------------------------------------------

TURNED: Final = {"front": 0.0, "left": 90.0, "rear": 180.0, "right": 270.0}


def mount(
    x: float, y: float, facing: float, ahead: float, left: float, turned: float = 0.0
) -> tuple[float, float, float]:
    """Where a weapon sits on a vehicle, and where it points: arcs are measured from there, not
    from the vehicle's middle (VOR-ARC-08).
    """
    c, s = direction(facing)
    return x + c * ahead - s * left, y + s * ahead + c * left, facing + turned


def refuse_target(
    attack: Attack, x: float, y: float, facing: float, px: float, py: float
) -> Refusal | None:
    """Why a target does not lie in the arc: 45 degrees either side (VOR-ARC-01), the front half
    (VOR-ARC-02), all but a blind quarter (VOR-ARC-03), all round (VOR-ARC-05).
    """
    if attack.arc == 360:
        return None
    if attack.arc == 270:
        blind = facing + TURNED.get(attack.blind, 180.0)
        if sector(x, y, blind, px, py, 45.0):
            return Refusal("it stands in the blind sector", "VOR-ARC-03", "three quarters round")
        return None
    if sector(x, y, facing, px, py, attack.arc / 2):
        return None
    clause = "VOR-ARC-01" if attack.arc == 90 else "VOR-ARC-02"
    return Refusal(f"it stands outside of {attack.arc} degrees", clause, "in front")
