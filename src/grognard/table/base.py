"""What a figure stands on: a disc, or a box with a facing.

>>> man = Base.round_mm(25)
>>> tank = Base.box(3.0, 4.0, height=2.0)
>>> gap(0.0, 0.0, 0.0, man, 10.0, 0.0, 90.0, tank)      # tank sideways on: 10 - 1.5 - 0.4921875
8.0078125

Sizes are put on the lattice as positions are (25 mm becomes 504/1024 inch of radius), so that two
discs can be compared exactly.
"""

from math import sqrt
from typing import Final

from grognard.table.lattice import STEP, direction, snap

MM: Final = 25.4
"""Millimetres to the inch."""

CONTACT: Final = 0.05
"""Bases no further apart than this are in contact: about a millimetre, what hands can do."""

SLACK: Final = STEP
"""Bases may bite this deep into each other before they overlap.

One lattice step: a base that is pushed against another at an angle cannot end exactly flush,
because its place is rounded to the lattice.
"""


class Base:
    """A disc (`radius`) or box (`width` across the front, `depth` along its facing), and a height.

    A box has a radius too, that of the disc round its corners; `is_disc` tells the two apart. A
    base is a value: do not change it after it is made.
    """

    def __init__(
        self, radius: float = 0.0, width: float = 0.0, depth: float = 0.0, height: float = 1.0
    ) -> None:
        if radius > 0.0:
            self.is_disc = True
            self.radius = snap(radius)
            self.half_width = self.radius
            self.half_depth = self.radius
        elif width > 0.0 and depth > 0.0:
            self.is_disc = False
            self.half_width = snap(width / 2.0)
            self.half_depth = snap(depth / 2.0)
            self.radius = sqrt(
                self.half_width * self.half_width + self.half_depth * self.half_depth
            )
        else:
            raise ValueError("a base is a disc with a radius or a box with a width and a depth")
        self.width = 2.0 * self.half_width
        self.depth = 2.0 * self.half_depth
        self.height = height

    @staticmethod
    def disc(radius: float, height: float = 1.0) -> "Base":
        """A round base of this radius in inches."""
        return Base(radius, 0.0, 0.0, height)

    @staticmethod
    def box(width: float, depth: float, height: float = 1.0) -> "Base":
        """A box in inches: `width` across the front, `depth` along the facing."""
        return Base(0.0, width, depth, height)

    @staticmethod
    def round_mm(diameter: float, height: float = 1.0) -> "Base":
        """A round base as it is sold: by its diameter in millimetres."""
        return Base(diameter / 2.0 / MM, 0.0, 0.0, height)

    @staticmethod
    def box_mm(width: float, depth: float, height: float = 1.0) -> "Base":
        """A box as it is sold: front by depth in millimetres."""
        return Base(0.0, width / MM, depth / MM, height)

    def corners(self, x: float, y: float, facing: float) -> list[float]:
        """The corners of a box, flat (x, y, x, y, ...), counter-clockwise from the front right.

        So: front right, front left, rear left, rear right. A disc has none.
        """
        if self.is_disc:
            return []
        c, s = direction(facing)
        fx = c * self.half_depth
        fy = s * self.half_depth
        lx = -s * self.half_width
        ly = c * self.half_width
        return [
            x + fx - lx,
            y + fy - ly,
            x + fx + lx,
            y + fy + ly,
            x - fx + lx,
            y - fy + ly,
            x - fx - lx,
            y - fy - ly,
        ]

    def reach_x(self, facing: float) -> float:
        """How far the base reaches to either side of its centre along x."""
        if self.is_disc:
            return self.radius
        c, s = direction(facing)
        return abs(c) * self.half_depth + abs(s) * self.half_width

    def reach_y(self, facing: float) -> float:
        """How far the base reaches to either side of its centre along y."""
        if self.is_disc:
            return self.radius
        c, s = direction(facing)
        return abs(s) * self.half_depth + abs(c) * self.half_width

    def covers(self, x: float, y: float, facing: float, px: float, py: float) -> bool:
        """Whether the point (px, py) lies on this base (its rim counts)."""
        return point_gap(px, py, x, y, facing, self) <= 0.0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Base):
            return NotImplemented
        return (
            self.is_disc == other.is_disc
            and self.half_width == other.half_width
            and self.half_depth == other.half_depth
            and self.height == other.height
        )

    def __hash__(self) -> int:
        return hash((self.is_disc, self.half_width, self.half_depth, self.height))

    def __reduce__(self) -> tuple[object, ...]:
        if self.is_disc:
            return Base, (self.radius, 0.0, 0.0, self.height)
        return Base, (0.0, self.width, self.depth, self.height)

    def __repr__(self) -> str:
        if self.is_disc:
            return f"Base.disc({self.radius:g}, height={self.height:g})"
        return f"Base.box({self.width:g}, {self.depth:g}, height={self.height:g})"


def point_gap(px: float, py: float, x: float, y: float, facing: float, base: Base) -> float:
    """The distance from a point to a base: 0 on it."""
    dx = px - x
    dy = py - y
    if base.is_disc:
        d = sqrt(dx * dx + dy * dy) - base.radius
        return d if d > 0.0 else 0.0
    c, s = direction(facing)
    ahead = abs(dx * c + dy * s) - base.half_depth
    side = abs(dy * c - dx * s) - base.half_width
    if ahead <= 0.0:
        return side if side > 0.0 else 0.0
    if side <= 0.0:
        return ahead
    return sqrt(ahead * ahead + side * side)


