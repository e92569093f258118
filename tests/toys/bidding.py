"""A toy system that uses every effect: sealed bids, dice, choices and moves on a line."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.rules.effects import (
    Call,
    Choose,
    Goal,
    Leg,
    Legs,
    Movement,
    Option,
    Place,
    Rules,
    Secretly,
    Stable,
    Tell,
    count,
    die,
)
from grognard.rules.explained import Explained, Say
from grognard.rules.questions import Outcome as Counted
from grognard.rules.questions import Question, given
from grognard.rules.refusal import Refusal
from grognard.rules.settings import setting
from grognard.rules.system import Handle, Outcome


@dataclasses.dataclass(frozen=True)
class Settings:
    turns: int = setting(3, "TOY-GAP-01", "turns to play", low=1, high=50)
    loud: bool = setting(False, "TOY-GAP-02", "narrate")


@dataclasses.dataclass
class Toy:
    """Two pieces on a line; whoever bids more throws dice for points, then steps."""

    settings: Settings
    turn: int = 0
    tokens: list[int] = dataclasses.field(default_factory=lambda: [5, 5])
    points: list[int] = dataclasses.field(default_factory=lambda: [0, 0])
    x: list[int] = dataclasses.field(default_factory=lambda: [0, 10 * 1024])
    order: list[int] = dataclasses.field(default_factory=list)  # who has still to act this turn

    def clone(self) -> Toy:
        return Toy(
            self.settings, self.turn, self.tokens[:], self.points[:], self.x[:], self.order[:]
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "tokens": self.tokens,
            "points": self.points,
            "x": self.x,
            "order": self.order,
        }

    def view(self, seat: int | None) -> dict[str, Any]:
        return self.to_dict()

    def outcome(self) -> Outcome | None:
        if self.turn < self.settings.turns:
            return None
        a, b = self.points
        winner = -1 if a == b else int(b > a)
        return Outcome(winner, (float(a), float(b)), "turns are up")

    def invariants(self) -> list[Refusal]:
        return [Refusal("tokens")] if min(self.tokens) < 0 else []


class Step(Movement):
    """Up to one inch either way."""

    def __init__(self, x: int) -> None:
        self.x = x

    def check(self, legs: Legs) -> list[Refusal]:
        for leg in legs[0]:
            if abs(leg.x - self.x) > 1024 or leg.y != 0:
                return [Refusal("too far", "TOY-2", "one inch along the line")]
        return []

    def reach(self) -> list[list[tuple[float, float]]]:
        x = self.x / 1024
        return [[(x - 1, 0.0), (x + 1, 0.0)]]

    def propose(self, goal: Goal) -> Legs | list[Refusal]:
        x = round(goal.x * 1024)
        return ((Leg(max(self.x - 1024, min(self.x + 1024, x)), 0),),)

    def fallback(self) -> Legs:
        return ((),)

    def goals(self) -> list[Goal]:
        return [Goal(self.x / 1024 + 1, 0.0), Goal(self.x / 1024 - 1, 0.0)]

    def bounds(self) -> tuple[float, float, float, float]:
        x = self.x / 1024
        return (x - 1, 0.0, x + 1, 0.0)


def need(skill: int, lead: int, say: Say) -> int:
    return say.part(skill, "skill", "TOY-1") + say.part(lead, "lead", "TOY-3")


def hits(pool: int, value: int) -> Rules[int]:
    return (yield from count(pool, 6, 1, value, "to hit"))


def bid(player: int, most: int) -> Rules[int]:
    options = [Option(n, str(n)) for n in range(most + 1)]
    options.append(Option(99, "99", refusal=Refusal("too many tokens", "TOY-4", f"up to {most}")))
    return (yield from Choose(player, "bid", "bid tokens", options))


def bidding(toy: Toy) -> Rules[None]:
    """Who bids more begins; both bids are spent."""
    bids = yield from Secretly("bids", {p: (lambda p=p: bid(p, toy.tokens[p])) for p in (0, 1)})
    for p in (0, 1):
        toy.tokens[p] -= bids[p]
    first = 0 if bids[0] > bids[1] else 1 if bids[1] > bids[0] else -1
    if first < 0:
        face = yield from die(2, "tie", -1)
        first = face - 1
    yield from Tell("bids", "player {} begins", first, clause="TOY-4")
    toy.order = [first, 1 - first]


@dataclasses.dataclass(frozen=True)
class Throw:
    dice: int = given(4, "dice thrown", low=0, high=20)
    skill: int = given(3, "skill", low=1, high=6)
    lead: bool = given(False, "who bid more")


THROW = Question(
    name="throw",
    title="Points from one throw",
    situation=Throw,
    numbers=lambda s, _: [Explained("to hit", need, (s.skill, int(s.lead)))],
    procedure=lambda s, _: hits(s.dice, s.skill + int(s.lead)),
    outcomes=(Counted("points", "points", lambda n: n),),
    gain=lambda n, _: float(n),
)


class ToySystem:
    name = "toy"
    title = "Toy"
    aliases: tuple[str, ...] = ("bidding",)
    credits = "nobody"
    rules_version = "1"
    can = frozenset({"battle"})
    settings: type[Any] = Settings
    clauses = Path(__file__)
    questions: tuple[Question, ...] = (THROW,)

    def start(self, setup: Mapping[str, Any], settings: Any) -> Toy | list[Refusal]:
        return Toy(settings)

    def setup(
        self, scenario: str, forces: Sequence[str], seed: int, settings: Any
    ) -> dict[str, Any] | list[Refusal]:
        return {"seed": seed}

    def thaw(self, data: Mapping[str, Any], setup: Mapping[str, Any], settings: Any) -> Toy:
        lists = (list(data[name]) for name in ("tokens", "points", "x", "order"))
        return Toy(settings, data["turn"], *lists)

    def judgement(self) -> None:
        return None

    def handles(self, state: Any, player: int) -> list[Handle]:
        """Everybody's points, and one's own tokens."""
        toy: Toy = state
        found = [
            Handle(f"points of {p}", f"piece:{p}", ("points", p), toy.points[p], low=0, high=99)
            for p in (0, 1)
        ]
        path = ("tokens", player)
        found.append(Handle("tokens", f"piece:{player}", path, toy.tokens[player], low=-1, high=9))
        return found

    def play(self, state: Any) -> Rules[None]:
        toy: Toy = state
        while toy.turn < toy.settings.turns:
            if not toy.order:
                yield from Stable(toy.turn + 1)
                yield from bidding(toy)
            yield from Stable()
            p = toy.order[0]
            target = Explained("to hit", need, (3, int(len(toy.order) == 2)))
            got = yield from Call(hits, 4, target.value)
            toy.points[p] += got
            legs = yield from Place(p, "step", "step", (f"piece:{p}",), Step(toy.x[p]))
            if legs[0]:
                toy.x[p] = legs[0][-1].x
            toy.order = toy.order[1:]
            if not toy.order:
                toy.turn += 1


SYSTEM = ToySystem()
