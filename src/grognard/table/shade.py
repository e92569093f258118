"""What one eye surely sees and surely does not, so that only doubtful bases are looked at closely.

A `Shade` is made for one eye and a box of targets. Every piece and disc that stands wholly before
the box darkens a range of directions; those ranges are merged once. What stands beside or in the
box darkens its range for what lies behind it. A base whose whole wedge is dark is hidden, one whose
wedge nothing touches is in full view; about all others `verdict` says that it does not know.

>>> from grognard.table.sight import Corridor
>>> corridor = Corridor()
>>> corridor.add_edge(5.0, -1.0, 5.0, 1.0)
>>> corridor.close("wall", 1, 1.0)
>>> shade = Shade(corridor, 0.0, 0.0, (9.0, -6.0, 11.0, 6.0))
>>> shade.verdict(10.0, 0.0, 0.5), shade.verdict(10.0, 5.0, 0.5), shade.verdict(10.0, 2.0, 0.5)
(0, 1, -1)
"""

from math import sqrt
from typing import Final

from grognard.table.blocker import Discs
from grognard.table.sight import Bounds, Corridor

HIDDEN: Final = 0
SEEN: Final = 1
DOUBTFUL: Final = -1

_HAIR: Final = 1e-9
_DOUBT: Final = 1e-6
"""This near to half (as a share of it) rounding might decide: that is looked at closely."""


