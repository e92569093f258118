"""The table as drawn: in proportion, letters that are nobody else's, nothing needed but a view."""

import io
import json

import pytest
from rich.console import Console
from rich.text import Text

from grognard.cli.draw import TAKEN, Canvas, Marks, letters, look, picture
from grognard.cli.show import faces, hint, percent
from grognard.cli.story import rolled
from grognard.odds.distribution import Distribution
from grognard.rules.dice import Bin
from grognard.rules.effects import count, die, sort, total
from grognard.rules.explained import Explained
from tests.cli.skirmish import SYSTEM, Settings


@pytest.fixture
def view():
    return SYSTEM.start({"names": ["Reds", "Blues"]}, Settings()).view(None)


def drawn(view, width=100, height=30, plain=True, marks=None, color=None):
    said = io.StringIO()
    screen = Console(
        width=width, height=60, file=said, force_terminal=color is not None,
        color_system=color, legacy_windows=False,
    )  # fmt: skip
    screen.print(picture(view, width, height, marks or Marks(), plain))
    return said.getvalue().splitlines()


@pytest.mark.parametrize(
    ("wide", "high", "columns", "rows"),
    [(48, 48, 60, 20), (72, 48, 60, 40), (48, 72, 90, 30), (36, 24, 200, 60), (48, 48, 30, 8)],
)
def test_the_table_keeps_its_proportion(wide, high, columns, rows):
    canvas = Canvas(wide, high, columns, rows)
    assert canvas.columns <= columns
    assert canvas.rows <= rows
    assert canvas.columns / (2 * canvas.rows) == pytest.approx(wide / high, rel=0.08)


def test_corners_are_where_they_belong():
    canvas = Canvas(48, 24, 48, 12)
    assert (canvas.columns, canvas.rows) == (48, 12)
    assert canvas.cell(0, 0) == (0, 11)
    assert canvas.cell(48, 24) == (47, 0)
    assert canvas.cell(24.5, 12.5) == (24, 5)


@pytest.mark.parametrize(
    ("facing", "cells", "nose"),
    [
        # One cell to the inch across, two inches to the cell up: 2 wide, 4 deep about (20, 10).
        (90, {(19, 4), (19, 5), (20, 4), (20, 5)}, ((20, 4), "↑")),
        (0, {(c, 4) for c in range(18, 22)} | {(c, 5) for c in range(18, 22)}, ((21, 5), "→")),
        (180, {(c, 4) for c in range(18, 22)} | {(c, 5) for c in range(18, 22)}, ((18, 5), "←")),
    ],
)
def test_a_hull_is_drawn_with_its_facing(facing, cells, nose):
    canvas = Canvas(40, 20, 40, 10)
    canvas.box(20, 10, facing, 2, 4, "t", "bold")
    assert set(canvas.cells) == cells
    assert {sign for sign, _ in canvas.cells.values()} == {"t", nose[1]}
    assert canvas.cells[nose[0]][0] == nose[1]
    assert canvas.cells[canvas.cell(20, 10)][0] == "t"


def test_polygons_are_filled_where_they_lie():
    canvas = Canvas(40, 20, 40, 10)
    red = (200, 0, 0)
    canvas.fill([[10, 5], [20, 5], [20, 15], [10, 15]], red)
    filled = {(i, j) for j in range(20) for i in range(40) if canvas.pixels[j][i] == red}
    assert filled == {(i, j) for j in range(5, 15) for i in range(10, 20)}


def test_a_thin_wall_is_drawn_all_the_same():
    for points in ([[5, 3], [35, 3], [35, 3.1], [5, 3.1]], [[5, 2], [5.1, 2], [5.1, 18], [5, 18]]):
        canvas = Canvas(40, 20, 20, 5)
        canvas.fill(points, (1, 2, 3), "=")
        assert sum(row.count((1, 2, 3)) for row in canvas.pixels) >= 8
        assert any("=" in row for row in canvas.glyphs)


def test_units_goals_terrain_and_legend(view):
    lines = drawn(view, marks=Marks(["unit:0:2"], [(30, 10)], [(3, 20), (18, 12)]))
    text = "\n".join(lines)
    assert sum(line.count("A") for line in lines) >= 5  # four men and a chip
    assert sum(line.count("aa") for line in lines) >= 1
    for words in (
        "Turn 1, actions",
        "▶ Reds",
        "100 points",
        "Turn 1, actions   SK/Q",
        "Reds squad 4 4/2",
        "D1",
        "♠",
        "★ flag",
    ):
        assert words in text
    assert "○" in text
    assert max(map(len, lines)) <= 100
    at = next(i for i, line in enumerate(lines) if "○" in line)
    (inches,) = [line for line in lines if line.split()[:3] == ["0", "6", "12"]]
    assert lines[at].index("○") == inches.index("30")


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 40), (200, 60), (40, 20)])
@pytest.mark.parametrize("color", [None, "truecolor", "standard"])
def test_it_fits_the_screen(view, width, height, color):
    lines = drawn(view, width, height, plain=color is None, color=color)
    assert max(Text.from_ansi(line).cell_len for line in lines) <= width
    if width >= 80:
        assert len(lines) <= height


