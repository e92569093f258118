"""What happens in a match, as it is told to screens, and the messages of the socket."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from grognard.server.wire import (
    MOST_PLAYERS,
    Body,
    Change,
    Explained,
    Header,
    NewSeat,
    Outcome,
    Player,
    Said,
    Seat,
    Seq,
    Snapshot,
    Stamp,
    State,
)

# -- what happens ---------------------------------------------------------------------------


class Begun(Said, frozen=True, tag="begun"):
    """All seats are taken; the dice are committed to."""


class Answered(Said, frozen=True, tag="answer"):
    """A player chose (`label`) or moved (`to`: where each mover ends, in inches)."""

    player: int
    kind: str
    title: str
    label: str
    at: list[str]
    to: list[list[float]]


class Rolled(Said, frozen=True, tag="roll"):
    """Dice: `n` is the number of the roll. `bins` says of each face which named bin it fell
    into (an index into `names`, -1: none), `result` is what the rules read.
    """

    player: int
    n: int
    sides: int
    faces: list[int]
    why: str
    names: list[str]
    bins: list[int]
    result: Any
    target: Explained | None


class Turned(Said, frozen=True, tag="turn"):
    """A turn began."""


class FellBack(Said, frozen=True, tag="fallback"):
    """A bot failed or dawdled: the rules choose for it."""

    player: int
    why: str


class Wished(Said, frozen=True, tag="wish"):
    """A player asks the others for an undo, a draw or an overruling."""

    player: int
    kind: str
    changes: list[Change]


class Consented(Said, frozen=True, tag="consent"):
    player: int


class Declined(Said, frozen=True, tag="decline"):
    player: int


class Undone(Said, frozen=True, tag="undo"):
    """A player's last answer, and all since, were taken back."""

    player: int


class Overruled(Said, frozen=True, tag="overrule"):
    """The state was changed by hand, by consent."""

    player: int
    changes: list[Change]


class Resigned(Said, frozen=True, tag="resign"):
    player: int


class NewRules(Said, frozen=True, tag="rules"):
    """The rules have changed since; the match goes on under the new ones."""

    rules: str


class Ended(Said, frozen=True, tag="end"):
    outcome: Outcome


What = (
    Begun
    | Answered
    | Rolled
    | Turned
    | FellBack
    | Wished
    | Consented
    | Declined
    | Undone
    | Overruled
    | Resigned
    | NewRules
    | Ended
)


class Tell(Said, frozen=True):
    """A sentence of the log, with its clause and what it points at."""

    kind: str
    text: str
    clause: str
    at: list[str]


class Event(Said, frozen=True):
    """One thing that happened, and what is told of it. `seq` grows, with gaps."""

    seq: int
    turn: int
    what: What
    tells: list[Tell]


class Talk(Said, frozen=True):
    """Something said at the table, by a player or (player -1) by a spectator or the house."""

    n: int
    when: Stamp
    kind: str
    player: int
    name: str
    text: str


class Events(Said, frozen=True):
    """All since a point, for those who come back. `seq` and `talk` are the next points."""

    seq: int
    talk: int
    events: list[Event]
    said: list[Talk]


# -- the socket: what the service says --------------------------------------------------------


class Welcome(Said, frozen=True, tag="welcome"):
    """First of all: everything now, and what was missed since the points asked for."""

    snapshot: Snapshot
    missed: Events


class Happened(Said, frozen=True, tag="happened"):
    """What happened, in order, and how the match stands after it."""

    events: list[Event]
    state: State


class Spoken(Said, frozen=True, tag="talk"):
    said: Talk


class Seated(Said, frozen=True, tag="seated"):
    """Somebody took a seat, came or went: this is the header now."""

    header: Header


class Pong(Said, frozen=True, tag="pong"):
    pass


class Unheard(Said, frozen=True, tag="unheard"):
    """A message that was none; the socket stays open."""

    why: str


Message = Welcome | Happened | Spoken | Seated | Pong | Unheard

# -- the socket: what a client says -----------------------------------------------------------


class Ping(Body, frozen=True, tag="ping"):
    pass


class Look(Body, frozen=True, tag="look"):
    """Whoever has several seats looks from this one (null: from the one that is asked)."""

    seat: Player | None = None


Command = Ping | Look


# -- a match looked back upon -------------------------------------------------------------------


class Timeline(Said, frozen=True):
    """A whole match, event by event; `last` is its length in lines."""

    header: Header
    last: int
    events: list[Event]
    said: list[Talk]


class ContinueBody(Body, frozen=True):
    """Go on from this point of a match as a new one."""

    seq: Seq
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=MOST_PLAYERS)]


class Verified(Said, frozen=True):
    """Whether a record is true; `line` and `why` where it is not."""

    ok: bool
    lines: int
    rolls: int
    line: int
    why: str


class Luck(Said, frozen=True):
    """How far one player's dice strayed: chi squared of all faces of one kind of die, and the
    chance of straying as far. `good` and `expected` count dice that fell into a named bin.
    """

    player: int
    sides: int
    dice: int
    faces: list[int]
    chi_squared: float
    p: float
    good: int
    expected: float
    good_p: float


class Mine(Said, frozen=True):
    """One of your matches, for the list of them."""

    match: str
    system: str
    title: str
    scenario: str
    status: str
    turn: int
    seats: list[Seat]
    you: list[int]
    asked: list[int]
    your_turn: bool
    updated: Stamp
    outcome: Outcome | None


class Me(Said, frozen=True):
    """Who you are to this server, and your matches, those that wait for you first."""

    name: str
    matches: list[Mine]
