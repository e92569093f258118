"""What a rule procedure may ask for.

A procedure is a typed generator that reads like the rulebook. It yields effects and is
sent answers; whoever drives it decides what the effects mean (play, replay, odds,
simulation, a referee with real dice).

>>> def volley(shooters: int, need: int) -> Rules[int]:
...     hits = yield from count(shooters, 10, 1, need, "to hit")
...     return hits
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from mypy_extensions import mypyc_attr

from grognard.rules.dice import Bin, Each, InBin, InBins, Mapped, Reading, Single, Tally, Total
from grognard.rules.explained import Explained
from grognard.rules.refusal import Refusal

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """Something a procedure asks of its driver."""


Rules = Generator[Effect, Any, T]


class Roll(Effect, Generic[T]):
    """Throw `pool` dice of `sides` faces; answered with what `reading` makes of the faces.

    `target` is the explained number the dice are measured against, if there is one;
    `player` is whose dice they are (-1: nobody's).
    """

    def __init__(
        self,
        pool: int,
        sides: int,
        reading: Reading,
        why: str,
        player: int = -1,
        target: Explained | None = None,
    ) -> None:
        self.pool = pool
        self.sides = sides
        self.reading = reading
        self.why = why
        self.player = player
        self.target = target

    def map(self, of: Callable[[T], U]) -> Roll[U]:
        """The same dice, answered with what `of` makes of them.

        What follows from the dice alone is best said here: odds then branch over what matters.
        """
        return Roll(
            self.pool, self.sides, Mapped(self.reading, of), self.why, self.player, self.target
        )

    def refuse_faces(self, faces: Any) -> Refusal | None:
        """Why these faces cannot be what was thrown."""
        if not isinstance(faces, (list, tuple)):
            return Refusal(f"{self.why}: {faces!r} are no dice", "", "a list of faces")
        if len(faces) != self.pool:
            return Refusal(
                f"{self.why}: {len(faces)} dice given", "", f"exactly {self.pool} are needed"
            )
        for face in faces:
            if type(face) is not int or not 1 <= face <= self.sides:
                return Refusal(
                    f"{self.why}: a d{self.sides} has no face {face!r}", "", f"1 to {self.sides}"
                )
        return None

    def then(self, rule: Callable[..., Procedure[U]], *args: Hashable) -> Then[U]:
        """Go on with `rule(answer, *args)`."""
        return Then(self, rule, args)

    def __iter__(self) -> Generator[Effect, Any, T]:
        answer: T = yield self
        return answer

    def __repr__(self) -> str:
        return f"Roll({self.pool}d{self.sides} {self.why})"


# Readings hold nothing but what they read: one of each serves all rolls.
_in_bin: dict[tuple[int, int], InBin] = {}
_TOTAL = Total()
_EACH = Each()
_SINGLE = Single()


def count(
    pool: int,
    sides: int,
    low: int,
    high: int,
    why: str,
    player: int = -1,
    target: Explained | None = None,
) -> Roll[int]:
    """How many of the dice show `low` to `high`."""
    reading = _in_bin.get((low, high))
    if reading is None:
        reading = _in_bin[(low, high)] = InBin(low, high)
    return Roll(pool, sides, reading, why, player, target)


def sort(
    pool: int,
    sides: int,
    bins: tuple[Bin, ...],
    why: str,
    player: int = -1,
    target: Explained | None = None,
) -> Roll[tuple[int, ...]]:
    """How many of the dice fall into each bin."""
    return Roll(pool, sides, InBins(bins), why, player, target)


def tally(
    pool: int,
    sides: int,
    bins: tuple[Bin, ...],
    step: Callable[..., T],
    start: T,
    args: tuple[Hashable, ...],
    why: str,
    player: int = -1,
    target: Explained | None = None,
) -> Roll[T]:
    """What the dice come to: `step(so_far, bin, *args)` for each that falls into a bin, in any
    order. Odds tell apart only what `step` does, however many dice there are."""
    return Roll(pool, sides, Tally(bins, step, start, args), why, player, target)


def total(
    pool: int, sides: int, why: str, player: int = -1, target: Explained | None = None
) -> Roll[int]:
    """The sum of the dice."""
    return Roll(pool, sides, _TOTAL, why, player, target)


def faces(pool: int, sides: int, why: str, player: int = -1) -> Roll[tuple[int, ...]]:
    """Every die by itself. Dear in odds: use bins where bins will do."""
    return Roll(pool, sides, _EACH, why, player)


def die(sides: int, why: str, player: int = -1, target: Explained | None = None) -> Roll[int]:
    """One die."""
    return Roll(1, sides, _SINGLE, why, player, target)


def direction(ways: int, why: str, player: int = -1) -> Roll[int]:
    """A random direction, one of `ways` equally likely, numbered from 1."""
    return Roll(1, ways, _SINGLE, why, player)


class Ask:
    """A question of the system with its situation: the odds a player would want.

    A situation that takes work is given as a function with its arguments, and made only for
    whoever looks: `Ask("shooting", shooting, target, fire)`.
    """

    def __init__(self, question: str, situation: Any, *args: Any) -> None:
        self.question = question
        self._given = situation
        self._args = args
        self._made = not callable(situation)

    @property
    def situation(self) -> Any:
        if not self._made:
            self._given = self._given(*self._args)
            self._made = True
        return self._given


class Judge:
    """Whether an option is refused, where finding out takes work: done for whoever wants to know.

    Nothing changes on the table while a choice is open, so it does not matter when.
    """

    def __init__(self, refuse: Callable[..., Refusal | None], *args: Any) -> None:
        self.refuse = refuse
        self.args = args


class Option(Generic[V]):
    """One thing that may be chosen, or the reason why it may not be just now.

    `at` names what it points at on the table: keys of pieces such as `unit:3`. Of an option that
    a `Judge` refuses nobody asks the odds.
    """

    def __init__(
        self,
        value: V,
        label: str,
        at: tuple[str, ...] = (),
        refusal: Refusal | Judge | None = None,
        ask: Ask | None = None,
    ) -> None:
        self.value = value
        self.label = label
        self.at = at
        self._judge: Judge | None = None
        self._refusal: Refusal | None = None
        if isinstance(refusal, Judge):
            self._judge = refusal
        else:
            self._refusal = refusal
        self._ask = ask

    @property
    def refusal(self) -> Refusal | None:
        """Why it may not be chosen; None when it may."""
        judge = self._judge
        if judge is not None:
            self._refusal = judge.refuse(*judge.args)
            self._judge = None
            if self._refusal is not None:
                self._ask = None
        return self._refusal

    @property
    def ask(self) -> Ask | None:
        """The question whose odds a player would want before he chooses it."""
        if self._judge is not None and self.refusal is not None:
            return None
        return self._ask

    def __repr__(self) -> str:
        return f"Option({self.label}{' - refused' if self.refusal else ''})"


class Choose(Effect, Generic[V]):
    """One player picks one of finitely many options; answered with the index.

    `kind` says what sort of decision this is (bots and screens go by it), `title` is the
    question in words, `about` is whatever a policy may want to know.
    """

    def __init__(
        self,
        player: int,
        kind: str,
        title: str,
        options: Sequence[Option[V]],
        about: Any = None,
        at: tuple[str, ...] = (),
    ) -> None:
        self.player = player
        self.kind = kind
        self.title = title
        self.options = options
        self.about = about
        self.at = at

    def allowed(self) -> list[int]:
        """Indices of the options that may be taken."""
        return [i for i, o in enumerate(self.options) if o.refusal is None]

    def refuse(self, answer: Any) -> list[Refusal]:
        """Why this answer is not accepted; empty when it is."""
        if type(answer) is not int or not 0 <= answer < len(self.options):
            return [Refusal(f"{self.title}: no such option", "", f"0 to {len(self.options) - 1}")]
        refusal = self.options[answer].refusal
        return [] if refusal is None else [refusal]

    def __iter__(self) -> Generator[Effect, Any, V]:
        index: int = yield self
        return self.options[index].value

    def __repr__(self) -> str:
        return f"Choose({self.kind}, player {self.player}, {len(self.options)} options)"


class Leg:
    """One stretch of a move: how, and the pose where it ends (lattice units, 1/100 degree)."""

    def __init__(self, x: int, y: int, level: int = 0, facing: int = 0, how: str = "") -> None:
        self.x = x
        self.y = y
        self.level = level
        self.facing = facing
        self.how = how

    def to_list(self) -> list[Any]:
        return [self.x, self.y, self.level, self.facing, self.how]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Leg) and self.to_list() == other.to_list()

    def __hash__(self) -> int:
        return hash((self.x, self.y, self.level, self.facing, self.how))

    def __repr__(self) -> str:
        return f"Leg({self.x / 1024:g}, {self.y / 1024:g}{', ' + self.how if self.how else ''})"


Legs = tuple[tuple[Leg, ...], ...]
"""The answer to a `Place`: for each mover, in order, its legs (none: it stays)."""


class Goal:
    """Where a person points: the leader's destination in inches, and a facing if it matters."""

    def __init__(self, x: float, y: float, facing: float | None = None, level: int = 0) -> None:
        self.x = x
        self.y = y
        self.facing = facing
        self.level = level


@mypyc_attr(allow_interpreted_subclasses=True)
class Movement:
    """The rules of one `Place`: systems subclass it.

    `check` gives the reasons why legs are illegal (none: legal), `reach` the drawable area
    as polygons, `propose` legs towards a goal with the formation kept (or the reasons why
    not), `fallback` legs that are always legal, `goals` spots worth proposing.
    """

    def check(self, legs: Legs) -> list[Refusal]:
        raise NotImplementedError

    def reach(self) -> list[list[tuple[float, float]]]:
        raise NotImplementedError

    def propose(self, goal: Goal) -> Legs | list[Refusal]:
        raise NotImplementedError

    def fallback(self) -> Legs:
        raise NotImplementedError

    def goals(self) -> list[Goal]:
        """Spots that a player might well point at; screens and bots start from these."""
        return []

    def bounds(self) -> tuple[float, float, float, float]:
        """A box round every spot that could be reached: x0, y0, x1, y1."""
        raise NotImplementedError


class Place(Effect):
    """A move of one or several pieces, answered with their legs."""

    def __init__(
        self,
        player: int,
        kind: str,
        title: str,
        movers: tuple[str, ...],
        movement: Movement,
        about: Any = None,
    ) -> None:
        self.player = player
        self.kind = kind
        self.title = title
        self.movers = movers
        self.movement = movement
        self.about = about

    def refuse(self, answer: Any) -> list[Refusal]:
        """Why this answer is not accepted; empty when it is."""
        if not isinstance(answer, tuple) or len(answer) != len(self.movers):
            return [Refusal(f"{self.title}: legs for {len(self.movers)} movers are needed")]
        for legs in answer:
            if not isinstance(legs, tuple) or not all(isinstance(leg, Leg) for leg in legs):
                return [Refusal(f"{self.title}: every mover's legs are a tuple of Leg")]
        return self.movement.check(answer)

    def __iter__(self) -> Generator[Effect, Any, Legs]:
        legs: Legs = yield self
        return legs

    def __repr__(self) -> str:
        return f"Place({self.kind}, player {self.player}, {len(self.movers)} movers)"


class Secretly(Effect, Generic[T]):
    """One procedure for each of several players, side by side; answered with all results.

    Inside, a procedure may ask its own player only (Choose, Place) and tell; dice are
    thrown when all is open again.
    """

    def __init__(self, why: str, procedures: Mapping[int, Callable[[], Rules[T]]]) -> None:
        self.why = why
        self.procedures = procedures

    def __iter__(self) -> Generator[Effect, Any, dict[int, T]]:
        results: dict[int, T] = yield self
        return results


class Tell(Effect):
    """Narration. The words are put together only if somebody listens."""

    def __init__(
        self, kind: str, words: str, *args: Any, clause: str = "", at: tuple[str, ...] = ()
    ) -> None:
        self.kind = kind
        self.words = words
        self.args = args
        self.clause = clause
        self.at = at

    @property
    def text(self) -> str:
        return self.words.format(*self.args)

    def __iter__(self) -> Generator[Effect, Any, None]:
        yield self

    def __repr__(self) -> str:
        return f"Tell({self.text})"


class Call(Effect, Generic[T]):
    """The result of a sub-procedure that reads nothing but its hashable arguments.

    Because of that an odds run works it out once and remembers it.
    """

    def __init__(self, rule: Callable[..., Procedure[T]], *args: Hashable) -> None:
        self.rule = rule
        self.args = args

    def then(self, rule: Callable[..., Procedure[U]], *args: Hashable) -> Then[U]:
        """Go on with `rule(result, *args)`."""
        return Then(self, rule, args)

    def __iter__(self) -> Generator[Effect, Any, T]:
        value: T = yield self
        return value


class Then(Effect, Generic[T]):
    """One pure step after another: `count(20, ...).then(saves, 6).then(wounds)`.

    Each step is a `Call` that takes what the one before it came to, so that odds pass from
    step to step and never go back to the start.
    """

    def __init__(
        self,
        first: Roll[Any] | Call[Any] | Then[Any],
        rule: Callable[..., Procedure[T]],
        args: tuple[Hashable, ...],
    ) -> None:
        self.first = first
        self.rule = rule
        self.args = args

    def then(self, rule: Callable[..., Procedure[U]], *args: Hashable) -> Then[U]:
        """Go on with `rule(result, *args)`."""
        return Then(self, rule, args)

    def __iter__(self) -> Generator[Effect, Any, T]:
        value: T = yield self
        return value


def follow(then: Then[T]) -> Rules[T]:
    """The same as a procedure, for drivers that take one step at a time."""
    answer = yield from then.first
    return (yield from then.rule(answer, *then.args))


Procedure = Rules[T] | Roll[T] | Call[T] | Then[T]
"""What a rule may give: a generator or, when it is nothing but that, a single effect."""


class Stable(Effect):
    """No procedure is half-way: the state alone says how to go on. `turn` marks a new turn."""

    def __init__(self, turn: int = 0) -> None:
        self.turn = turn

    def __iter__(self) -> Generator[Effect, Any, None]:
        yield self
