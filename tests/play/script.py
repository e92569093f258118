"""A toy whose game is a list of steps in its set-up: hypothesis makes games of any shape."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from grognard.rules.effects import (
    Call,
    Choose,
    Effect,
    Leg,
    Option,
    Place,
    Rules,
    Secretly,
    Stable,
    Tell,
    count,
    faces,
)
from grognard.rules.questions import Question
from grognard.rules.refusal import Refusal
from grognard.rules.settings import setting
from grognard.rules.system import Outcome
from tests.toys.bidding import Step

PLAYERS = 3


@dataclasses.dataclass(frozen=True)
class Settings:
    double: bool = setting(False, "SCR-GAP-01", "every mark counts twice")


@dataclasses.dataclass
class Script:
    """Where the game stands in its steps, and all that has been answered."""

    settings: Settings
    steps: list[list[Any]]
    at: int = 0
    marks: list[int] = dataclasses.field(default_factory=list)

    def clone(self) -> Script:
        return Script(self.settings, self.steps, self.at, self.marks[:])

    def to_dict(self) -> dict[str, Any]:
        return {"at": self.at, "marks": self.marks}  # the live list: who keeps it must copy it

    def view(self, seat: int | None) -> dict[str, Any]:
        return self.to_dict()

    def outcome(self) -> Outcome | None:
        if self.at < len(self.steps):
            return None
        points = sum(self.marks) * (2 if self.settings.double else 1)
        winner = points % (PLAYERS + 1) - 1
        return Outcome(winner, (float(points), 0.0, 0.0), "the script is over")

    def invariants(self) -> list[Refusal]:
        return [Refusal("past the end")] if self.at > len(self.steps) else []


def choose(player: int, options: int, refused: int) -> Rules[int]:
    return (
        yield from Choose(
            player,
            "pick",
            "pick one",
            [
                Option(i, str(i), refusal=Refusal("not this", "SCR-1") if i == refused else None)
                for i in range(options)
            ],
        )
    )


def secret(player: int, questions: int) -> Rules[int]:
    got = 0
    for _ in range(questions):
        yield from Tell("hush", "player {} thinks", player)
        got = 4 * got + (yield from choose(player, 4, 3))
    return got


def secrets_of(players: list[int], questions: int) -> dict[int, Callable[[], Rules[int]]]:
    return {p: (lambda p=p: secret(p, questions)) for p in players}


def volley(pool: int, sides: int) -> Rules[int]:
    return (yield from count(pool, sides, 1, 2, "volley"))


class ScriptSystem:
    name = "script"
    title = "Script"
    aliases: tuple[str, ...] = ("steps",)
    credits = "nobody"
    rules_version = "1"
    can = frozenset({"battle"})
    settings: type[Any] = Settings
    clauses = Path(__file__)
    questions: tuple[Question, ...] = ()

    def start(self, setup: Mapping[str, Any], settings: Any) -> Script | list[Refusal]:
        if not setup["steps"]:
            return [Refusal("there is nothing to play")]
        return Script(settings, setup["steps"])

    def setup(
        self, scenario: str, forces: Sequence[str], seed: int, settings: Any
    ) -> dict[str, Any] | list[Refusal]:
        return {"steps": [["turn", 1]]}

    def thaw(self, data: Mapping[str, Any], setup: Mapping[str, Any], settings: Any) -> Script:
        return Script(settings, setup["steps"], data["at"], list(data["marks"]))

    def judgement(self) -> None:
        return None

    def play(self, state: Any) -> Rules[None]:
        script: Script = state
        hand: list[int] = []  # not yet in the state: lost unless the steps since are run again
        while script.at < len(script.steps):
            kind, *of = script.steps[script.at]
            if kind in ("turn", "stable"):
                script.marks += hand
                hand = []
                yield from Stable(of[0] if of else 0)
            elif kind == "roll":
                hand += yield from faces(*of, why="roll")
            elif kind == "call":
                hand.append((yield from Call(volley, *of)))
            elif kind == "choose":
                hand.append((yield from choose(*of)))
            elif kind == "place":
                legs = yield from Place(of[0], "step", "step", ("piece",), Step(0))
                hand.append(legs[0][0].x if legs[0] else 0)
            elif kind == "secret":
                players, questions = of
                got = yield from Secretly("secret", secrets_of(players, questions))
                hand += [got[p] for p in players]
            else:
                yield from Tell("step", "step {}", script.at)
            script.at += 1
        script.marks += hand


SYSTEM = ScriptSystem()

players = st.integers(0, PLAYERS - 1)
rolls = st.tuples(st.just("roll"), st.integers(1, 3), st.integers(2, 6))
choices = st.tuples(st.just("choose"), players, st.integers(2, 4), st.integers(-1, 1))
places = st.tuples(st.just("place"), players)
secrets = st.tuples(
    st.just("secret"),
    st.lists(players, min_size=1, max_size=PLAYERS, unique=True),
    st.integers(0, 2),
)
step = st.one_of(
    rolls,
    st.tuples(st.just("call"), st.integers(1, 3), st.integers(2, 6)),
    choices,
    choices,
    places,
    secrets,
    st.just(("tell",)),
    st.just(("stable",)),
    st.just(("turn",)),
)


@st.composite
def games(draw: Any, most: int = 14) -> list[list[Any]]:
    """The steps of a game; turns are numbered as they come."""
    steps = [("turn",), *draw(st.lists(step, min_size=1, max_size=most))]
    turns = 0
    made: list[list[Any]] = []
    for kind, *of in steps:
        if kind == "turn":
            turns += 1
            of = [turns]
        made.append([kind, *of])
    return made


def legal(effect: Effect, chance: random.Random) -> Any:
    """Some answer that the rules accept."""
    if isinstance(effect, Choose):
        return chance.choice(effect.allowed())
    assert isinstance(effect, Place)
    movement = effect.movement
    return chance.choice([movement.fallback(), *map(movement.propose, movement.goals())])


def illegal(effect: Effect) -> list[Any]:
    """Answers that the rules do not accept."""
    if isinstance(effect, Choose):
        refused = [i for i, option in enumerate(effect.options) if option.refusal is not None]
        return [*refused, -1, len(effect.options), True, 0.0, None, "0", (), ((),)]
    return [0, None, (), ((), ()), ([],), ((Leg(1025, 0),),), ((Leg(0, 1),),)]
