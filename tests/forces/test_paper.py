"""Print: what is cut out measures what it says, in the PDF's own units; house data is marked."""

from __future__ import annotations

import io
import sys
from typing import Any

import pypdf
import pytest

from grognard.forces.cards import Card, Shape, Token
from grognard.forces.document import Document
from grognard.forces.ledger import Priced, Tally
from grognard.forces.paper import PAPERS, NoPrinter, pages_of, pdf
from grognard.play.registry import find_system
from tests.forces.toys import ToyBuilder

FORGE: Any = find_system("forge_of_war")
INCH = 72.0
MM = 72 / 25.4
NEAR = 0.02  # points: a hundredth of a millimetre is 0.03

ARMY = {
    "system": "forge_of_war",
    "name": "First *Company* #1",
    "limit": 100,
    "notes": "$x$ [y] <z> \\n",
    "units": [
        {"entry": "line-infantry-troops", "name": "HQ", "options": {"commander": True}},
        {"entry": "line-infantry-troops", "models": 6, "options": {"Heavy Machine Gun": 2}},
        {"entry": "armoured-personnel-carrier"},
    ],
}


class Paper:
    """The pages of a PDF: their text, and the sizes of all paths drawn on them, in points."""

    def __init__(self, raw: bytes) -> None:
        self.reader = pypdf.PdfReader(io.BytesIO(raw))
        self.text = "\n".join(page.extract_text() for page in self.reader.pages)
        self.paths: list[list[tuple[float, float]]] = []
        self.papers: list[tuple[float, float]] = []  # of each path: the size of its page
        for page in self.reader.pages:
            self._walk(page)

    def _walk(self, page: Any) -> None:
        """Every path with the transformation that holds where it is drawn."""
        matrix, kept = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), []
        path: list[tuple[float, float]] = []
        for operands, operator in page.get_contents().operations:
            numbers = [float(x) for x in operands if isinstance(x, (int, float))]
            if operator == b"q":
                kept.append(matrix)
            elif operator == b"Q":
                matrix = kept.pop()
            elif operator == b"cm":
                a, b, c, d, e, f = numbers
                m = matrix
                matrix = (
                    a * m[0] + b * m[2], a * m[1] + b * m[3],
                    c * m[0] + d * m[2], c * m[1] + d * m[3],
                    e * m[0] + f * m[2] + m[4], e * m[1] + f * m[3] + m[5],
                )  # fmt: skip
            elif operator in (b"m", b"l", b"c", b"v", b"y"):
                pairs = zip(numbers[::2], numbers[1::2])
                path += [
                    (
                        x * matrix[0] + y * matrix[2] + matrix[4],
                        x * matrix[1] + y * matrix[3] + matrix[5],
                    )
                    for x, y in pairs
                ]
            elif operator == b"re":
                x, y, w, h = numbers
                for px, py in ((x, y), (x + w, y + h)):
                    path.append(
                        (
                            px * matrix[0] + py * matrix[2] + matrix[4],
                            px * matrix[1] + py * matrix[3] + matrix[5],
                        )
                    )
            elif operator in (b"S", b"s", b"f", b"f*", b"B", b"b", b"n"):
                if path and operator in (b"S", b"s", b"B", b"b"):
                    self.paths.append(path)
                    self.papers.append((float(page.mediabox.width), float(page.mediabox.height)))
                path = []

    def sizes(self) -> list[tuple[float, float]]:
        """Width and height of each path."""
        return [
            (
                max(x for x, _ in p) - min(x for x, _ in p),
                max(y for _, y in p) - min(y for _, y in p),
            )
            for p in self.paths
        ]

    def count(self, wide: float, deep: float) -> int:
        return sum(1 for w, h in self.sizes() if abs(w - wide) < NEAR and abs(h - deep) < NEAR)


class Shapes(ToyBuilder):
    """A builder with nothing but these templates and bases."""

    def __init__(self, shapes: list[Shape], tokens: list[Token]) -> None:
        self.made = shapes
        self.card = Card("A card", "kind", tokens=tokens)

    def shapes(self) -> list[Shape]:
        return self.made

    def cards(self, thing: Any, settings: Any) -> list[Card]:
        return [self.card]


def printed(builder: Any, plain: dict[str, Any], *parts: str, paper: str = "a4") -> Paper:
    thing = builder.read(Document(plain))
    data = pages_of(builder, thing, None, "The system", "Its authors.", parts or PARTS)
    return Paper(pdf(data, paper))


PARTS = ("sheet", "cards", "tokens", "templates")
TOY = {"system": "toy", "name": "Toys", "units": [{"entry": "spears"}]}


@pytest.mark.parametrize("paper", PAPERS)
def test_a_template_of_3_inches_measures_3_inches(paper: str) -> None:
    made = printed(FORGE.builder, ARMY, "templates", paper=paper)
    assert made.count(3 * INCH, 3 * INCH) == 1  # the heavy mortar's blast, 216 points
    assert made.count(6 * INCH, 6 * INCH) == 1  # a flame, 3" around its point
    assert made.count(6 * INCH, INCH / 2) == 1  # the ruler of a move
    assert made.count(100 * MM, 3 * MM) == 1  # by which the printer is measured


