"""A formed unit: one pose, ranks and files; its figures follow from that.

>>> spears = Formation(20.0, 10.0, 90.0, Base.box(1.0, 1.0), files=4, figures=10)
>>> spears.ranks, spears.width, spears.depth
(3, 4.0, 3.0)
>>> spears.places()[0], spears.places()[9]     # front rank from the left; the rear rank is centred
((18.5, 9.5), (20.5, 7.5))
>>> turned, inches = spears.wheel("left", 30.0)
>>> round(inches, 3), turned.facing            # the right corner's way: 4 inches times 30 degrees
(2.094, 120.0)
>>> spears.advance(6.0).front_left
(18.0, 16.0)

The pose is the middle of the front edge, from which moves are measured, and the facing. A formation
is a value: manoeuvres give a new one. Its pose lies on the lattice; figures and corners follow from
it unrounded. Its outline is the full rectangle of ranks and files, whether or not the rear rank
fills it.
"""

from math import atan2, ceil, cos, pi, radians, sin, sqrt
from typing import Final

from grognard.table.arcs import in_front_arc, sector, zone
from grognard.table.base import Base
from grognard.table.lattice import direction, snap, snap_facing
from grognard.table.polygon import convex_hull, segments_cross, side

LEFT: Final = "left"
RIGHT: Final = "right"

CENTRED: Final = "centred"
FILLED: Final = "filled"


