"""What goes over the wire about forces: catalogues, designs, prices, verdicts, cards.

The pieces are those of `grognard.forces`, whose `to_dict` they are made from.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, field

from grognard.forces.document import MOST_DEPTH
from grognard.server.wire import Body, Force, Note, RosterFile, Said, Value, Word

Amount = Annotated[int | str, Meta(description="A whole number, or a fraction as a text.")]
Where = Annotated[
    list[Annotated[int, Meta(ge=0, le=1_000_000)] | Annotated[str, Meta(max_length=200)]],
    Meta(max_length=MOST_DEPTH, description="Where something stands in a force's plain data."),
]
Path = list[int | str]
Chosen = bool | int | str


# -- what forces are built of -----------------------------------------------------------------


class Choice(Said, frozen=True):
    """What can be set: a flag, a count from `least` to `most`, one of `values`, or a text."""

    key: str
    label: str
    default: Chosen
    values: list[str]
    least: int
    most: int
    clause: str
    help: str


class Entry(Said, frozen=True):
    """One thing in a catalogue; `usual` is how many models it begins with."""

    key: str
    name: str
    role: str
    least: int
    most: int
    usual: int
    choices: list[Choice]
    profile: dict[str, Any]
    house: bool
    clause: str


class Catalogue(Said, frozen=True):
    system: str
    key: str
    name: str
    house: bool
    entries: list[Entry]


class CatalogueNamed(Said, frozen=True):
    key: str
    name: str
    house: bool
    entries: int


class DesignPart(Said, frozen=True):
    """What stands under `key`: a table of that design, or a list of them.

    Where a list holds several designs, those with the field `mark` are of this one.
    """

    key: str
    label: str
    design: str
    many: bool
    clause: str
    mark: str


class Design(Said, frozen=True):
    """A kind of thing that players make. The key of a choice may lead into tables, by dots.

    `alone`: it can stand in a file of its own, beside `system` and `design`. `carried`: under
    this key a roster may carry one as its catalogue.
    """

    key: str
    name: str
    help: str
    alone: bool
    carried: str
    start: dict[str, Any]
    choices: list[Choice]
    parts: list[DesignPart]


class Format(Said, frozen=True):
    """A kind of file that forces go to. `reads`: they come back from it; `rosters`: it holds
    nothing else.
    """

    key: str
    name: str
    suffix: str
    reads: bool
    rosters: bool


class Brought(Said, frozen=True):
    """A force out of a file, with the system it belongs to; `notes` say what was passed over.

    With `faults` nothing came of it.
    """

    faults: list[Fault]
    system: str = ""
    design: str = ""
    force: dict[str, Any] | None = None
    notes: list[str] = field(default_factory=list)


class Armoury(Said, frozen=True):
    """All that a system builds forces of. `ready` ones can be played as they are."""

    currency: str
    catalogues: list[CatalogueNamed]
    designs: list[Design]
    formats: list[Format]
    ready: list[Force]


# -- what is wrong, and what it costs ---------------------------------------------------------


class Fault(Said, frozen=True):
    """What is wrong with a file or with plain data; `line` 0: not known."""

    line: int
    field: str
    why: str
    clause: str


class Edit(Said, frozen=True):
    """A change of plain data: `set`, `remove`, or `add` to the list at the path."""

    how: str
    path: Path
    value: Any = None


class Repair(Said, frozen=True):
    words: str
    edits: list[Edit]


class Breach(Said, frozen=True):
    """What is wrong, where, what says so and what would mend it; `advisory`: only a word."""

    what: str
    clause: str
    where: Path
    advisory: bool
    repair: Repair | None


class Step(Said, frozen=True):
    """One link of a price; `of` is the price that was added, `count` times."""

    label: str
    clause: str
    before: Amount
    exact: Amount
    rounding: str
    after: Amount
    house: bool
    count: int = 1
    of: Priced | None = None


class Priced(Said, frozen=True):
    """A price with every step; `house`: numbers of the house are in it."""

    what: str
    total: int
    house: bool
    steps: list[Step]


class Judged(Said, frozen=True):
    """A force, read and judged. With `faults` it could not be read, and the rest is empty.

    `force` is the data as the system writes it; `design` what kind of thing it is (empty: a
    roster) and `units` what the units of a roster are called.
    """

    faults: list[Fault]
    force: dict[str, Any] | None = None
    design: str = ""
    units: list[str] = field(default_factory=list)
    price: Priced | None = None
    legal: bool = False
    breaches: list[Breach] = field(default_factory=list)


class Offer(Said, frozen=True):
    """What one more thing would cost, and what would be wrong with it."""

    label: str
    clause: str
    amount: int
    edits: list[Edit]
    breaches: list[Breach]


class Offers(Said, frozen=True):
    """`more`: there are others, left out here. Ask for a smaller part."""

    faults: list[Fault]
    offers: list[Offer]
    more: bool = False


class Grid(Said, frozen=True):
    title: str
    heads: list[str]
    rows: list[list[str]]


class Base(Said, frozen=True):
    """A paper figure's base, in millimetres: round, or as deep as `width` says."""

    label: str
    size: float
    width: float
    count: int


class Card(Said, frozen=True):
    """A unit as a player needs it at the table; `boxes` are ticked off."""

    title: str
    kind: str
    models: int
    points: int
    stats: list[tuple[str, str]]
    grids: list[Grid]
    notes: list[Note]
    tokens: list[Base]
    boxes: int
    boxes_of: str
    house: bool


class Shape(Said, frozen=True):
    """A template, in inches: a disc, or `size` long and `width` across."""

    name: str
    kind: str
    size: float
    width: float
    clause: str
    house: bool


class Cards(Said, frozen=True):
    faults: list[Fault]
    cards: list[Card]
    shapes: list[Shape]


# -- what is asked -----------------------------------------------------------------------------


class ForceBody(Body, frozen=True):
    """A force; `settings` count before those that it names itself."""

    force: RosterFile
    settings: Annotated[dict[Word, Value], Meta(max_length=200)] = field(default_factory=dict)


class OffersBody(ForceBody, frozen=True):
    """With `where` only what changes that part of it; not `deep`: nothing of lists within it."""

    where: Where = field(default_factory=list)
    deep: bool = True


class ExportBody(ForceBody, frozen=True):
    format: Word = "toml"