def test_every_shape_in_its_size() -> None:
    shapes = [
        Shape("disc", "disc", 3.5),
        Shape("tear", "teardrop", 8.0, 2.5, "X-1"),
        Shape("ruler", "rectangle", 12.0, 1.0),
        Shape("huge", "disc", 10.0, house=True),
    ]
    made = printed(Shapes(shapes, []), TOY, "templates")
    assert made.count(3.5 * INCH, 3.5 * INCH) == 1
    assert made.count(12 * INCH, INCH) == 1
    assert made.count(10 * INCH, 10 * INCH) == 1
    for path, (wide, deep) in zip(made.paths, made.papers):
        assert all(0 < x < wide and 0 < y < deep for x, y in path)
    words = " ".join(made.text.split())
    assert "tear X-1" in words
    assert "huge HOUSE" in words


def test_a_teardrop_is_as_long_and_as_wide_as_it_says() -> None:
    """From the point to the round end 8", and the round end 2.5" across; its flanks touch the
    circle where the line from the point is a tangent: at d - r sin, with sin = r / d.
    """
    made = printed(Shapes([Shape("tear", "teardrop", 8.0, 2.5)], []), TOY, "templates")
    r, d = 1.25 * INCH, 8 * INCH - 1.25 * INCH
    paths = [p for p in made.paths if len(p) > 10]
    (path,) = paths
    left = min(x for x, _ in path)
    middle = next(y for x, y in path if abs(x - left) < NEAR)
    on_arc = [p for p in path[1:] if abs(p[0] - left) > NEAR]
    ends = [on_arc[0], *on_arc[3::3]]  # where the pieces of the arc meet
    assert len(ends) == 5
    for x, y in ends:
        assert abs(((x - left - d) ** 2 + (y - middle) ** 2) ** 0.5 - r) < NEAR
    assert abs(max(x for x, _ in ends) - left - 8 * INCH) < NEAR
    touch = d - r * r / d
    assert abs(ends[0][0] - left - touch) < NEAR
    assert abs(ends[-1][0] - left - touch) < NEAR


def test_bases_in_their_size_and_number() -> None:
    tokens = [Token("round", 25.0, count=7), Token("horse", 25.0, 50.0, 3), Token("big", 60.0)]
    made = printed(Shapes([], tokens), TOY, "tokens")
    assert made.count(25 * MM, 25 * MM) == 7
    assert made.count(25 * MM, 50 * MM) == 3
    assert made.count(60 * MM, 60 * MM) == 1
    assert made.text.count("horse") == 3


def test_a_line_to_measure_by() -> None:
    made = printed(Shapes([], [Token("round", 25.0)]), TOY, "tokens")
    assert made.count(100 * MM, 3 * MM) == 1
    assert "100 mm long" in made.text


def test_the_sheet_says_what_it_costs_and_what_is_wrong() -> None:
    made = printed(FORGE.builder, ARMY, "sheet")
    words = " ".join(made.text.split())
    # 5 x 11, and 6 x 6 + 4 x 5 + 2 x 8 for the guns, and the carrier's 91
    assert "218 of 100 points" in words
    assert "118 too many" in words
    assert "FOW-GAP-63" in words
    assert "Not legal" in words
    for text in ("First *Company* #1", "$x$ [y] <z> \\n", "Heavy Machine Gun 2", "Its authors."):
        assert text in words
    assert words.count("HOUSE") == 4  # each unit's price, and what the word means


def test_cards_name_the_numbers_and_mark_those_of_the_house() -> None:
    made = printed(FORGE.builder, ARMY, "cards")
    words = " ".join(made.text.split())
    for text in ("HQ", "Heavy Machine Gun", "deploy first", "D-markers", "Move*"):
        assert text in words
    assert words.count("HOUSE") == 4
    assert made.count(3.5 * MM, 3.5 * MM) == 9  # three boxes on each


def test_units_in_units_and_parts_that_are_empty() -> None:
    group = {"entry": "group", "parts": [{"entry": "trooper"}, {"entry": "heavy"}]}
    made = printed(ToyBuilder(), TOY | {"units": [group]})
    words = " ".join(made.text.split())
    assert "1 x Heavy Trooper" in words
    assert "Templates" not in words
    empty = printed(ToyBuilder(), TOY | {"units": []})
    assert len(empty.reader.pages) == 1


class Designs(ToyBuilder):
    """A builder whose things are no rosters."""

    def read(self, document: Document) -> Any:
        return dict(document.data)

    def write(self, thing: Any) -> dict[str, Any]:
        return dict(thing)

    def price(self, thing: Any, settings: Any) -> Priced:
        def rule(t: Tally) -> int:
            return t.add(t.add(0, 11, "power", "X-1"), 7, "blast", "X-2", True)

        return Priced("gun", rule, ())

    def roster(self, thing: Any) -> None:
        return None


def test_designs_are_printed_step_by_step() -> None:
    made = printed(Designs(), {"system": "toy", "name": "Gun"})
    words = " ".join(made.text.split())
    assert "Gun" in words
    assert "18 points" in words
    assert "blast 11 18 X-2 HOUSE" in words


def test_pages_have_fonts_of_their_own() -> None:
    made = printed(FORGE.builder, ARMY)
    for page in made.reader.pages:
        for font in page["/Resources"]["/Font"].values():
            (inner,) = font.get_object()["/DescendantFonts"]
            assert any(k.startswith("/FontFile") for k in inner.get_object()["/FontDescriptor"])


def test_without_typst_the_fix_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(NoPrinter, match=r"pip install 'grognard\[pdf\]'"):
        pdf({})