def grounds(view, marks=None) -> set[tuple[int, int, int]]:
    """The colours that anything is drawn on."""
    screen = Console(width=100, height=60, color_system="truecolor", force_terminal=True)
    drawing = picture(view, 100, 30, marks or Marks())
    styles = [s.style for s in screen.render(drawing) if s.style and s.style.bgcolor]
    return {tuple(s.bgcolor.get_truecolor()) for s in styles if s.bgcolor}


def test_colour_says_sides_and_focus(view):
    red, wood = (176, 44, 40), (28, 92, 44)
    assert {red, wood} <= grounds(view)
    assert red not in grounds(view, Marks(["unit:1"]))
    assert red not in grounds(view, Marks(["unit:1:0"]))
    assert red in grounds(view, Marks(["unit:10"]))


@pytest.mark.parametrize("key", ["terrain", "units", "objectives", "zones", "players", "scores",
                                 "turn", "phase", "active"])  # fmt: skip
def test_missing_keys_are_tolerated(view, key):
    del view[key]
    assert drawn(view)
    view["table"] = {"width": 10, "height": 10}
    assert drawn({"table": view["table"]})


def test_a_view_without_a_table_is_listed():
    text = " ".join(drawn({"turn": 3, "tokens": [5, 4], "deep": {"x": 1}}))
    assert " ".join(text.split()) == "turn 3 tokens 5, 4"


def test_no_two_units_share_a_letter():
    units = [{"key": f"unit:{n}", "name": "Alpha", "side": n % 2, "short": "A"} for n in range(60)]
    named = letters({"units": units})
    real = [letter for letter in named.values() if letter != "?"]
    assert len(real) == len(set(real)) == 26 + 26 - len(TAKEN) + 10
    assert not set(real) & set(TAKEN)
    assert named["unit:0"] == "A"
    assert named["unit:1"] == "a"


def test_kinds_of_terrain_look_different():
    kinds = [
        "Wood",
        "hill",
        "stone house",
        "river",
        "stone wall",
        "road",
        "Ruined building",
        "scrub",
    ]
    looks = [look({"kind": kind}) for kind in kinds]
    assert len({glyph for glyph, _ in looks}) == len({colour for _, colour in looks}) == 8
    assert look({"kind": "obelisk"})[0] == "o"
    assert look({}) == look({"kind": ""})


def test_chances_are_certain_only_when_they_are():
    said = {0.0: "0%", 1.0: "100%", 1e-9: "<0.1%", 1 - 1e-9: "99.9%", 0.123: "12.3%"}
    assert {p: percent(p) for p in said} == said
    assert hint(Distribution({0: 0.3, 1: 0.7}), "activated") == "70.0% activated"
    assert hint(Distribution({0: 0.5, 2: 0.5}), "hits") == "1.0 hits, 50.0% any"
    assert faces([3, 10], ["bold", ""]).plain == " 3  10"


def test_a_view_is_not_changed_by_drawing(view):
    del view["mystery"]
    before = json.dumps(view)
    drawn(view, marks=Marks(["unit:0"]))
    assert json.dumps(view) == before


def test_rolls_say_what_counts():
    target = Explained("to hit", lambda say: say.part(4, "skill", "X-1"), ())
    assert (
        rolled(count(3, 6, 1, 2, "volley"), [1, 2, 6]).plain == "⚄ volley:  1   2  6 = 2  (d6: 1-2)"
    )
    assert (
        rolled(count(1, 10, 1, 0, "long shot"), [7]).plain == "⚄ long shot: 7 = 0  (d10: none can)"
    )
    assert rolled(count(2, 6, 6, 6, "sixes").map(bool), [6, 1]).plain.startswith(
        "⚄ sixes:  6  1 = 1"
    )
    assert rolled(die(10, "test", 0, target), [3]).plain == "⚄ test:  3   (d10)  to hit 4: skill 4"
    assert rolled(total(2, 6, "sum"), [3, 4]).plain == "⚄ sum:  3   4  = 7  (d6)"
    bins = (Bin("one", 1, 1), Bin("hit", 2, 4))
    rows = tuple(Bin(f"row {n}", n, n) for n in range(1, 6))
    assert rolled(sort(2, 10, rows, "damage"), [3, 9]).plain == "⚄ damage:  3  9 = row 3 1  (d10)"
    assert rolled(sort(1, 10, rows, "damage"), [9]).plain == "⚄ damage: 9 = nothing  (d10)"
    text = rolled(sort(3, 6, bins, "shots"), [1, 3, 5])
    assert text.plain == "⚄ shots:  1   3  5 = one 1, hit 1  (d6)"
    styles = {text.plain[s.start : s.end].strip(): str(s.style) for s in text.spans}
    assert len({styles["1"], styles["3"], styles["5"]}) == 3
