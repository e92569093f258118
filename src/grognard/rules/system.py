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
    """One rule system. Everything above finds it by its entry point."""

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