class Shade:
    """The dark directions of one eye, as slopes in the frame that looks at the box's middle."""

    def __init__(
        self, corridor: Corridor, ex: float, ey: float, box: Bounds, bases: bool = True
    ) -> None:
        self.ex = ex
        self.ey = ey
        self.ux = (box[0] + box[2]) / 2.0 - ex
        self.uy = (box[1] + box[3]) / 2.0 - ey
        d = sqrt(self.ux * self.ux + self.uy * self.uy)
        # Dark ranges, merged and sorted; and four numbers for each of those that are no matter up
        # to a distance and dark only beyond another: low, high, from, to.
        self.lo: list[float] = []
        self.hi: list[float] = []
        self.maybe: list[float] = []
        self.low = 0.0
        self.high = 0.0
        self.near = 0.0
        self.far = 0.0
        self.knows = False
        self.blind = False  # whether all of the box is dark
        self.open = False  # whether nothing hides any of it
        if d == 0.0:
            return
        self.ux /= d
        self.uy /= d
        half_u = (abs(self.ux) * (box[2] - box[0]) + abs(self.uy) * (box[3] - box[1])) / 2.0
        self.near = d - half_u
        self.far = d + half_u
        if self.near <= 1e-6:
            return
        self.knows = True
        self._window(box)
        self._pieces(corridor)
        if bases:
            self._discs(corridor.discs)
        self._sum_up()

    def add_discs(self, discs: Discs) -> None:
        """Take these bases too."""
        if self.knows and len(discs.x) > 0:
            self._discs(discs)
            self._sum_up()

    def _sum_up(self) -> None:
        self._merge()
        n = len(self.lo)
        self.open = n == 0 and len(self.maybe) == 0
        self.blind = n > 0 and self.lo[0] <= self.low and self.hi[0] >= self.high

    def _window(self, box: Bounds) -> None:
        """The slopes between which the whole box is seen: nothing outside them matters."""
        low = 1e300
        high = -1e300
        for k in range(4):
            x = (box[0] if k & 1 else box[2]) - self.ex
            y = (box[1] if k & 2 else box[3]) - self.ey
            m = (y * self.ux - x * self.uy) / (x * self.ux + y * self.uy)
            if m < low:
                low = m
            if m > high:
                high = m
        self.low = low
        self.high = high

    def _pieces(self, c: Corridor) -> None:
        """A whole piece darkens all between its outermost corners; of others each edge does for
        itself."""
        for b in c.blockers:
            if b.whole:
                self._outline(b.ax, b.ay)
            else:
                for i in range(len(b.ax)):
                    self._outline([b.ax[i], b.bx[i]], [b.ay[i], b.by[i]])

    def _outline(self, xs: list[float], ys: list[float]) -> None:
        """What an unbroken line through these points darkens."""
        ex = self.ex
        ey = self.ey
        ux = self.ux
        uy = self.uy
        least = 1e300
        most = -1e300
        start = 1e300
        end = -1e300
        for i in range(len(xs)):
            x = xs[i] - ex
            y = ys[i] - ey
            u = x * ux + y * uy
            if u < start:
                start = u
            if u > end:
                end = u
            if u > 0.0:
                m = (y * ux - x * uy) / u
                if m < least:
                    least = m
                if m > most:
                    most = m
        if start >= self.far or end <= 0.0:
            return
        if start <= 0.0:
            # Beside the eye: from somewhere in view round to beyond a right angle.
            self._maybe(-1e300, 1e300, 0.0, 1e300)
        elif end < self.near:
            self._dark(least, most)
        else:
            self._maybe(least, most, start, end)

    def _dark(self, low: float, high: float) -> None:
        if high > self.low and low < self.high:
            self.lo.append(low)
            self.hi.append(high)

    def _maybe(self, low: float, high: float, start: float, end: float) -> None:
        if high > self.low and low < self.high:
            self.maybe.append(low)
            self.maybe.append(high)
            self.maybe.append(start)
            self.maybe.append(end)

    def _discs(self, discs: Discs) -> None:
        for i in range(len(discs.x)):
            x = discs.x[i] - self.ex
            y = discs.y[i] - self.ey
            r = discs.r[i]
            u = x * self.ux + y * self.uy
            v = y * self.ux - x * self.uy
            if u - r >= self.far or u + r <= 0.0:
                continue
            d2 = u * u + v * v - r * r
            if d2 <= 0.0:
                self._maybe(-1e300, 1e300, 0.0, 1e300)
                continue
            t = sqrt(d2)
            # The tangents: the direction to the middle, turned by the angle whose tangent is r/t.
            low_u = u * t + v * r
            low_v = v * t - u * r
            high_u = u * t - v * r
            high_v = v * t + u * r
            if low_u <= 0.0 or high_u <= 0.0:
                self._maybe(
                    low_v / low_u if low_u > 0.0 else -1e300,
                    high_v / high_u if high_u > 0.0 else 1e300,
                    0.0,
                    1e300,
                )
            elif u + r < self.near:
                self._dark(low_v / low_u, high_v / high_u)
            else:
                self._maybe(low_v / low_u, high_v / high_u, u - r, u + r)

    def _merge(self) -> None:
        lo = self.lo
        hi = self.hi
        n = len(lo)
        # They are few: sorting them in place, by insertion, is quickest.
        for i in range(1, n):
            a = lo[i]
            b = hi[i]
            k = i
            while k > 0 and lo[k - 1] > a:
                lo[k] = lo[k - 1]
                hi[k] = hi[k - 1]
                k -= 1
            lo[k] = a
            hi[k] = b
        kept = 0
        for i in range(1, n):
            if lo[i] <= hi[kept]:
                if hi[i] > hi[kept]:
                    hi[kept] = hi[i]
            else:
                kept += 1
                lo[kept] = lo[i]
                hi[kept] = hi[i]
        if n > 0:
            del lo[kept + 1 :]
            del hi[kept + 1 :]

    def dark(self, box: Bounds) -> bool:
        """Whether all of a smaller box inside the box is surely hidden."""
        if self.blind or not self.knows:
            return self.blind
        low = 1e300
        high = -1e300
        front = 1e300
        for k in range(4):
            x = (box[0] if k & 1 else box[2]) - self.ex
            y = (box[1] if k & 2 else box[3]) - self.ey
            u = x * self.ux + y * self.uy
            m = (y * self.ux - x * self.uy) / u
            if m < low:
                low = m
            if m > high:
                high = m
            if u < front:
                front = u
        for i in range(len(self.lo)):
            if self.lo[i] <= low and self.hi[i] >= high:
                return True
        maybe = self.maybe
        for i in range(0, len(maybe), 4):
            if maybe[i] <= low and maybe[i + 1] >= high and maybe[i + 3] < front:
                return True
        return False

    def verdict(self, tx: float, ty: float, r: float) -> int:
        """`SEEN` in full, `HIDDEN` altogether, or `DOUBTFUL`; of a disc inside the box."""
        if self.blind:
            return HIDDEN
        if self.open:
            return SEEN
        if not self.knows:
            return DOUBTFUL
        x = tx - self.ex
        y = ty - self.ey
        u = x * self.ux + y * self.uy
        v = y * self.ux - x * self.uy
        d2 = u * u + v * v - r * r
        if d2 <= 0.0:
            return DOUBTFUL
        t = sqrt(d2)
        low_u = u * t + v * r
        high_u = u * t - v * r
        if low_u <= 0.0 or high_u <= 0.0:
            return DOUBTFUL
        low = (v * t - u * r) / low_u
        high = (v * t + u * r) / high_u
        doubt = False
        for i in range(len(self.lo)):
            if self.lo[i] <= low + _HAIR and self.hi[i] >= high - _HAIR:
                return HIDDEN
            if self.lo[i] < high and self.hi[i] > low:
                doubt = True
        maybe = self.maybe
        for i in range(0, len(maybe), 4):
            if maybe[i] < high and maybe[i + 1] > low and maybe[i + 2] < u + r:
                if (
                    maybe[i + 3] < u - r
                    and maybe[i] <= low + _HAIR
                    and maybe[i + 1] >= high - _HAIR
                ):
                    return HIDDEN
                doubt = True
        return DOUBTFUL if doubt else SEEN

    def half(self, tx: float, ty: float, r: float) -> int:
        """`SEEN` if surely at least half of a disc inside the box is in view, `HIDDEN` if surely
        less, or `DOUBTFUL`."""
        found = self.search([tx], [ty], [r], 0)
        return HIDDEN if found < 0 else SEEN if found & 1 else DOUBTFUL

    def search(self, xs: list[float], ys: list[float], rs: list[float], start: int) -> int:
        """The first of these discs, from number `start` on, that is not surely hidden by half:
        twice its number, and 1 more if it is surely seen; -1 when there is none."""
        n = len(xs)
        if self.blind or start >= n:
            return -1
        if self.open:
            return 2 * start + 1
        if not self.knows:
            return 2 * start
        ex = self.ex
        ey = self.ey
        ux = self.ux
        uy = self.uy
        lo = self.lo
        hi = self.hi
        maybe = self.maybe
        for at in range(start, n):
            x = xs[at] - ex
            y = ys[at] - ey
            r = rs[at]
            u = x * ux + y * uy
            v = y * ux - x * uy
            d2 = u * u + v * v - r * r
            if d2 <= 0.0:
                return 2 * at
            t = sqrt(d2)
            low_u = u * t + v * r
            high_u = u * t - v * r
            if low_u <= 0.0 or high_u <= 0.0:
                return 2 * at
            low = (v * t - u * r) / low_u
            high = (v * t + u * r) / high_u
            # Widths count as whoever looks straight at the disc has them: from -s to s.
            s = r / t
            enough = s + s * _DOUBT
            dark = 0.0
            for i in range(len(lo)):
                a = lo[i]
                if a >= high:
                    break
                b = hi[i]
                if b > low:
                    dark += (s if b >= high else (b * u - v) / (u + b * v)) - (
                        -s if a <= low else (a * u - v) / (u + a * v)
                    )
            if dark > enough:
                continue
            most = dark
            for i in range(0, len(maybe), 4):
                a = maybe[i]
                b = maybe[i + 1]
                if a < high and b > low and maybe[i + 2] < u + r:
                    width = (s if b >= high else (b * u - v) / (u + b * v)) - (
                        -s if a <= low else (a * u - v) / (u + a * v)
                    )
                    most += width
                    if width > dark and maybe[i + 3] < u - r:
                        dark = width
            if dark > enough:
                continue
            return 2 * at + 1 if most < s - s * _DOUBT else 2 * at
        return -1
