"""The shadows that blockers throw on a target, seen from one point: the arithmetic under `sight`.

Everything happens in a frame with its origin at the eye, u towards the target and v across. The
target fills the wedge |v| <= s * u; a line of sight is a slope m = v / u between -s and s. Whatever
stands in front of the target hides an interval of slopes. The target's apparent width is 2 * s,
measured as it would appear on a plane held up square to the line of sight.

For a disc the frame is not scaled to inches: u and v are multiplied by the distance d, so that they
are sums of products of lattice differences, hence exact.
"""

from math import sqrt

from grognard.table.base import Base
from grognard.table.lattice import direction


class Wedge:
    """One eye, one target, and the intervals of slope that blockers have been found to hide.

    Aim it, offer it blockers, then ask `covered`. It is made to be aimed again and again.
    """

    def __init__(self) -> None:
        self.ex = 0.0
        self.ey = 0.0
        # The frame's u direction: of length `scale`.
        self.cu = 1.0
        self.cv = 0.0
        self.scale = 1.0
        self.s = 0.0
        self.steep = 1.0
        # Blockers hide only with what lies at `low` <= u <= `high`: where the line of sight passes
        # below their top. `tall` says that this matters at all.
        self.tall = False
        self.low = 0.0
        self.high = 0.0
        self.eye = 0.0
        self.drop = 0.0
        # A round target: its centre is at (mid, 0), it is seen up to u = far, cap is its radius
        # squared.
        self.is_disc = True
        self.mid = 0.0
        self.far = 0.0
        self.cap = 0.0
        self.radius = 0.0
        # A box: its place in its own axes, and the one or two sides that the eye sees, each as the
        # half plane nu * u + nv * v >= nc outside of it.
        self.half_width = 0.0
        self.half_depth = 0.0
        self.tx = 0.0
        self.ty = 0.0
        self.tc = 1.0
        self.ts = 0.0
        self.sides = 0
        self.nu0 = 0.0
        self.nv0 = 0.0
        self.nc0 = 0.0
        self.nu1 = 0.0
        self.nv1 = 0.0
        self.nc1 = 0.0
        # What has been hidden: from lo to hi, by whom, and how near to the eye.
        self.lo: list[float] = []
        self.hi: list[float] = []
        self.who: list[int] = []
        self.near: list[float] = []

    def clear(self) -> None:
        """Forget what was hidden."""
        if len(self.lo) > 0:
            self.lo.clear()
            self.hi.clear()
            self.who.clear()
            self.near.clear()

    def aim(self, ex: float, ey: float, tx: float, ty: float, facing: float, base: Base) -> bool:
        """Look from (ex, ey) at a base. False when the eye is on it: all is seen."""
        self.clear()
        self.tall = False
        self.ex = ex
        self.ey = ey
        if base.is_disc:
            return self._aim_disc(tx - ex, ty - ey, base.radius)
        return self._aim_box(tx, ty, facing, base)

    def heights(self, eye: float, top: float) -> None:
        """Look from this height at this height of the target; 0 and 0 is the view in plan."""
        self.tall = eye != 0.0 or top != 0.0
        self.eye = eye
        self.drop = top - eye

    def _aim_disc(self, dx: float, dy: float, r: float) -> bool:
        d2 = dx * dx + dy * dy
        r2 = r * r
        self.is_disc = True
        if d2 <= r2:
            return False
        self.cu = dx
        self.cv = dy
        self.scale = sqrt(d2)
        self.mid = d2
        self.far = d2 - r2
        self.cap = r2 * d2
        self.radius = r
        self.s = r / sqrt(d2 - r2)
        self.steep = sqrt(1.0 + self.s * self.s)
        return True

    def _aim_box(self, tx: float, ty: float, facing: float, base: Base) -> bool:
        c, s = direction(facing)
        dx = self.ex - tx
        dy = self.ey - ty
        ahead = dx * c + dy * s
        left = dy * c - dx * s
        hd = base.half_depth
        hw = base.half_width
        if abs(ahead) <= hd and abs(left) <= hw:
            return False
        self.is_disc = False
        self.tx = tx
        self.ty = ty
        self.tc = c
        self.ts = s
        self.half_depth = hd
        self.half_width = hw
        # The outermost corners on either hand; all lie within half a turn, for the eye is outside.
        corners = base.corners(tx, ty, facing)
        lx = corners[0] - self.ex
        ly = corners[1] - self.ey
        rx = lx
        ry = ly
        for i in range(2, 8, 2):
            px = corners[i] - self.ex
            py = corners[i + 1] - self.ey
            if lx * py - ly * px > 0.0:
                lx = px
                ly = py
            if rx * py - ry * px < 0.0:
                rx = px
                ry = py
        # u runs down the middle between the two, so both are equally steep.
        ld = sqrt(lx * lx + ly * ly)
        rd = sqrt(rx * rx + ry * ry)
        mx = lx / ld + rx / rd
        my = ly / ld + ry / rd
        md = sqrt(mx * mx + my * my)
        if md < 1e-9:
            return False
        self.cu = mx / md
        self.cv = my / md
        self.scale = 1.0
        u = self.cu * lx + self.cv * ly
        v = self.cu * ly - self.cv * lx
        if u <= 0.0:
            return False
        self.s = v / u
        self.steep = sqrt(1.0 + self.s * self.s)
        self.mid = -(self.cu * dx + self.cv * dy)
        self.sides = 0
        if ahead > hd:
            self._side(c, s, hd - ahead)
        elif ahead < -hd:
            self._side(-c, -s, hd + ahead)
        if left > hw:
            self._side(-s, c, hw - left)
        elif left < -hw:
            self._side(s, -c, hw + left)
        return True

    def _side(self, nx: float, ny: float, offset: float) -> None:
        nu = self.cu * nx + self.cv * ny
        nv = self.cu * ny - self.cv * nx
        if self.sides == 0:
            self.nu0 = nu
            self.nv0 = nv
            self.nc0 = offset
        else:
            self.nu1 = nu
            self.nv1 = nv
            self.nc1 = offset
        self.sides += 1

    def level(self, top: float) -> bool:
        """Turn to a blocker of this height. False when every line of sight passes above it."""
        # The line is at eye + drop * u / mid; it must be below the top.
        self.low = 0.0
        self.high = 1e300
        spare = top - self.eye
        if self.drop > 0.0:
            if spare <= 0.0:
                return False
            self.high = self.mid * spare / self.drop
        elif self.drop < 0.0:
            if spare < 0.0:
                self.low = self.mid * spare / self.drop
        elif spare <= 0.0:
            return False
        return True

    def edge(self, x0: float, y0: float, x1: float, y1: float, who: int) -> None:
        """Offer a straight edge as a blocker."""
        x = x0 - self.ex
        y = y0 - self.ey
        u0 = self.cu * x + self.cv * y
        v0 = self.cu * y - self.cv * x
        x = x1 - self.ex
        y = y1 - self.ey
        u1 = self.cu * x + self.cv * y
        v1 = self.cu * y - self.cv * x
        # Clip to the wedge: how far inside its upper and its lower line is either end?
        s = self.s
        a0 = s * u0 - v0
        a1 = s * u1 - v1
        if a0 <= 0.0 and a1 <= 0.0:
            return
        b0 = s * u0 + v0
        b1 = s * u1 + v1
        if b0 <= 0.0 and b1 <= 0.0:
            return
        t0 = 0.0
        t1 = 1.0
        if a0 < 0.0:
            t0 = a0 / (a0 - a1)
        elif a1 < 0.0:
            t1 = a0 / (a0 - a1)
        if b0 < 0.0:
            t = b0 / (b0 - b1)
            if t > t0:
                t0 = t
        elif b1 < 0.0:
            t = b0 / (b0 - b1)
            if t < t1:
                t1 = t
        du = u1 - u0
        dv = v1 - v0
        if self.tall:
            a0 = self.high - u0
            a1 = self.high - u1
            if a0 <= 0.0 and a1 <= 0.0:
                return
            if a0 < 0.0:
                t = a0 / (a0 - a1)
                if t > t0:
                    t0 = t
            elif a1 < 0.0:
                t = a0 / (a0 - a1)
                if t < t1:
                    t1 = t
            a0 = u0 - self.low
            a1 = u1 - self.low
            if a0 <= 0.0 and a1 <= 0.0:
                return
            if a0 < 0.0:
                t = a0 / (a0 - a1)
                if t > t0:
                    t0 = t
            elif a1 < 0.0:
                t = a0 / (a0 - a1)
                if t < t1:
                    t1 = t
        if t0 >= t1:
            return
        if not self.is_disc:
            self._before_sides(u0, v0, du, dv, t0, t1, who)
            return
        # In front of a disc: no further than the points where the wedge touches it, and not inside
        # it.
        a0 = self.far - u0
        a1 = self.far - u1
        if a0 <= 0.0 and a1 <= 0.0:
            return
        if a0 < 0.0:
            t = a0 / (a0 - a1)
            if t > t0:
                t0 = t
        elif a1 < 0.0:
            t = a0 / (a0 - a1)
            if t < t1:
                t1 = t
        if t0 >= t1:
            return
        m = u0 - self.mid
        c = m * m + v0 * v0 - self.cap
        b = du * m + dv * v0
        a = du * du + dv * dv
        root = b * b - a * c
        if root <= 0.0:
            self._hide(u0, v0, du, dv, t0, t1, who)
            return
        root = sqrt(root)
        t = (-b - root) / a
        if t >= t1:
            self._hide(u0, v0, du, dv, t0, t1, who)
            return
        if t > t0:
            self._hide(u0, v0, du, dv, t0, t, who)
        t = (root - b) / a
        if t <= t0:
            self._hide(u0, v0, du, dv, t0, t1, who)
        elif t < t1:
            self._hide(u0, v0, du, dv, t, t1, who)

    def _before_sides(
        self, u0: float, v0: float, du: float, dv: float, t0: float, t1: float, who: int
    ) -> None:
        """Hide with what lies outside one of the sides that are seen: a line of sight enters a box
        only after it has passed all of them."""
        for k in range(self.sides):
            if k == 0:
                a = self.nu0 * u0 + self.nv0 * v0 - self.nc0
                b = self.nu0 * du + self.nv0 * dv
            else:
                a = self.nu1 * u0 + self.nv1 * v0 - self.nc1
                b = self.nu1 * du + self.nv1 * dv
            ta = t0
            tb = t1
            # Outside where a + b * t >= 0; flush against the side (within rounding) hides nothing.
            a -= 1e-9
            if b > 0.0:
                if -a > b * ta:
                    ta = -a / b
            elif b < 0.0:
                if a < -b * tb:
                    tb = -a / b
            elif a < 0.0:
                continue
            if ta < tb:
                self._hide(u0, v0, du, dv, ta, tb, who)

    def _hide(
        self, u0: float, v0: float, du: float, dv: float, t0: float, t1: float, who: int
    ) -> None:
        """Note the slopes that a clipped piece of an edge hides."""
        ua = u0 + t0 * du
        ub = u0 + t1 * du
        va = v0 + t0 * dv
        vb = v0 + t1 * dv
        s = self.s
        # An end in the eye itself has no slope of its own; the edge then runs along one line of
        # sight.
        if ua <= 0.0 or ub <= 0.0:
            return
        a = va / ua
        b = vb / ub
        if a > b:
            t = a
            a = b
            b = t
        if a < -s:
            a = -s
        if b > s:
            b = s
        if b > a:
            self.lo.append(a)
            self.hi.append(b)
            self.who.append(who)
            self.near.append(ua if ua < ub else ub)

    def disc(self, x: float, y: float, r: float, who: int) -> None:
        """Offer another round base as a blocker."""
        x -= self.ex
        y -= self.ey
        u = self.cu * x + self.cv * y
        q = r * self.scale
        if u + q <= 0.0:
            return
        v = self.cu * y - self.cv * x
        s = self.s
        edge = -q * self.steep
        if s * u - v <= edge or s * u + v <= edge:
            return
        c2 = u * u + v * v
        q2 = q * q
        if c2 < q2:
            # The looker's own base, or one that he stands on.
            return
        if self.is_disc:
            if u - q >= self.far:
                return
            # In front when the eye is on the blocker's side of the line that parts the two discs.
            mid = self.mid
            apart = sqrt((mid - u) * (mid - u) + v * v)
            if mid * mid - c2 + (q - self.radius * self.scale) * apart <= 0.0:
                return
        elif not self._before_box(x, y, r):
            return
        # The tangents from the eye, as directions; one that does not point forward is beyond any
        # slope.
        to = sqrt(c2 - q2)
        lu = u * to + v * q
        hu = u * to - v * q
        if lu <= 0.0 and hu <= 0.0:
            return
        a = -s
        b = s
        if self.tall:
            if u - q >= self.high or u + q <= self.low:
                return
            a = self._cut_slope(u, v, q, lu, v * to - u * q, to / c2, -1.0)
            b = self._cut_slope(u, v, q, hu, v * to + u * q, to / c2, 1.0)
        else:
            if lu > 0.0:
                a = (v * to - u * q) / lu
            if hu > 0.0:
                b = (v * to + u * q) / hu
        if a < -s:
            a = -s
        if b > s:
            b = s
        if b > a:
            self.lo.append(a)
            self.hi.append(b)
            self.who.append(who)
            self.near.append(sqrt(c2) - q)

    def _cut_slope(
        self, u: float, v: float, q: float, du: float, dv: float, f: float, sign: float
    ) -> float:
        """The outermost slope, on one hand, of that part of a disc which is tall enough."""
        at = du * f
        cut = at
        if at > self.high:
            cut = self.high
        elif at < self.low:
            cut = self.low
        if cut == at or cut <= 0.0:
            if du <= 0.0:
                return sign * self.s
            return dv / du
        half = q * q - (cut - u) * (cut - u)
        return (v + sign * sqrt(half if half > 0.0 else 0.0)) / cut

    def _before_box(self, x: float, y: float, r: float) -> bool:
        """Whether a disc (its centre relative to the eye) stands in front of the box aimed at."""
        px = x + self.ex - self.tx
        py = y + self.ey - self.ty
        ahead = px * self.tc + py * self.ts
        left = py * self.tc - px * self.ts
        na = ahead
        if na > self.half_depth:
            na = self.half_depth
        elif na < -self.half_depth:
            na = -self.half_depth
        nl = left
        if nl > self.half_width:
            nl = self.half_width
        elif nl < -self.half_width:
            nl = -self.half_width
        na -= ahead
        nl -= left
        apart = sqrt(na * na + nl * nl)
        if apart == 0.0:
            return x * x + y * y < self.mid * self.mid
        # The eye relative to the disc, in the box's axes, measured along the line that joins the
        # two.
        ea = -x * self.tc - y * self.ts
        el = x * self.ts - y * self.tc
        return (ea * na + el * nl) / apart < (r + apart) / 2.0

    def covered(self) -> float:
        """The hidden slopes together, overlaps counted once. Sorts what was noted."""
        n = len(self.lo)
        if n == 0:
            return 0.0
        lo = self.lo
        hi = self.hi
        if n == 1:
            return hi[0] - lo[0]
        # Few and half sorted: insertion is fastest.
        for i in range(1, n):
            a = lo[i]
            b = hi[i]
            j = i
            while j > 0 and lo[j - 1] > a:
                lo[j] = lo[j - 1]
                hi[j] = hi[j - 1]
                j -= 1
            lo[j] = a
            hi[j] = b
        total = 0.0
        a = lo[0]
        b = hi[0]
        for i in range(1, n):
            if lo[i] > b:
                total += b - a
                a = lo[i]
                b = hi[i]
            elif hi[i] > b:
                b = hi[i]
        return total + (b - a)
