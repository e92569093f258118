"""What goes over the wire: every body of the HTTP API and every message of the socket.

The OpenAPI document and the browser's types are made from these. What a client sends
(`Body`) is checked strictly: every number bounded, every text of limited length, nothing
unknown let in. A tagged union's member is told by its `type`.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

MOST_PLAYERS = 16
LONGEST_NAME = 40

Player = Annotated[int, Meta(ge=0, lt=MOST_PLAYERS, description="A player, numbered from 0.")]
Seq = Annotated[
    int, Meta(ge=0, le=(1 << 31) - 1, description="How far the match has come, in record lines.")
]
Option = Annotated[int, Meta(ge=0, lt=100_000, description="The index of an option.")]
Inches = Annotated[float, Meta(ge=-4096, le=4096)]
Lattice = Annotated[int, Meta(ge=-(1 << 22), le=1 << 22, description="In 1/1024 inch.")]
Short = Annotated[str, Meta(max_length=LONGEST_NAME)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, pattern=r"^[^\x00-\x1f\x7f]+$")]
Word = Annotated[str, Meta(max_length=80)]
Words = Annotated[str, Meta(min_length=1, max_length=1000, pattern=r"^[^\x00]+$")]
Key = Annotated[str, Meta(min_length=1, max_length=80, description="A piece of the view.")]
Token = Annotated[str, Meta(min_length=16, max_length=80, pattern="^[A-Za-z0-9_-]+$")]
Nonce = Annotated[
    str,
    Meta(
        max_length=64,
        pattern="^[A-Za-z0-9]*$",
        description="A seat's own part of the dice; empty: the table draws it.",
    ),
]
Seed = Annotated[int, Meta(ge=0, le=(1 << 53) - 1)]
Plain = bool | Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)] | Annotated[str, Meta(max_length=80)]
Value = (
    bool
    | Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)]
    | Annotated[float, Meta(ge=-1e15, le=1e15)]
    | Annotated[str, Meta(max_length=200)]
)
Policy = Annotated[str, Meta(pattern="^(first|last|best)$")]
Stamp = Annotated[float, Meta(description="Seconds since 1970.")]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """Something a client sends."""


class Said(Struct, frozen=True):
    """Something the service says."""


# -- what everything speaks of ------------------------------------------------------------


class Refusal(Said, frozen=True):
    """What was wrong, the clause it breaks, and what would be legal."""

    what: str
    clause: str
    legal: str


class Problem(Said, frozen=True):
    """Why a request was not granted. `code` is the HTTP status."""

    code: int
    refusals: list[Refusal]


class Part(Said, frozen=True):
    amount: int
    label: str
    clause: str


class Explained(Said, frozen=True):
    """A number a rule asks for, and where every part of it comes from."""

    what: str
    value: int
    parts: list[Part]


class Outcome(Said, frozen=True):
    """How a match ended: `winner` is a side or -1, `scores` by player."""

    winner: int
    scores: list[float]
    reason: str


# -- systems --------------------------------------------------------------------------------


class Setting(Said, frozen=True):
    name: str
    kind: str
    default: bool | int | float | str
    help: str
    gap: str
    legal: str
    choices: list[bool | int | float | str]
    low: int
    high: int


class Given(Said, frozen=True):
    """One input of a question; `kind` is int, float, bool or str."""

    name: str
    kind: str
    default: bool | int | float | str
    help: str
    legal: str
    choices: list[str]
    low: float
    high: float


class Counted(Said, frozen=True):
    name: str
    label: str


class Question(Said, frozen=True):
    name: str
    title: str
    help: str
    givens: list[Given]
    outcomes: list[Counted]
    policies: list[str]


class Force(Said, frozen=True):
    key: str
    name: str


class System(Said, frozen=True):
    name: str
    title: str
    credits: str
    rules: str
    can: list[str]
    scenarios: list[str]
    forces: list[Force]


class Lesson(Said, frozen=True):
    """Told when a question of the kind `on` is first asked, or the clause `on` first cited."""

    on: str
    text: str
    clause: str


class FirstBattle(Said, frozen=True):
    """What a system proposes for somebody's first battle, and what it tells on the way."""

    about: str
    scenario: str
    forces: list[str]
    settings: dict[str, bool | int | float | str]
    lessons: list[Lesson]


class SystemInFull(System, frozen=True):
    """`ground` are the kinds of terrain that a table drawn by hand may have; none: it takes no
    such table.
    """

    settings: list[Setting]
    questions: list[Question]
    ground: list[str]
    first_battle: FirstBattle


class Bot(Said, frozen=True):
    name: str
    title: str


class RuleSetting(Said, frozen=True):
    name: str
    default: bool | int | float | str
    help: str
    legal: str