class Formation:
    """Ranks and files of equal bases behind one front. See the module's example.

    `rear` says how an incomplete rear rank stands: `CENTRED` behind the others, or `FILLED` from
    the left. A figure's base must be a box, or its disc is taken as the box round it.
    """

    def __init__(
        self,
        x: float,
        y: float,
        facing: float,
        base: Base,
        files: int,
        figures: int,
        rear: str = CENTRED,
    ) -> None:
        if files < 1 or figures < 1:
            raise ValueError("a formation has at least one file and one figure")
        if rear != CENTRED and rear != FILLED:
            raise ValueError(f"a rear rank is {CENTRED} or {FILLED}")
        self.x = snap(x)
        self.y = snap(y)
        self.facing = snap_facing(facing)
        self.base = base
        # No file without a figure: who is fewer than a rank is all the front there is.
        self.files = files if files < figures else figures
        self.figures = figures
        self.rear = rear
        self.ranks = (figures + self.files - 1) // self.files
        self.width = self.files * base.width
        self.depth = self.ranks * base.depth
        self._c, self._s = direction(self.facing)

    # Where it stands ----------------------------------------------------------------------------

    def point(self, ahead: float, left: float) -> tuple[float, float]:
        """A point so far ahead of the middle of the front, and so far to the left."""
        return (
            self.x + self._c * ahead - self._s * left,
            self.y + self._s * ahead + self._c * left,
        )

    @property
    def front_left(self) -> tuple[float, float]:
        """The left corner of the front."""
        return self.point(0.0, self.width / 2.0)

    @property
    def front_right(self) -> tuple[float, float]:
        """The right corner of the front."""
        return self.point(0.0, -self.width / 2.0)

    @property
    def rear_left(self) -> tuple[float, float]:
        """The left corner of the rear."""
        return self.point(-self.depth, self.width / 2.0)

    @property
    def rear_right(self) -> tuple[float, float]:
        """The right corner of the rear."""
        return self.point(-self.depth, -self.width / 2.0)

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of its outline."""
        return self.point(-self.depth / 2.0, 0.0)

    def corners(self) -> list[float]:
        """The outline, flat: front right, front left, rear left, rear right."""
        out: list[float] = []
        for x, y in (self.front_right, self.front_left, self.rear_left, self.rear_right):
            out.append(x)
            out.append(y)
        return out

    def edge(self, face: str) -> tuple[float, float, float, float]:
        """One edge as a segment: of its "front", "rear", "left" or "right", counter-clockwise."""
        if face == "front":
            a, b = self.front_right, self.front_left
        elif face == LEFT:
            a, b = self.front_left, self.rear_left
        elif face == "rear":
            a, b = self.rear_left, self.rear_right
        elif face == RIGHT:
            a, b = self.rear_right, self.front_right
        else:
            raise ValueError(f"no such edge: {face}")
        return a[0], a[1], b[0], b[1]

    def outline(self) -> Base:
        """Its outline as a base, to stand at `middle` with its facing: for gaps and overlaps.

        >>> Formation(5.0, 5.0, 0.0, Base.box(1.0, 1.0), 4, 8).outline()
        Base.box(4, 2, height=1)
        """
        return Base(0.0, self.width, self.depth, self.base.height)

    def places(self) -> list[tuple[float, float]]:
        """The middles of its figures' bases: rank by rank from the front, each from the left."""
        out: list[tuple[float, float]] = []
        left = self.figures
        for rank in range(self.ranks):
            n = self.files if left > self.files else left
            first = (self.files - 1) / 2.0 if self.rear == FILLED else (n - 1) / 2.0
            for file in range(n):
                out.append(
                    self.point(-(rank + 0.5) * self.base.depth, (first - file) * self.base.width)
                )
            left -= n
        return out

    # How it changes -----------------------------------------------------------------------------

    def moved(self, x: float, y: float, facing: float) -> "Formation":
        """The same formation with its front's middle somewhere else."""
        return Formation(x, y, facing, self.base, self.files, self.figures, self.rear)

    def advance(self, inches: float) -> "Formation":
        """Straight ahead (backward when negative)."""
        x, y = self.point(inches, 0.0)
        return self.moved(x, y, self.facing)

    def shift(self, ahead: float, left: float) -> "Formation":
        """Ahead and sideways without turning."""
        x, y = self.point(ahead, left)
        return self.moved(x, y, self.facing)

    def wheel(self, pivot: str, degrees: float) -> tuple["Formation", float]:
        """Wheel forward round the left or right front corner; and how far the other corner goes.

        That is the length of its arc. Negative degrees wheel backward.
        """
        px, py = self._pivot(pivot)
        turn = self._turn(pivot, degrees)
        facing = snap_facing(self.facing + turn)
        c, s = direction(facing)
        half = self.width / 2.0 if pivot == RIGHT else -self.width / 2.0
        out = self.moved(px - s * half, py + c * half, facing)
        return out, self.width * radians(abs(degrees))

    def wheel_within(self, pivot: str, degrees: float, inches: float) -> tuple["Formation", float]:
        """Wheel as far as a distance for the outer corner allows; and the inches used."""
        most = inches / self.width * 180.0 / pi
        if abs(degrees) > most:
            # Hundredths of a degree, rounded down, so that the distance is never exceeded.
            hundredths = int(most * 100.0)
            degrees = (hundredths if degrees > 0.0 else -hundredths) / 100.0
        return self.wheel(pivot, degrees)

    def _pivot(self, pivot: str) -> tuple[float, float]:
        if pivot == LEFT:
            return self.front_left
        if pivot == RIGHT:
            return self.front_right
        raise ValueError(f"a formation wheels on its {LEFT} or its {RIGHT} corner")

    def _turn(self, pivot: str, degrees: float) -> float:
        """The change of facing: counter-clockwise round the left corner."""
        return degrees if pivot == LEFT else -degrees

    def about_face(self) -> "Formation":
        """Everybody turns round on the spot: the rear becomes the front.

        The rear rank stays the incomplete one (the figures shuffle through), so the outline stays.
        """
        x, y = self.point(-self.depth, 0.0)
        return self.moved(x, y, self.facing + 180.0)

    def face(self, hand: str) -> "Formation":
        """Everybody turns a quarter to the left or right on the spot: files become ranks.

        The new front is the old flank. Of bases that are not square the outline changes about the
        middle of the new front.
        """
        if hand != LEFT and hand != RIGHT:
            raise ValueError(f"a formation faces {LEFT} or {RIGHT}")
        sign = 1.0 if hand == LEFT else -1.0
        x, y = self.point(-self.depth / 2.0, sign * self.width / 2.0)
        facing = self.facing + sign * 90.0
        return Formation(x, y, facing, self.base, self.ranks, self.figures, self.rear)

    def turn(self, degrees: float) -> "Formation":
        """Turn the whole outline in place round its middle, counter-clockwise."""
        x, y = self.middle
        c, s = direction(snap_facing(self.facing + degrees))
        half = self.depth / 2.0
        return self.moved(x + c * half, y + s * half, self.facing + degrees)

    def with_files(self, files: int) -> "Formation":
        """Ranks added or taken away: as many files as this, the middle of the front staying."""
        return Formation(self.x, self.y, self.facing, self.base, files, self.figures, self.rear)

    def lose(self, figures: int) -> "Formation | None":
        """Losses come off the rear rank; None when nobody is left.

        The front stays where it is. Once there is only one rank, it closes up on its middle.
        """
        if figures >= self.figures:
            return None
        left = self.figures - figures
        return Formation(self.x, self.y, self.facing, self.base, self.files, left, self.rear)

    # What it passes -----------------------------------------------------------------------------

    def swept_straight(self, to: "Formation") -> list[float]:
        """The ground that a straight move to another pose passes over: the hull of both outlines.

        Exact when the facing stays; of a move that also turns, all that a straight line passes.
        """
        return convex_hull(self.corners() + to.corners())

    def swept_wheel(self, pivot: str, degrees: float, step: float = 5.0) -> list[float]:
        """The ground that a forward wheel (up to 180 degrees) passes over, as an outline.

        Round parts have a corner at every `step` degrees, outside the true arc by less than
        0.1% at 5 degrees, so nothing that is passed over is missed.
        """
        if not 0.0 < degrees <= 180.0:
            raise ValueError("a forward wheel goes on for more than 0 and up to 180 degrees")
        px, py = self._pivot(pivot)
        # The outline is star-shaped round the pivot: from the near rear corner where it stood,
        # along the rear to the far rear corner, that corner's arc, and along the new outer flank.
        near = self.rear_left if pivot == LEFT else self.rear_right
        far = self.rear_right if pivot == LEFT else self.rear_left
        sign = 1.0 if pivot == LEFT else -1.0
        turn = radians(sign * degrees)
        outer = _rotated(self.front_right if pivot == LEFT else self.front_left, px, py, turn)
        last = _rotated(far, px, py, turn)
        out = [px, py, near[0], near[1], far[0], far[1]]
        n = ceil(degrees / step)
        angle = radians(degrees) / n
        radius = sqrt(self.width * self.width + self.depth * self.depth) / cos(angle / 2.0)
        first = atan2(far[1] - py, far[0] - px)
        for k in range(n):
            a = first + sign * (k + 0.5) * angle
            out.append(px + radius * cos(a))
            out.append(py + radius * sin(a))
        out += [last[0], last[1], outer[0], outer[1]]
        if pivot == RIGHT:
            flipped: list[float] = []
            for i in range(len(out) - 2, -1, -2):
                flipped.append(out[i])
                flipped.append(out[i + 1])
            return flipped
        return out

    def corners_cross(self, to: "Formation") -> bool:
        """Whether the two lines cross that join each front corner to itself after a move."""
        a = self.front_left
        b = to.front_left
        c = self.front_right
        d = to.front_right
        return segments_cross(a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1])

    def move_crosses(
        self, to: "Formation", x0: float, y0: float, x1: float, y1: float
    ) -> list[str]:
        """Which corners cross a segment on a straight move: "front left", "rear right" and so on.

        Touching its line does not count as crossing it.
        """
        out: list[str] = []
        for name, a, b in (
            ("front left", self.front_left, to.front_left),
            ("front right", self.front_right, to.front_right),
            ("rear left", self.rear_left, to.rear_left),
            ("rear right", self.rear_right, to.rear_right),
        ):
            if segments_cross(a[0], a[1], b[0], b[1], x0, y0, x1, y1):
                out.append(name)
        return out

    def wheel_crosses(
        self, pivot: str, degrees: float, x0: float, y0: float, x1: float, y1: float
    ) -> list[str]:
        """Which corners cross a segment on a wheel, along their arcs. The pivot crosses nothing."""
        px, py = self._pivot(pivot)
        turn = self._turn(pivot, degrees)
        out: list[str] = []
        for name, at in (
            ("front left", self.front_left),
            ("front right", self.front_right),
            ("rear left", self.rear_left),
            ("rear right", self.rear_right),
        ):
            if name == "front " + pivot:
                continue
            if arc_crosses(px, py, at[0], at[1], turn, x0, y0, x1, y1):
                out.append(name)
        return out

    # What it sees -------------------------------------------------------------------------------

    def sees(self, x: float, y: float, half_angle: float = 45.0) -> bool:
        """Whether a point lies in the arc that spreads from its front corners."""
        mx, my = self.middle
        return in_front_arc(mx, my, self.facing, self.width, self.depth, x, y, half_angle)

    def sees_from_middle(self, x: float, y: float, half_angle: float = 45.0) -> bool:
        """Whether a point lies in the arc from the middle of its front."""
        return sector(self.x, self.y, self.facing, x, y, half_angle)

    def zone_of(self, x: float, y: float) -> str:
        """In whose zone a point lies: "front", "rear", "left" or "right", by `arcs.zone`."""
        mx, my = self.middle
        return zone(mx, my, self.facing, self.width, self.depth, x, y)

    def is_behind_front(self, x: float, y: float) -> bool:
        """Whether a point lies wholly behind the line of its front."""
        a = self.front_right
        b = self.front_left
        return side(a[0], a[1], b[0], b[1], x, y) > 0.0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Formation):
            return NotImplemented
        return (
            self.x == other.x
            and self.y == other.y
            and self.facing == other.facing
            and self.base == other.base
            and self.files == other.files
            and self.figures == other.figures
            and self.rear == other.rear
        )

    def __hash__(self) -> int:
        return hash((self.x, self.y, self.facing, self.files, self.figures))

    def __reduce__(self) -> tuple[object, ...]:
        return Formation, (
            self.x,
            self.y,
            self.facing,
            self.base,
            self.files,
            self.figures,
            self.rear,
        )

    def __repr__(self) -> str:
        return (
            f"Formation({self.x!r}, {self.y!r}, {self.facing!r}, {self.base!r},"
            f" files={self.files}, figures={self.figures}, rear={self.rear!r})"
        )