def gap(
    ax: float, ay: float, af: float, abase: Base, bx: float, by: float, bf: float, bbase: Base
) -> float:
    """The distance from edge to edge; 0 when the bases touch or overlap."""
    if abase.is_disc:
        d = point_gap(ax, ay, bx, by, bf, bbase) - abase.radius
        return d if d > 0.0 else 0.0
    if bbase.is_disc:
        d = point_gap(bx, by, ax, ay, af, abase) - bbase.radius
        return d if d > 0.0 else 0.0
    if _bite(ax, ay, af, abase, bx, by, bf, bbase) >= 0.0:
        return 0.0
    # Two convex outlines are nearest where a corner of one faces the other.
    best = -1.0
    corners = abase.corners(ax, ay, af)
    for i in range(0, 8, 2):
        d = point_gap(corners[i], corners[i + 1], bx, by, bf, bbase)
        if best < 0.0 or d < best:
            best = d
    corners = bbase.corners(bx, by, bf)
    for i in range(0, 8, 2):
        d = point_gap(corners[i], corners[i + 1], ax, ay, af, abase)
        if d < best:
            best = d
    return best


def overlap(
    ax: float, ay: float, af: float, abase: Base, bx: float, by: float, bf: float, bbase: Base
) -> bool:
    """Whether two bases overlap by more than `SLACK`; bases that only touch do not.

    Exact for two discs on the lattice. Of a box the rotated corners carry a rounding error near
    1e-12.
    """
    reach = abase.radius + bbase.radius - SLACK
    dx = bx - ax
    dy = by - ay
    d2 = dx * dx + dy * dy
    if d2 >= reach * reach:
        return False
    if abase.is_disc:
        if bbase.is_disc:
            return True
        return _disc_bite(ax, ay, abase.radius, bx, by, bf, bbase) > SLACK
    if bbase.is_disc:
        return _disc_bite(bx, by, bbase.radius, ax, ay, af, abase) > SLACK
    return _bite(ax, ay, af, abase, bx, by, bf, bbase) > SLACK


def touching(
    ax: float, ay: float, af: float, abase: Base, bx: float, by: float, bf: float, bbase: Base
) -> bool:
    """Whether two bases are in contact: no further apart than `CONTACT`."""
    if abase.is_disc and bbase.is_disc:
        dx = bx - ax
        dy = by - ay
        reach = abase.radius + bbase.radius + CONTACT
        return dx * dx + dy * dy <= reach * reach
    return gap(ax, ay, af, abase, bx, by, bf, bbase) <= CONTACT


def _disc_bite(
    px: float, py: float, r: float, x: float, y: float, facing: float, base: Base
) -> float:
    """How deep a disc bites into a box (negative: how far it stays off)."""
    c, s = direction(facing)
    dx = px - x
    dy = py - y
    ahead = abs(dx * c + dy * s) - base.half_depth
    side = abs(dy * c - dx * s) - base.half_width
    if ahead > 0.0 and side > 0.0:
        return r - sqrt(ahead * ahead + side * side)
    return r - (ahead if ahead > side else side)


def _bite(
    ax: float, ay: float, af: float, abase: Base, bx: float, by: float, bf: float, bbase: Base
) -> float:
    """How deep two boxes bite into each other: the least push that parts them (negative: apart).

    Along the four side directions of the two boxes; enough to tell convex shapes apart.
    """
    ac, sa = direction(af)
    bc, sb = direction(bf)
    dx = bx - ax
    dy = by - ay
    # Cosine and sine of the angle between the boxes, for their reach along each other's sides.
    co = abs(ac * bc + sa * sb)
    si = abs(ac * sb - sa * bc)
    least = (
        abase.half_depth + bbase.half_depth * co + bbase.half_width * si - abs(dx * ac + dy * sa)
    )
    d = abase.half_width + bbase.half_depth * si + bbase.half_width * co - abs(dy * ac - dx * sa)
    if d < least:
        least = d
    d = bbase.half_depth + abase.half_depth * co + abase.half_width * si - abs(dx * bc + dy * sb)
    if d < least:
        least = d
    d = bbase.half_width + abase.half_depth * si + abase.half_width * co - abs(dy * bc - dx * sb)
    if d < least:
        least = d
    return least


def slide_to_contact(
    x: float,
    y: float,
    facing: float,
    base: Base,
    tx: float,
    ty: float,
    tf: float,
    tbase: Base,
) -> tuple[float, float]:
    """The lattice place, from the target's centre towards (x, y), at which the bases just touch.

    They touch and do not overlap, whatever the shapes. A centre that lies on the target's own is
    pushed out along x.
    """
    dx = x - tx
    dy = y - ty
    d = sqrt(dx * dx + dy * dy)
    if d == 0.0:
        dx = 1.0
        d = 1.0
    dx /= d
    dy /= d
    # The gap grows along the ray (both shapes are convex), so halving finds the place; discs need
    # none.
    far = base.radius + tbase.radius
    near = far
    if not (base.is_disc and tbase.is_disc):
        near = 0.0
        for _ in range(40):
            mid = (near + far) / 2.0
            if gap(tx + dx * mid, ty + dy * mid, facing, base, tx, ty, tf, tbase) > 0.0:
                far = mid
            else:
                near = mid
    # Rounding may have pushed the place inwards: step out until it no longer overlaps.
    push = 0.0
    while True:
        px = snap(tx + dx * (far + push))
        py = snap(ty + dy * (far + push))
        if not overlap(px, py, facing, base, tx, ty, tf, tbase):
            return px, py
        push += STEP / 2.0