class Rule(Said, frozen=True):
    """A clause of a rulebook, or a gap in it with its ruling (`kind` gap)."""

    id: str
    kind: str
    heading: str
    says: str
    problem: str = ""
    evidence: str = ""
    alternatives: str = ""
    settings: list[RuleSetting] = []
    gaps: list[str] = []


class Rules(Said, frozen=True):
    """What a search found: `found` in all, the first of them in `rules`."""

    found: int
    rules: list[Rule]


class RuleIndex(Said, frozen=True):
    """All rules of a system in the order of its document, then the gaps."""

    title: str
    summary: str
    rules: list[Rule]


# -- odds -----------------------------------------------------------------------------------


class Chance(Said, frozen=True):
    value: Any
    p: float


class Counting(Said, frozen=True):
    """One thing that can be counted, and how it is distributed."""

    name: str
    label: str
    outcomes: list[Chance]
    mean: float | None = None
    deviation: float | None = None
    p10: Any = None
    median: Any = None
    p90: Any = None


class Odds(Said, frozen=True):
    """`policy` says who chose where a choice had to be made (empty: nobody)."""

    question: str
    title: str
    situation: dict[str, Any]
    settings: dict[str, Any]
    numbers: list[Explained]
    outcomes: list[Counting]
    policy: str
    rounds: float = 0.0


class AskBody(Body, frozen=True):
    """A question in a person's words. `settings` are those that differ from the rulings."""

    question: Word
    givens: Annotated[dict[Word, Value], Meta(max_length=100)] = {}
    settings: Annotated[dict[Word, Value], Meta(max_length=200)] = {}
    policy: Policy = "first"


# -- a match --------------------------------------------------------------------------------


class NewSeat(Body, frozen=True):
    """`who` is me (the creator; twice and more: one screen), open (a link) or bot."""

    who: Annotated[str, Meta(pattern="^(me|open|bot)$")]
    name: Annotated[str, Meta(max_length=LONGEST_NAME, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""
    bot: Short = ""
    nonce: Nonce = ""


Point = tuple[Inches, Inches]


class Drawn(Body, frozen=True):
    """A piece of terrain drawn by hand: its kind, and its corners in order."""

    kind: Word
    points: Annotated[list[Point], Meta(min_length=3, max_length=200)]


class Table(Body, frozen=True):
    """A table of this size; without `terrain` the system lays its own from the seed."""

    width: Annotated[float, Meta(ge=1, le=480)]
    height: Annotated[float, Meta(ge=1, le=480)]
    terrain: Annotated[list[Drawn], Meta(max_length=200)] | None = None


RosterFile = Annotated[
    dict[str, Any], Meta(max_length=100, description="A roster, as its file holds it.")
]


class NewMatch(Body, frozen=True):
    """`forces`: keys of ready ones, or the player's own, by player; none: the system chooses."""

    system: Word
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=MOST_PLAYERS)]
    scenario: Word = ""
    forces: Annotated[list[Word | RosterFile], Meta(max_length=MOST_PLAYERS)] = []
    settings: Annotated[dict[Word, Value], Meta(max_length=200)] = {}
    seed: Seed | None = None
    spectators: bool = True
    table: Table | None = None


class Seat(Said, frozen=True):
    """`taken` by somebody, `yours`: by you; `here`: connected to this server just now."""

    player: int
    side: int
    name: str
    bot: str
    taken: bool
    yours: bool
    here: bool


class Header(Said, frozen=True):
    """`status` is open (seats are free), live or over. Dice: `commitment` is to the secret,
    which `secret` shows when all is over.
    """

    match: str
    system: str
    title: str
    rules: str
    scenario: str
    settings: dict[str, Any]
    changed: dict[str, Any]
    status: str
    created: Stamp
    commitment: str
    secret: str
    parent: str
    imported: bool
    spectators: bool
    host: bool
    seats: list[Seat]


class OptionShown(Said, frozen=True):
    """`odds`: the table can say what it may come to."""

    label: str
    at: list[str]
    refusal: Refusal | None
    odds: bool


class GoalShown(Said, frozen=True):
    x: float
    y: float
    facing: float | None


class AskedToChoose(Said, frozen=True, tag="choose"):
    """A choice: answer with the index of an option that has no refusal."""

    player: int
    kind: str
    title: str
    at: list[str]
    options: list[OptionShown]


class AskedToPlace(Said, frozen=True, tag="place"):
    """A move: answer with legs for each of `movers`. `idle`: staying put is legal."""

    player: int
    kind: str
    title: str
    movers: list[str]
    bounds: list[float]
    goals: list[GoalShown]
    idle: bool


class Awaited(Said, frozen=True, tag="awaited"):
    """Somebody else is asked. While answers are secret nothing more is told."""

    player: int
    title: str
    secret: bool


Asked = AskedToChoose | AskedToPlace | Awaited


class Change(Body, frozen=True):
    """One entry of the state, by its path, and what it is to be."""

    path: Annotated[
        list[Annotated[int, Meta(ge=0, le=1_000_000)] | Annotated[str, Meta(max_length=80)]],
        Meta(min_length=1, max_length=12),
    ]
    value: Plain


