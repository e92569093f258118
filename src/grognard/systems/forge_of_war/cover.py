"""Chapter 7 and 8.1: what shelters a figure, and who sees whom."""

from __future__ import annotations

from math import sqrt
from typing import Final

from grognard.systems.forge_of_war.board import NEAR_OBSTACLE, Piece
from grognard.systems.forge_of_war.contact import apart as base_gap
from grognard.systems.forge_of_war.hulls import gap
from grognard.systems.forge_of_war.state import Battle, Look, Strip, Unit
from grognard.table.blocker import Discs
from grognard.table.shade import DOUBTFUL, HIDDEN, SEEN, Shade
from grognard.table.sight import FIGURE, Corridor

WITHIN_COVER: Final = 6.0
"""FOW-7.4-01: the range of every weapon inside one piece of cover."""

OVER_FRIENDS: Final = 3.0
"""FOW-6.2-16: how far beyond friends an enemy must be for elevated figures."""


def sheltering(b: Battle, u: Unit) -> list[int]:
    """For each figure the pieces that shelter it, one bit each. Remembered while it stands."""
    if u.at is not None:
        return u.at
    out: list[int] = []
    x0, y0, x1, y1 = u.box()
    near = []
    for piece in b.board.shelters:
        s = piece.shape
        if (
            s.min_x - 5.0 <= x1
            and s.max_x + 5.0 >= x0
            and s.min_y - 5.0 <= y1
            and s.max_y + 5.0 >= y0
        ):
            near.append(piece)
    for i in range(u.figures):
        bits = 0
        r = u.kinds[u.kind[i]].radius
        for piece in near:
            if u.boxed and piece.obstacle:
                hull = u.kinds[u.kind[i]].base.corners(u.x[i], u.y[i], u.facing)
                if gap(hull, piece.shape.points) <= NEAR_OBSTACLE:
                    bits |= 1 << piece.id
            elif piece.shelters(u.x[i], u.y[i], r):
                bits |= 1 << piece.id
        out.append(bits)
    u.at = out
    return out


def at_pieces(b: Battle, u: Unit, i: int) -> int:
    """The pieces that shelter this figure, one bit each."""
    return sheltering(b, u)[i]


def unit_pieces(b: Battle, u: Unit) -> int:
    """The pieces that shelter any figure of the unit."""
    bits = 0
    for at in sheltering(b, u):
        bits |= at
    return bits


def hiding(b: Battle, bits: int) -> int:
    """Those of the pieces that block sight of whoever is in them."""
    return bits & b.board.hiding


