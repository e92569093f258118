"""What a rule system is to the rest of the house: the faces of a `System` and its state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from grognard.rules.effects import Ask, Choose, Goal, Legs, Place, Rules
from grognard.rules.questions import Question
from grognard.rules.refusal import Refusal


class State(Protocol):
    """A battle at rest. Plain data: cheap to copy, and all that the rules need to go on."""

    def clone(self) -> State:
        """A copy that shares nothing that changes."""

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data without floats: what records keep and hashes are made of."""

    def view(self, seat: int | None) -> dict[str, Any]:
        """What this seat may see (None: a spectator)."""

    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""

    def invariants(self) -> list[Refusal]:
        """What is wrong with this state. Always empty, or there is a bug."""


class Outcome:
    """How a battle ended. `scores` by player; `winner` is a side, or -1 for a draw."""

    def __init__(self, winner: int, scores: tuple[float, ...], reason: str) -> None:
        self.winner = winner
        self.scores = scores
        self.reason = reason

    def to_dict(self) -> dict[str, Any]:
        return {"winner": self.winner, "scores": list(self.scores), "reason": self.reason}


class Handle:
    """One entry of a state that players may change by hand when all of them agree.

    `path` leads to it in what `to_dict` gives, `at` names the piece that it belongs to. `kind`
    says what a screen makes of it: x and y are a place in 1/1024 inch, level a height, facing
    1/100 degree; anything else is a number, a flag or a text as its value is.
    """

    def __init__(
        self,
        label: str,
        at: str,
        path: tuple[int | str, ...],
        value: bool | int | str,
        kind: str = "",
        low: int = -(1 << 22),
        high: int = 1 << 22,
    ) -> None:
        self.label = label
        self.at = at
        self.path = path
        self.value = value
        self.kind = kind
        self.low = low
        self.high = high

    def refuse(self, value: Any) -> Refusal | None:
        """Why it cannot be changed to this."""
        if type(value) is not type(self.value):
            want = {bool: "true or false", int: "a whole number"}.get(type(self.value), "a text")
            return Refusal(f"{self.label}: {value!r:.40} will not do", "", want)
        if isinstance(value, int) and not self.low <= value <= self.high:
            return Refusal(f"{self.label}: {value} will not do", "", f"{self.low} to {self.high}")
        if isinstance(value, str) and len(value) > 80:
            return Refusal(f"{self.label}: that is too long", "", "80 characters")
        return None


class Judgement(Protocol):
    """A system's own sense for bots: optional, and never the only way to play."""

    def options(
        self, state: Any, effect: Choose[Any], gain: Callable[[Ask], float]
    ) -> list[float] | None:
        """How good each option looks; None where it has no opinion. `gain` gives exact odds."""

    def spots(self, state: Any, effect: Place) -> list[Goal]:
        """Goals worth proposing, the best-looking first."""

    def place(self, state: Any, effect: Place, legs: Legs, gain: Callable[[Ask], float]) -> float:
        """How good it looks to end a move so. `gain` gives exact odds."""


class System(Protocol):
    """One rule system. Everything above finds it by its entry point.

    What it may have besides is looked for by name: `scenarios`, `forces`, `sight`,
    `first_battle()` (what beginners play, and what they are told on the way), and for
    people who agree to overrule the rules `handles(state, player)`, the list of `Handle`s that
    this player may see, and `settle(state)`, which puts in order what follows from them.
    """

    name: str
    title: str
    aliases: tuple[str, ...]
    credits: str
    rules_version: str
    can: frozenset[str]
    settings: type[Any]
    clauses: Path
    questions: tuple[Question, ...]

    def start(self, setup: Mapping[str, Any], settings: Any) -> State | list[Refusal]:
        """The state before the first Stable, from a resolved set-up (plain data)."""

    def setup(
        self, scenario: str, forces: Sequence[Any], seed: int, settings: Any
    ) -> dict[str, Any] | list[Refusal]:
        """A resolved set-up: table, rosters with their profiles, scenario. Plain data.

        Forces are keys of ready ones, or what the system's builder reads from a file.
        """

    def thaw(self, data: Mapping[str, Any], setup: Mapping[str, Any], settings: Any) -> State:
        """The state that `to_dict` wrote down."""

    def play(self, state: Any) -> Rules[None]:
        """The whole game from this state on. Keeps no local variable across a Stable."""

    def judgement(self) -> Judgement | None:
        """This system's sense for bots, if it has one."""
