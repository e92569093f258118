"""Questions: the situations that users ask about, declared once.

A situation is a frozen dataclass whose fields are made with `given`. From this one
declaration come the flags of `grognard ask`, the JSON it takes, the HTTP API and the
calculator pages. The procedure it names is the one that battles run.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grognard.rules.effects import Call, Procedure, Rules
from grognard.rules.explained import Explained
from grognard.rules.refusal import Refusal

LARGEST = 1e300
"""No number that is given is larger; infinity is none."""


def given(
    default: Any, help: str, low: float = 0, high: float = 0, choices: tuple[str, ...] = ()
) -> Any:
    """A field of a situation: what a person states, with its range or its choices."""
    return dataclasses.field(
        default=default, metadata={"help": help, "low": low, "high": high, "choices": choices}
    )


@dataclasses.dataclass(slots=True)
class Given:
    """One input of a question, as a person sees it."""

    name: str
    type: type
    default: Any
    help: str
    low: float
    high: float
    choices: tuple[str, ...]

    @property
    def legal(self) -> str:
        if self.choices:
            return "one of " + ", ".join(self.choices)
        if self.low < self.high and self.type is not bool:
            return f"{self.low:g} to {self.high:g}"
        return self.kind

    @property
    def kind(self) -> str:
        """What sort of value it takes."""
        if self.choices:
            return self.legal
        kinds = {int: "a whole number", float: "a number", bool: "true or false"}
        return kinds.get(self.type, "a text")

    def refuse(self, value: Any) -> Refusal | None:
        """Why the value will not do."""
        right = type(value) is self.type or (self.type is float and type(value) is int)
        if right and self.type is float:
            right = -LARGEST <= value <= LARGEST  # not so for nan
        if not right:
            return Refusal(f"{self.name}: {value!r} is not {self.kind}", "", self.legal)
        if self.choices and value not in self.choices:
            return Refusal(f"{self.name}: no {value!r}", "", self.legal)
        if self.low < self.high and not self.low <= value <= self.high:
            return Refusal(f"{self.name}: {value} is out of range", "", self.legal)
        return None

    def parse(self, text: str) -> Any:
        """The value that a typed text means; the text itself when it means nothing."""
        if self.type is bool:
            return {
                "true": True,
                "yes": True,
                "on": True,
                "false": False,
                "no": False,
                "off": False,
            }.get(text.lower(), text)
        try:
            return self.type(text)
        except ValueError:
            return text


@dataclasses.dataclass(slots=True)
class Outcome:
    """One thing that can be counted in the result: its distribution is shown."""

    name: str
    label: str
    of: Callable[[Any], int]


@dataclasses.dataclass(slots=True)
class Chain:
    """A procedure that goes on, round after round, from state to state until one is `over`.

    `start(situation)` is the first state; states are hashable. What a round does depends on
    nothing but the state it begins with: it has `parts(state, settings)` that know nothing of
    each other, and their results lead to the state `after(state, results)`. So its odds are
    those of a Markov chain.
    """

    start: Callable[[Any], Any]
    parts: Callable[[Any, Any], Sequence[Call[Any]]]
    after: Callable[[Any, Sequence[Any]], Any]
    over: Callable[[Any], bool]

    def play(self, situation: Any, settings: Any) -> Rules[Any]:
        """All rounds; the state in which it ends."""
        state = self.start(situation)
        while not self.over(state):
            results = []
            for part in self.parts(state, settings):
                results.append((yield from part))
            state = self.after(state, results)
        return state


@dataclasses.dataclass(slots=True)
class Question:
    """A situation users ask about and the procedure that answers it.

    `numbers(situation, settings)` are the explained numbers, `procedure(situation,
    settings)` the rules, `refuse(situation, settings)` what makes the situation impossible.
    `gain` says how good a result is for the one who asks (bots go by it). A question that
    goes on till an end is reached has a `chain`; its procedure is `chain.play`.
    """

    name: str
    title: str
    situation: type[Any]
    numbers: Callable[[Any, Any], Sequence[Explained]]
    procedure: Callable[[Any, Any], Procedure[Any]]
    outcomes: tuple[Outcome, ...]
    refuse: Callable[[Any, Any], list[Refusal]] | None = None
    gain: Callable[[Any, Any], float] | None = None
    help: str = ""
    chain: Chain | None = None

    def givens(self) -> list[Given]:
        types = typing.get_type_hints(self.situation)
        return [
            Given(
                f.name,
                types[f.name],
                f.default,
                f.metadata["help"],
                f.metadata["low"],
                f.metadata["high"],
                f.metadata["choices"],
            )
            for f in dataclasses.fields(self.situation)
        ]

    def situate(self, values: Mapping[str, Any], settings: Any) -> Any | list[Refusal]:
        """The situation these values describe, or every reason why there is none.

        Texts are understood as typed on a command line.
        """
        known = {g.name: g for g in self.givens()}
        refusals: list[Refusal] = []
        made: dict[str, Any] = {}
        for name, value in values.items():
            field = known.get(name.replace("-", "_"))
            if field is None:
                refusals.append(
                    Refusal(f"{self.name} has no {name!r}", "", "it takes " + ", ".join(known))
                )
                continue
            if isinstance(value, str) and field.type is not str:
                value = field.parse(value)
            refusal = field.refuse(value)
            if refusal is not None:
                refusals.append(refusal)
                continue
            made[field.name] = float(value) if field.type is float else value
        if refusals:
            return refusals
        situation = self.situation(**made)
        if self.refuse is not None:
            refusals = self.refuse(situation, settings)
        return refusals or situation