def majority(values: list[int], everybody: bool = False) -> int:
    """The best cover that more than half of the figures have (FOW-GAP-71), or all of them."""
    if not values:
        return 0
    values.sort(reverse=True)
    return values[-1] if everybody else values[len(values) // 2]


def cover_row(b: Battle, u: Unit) -> int:
    """The row of the activation table for this unit: 0 none, 1 soft, 2 hard, 3 fortified."""
    rows: list[int] = []
    for i in range(u.figures):
        best = 0
        bits = at_pieces(b, u, i)
        if bits:
            for piece in b.board.shelters:
                if bits >> piece.id & 1 and piece.cover_row > best:
                    best = piece.cover_row
        rows.append(best)
    return majority(rows, b.settings.unit_cover == "all")


def cover_from(b: Battle, u: Unit, i: int, bits: int, x: float, y: float) -> int:
    """What the pieces in `bits` are worth to figure i against a shot from (x, y).

    1 soft, 2 hard, 3 built for it, 4 and more a bunker (FOW-7.1-01, FOW-7.2-01 to FOW-7.2-04);
    the best only. An obstacle shelters only from shots across it.
    """
    best = 0
    for piece in b.board.shelters:
        if (
            bits >> piece.id & 1
            and piece.cover > best
            and (not piece.obstacle or across(piece, x, y, u.x[i], u.y[i]))
        ):
            best = piece.cover
    return best


def across(piece: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether the line runs through the piece."""
    s = piece.shape
    if (x0 < s.min_x and x1 < s.min_x) or (x0 > s.max_x and x1 > s.max_x):
        return False
    if (y0 < s.min_y and y1 < s.min_y) or (y0 > s.max_y and y1 > s.max_y):
        return False
    return s.inside_length(x0, y0, x1, y1) > 0.0


OVER_NOBODY: Final = 0
OVER_FRIENDLY: Final = 1
OVER_ALL: Final = 2
"""Over whom a vehicle's weapon is fired."""


def mount_over(u: Unit, k: int) -> int:
    """FOW-10.2-02: turrets over friendly infantry. FOW-10.2-03: no hull or sponson. FOW-10.2-04:
    all weapons of skimmers over any unit or vehicle, not over terrain."""
    if u.profile.hover:
        return OVER_ALL
    return OVER_FRIENDLY if u.kinds[u.kind[k]].mount == "turret" else OVER_NOBODY


def looks_over(u: Unit) -> int:
    """What the crew sees over: as the best of its weapons that still work."""
    if u.profile.hover:
        return OVER_ALL
    for k, kind in enumerate(u.kinds):
        if kind.mount == "turret" and not u.lost >> k & 1:
            return OVER_FRIENDLY
    return OVER_NOBODY


def add_hull(corridor: Corridor, w: Unit) -> None:
    """A vehicle blocks the line like terrain, all of its outline (FOW-8.1-04)."""
    c = w.kinds[w.kind[0]].base.corners(w.x[0], w.y[0], w.facing)
    for k in range(0, 8, 2):
        m = (k + 2) % 8
        corridor.add_edge(c[k], c[k + 1], c[m], c[m + 1])
    corridor.close(FIGURE, w.index * 1000, 1.0, True)


TRIES: Final = 4
"""So many pairs of figures are looked at singly before many looks are prepared."""

NO_BASES: Final = Discs()
"""Of a corridor that knows only the terrain yet; nothing is ever put in."""

PAIR: Final = 1000
"""A figure of one unit and one of another in one number."""

Box = tuple[float, float, float, float]


class Lines:
    """Sight from the figures of one unit to those of another, made for many looks.

    What is dear is made when it is first needed: the terrain between them, then the bases.
    """

    def __init__(
        self,
        b: Battle,
        u: Unit,
        v: Unit,
        unhidden: bool = False,
        around: Box | None = None,
        over: int = -1,
    ) -> None:
        self.b = b
        self.u = u
        self.v = v
        self.over = over if over >= 0 or not u.vehicle else looks_over(u)
        self._gunnery = u.gunnery
        self._by_mount: dict[int, Lines] = {}
        self.unhidden = unhidden
        self.from_pieces = sheltering(b, u)
        self._mine = u.radii()
        self._from_bits = 0
        for bits in self.from_pieces:
            self._from_bits |= bits
        self._corridors: dict[int, Corridor] = {}
        self._shades: dict[int, Shade] = {}
        self._whole: set[int] = set()  # the shades that know of bases too
        self._bases: Discs | None = None
        self._prepared = False
        self._between: list[Piece] = []
        self.witness = -1  # who was found to see whom (i * PAIR + j)
        self._by_bases = False  # whether more than terrain has been asked
        self._nx = self._ny = self._half = self._line = 0.0
        self._hull = self._from = self.to = (0.0, 0.0, 0.0, 0.0)
        self._around = around
        self.look_at(v)

    def look_at(self, v: Unit) -> None:
        """Look at the target as it stands here; inside the box given, if one was."""
        self.v = v
        self._boxes = self.u.boxed or v.boxed
        self._theirs = v.radii()
        self.to_pieces = sheltering(self.b, v)
        known = v.blown  # FOW-7.3-02
        if self.unhidden or v.player == self.u.player or v.seen_by >> self.u.index & 1:
            known = -1  # friends do not hide
        elif not self.b.settings.hidden_in_cover:  # FOW-GAP-30
            known = -1
        unknown = ~known & self.b.board.hiding
        self.hidden_in: list[int] = []
        self._to_bits = 0
        self._alike = True  # they all stand in the same pieces
        for bits in self.to_pieces:
            self.hidden_in.append(bits & unknown)
            self._to_bits |= bits
            if bits != self.to_pieces[0]:
                self._alike = False

    def _prepare(self) -> None:
        """What may stand between the two at all."""
        if self._prepared:
            return
        self._prepared = True
        u = self.u
        v = self.v
        self._from = u.bounds()
        self.to = self._around or v.bounds()
        self._between = self._pieces_between()

    def strip(self) -> Strip | None:
        """Nothing outside it can come between, or has; None: whoever comes or goes, nothing
        changes."""
        if self.witness >= 0:
            return self._line_of(self.witness // PAIR, self.witness % PAIR)
        if not self._by_bases and not self.b.hulls:
            return None
        self._prepare()
        return Strip(self._hull, self._nx, self._ny, self._line, self._half)

    def _line_of(self, i: int, j: int) -> Strip:
        """As long as nobody steps in here, figure i sees figure j."""
        v = self.v
        ex = self.u.x[i]
        ey = self.u.y[i]
        tx = v.x[j]
        ty = v.y[j]
        r = v.kinds[v.kind[j]].radius
        nx = ey - ty
        ny = tx - ex
        length = sqrt(nx * nx + ny * ny)
        if length > 0.0:
            nx /= length
            ny /= length
        box = (
            ex if ex < tx - r else tx - r,
            ey if ey < ty - r else ty - r,
            ex if ex > tx + r else tx + r,
            ey if ey > ty + r else ty + r,
        )
        return Strip(box, nx, ny, nx * ex + ny * ey, r + 1e-9)

    def _corridor(self, skip: int) -> Corridor:
        """All that may stand between the two units: terrain and the bases of other units."""
        found = self._terrain(skip)
        found.discs = self._others()
        return found

    def _others(self) -> Discs:
        """The bases alone."""
        if self._bases is None:
            self._bases = self._add_bases(Discs(), False)
        return self._bases

    def _terrain(self, skip: int) -> Corridor:
        """The terrain, but for the pieces in which the two stand; bases come with `_corridor`."""
        found = self._corridors.get(skip)
        if found is None:
            found = self._corridors[skip] = self._pieces(skip, NO_BASES)
        return found

    def _pieces(self, skip: int, bases: Discs) -> Corridor:
        corridor = Corridor(bases)
        for piece in self._between:
            if not skip >> piece.id & 1:
                corridor.add_piece(piece.shape)
        if self.b.hulls and self.over != OVER_ALL:
            x0, y0, x1, y1 = self._hull
            for w in self.b.hulls:
                if not w.on_table or w.index == self.u.index or w.index == self.v.index:
                    continue
                if x0 - 3.0 <= w.x[0] <= x1 + 3.0 and y0 - 3.0 <= w.y[0] <= y1 + 3.0:
                    add_hull(corridor, w)
        return corridor

    def _pieces_between(self) -> list[Piece]:
        """The pieces of terrain that might stand between the two units."""
        a = self._from
        c = self.to
        x0 = min(a[0], c[0])
        y0 = min(a[1], c[1])
        x1 = max(a[2], c[2])
        y1 = max(a[3], c[3])
        # Across the direction from box to box; what lies wholly to one side is left out.
        mx = (a[0] + a[2]) / 2.0
        my = (a[1] + a[3]) / 2.0
        nx = my - (c[1] + c[3]) / 2.0
        ny = (c[0] + c[2]) / 2.0 - mx
        length = sqrt(nx * nx + ny * ny)
        if length > 0.0:
            nx /= length
            ny /= length
        wide_u = abs(nx) * (a[2] - a[0]) + abs(ny) * (a[3] - a[1])
        wide_v = abs(nx) * (c[2] - c[0]) + abs(ny) * (c[3] - c[1])
        self._nx = nx
        self._ny = ny
        self._half = (wide_u if wide_u > wide_v else wide_v) / 2.0 + 1e-9
        self._line = nx * mx + ny * my
        self._hull = (x0, y0, x1, y1)
        out: list[Piece] = []
        for piece in self.b.board.blockers:
            s = piece.shape
            if s.min_x > x1 or s.max_x < x0 or s.min_y > y1 or s.max_y < y0:
                continue
            off = (nx * (s.min_x + s.max_x) + ny * (s.min_y + s.max_y)) / 2.0 - self._line
            own = (abs(nx) * (s.max_x - s.min_x) + abs(ny) * (s.max_y - s.min_y)) / 2.0
            if off - own <= self._half and off + own >= -self._half:
                out.append(piece)
        return out

    def _add_bases(self, bases: Discs, over_friends: bool) -> Discs:
        """Put the bases of other units in, those of friends too if he does not look over them."""
        x0, y0, x1, y1 = self._hull
        nx = self._nx
        ny = self._ny
        half = self._half
        line = self._line
        if self.over == OVER_ALL:
            return bases
        for w in self.b.units:
            if w.index == self.v.index or w.index == self.u.index:
                continue
            if not w.on_table or w.boxed:
                continue
            if w.player == self.u.player and (
                over_friends or (self.over == OVER_FRIENDLY and w.profile.type == "infantry")
            ):
                continue
            bx0, by0, bx1, by1 = w.bounds()
            if bx0 > x1 or bx1 < x0 or by0 > y1 or by1 < y0:
                continue
            off = (nx * (bx0 + bx1) + ny * (by0 + by1)) / 2.0 - line
            wide = (abs(nx) * (bx1 - bx0) + abs(ny) * (by1 - by0)) / 2.0 + half
            if off > wide or off < -wide:
                continue
            xs = w.x
            ys = w.y
            radii = w.radii()
            for f in range(len(xs)):
                wx = xs[f]
                wy = ys[f]
                r = radii[f]
                off = nx * wx + ny * wy - line
                if off - r > half or off + r < -half:
                    continue
                if wx - r > x1 or wx + r < x0 or wy - r > y1 or wy + r < y0:
                    continue
                bases.add(w.index * 1000 + f, wx, wy, r, 1.0)
        return bases

    def sees(self, i: int, j: int) -> bool:
        """Whether figure i of u may draw a line to figure j of v: at least half its base in view
        (FOW-8.1-05), nothing in between (FOW-8.1-04), and not hidden in cover (FOW-7.3-04)."""
        if self._gunnery:
            over = mount_over(self.u, i)
            if over != self.over:
                return self._through(over).sees(i, j)
        if self.hides(i, j):
            return False
        self._prepare()
        skip = self.from_pieces[i] | self.to_pieces[j]
        if self.u.level[i] > 0:
            return self._from_above(i, j, skip)
        if self.b.settings.line_of_sight == "centres":
            return self._corridor(skip).line(self.u.x[i], self.u.y[i], self.v.x[j], self.v.y[j])
        return self._clear(i, j, skip)

    def between(self, i: int, j: int) -> Corridor:
        """All that may stand between figure i and figure j."""
        over = mount_over(self.u, i)
        if over != self.over:
            return self._through(over).between(i, j)
        self._prepare()
        return self._corridor(self.from_pieces[i] | self.to_pieces[j])

    def _through(self, over: int) -> Lines:
        """The same for weapons on another mount."""
        found = self._by_mount.get(over)
        if found is None:
            found = Lines(self.b, self.u, self.v, self.unhidden, self._around, over)
            self._by_mount[over] = found
        return found

    def hides(self, i: int, j: int) -> bool:
        """FOW-7.3-04: j is in cover that i does not share, not blown, and was not seen to go in.

        An obstacle hides only from across it.
        """
        hidden = self.hidden_in[j] & ~self.from_pieces[i]
        if hidden == 0:
            return False
        if hidden & self.b.board.insides:
            return True
        u = self.u
        v = self.v
        for piece in self.b.board.shelters:
            if hidden >> piece.id & 1 and across(piece, u.x[i], u.y[i], v.x[j], v.y[j]):
                return True
        return False

    def _clear(self, i: int, j: int, skip: int) -> bool:
        """Whether half the base is in view past all that stands between."""
        v = self.v
        base = v.kinds[v.kind[j]].base
        shade = self._shade(i, skip)
        if v.boxed:
            said = shade.verdict(v.x[j], v.y[j], base.radius)
        else:
            said = shade.half(v.x[j], v.y[j], base.radius)
        if said != DOUBTFUL:
            return said == SEEN
        return self._corridor(skip).half(self.u.x[i], self.u.y[i], v.x[j], v.y[j], base, v.facing)

    def _outline(self, i: int, skip: int) -> Shade:
        """What figure i would see were there nobody else on the table, or less."""
        key = skip * PAIR + i
        found = self._shades.get(key)
        if found is None:
            found = Shade(self._terrain(skip), self.u.x[i], self.u.y[i], self.to, False)
            self._shades[key] = found
        return found

    def _shade(self, i: int, skip: int) -> Shade:
        """What figure i sees."""
        shade = self._outline(i, skip)
        key = skip * PAIR + i
        if key not in self._whole:
            self._whole.add(key)
            shade.add_discs(self._others())
        return shade

    def _from_above(self, i: int, j: int, skip: int) -> bool:
        """FOW-6.2-16: elevated figures look over friends who stand 3\" or more before the enemy.

        Not over friends who stand as high as they do.
        """
        u = self.u
        v = self.v
        base = v.kinds[v.kind[j]].base
        corridor = self._pieces(skip, self._add_bases(Discs(), True))
        d = self.distance(i, j)
        for w in self.b.units:
            if w is u or w.player != u.player or not w.on_table or w.boxed:
                continue
            for f in range(w.figures):
                r = w.kinds[w.kind[f]].radius
                dx = w.x[f] - u.x[i]
                dy = w.y[f] - u.y[i]
                to_friend = sqrt(dx * dx + dy * dy) - r - u.kinds[u.kind[i]].radius
                if w.level[f] >= u.level[i] or d - to_friend < OVER_FRIENDS:
                    corridor.add_disc(w.index * 1000 + f, w.x[f], w.y[f], r, 1.0)
        if self.b.settings.line_of_sight == "centres":
            return corridor.line(u.x[i], u.y[i], v.x[j], v.y[j])
        return corridor.half(u.x[i], u.y[i], v.x[j], v.y[j], base, v.facing)

    def distance(self, i: int, j: int) -> float:
        """From base edge to base edge."""
        u = self.u
        v = self.v
        if self._boxes:
            return base_gap(u, i, v, j)
        dx = v.x[j] - u.x[i]
        dy = v.y[j] - u.y[i]
        d = sqrt(dx * dx + dy * dy) - self._mine[i] - self._theirs[j]
        return d if d > 0.0 else 0.0

    def range_limit(self, i: int, j: int) -> float:
        """FOW-7.4-01, FOW-7.4-02: 6\" between figures in one piece of cover; else no limit."""
        if self.from_pieces[i] & self.to_pieces[j] & self.b.board.insides:
            return WITHIN_COVER
        return 1e9

    def cover(self, i: int, j: int) -> int:
        """What figure j's cover is worth against figure i, blown or not (FOW-7.3-03)."""
        bits = self.to_pieces[j]
        if not self.b.settings.cover_inside:  # FOW-GAP-31
            bits &= ~self.from_pieces[i]
        return cover_from(self.b, self.v, j, bits, self.u.x[i], self.u.y[i])

    def any(self, hint: int = -1) -> bool:
        """Whether anybody sees anybody; a pair that might is asked first."""
        u = self.u
        v = self.v
        self.witness = -1
        self._by_bases = False
        if max(u.level) > 0:
            self._by_bases = True
            for i in range(u.figures):
                for j in range(v.figures):
                    if self.sees(i, j):
                        return True
            return False
        if hint >= 0 and hint // PAIR < u.figures and hint % PAIR < v.figures:
            self._prepare()
            if self._look(hint // PAIR, hint % PAIR):
                return True
        if self._around is None and self.cut_off():
            return False
        everybody = list(range(v.figures))
        return self._any_in([everybody for _ in range(u.figures)], u.figures * v.figures)

    def any_of(self, pairs: list[int]) -> bool:
        """Whether one of these pairs (i * PAIR + j, in order) sees, nobody being elevated."""
        rows: list[list[int]] = [[] for _ in range(self.u.figures)]
        for pair in pairs:
            rows[pair // PAIR].append(pair % PAIR)
        return self._any_in(rows, len(pairs))

    def _any_in(self, rows: list[list[int]], looks: int) -> bool:
        """The same of rows: for each figure of u those of v that it looks for."""
        if looks == 0:
            return False
        self._prepare()
        if self._singly():
            self._by_bases = True
            for i in range(len(rows)):
                for j in rows[i]:
                    if self._look(i, j):
                        return True
            return False
        # Where there is any sight most pairs have it: a few from all over, looked at singly.
        if self._around is None:
            step = looks // TRIES + 1
            wait = step // 2
            for i in range(len(rows)):
                row = rows[i]
                while wait < len(row):
                    if self._look(i, row[wait]):
                        return True
                    wait += step
                wait -= len(row)
        v = self.v
        theirs = v.bounds()
        if self._around is not None and self._cut(
            self.u.box(), theirs, self._from_bits | self._to_bits
        ):
            return False
        for i in range(len(rows)):
            if self._any_for(i, rows[i], theirs):
                return True
        return False

    def _singly(self) -> bool:
        """Whether every pair is a matter of its own."""
        return self.u.gunnery or self.b.settings.line_of_sight == "centres"

    def _all_for(self, i: int, theirs: Box) -> bool:
        """Whether figure i sees any of all, who stand alike and hide from nobody."""
        v = self.v
        skip = self.from_pieces[i] | self.to_pieces[0]
        shade = self._outline(i, skip)
        if shade.dark(theirs):
            return False
        radii = self._theirs
        at = shade.search(v.x, v.y, radii, 0)
        if at < 0:
            return False
        self._by_bases = True
        self._shade(i, skip)
        if len(self._others().ids) > 0:
            at = shade.search(v.x, v.y, radii, at // 2)
        while at >= 0:
            j = at // 2
            if at & 1 or self._corridor(skip).half(
                self.u.x[i], self.u.y[i], v.x[j], v.y[j], v.kinds[v.kind[j]].base, v.facing
            ):
                self.witness = i * PAIR + j
                return True
            at = shade.search(v.x, v.y, radii, j + 1)
        return False

    def _any_for(self, i: int, row: list[int], theirs: Box) -> bool:
        """Whether figure i sees one of these. The terrain alone hides most, many at a time."""
        v = self.v
        if self._alike and not v.boxed and len(row) == v.figures and not max(self.hidden_in):
            return self._all_for(i, theirs)
        radii = self._theirs
        mine = self.from_pieces[i]
        known = -1
        dark = whole = False
        shade: Shade | None = None
        for j in row:
            skip = mine | self.to_pieces[j]
            if skip != known or shade is None:
                known = skip
                shade = self._outline(i, skip)
                dark = shade.dark(theirs)
                whole = False
            if dark:
                if self._alike:
                    return False
                continue
            if self.hidden_in[j] & ~mine and self.hides(i, j):
                continue
            x = v.x[j]
            y = v.y[j]
            r = radii[j]
            # A hull lies somewhere in its circle: only all or nothing of that tells.
            said = shade.verdict(x, y, r) if v.boxed else shade.half(x, y, r)
            if said != HIDDEN and not whole:
                self._by_bases = whole = True
                self._shade(i, skip)
                if len(self._others().ids) > 0:
                    said = shade.verdict(x, y, r) if v.boxed else shade.half(x, y, r)
            if said == DOUBTFUL and self._corridor(skip).half(
                self.u.x[i], self.u.y[i], x, y, v.kinds[v.kind[j]].base, v.facing
            ):
                said = SEEN
            if said == SEEN:
                self.witness = i * PAIR + j
                return True
        return False

    def _look(self, i: int, j: int) -> bool:
        """`sees` for one look only."""
        if self._singly():
            seen = self.sees(i, j)
        elif self.hides(i, j):
            return False
        else:
            u = self.u
            v = self.v
            corridor = self._corridor(self.from_pieces[i] | self.to_pieces[j])
            base = v.kinds[v.kind[j]].base
            seen = corridor.half(u.x[i], u.y[i], v.x[j], v.y[j], base, v.facing)
        if seen:
            self.witness = i * PAIR + j
        return seen

    def cut_off(self) -> bool:
        """Whether a single piece of terrain surely cuts every line between the two."""
        self._prepare()
        return self._cut(self.u.box(), self.to, self._from_bits | self._to_bits)

    def _cut(self, a: Box, c: Box, skip: int) -> bool:
        mx = (a[0] + a[2]) / 2.0
        my = (a[1] + a[3]) / 2.0
        ux = (c[0] + c[2]) / 2.0 - mx
        uy = (c[1] + c[3]) / 2.0 - my
        # Half of what either box takes up along the direction from middle to middle, and across.
        wide = abs(ux)
        high = abs(uy)
        a_deep = (wide * (a[2] - a[0]) + high * (a[3] - a[1])) / 2.0
        c_deep = (wide * (c[2] - c[0]) + high * (c[3] - c[1])) / 2.0
        far = ux * ux + uy * uy - c_deep
        if a_deep >= far:
            return False
        a_side = (high * (a[2] - a[0]) + wide * (a[3] - a[1])) / 2.0
        c_side = (high * (c[2] - c[0]) + wide * (c[3] - c[1])) / 2.0
        # No line from box to box gets further to a side than `side` + `slope` * how far along.
        if a_side > c_side:
            slope = (c_side - a_side) / (far + 2.0 * c_deep - a_deep)
            side = a_side - slope * a_deep
        else:
            slope = (c_side - a_side) / (far + a_deep)
            side = a_side + slope * a_deep
        side += 1e-9 * far
        for piece in self._between:
            if skip >> piece.id & 1:
                continue
            s = piece.shape
            low = ((s.min_x if ux > 0.0 else s.max_x) - mx) * ux
            low += ((s.min_y if uy > 0.0 else s.max_y) - my) * uy
            if low <= a_deep:
                continue
            top = ((s.max_x if ux > 0.0 else s.min_x) - mx) * ux
            top += ((s.max_y if uy > 0.0 else s.min_y) - my) * uy
            if top >= far:
                continue
            # Wholly between them: it cuts all lines if it reaches beyond them on either hand.
            left = False
            right = False
            for k in range(len(s.ax)):
                x = s.ax[k] - mx
                y = s.ay[k] - my
                across = ux * y - uy * x
                limit = side + slope * (ux * x + uy * y)
                if across > limit:
                    left = True
                elif across < -limit:
                    right = True
                if left and right:
                    return True
        return False


def unit_sees(b: Battle, u: Unit, v: Unit) -> bool:
    """Whether some figure of u sees some figure of v: whoever may not be targeted because he is
    hidden is not in sight (FOW-GAP-70). Remembered until somebody moves."""
    key = u.index * 1000 + v.index
    found = b.looked.get(key)
    if found is None:
        lines = Lines(b, u, v)
        seen = lines.any(b.witnesses.get(key, -1))
        if lines.witness >= 0:
            b.witnesses[key] = lines.witness
        found = b.looked[key] = Look(seen, lines.strip())
    return found.seen


def learn(b: Battle) -> None:
    """Who is in sight just now is known from here on, where that matters (FOW-GAP-87)."""
    if b.settings.known_enemies != "seen":
        return
    for player in (0, 1):
        for v in b.enemies(player):
            if not b.known[player] >> v.index & 1 and any(
                unit_sees(b, u, v) for u in b.own(player)
            ):
                b.known[player] |= 1 << v.index


def sees_any_enemy(b: Battle, u: Unit) -> bool:
    enemies = b.enemies(u.player)
    for v in enemies:  # what is known costs nothing
        look = b.looked.get(u.index * 1000 + v.index)
        if look is not None and look.seen:
            return True
    near: list[tuple[float, int]] = []  # they are the likeliest to be in view
    x0, y0, x1, y1 = u.box()
    for v in enemies:
        a0, b0, a1, b1 = v.box()
        dx = a0 + a1 - x0 - x1
        dy = b0 + b1 - y0 - y1
        near.append((dx * dx + dy * dy, v.index))
    near.sort()
    for _, index in near:
        if unit_sees(b, u, b.unit(index)):
            return True
    return False


def witnesses(b: Battle, v: Unit) -> int:
    """The enemy units that have a line to this unit where it stands, its cover aside."""
    bits = 0
    for u in b.enemies(v.player):
        if Lines(b, u, v, unhidden=True).any():
            bits |= 1 << u.index
    return bits