def _rotated(at: tuple[float, float], px: float, py: float, turn: float) -> tuple[float, float]:
    """A point turned round another by radians."""
    c = cos(turn)
    s = sin(turn)
    x = at[0] - px
    y = at[1] - py
    return px + x * c - y * s, py + x * s + y * c


def arc_crosses(
    px: float,
    py: float,
    x: float,
    y: float,
    degrees: float,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
) -> bool:
    """Whether a point (x, y), turned round (px, py), crosses a segment on its way.

    Counter-clockwise for positive degrees. Starting or ending on the segment, and grazing it, are
    no crossings.
    """
    rx = x - px
    ry = y - py
    r2 = rx * rx + ry * ry
    ax = x0 - px
    ay = y0 - py
    dx = x1 - x0
    dy = y1 - y0
    a = dx * dx + dy * dy
    b = ax * dx + ay * dy
    root = b * b - a * (ax * ax + ay * ay - r2)
    if root <= 0.0:
        return False
    root = sqrt(root)
    whole = radians(abs(degrees))
    start = atan2(ry, rx)
    for k in range(2):
        t = (-b - root) / a if k == 0 else (-b + root) / a
        if not 0.0 < t < 1.0:
            continue
        turn = atan2(ay + t * dy, ax + t * dx) - start
        if degrees < 0.0:
            turn = -turn
        turn %= 2.0 * pi
        if 1e-9 < turn < whole - 1e-9:
            return True
    return False