class Wish(Said, frozen=True):
    """What a player asks of the others: undo, draw or overrule. `agreed` have consented."""

    kind: str
    player: int
    agreed: list[int]
    changes: list[Change]


class State(Said, frozen=True):
    """How the match stands for one seat: `view` is the system's own, `asked` of whom what."""

    seq: int
    turn: int
    seat: int | None
    view: dict[str, Any]
    asked: list[Asked]
    wish: Wish | None
    outcome: Outcome | None


class Snapshot(Said, frozen=True):
    """All that a seat may know just now. `talk` counts what was said at the table."""

    header: Header
    you: list[int]
    state: State
    talk: int


class Invitation(Said, frozen=True):
    """The secret of an open seat: whoever has it may sit there."""

    player: int
    token: str


class Created(Said, frozen=True):
    match: str
    invitations: list[Invitation]


class ClaimBody(Body, frozen=True):
    token: Token
    name: Name
    nonce: Nonce = ""


class Claimed(Said, frozen=True):
    match: str
    player: int


class LinkBody(Body, frozen=True):
    player: Player


class Leg(Body, frozen=True):
    """One stretch of a move: where it ends in 1/1024 inch, facing in 1/100 degree."""

    x: Lattice
    y: Lattice
    level: Lattice = 0
    facing: Lattice = 0
    how: Short = ""


Legs = Annotated[
    list[Annotated[list[Leg], Meta(max_length=200)]],
    Meta(max_length=1000, description="For each mover its legs; none: it stays."),
]


class Pick(Body, frozen=True, tag="pick"):
    option: Option


class Go(Body, frozen=True, tag="go"):
    legs: Legs


class Idle(Body, frozen=True, tag="idle"):
    """Leave a move to the rules: stay, or stand anywhere that is legal."""


class AnswerBody(Body, frozen=True):
    """`seq` is that of the state which asked: an answer to anything older is refused."""

    player: Player
    seq: Seq
    answer: Pick | Go | Idle


class Done(Said, frozen=True):
    """It is durable, and the match has come to `seq`."""

    seq: int


class ActBody(Body, frozen=True):
    """`undo`, `draw` and `resign` are wished by `player`; `consent` and `decline` answer a wish.

    Undo happens at once where the rules of the table allow it.
    """

    player: Player
    act: Annotated[str, Meta(pattern="^(undo|draw|resign|consent|decline)$")]


class OverruleBody(Body, frozen=True):
    """The referee is to be overruled: these entries of the state are to be changed."""

    player: Player
    changes: Annotated[list[Change], Meta(min_length=1, max_length=200)]


class Handle(Said, frozen=True):
    """An entry of the state that may be overruled.

    `kind` x and y are a place in 1/1024 inch, level a height, facing 1/100 degree; anything
    else is what its value is. Numbers lie from `low` to `high`.
    """

    label: str
    at: str
    path: list[int | str]
    value: bool | int | str
    kind: str
    low: int
    high: int


class ChatBody(Body, frozen=True):
    text: Words


# -- what the table is asked ------------------------------------------------------------------


class OddsBody(Body, frozen=True):
    player: Player
    seq: Seq
    option: Option
    policy: Policy = "first"


class MoveBody(Body, frozen=True):
    player: Player
    seq: Seq


class ProposeBody(Body, frozen=True):
    """The leader's goal, in inches and degrees."""

    player: Player
    seq: Seq
    x: Inches
    y: Inches
    facing: Annotated[float, Meta(ge=-360, le=360)] | None = None
    level: Annotated[int, Meta(ge=0, le=100)] = 0


class CheckBody(Body, frozen=True):
    player: Player
    seq: Seq
    legs: Legs


class LegShown(Said, frozen=True):
    x: int
    y: int
    level: int
    facing: int
    how: str


class Proposal(Said, frozen=True):
    """Legs for every mover, or why there are none."""

    legs: list[list[LegShown]] | None
    refusals: list[Refusal]


class Checked(Said, frozen=True):
    refusals: list[Refusal]


class Reach(Said, frozen=True):
    """Where it may go: rings of points in inches, even-odd."""

    polygons: list[list[tuple[float, float]]]


class SightBody(Body, frozen=True):
    """From one piece of the view to another."""

    start: Key
    to: Key


class Line(Said, frozen=True):
    """A line of sight in inches; `seen` says how much of its target is in view, 0 to 1."""

    x0: float
    y0: float
    x1: float
    y1: float
    seen: float


class Note(Said, frozen=True):
    text: str
    clause: str


class Sight(Said, frozen=True):
    """`seen` of the target in all; `known` is False where the system does not say."""

    known: bool
    seen: float
    lines: list[Line]
    notes: list[Note]


class NameBody(Body, frozen=True):
    name: Name
