"""The table from above, in a terminal: true to scale, two square pixels to a character cell.

Draws what `state.view(seat)` says and nothing else; unknown keys are ignored and missing ones
tolerated, so any system's view will do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grognard.cli.story import side_style

LEGEND = 36
"""Cells that the legend needs beside the table; on a wide screen it gets more."""
GUTTER = 3
ARROWS = "→↗↑↖←↙↓↘"
"""By eighths of a turn from the right, the way facings go."""
TAKEN = "hlmqrstuy"
"""Letters that are commands at the table, so that no unit goes by them."""
GROUND = (47, 58, 42)
SIDES = ((38, 84, 180), (176, 44, 40), (30, 130, 60), (140, 50, 150))
LOOKS: tuple[tuple[tuple[str, ...], str, tuple[int, int, int]], ...] = (
    (("wood", "forest", "tree", "jungle"), "♠", (28, 92, 44)),
    (("hill", "height", "ridge"), "^", (112, 92, 52)),
    (("ruin", "rubble", "crater", "wreck"), "%", (92, 80, 76)),
    (("building", "house", "bunker", "tower", "factory"), "#", (112, 112, 124)),
    (("water", "river", "lake", "stream", "swamp", "marsh"), "~", (34, 76, 132)),
    (("wall", "fence", "hedge", "barricade", "trench", "sandbag"), "=", (156, 142, 114)),
    (("road", "track", "bridge"), "-", (122, 112, 96)),
    (
        ("rough", "rock", "scrub", "field", "bush", "brush", "grass", "vegetation", "crop"),
        ":",
        (84, 80, 46),
    ),
)
OTHERS = ((96, 72, 104), (72, 104, 104), (110, 84, 84), (84, 84, 112))

Colour = tuple[int, int, int]


class Marks:
    """What a question is about, drawn over the table: pieces in focus, proposed places,
    numbered goals, and the area within reach.
    """

    def __init__(
        self,
        focus: Sequence[str] = (),
        places: Sequence[tuple[float, float]] = (),
        goals: Sequence[tuple[float, float]] = (),
        reach: Sequence[Sequence[tuple[float, float]]] = (),
    ) -> None:
        self.focus = tuple(focus)
        self.places = places
        self.goals = goals
        self.reach = reach

    def on(self, unit: str) -> bool:
        """Whether this unit, or a piece of it (`unit:3:0` of `unit:3`), is in focus."""
        return any(piece_of(unit, key) for key in self.focus)


def piece_of(unit: str, key: str) -> bool:
    return key == unit or (key.startswith(unit) and not key[len(unit)].isalnum())


NOTHING = Marks()


def picture(
    view: dict[str, Any], width: int, height: int, marks: Marks = NOTHING, plain: bool = False
) -> RenderableType:
    """The table with its legend, in so many cells; `plain` does without colour."""
    table = view.get("table") or {}
    if not (table.get("width") and table.get("height")):
        return listing(view)
    beside = width >= LEGEND + GUTTER + 30
    room = width - GUTTER - (max(LEGEND, width * 3 // 7) if beside else 0)
    canvas = Canvas(float(table["width"]), float(table["height"]), room, max(8, height - 1))
    for zone in view.get("zones") or ():
        canvas.fill(zone.get("points") or (), tint(zone))
    for piece in view.get("terrain") or ():
        glyph, colour = look(piece)
        canvas.fill(piece.get("points") or (), colour, glyph)
    for polygon in marks.reach:
        canvas.outline(polygon, "·", "bright_yellow")
    named = letters(view)
    for thing in view.get("objectives") or ():
        held = thing.get("held")
        style = "bold bright_yellow" if held is None else f"bold {side_style(held)}"
        canvas.put(thing["x"], thing["y"], "★", style)
    for unit in view.get("units") or ():
        if not unit.get("off"):
            _unit(canvas, unit, named[unit["key"]], marks.on(unit["key"]))
    for x, y in marks.places:
        canvas.put(x, y, "○", "bold bright_yellow")
    for n, (x, y) in enumerate(marks.goals[:9], 1):
        canvas.put(x, y, str(n), "bold black on bright_cyan")
    drawn = canvas.lines(plain)
    told = legend(view, named, marks, plain)
    if beside and len(told) > height:
        there = [u for u in view.get("units") or () if not u.get("off")]
        told = legend({**view, "units": there}, named, marks, plain)
    if not beside:
        return Group(*drawn, *told)
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True, width=GUTTER + canvas.columns)
    grid.add_column(no_wrap=True, overflow="ellipsis", width=width - GUTTER - canvas.columns - 2)
    grid.add_row(Text("\n").join(drawn), Group(*told))
    return grid


def _unit(canvas: Canvas, unit: dict[str, Any], letter: str, focus: bool) -> None:
    r, g, b = SIDES[unit.get("side", unit.get("player", 0)) % len(SIDES)]
    style = "bold black on bright_yellow" if focus else f"bold white on rgb({r},{g},{b})"
    for figure in unit.get("figures") or ():
        x, y = figure[0], figure[1]
        if len(figure) > 4:
            canvas.box(x, y, figure[2], figure[3], figure[4], letter, style)
        else:
            canvas.disc(x, y, figure[3] if len(figure) > 3 else 0.5, letter, style)


def letters(view: dict[str, Any]) -> dict[str, str]:
    """One letter for each unit: from its short name or its name where that is free, none twice;
    capitals for one side and small ones for the next.
    """
    out: dict[str, str] = {}
    used: set[str] = set()
    sides: list[int] = []
    for unit in view.get("units") or ():
        side = unit.get("side", unit.get("player", 0))
        if side not in sides:
            sides.append(side)
        own = f"{unit.get('short') or ''}{unit.get('name') or ''}abcdefghijklmnopqrstuvwxyz"
        own = own.lower() if sides.index(side) % 2 else own.upper()
        letter = next(
            (c for c in own + "0123456789" if c.isalnum() and c not in used and c not in TAKEN), "?"
        )
        used.add(letter)
        out[unit["key"]] = letter
    return out


def look(piece: dict[str, Any]) -> tuple[str, Colour]:
    """Sign and colour of a kind of terrain."""
    kind = str(piece.get("kind") or piece.get("label") or "?").lower()
    for words, glyph, colour in LOOKS:
        if any(word in kind for word in words):
            return glyph, colour
    return kind[:1], OTHERS[sum(kind.encode()) % len(OTHERS)]


def tint(zone: dict[str, Any]) -> Colour:
    """The ground, with a touch of the side whose zone it is."""
    side = zone.get("side", zone.get("player"))
    r, g, b = SIDES[side % len(SIDES)] if isinstance(side, int) else (120, 120, 90)
    return (GROUND[0] * 4 + r) // 5, (GROUND[1] * 4 + g) // 5, (GROUND[2] * 4 + b) // 5


class Canvas:
    """Character cells over a table; each is two square pixels, one above the other."""

    def __init__(self, wide: float, high: float, columns: int, rows: int) -> None:
        self.wide = wide
        self.high = high
        scale = min(columns / wide, 2 * rows / high, 3.0)
        self.columns = max(1, round(wide * scale))
        self.rows = max(1, round(high * scale / 2))
        # Pixels to the inch: as good as the same both ways, and the table fills its cells.
        self.across = self.columns / wide
        self.down = 2 * self.rows / high
        self.pixels: list[list[Colour]] = [[GROUND] * self.columns for _ in range(2 * self.rows)]
        self.glyphs: list[list[str]] = [[" "] * self.columns for _ in range(self.rows)]
        self.cells: dict[tuple[int, int], tuple[str, str]] = {}

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """Column and row of a point in inches."""
        column = min(self.columns - 1, max(0, int(x * self.across)))
        row = min(self.rows - 1, max(0, int((self.high - y) * self.down / 2)))
        return column, row

    def put(self, x: float, y: float, sign: str, style: str) -> None:
        self.cells[self.cell(x, y)] = (sign, style)

    def disc(self, x: float, y: float, radius: float, sign: str, style: str) -> None:
        """Every cell whose middle a base covers, and the one it stands in."""
        self.put(x, y, sign, style)
        left, top = self.cell(x - radius, y + radius)
        right, bottom = self.cell(x + radius, y - radius)
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                at_x = (column + 0.5) / self.across
                at_y = self.high - (2 * row + 1) / self.down
                if math.hypot(at_x - x, at_y - y) <= radius:
                    self.cells[column, row] = (sign, style)

    def box(
        self, x: float, y: float, facing: float, width: float, depth: float, sign: str, style: str
    ) -> None:
        """The same of a box, `depth` along its facing; an arrow ahead says where it looks."""
        c, s = math.cos(math.radians(facing)), math.sin(math.radians(facing))
        reach_x = (abs(c) * depth + abs(s) * width) / 2
        reach_y = (abs(s) * depth + abs(c) * width) / 2
        left, top = self.cell(x - reach_x, y + reach_y)
        right, bottom = self.cell(x + reach_x, y - reach_y)
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                dx = (column + 0.5) / self.across - x
                dy = self.high - (2 * row + 1) / self.down - y
                beyond, beside = abs(dx * c + dy * s), abs(dy * c - dx * s)
                if beyond <= depth / 2 + 1e-9 and beside <= width / 2 + 1e-9:
                    self.cells[column, row] = (sign, style)
        self.put(x, y, sign, style)
        # The cell furthest ahead that is still its own.
        for share in (1.0, 0.8, 0.6):
            nose = self.cell(x + c * depth / 2 * share, y + s * depth / 2 * share)
            if nose != self.cell(x, y) and self.cells.get(nose) == (sign, style):
                self.cells[nose] = (ARROWS[round(facing / 45) % 8], style)
                return

    def fill(self, points: Sequence[Sequence[float]], colour: Colour, glyph: str = " ") -> None:
        """Colour every pixel whose middle lies in a polygon."""
        corners = [(p[0], p[1]) for p in points]
        for j in range(2 * self.rows):
            y = self.high - (j + 0.5) / self.down
            crossings = sorted(
                ax + (y - ay) * (bx - ax) / (by - ay)
                for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1])
                if (ay > y) != (by > y)
            )
            for start, end in zip(crossings[::2], crossings[1::2]):
                # A wall thinner than a pixel is drawn all the same.
                first = math.ceil(start * self.across - 0.5)
                last = math.ceil(end * self.across - 0.5)
                for i in range(first, max(last, first + 1)):
                    if 0 <= i < self.columns:
                        self.pixels[j][i] = colour
                        self.glyphs[j // 2][i] = glyph
        if (
            corners
            and min(
                max(c[axis] for c in corners) - min(c[axis] for c in corners) for axis in (0, 1)
            )
            < 1.5 / self.across
        ):
            for x, y in self._along(corners):
                column, row = self.cell(x, y)
                half = min(2 * self.rows - 1, max(0, int((self.high - y) * self.down)))
                self.pixels[half][column] = colour
                self.glyphs[row][column] = glyph

    def outline(self, points: Sequence[tuple[float, float]], sign: str, style: str) -> None:
        for x, y in self._along(list(points)):
            self.cells.setdefault(self.cell(x, y), (sign, style))

    def _along(self, corners: list[tuple[float, float]]) -> list[tuple[float, float]]:
        """Points on the edges, no further apart than half a pixel."""
        out = []
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
            steps = max(1, math.ceil(2 * self.across * math.hypot(bx - ax, by - ay)))
            out += [(ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps) for n in range(steps)]
        return out

    def lines(self, plain: bool) -> list[Text]:
        """The cells as text, with inches along the left and below."""
        step = 6 if self.across >= 0.8 else 12
        ticks = {self.cell(0, y)[1]: f"{y}" for y in range(0, int(self.high) + 1, step)}
        out = []
        for row in range(self.rows):
            line = Text(no_wrap=True, end="")
            line.append(f"{ticks.get(row, ''):>{GUTTER - 1}} ", "dim")
            for column in range(self.columns):
                self._cell(line, column, row, plain)
            out.append(line)
        foot = [" "] * (GUTTER + self.columns)
        for x in range(0, int(self.wide) + 1, step):
            label = str(x)
            at = min(GUTTER + int(x * self.across), len(foot) - len(label))
            foot[at : at + len(label)] = label
        out.append(Text("".join(foot), "dim", no_wrap=True, end=""))
        return out

    def _cell(self, line: Text, column: int, row: int, plain: bool) -> None:
        glyph = self.glyphs[row][column]
        sign, style = self.cells.get((column, row), ("", ""))
        if plain:
            line.append(
                sign or glyph.replace(" ", "." if column % 6 == 0 and row % 3 == 0 else " ")
            )
            return
        top, bottom = self.pixels[2 * row][column], self.pixels[2 * row + 1][column]
        under = f"rgb({bottom[0]},{bottom[1]},{bottom[2]})"
        if sign:
            line.append(sign, style if " on " in style else f"{style} on {under}")
        elif top != bottom:
            line.append("▀", f"rgb({top[0]},{top[1]},{top[2]}) on {under}")
        elif glyph != " " and (column + 2 * row) % 4 == 0:
            r, g, b = (min(255, c + 56) for c in top)
            line.append(glyph, f"rgb({r},{g},{b}) on {under}")
        else:
            line.append(" ", f"on {under}")


# -- beside the table ---------------------------------------------------------------


def legend(view: dict[str, Any], named: dict[str, str], marks: Marks, plain: bool) -> list[Text]:
    """Turn, players, every unit with what matters about it, and what the signs mean."""
    units = view.get("units") or ()
    columns = _columns(units)
    out = [_head(view, columns)]
    shown: set[str] = set()
    for player in view.get("players") or ():
        own = [u for u in units if u.get("player") == player.get("player")]
        out.append(_player(view, player, own))
        out += [_row(u, named[u["key"]], marks.on(u["key"]), columns) for u in own]
        shown |= {u["key"] for u in own}
    out += [_row(u, named[u["key"]], False, columns) for u in units if u["key"] not in shown]
    kinds: dict[str, dict[str, Any]] = {}
    for piece in view.get("terrain") or ():
        kinds.setdefault(str(piece.get("kind") or piece.get("label") or "?").lower(), piece)
    if kinds:
        out.append(Text())
        line = Text()
        for kind, piece in kinds.items():
            glyph, (r, g, b) = look(piece)
            line.append(f" {glyph} ", "" if plain else f"bold white on rgb({r},{g},{b})")
            line.append(f" {kind}  ", "dim")
        out.append(line)
        line.no_wrap = False
    goals = view.get("objectives") or ()
    if goals:
        line = Text("★ ", "bright_yellow")
        for thing in goals:
            held = thing.get("held")
            style = "dim" if held is None else side_style(held)
            line.append(f"{thing.get('label', '')}  ", style)
        line.no_wrap = False
        out.append(line)
    return out


def _columns(units: Sequence[dict[str, Any]]) -> list[str]:
    """The names of the values that every unit has; none when they differ."""
    sets = {tuple(u.get("values") or ()) for u in units if not u.get("off")}
    return list(sets.pop()) if len(sets) == 1 else []


def _head(view: dict[str, Any], columns: Sequence[str]) -> Text:
    said = []
    if view.get("turn"):
        last = f" of {view['turns']}" if view.get("turns") else ""
        said.append(f"Turn {view['turn']}{last}")
    if view.get("phase"):
        said.append(str(view["phase"]))
    return Text.assemble((", ".join(said), "bold"), ("   " + "/".join(columns), "dim"))


def _player(view: dict[str, Any], player: dict[str, Any], own: Sequence[dict[str, Any]]) -> Text:
    number = player.get("player", 0)
    side = player.get("side", own[0].get("side", number) if own else number)
    active = view.get("active") == number
    text = Text.assemble(("▶ " if active else "  ", "bold"),
                         (str(player.get("name", f"player {number + 1}")),
                          f"bold {side_style(side)}"))  # fmt: skip
    if player.get("points") not in (None, ""):
        text.append(f"  {player['points']} points", "dim")
    scores = view.get("scores") or ()
    if isinstance(scores, (list, tuple)) and number < len(scores):
        text.append(f"  score {scores[number]:g}", "dim")
    text.no_wrap = True
    text.overflow = "ellipsis"
    return text


def _row(unit: dict[str, Any], letter: str, focus: bool, columns: Sequence[str]) -> Text:
    side = unit.get("side", unit.get("player", 0))
    r, g, b = SIDES[side % len(SIDES)]
    chip = "bold black on bright_yellow" if focus else f"bold white on rgb({r},{g},{b})"
    off = unit.get("off")
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append(f" {letter} ", "dim" if off else chip)
    text.append(f" {unit.get('name', unit['key'])}", "dim strike" if off else "")
    if not off:
        if unit.get("figures"):
            text.append(f" {len(unit['figures'])}", "bold")
        values = unit.get("values") or {}
        said = "/".join(str(values[name]) for name in columns if name in values)
        text.append(f" {said or ' '.join(f'{k}{v}' for k, v in values.items())}", "dim")
    for badge in unit.get("badges") or ():
        text.append(f" {badge}", "yellow")
    if unit.get("status"):
        text.append(f" {unit['status']}", "italic dim")
    return text


def listing(view: dict[str, Any]) -> RenderableType:
    """A view without a table: its plain values."""
    grid = Table.grid(padding=(0, 2))
    for key, value in view.items():
        if isinstance(value, (str, int, float, bool)) or (
            isinstance(value, (list, tuple))
            and all(isinstance(v, (str, int, float)) for v in value)
        ):
            said = ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
            grid.add_row(Text(key, "dim"), Text(said, "bold"))
    return grid
