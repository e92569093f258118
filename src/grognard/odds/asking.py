"""Answers questions: the explained numbers of one situation and the exact odds of its outcomes.

What `grognard ask`, the HTTP API, the hints in a battle and the bots all call.
"""

from __future__ import annotations

import difflib
from collections.abc import Generator, Mapping
from typing import Any

from grognard.odds.chain import Endless, absorb
from grognard.odds.chances import TooMany
from grognard.odds.distribution import Distribution, Probability
from grognard.odds.exact import Exact
from grognard.odds.policies import Best, First, Last, Policy
from grognard.rules.effects import Choose, Effect, Place, Rules
from grognard.rules.explained import Explained
from grognard.rules.machine import started
from grognard.rules.questions import Chain, Outcome, Question
from grognard.rules.refusal import Refusal, Refused
from grognard.rules.settings import settings_to_dict
from grognard.rules.system import System

POLICIES = ("first", "last", "best")
"""Who chooses, when odds need a choice made: always the first or the last allowed option, or
whatever is best for the chooser."""


class Answered:
    """What a question comes to: numbers, a distribution for each outcome, and who chose.

    `policy` is empty when no choice had to be made; `results` are the procedure's own.
    `rounds` is how long a chain goes on, on average (0: it is none).
    """

    def __init__(
        self,
        question: Question,
        situation: Any,
        settings: Any,
        results: Distribution[Any],
        policy: str,
        rounds: float = 0.0,
    ) -> None:
        self.question = question
        self.situation = situation
        self.settings = settings
        self.results = results
        self.policy = policy
        self.rounds = rounds

    @property
    def numbers(self) -> list[Explained]:
        """The numbers the rules ask for here; they explain themselves."""
        return list(self.question.numbers(self.situation, self.settings))

    @property
    def outcomes(self) -> list[tuple[Outcome, Distribution[int]]]:
        """Each thing that can be counted in the result, and how it is distributed."""
        return [(o, self.results.map(o.of)) for o in self.question.outcomes]

    def __getitem__(self, name: str) -> Distribution[int]:
        """The distribution of one outcome, by its name."""
        for outcome in self.question.outcomes:
            if outcome.name == name:
                return self.results.map(outcome.of)
        raise KeyError(f"{name!r}: {', '.join(o.name for o in self.question.outcomes)}")

    @property
    def first(self) -> Distribution[int]:
        """The distribution of the outcome that matters most: the first."""
        return self.results.map(self.question.outcomes[0].of)

    def to_dict(self) -> dict[str, Any]:
        return {
            "question": self.question.name,
            "title": self.question.title,
            "situation": situation_to_dict(self.question, self.situation),
            "settings": settings_to_dict(self.settings),
            "numbers": [n.to_dict() for n in self.numbers],
            "outcomes": [
                {"name": o.name, "label": o.label, **d.to_dict()} for o, d in self.outcomes
            ],
            "policy": self.policy,
            **({"rounds": self.rounds} if self.rounds else {}),
        }


def find_question(system: System, name: str) -> Question:
    """The question of this name; raises Refused when the system has none."""
    key = name.strip().lower().replace("-", "_")
    for question in system.questions:
        if question.name.replace("-", "_") == key:
            return question
    names = [q.name for q in system.questions]
    close = difflib.get_close_matches(key, names, 1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise Refused(
        [
            Refusal(
                f"{system.name} has no question {name!r}",
                "",
                f"{hint}it has {', '.join(names) or 'none'}",
            )
        ]
    )


def situate(question: Question, values: Mapping[str, Any], settings: Any) -> Any:
    """The situation these values describe; raises Refused with every reason why there is none."""
    situation = question.situate(values, settings)
    if isinstance(situation, list):
        raise Refused(situation)
    return situation


def situation_to_dict(question: Question, situation: Any) -> dict[str, Any]:
    """Every given with its value."""
    return {g.name: getattr(situation, g.name) for g in question.givens()}


class _Worth:
    """How good a result is for one of the players of a question."""

    def __init__(self, question: Question, situation: Any) -> None:
        self.question = question
        self.situation = situation

    def of(self, result: Any, player: int) -> float:
        gain = self.question.gain
        assert gain is not None
        worth = gain(result, self.situation)
        return worth if player <= 0 else -worth


class _Noting(Policy):
    """Another policy; notes whether it was ever asked."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.name = policy.name
        self.asked = False

    def choose(self, effect: Choose[Any]) -> int:
        self.asked = True
        return self.policy.choose(effect)

    def place(self, effect: Place) -> Any:
        self.asked = True
        return self.policy.place(effect)


class Asker:
    """Works out question after question of one battle or one service, and remembers."""

    def __init__(self, rational: bool = False) -> None:
        self.rational = rational
        self._drivers: dict[str, tuple[Exact, _Noting]] = {}

    def ask(
        self, question: Question, situation: Any, settings: Any, policy: str = "first"
    ) -> Answered:
        """The odds of a situation; raises Refused where they cannot be had."""
        if policy == "best":
            inside = _Noting(First())
            best = _best(question, situation, inside)
            driver, noting, name = Exact(best, self.rational), inside, best.name
        else:
            if policy not in self._drivers:
                noting = _Noting(_plain(policy))
                self._drivers[policy] = Exact(noting, self.rational), noting
            driver, noting = self._drivers[policy]
            name = noting.name
        chosen: list[Effect] = []
        rounds = 0.0
        try:
            if question.chain is not None:
                results, rounds = _solve(question.chain, situation, settings, driver)
            else:
                results = Distribution(
                    driver.run(
                        lambda: _watched(started(question.procedure(situation, settings)), chosen)
                    )
                )
        except TooMany as error:
            raise Refused(
                [Refusal(f"{question.name}: no exact odds for this ({error})", "", "fewer dice")]
            ) from None
        except Endless as endless:
            raise Refused(
                [
                    Refusal(
                        f"{question.name}: it may go on for ever ({endless})", "", "other numbers"
                    )
                ]
            ) from None
        return Answered(
            question, situation, settings, results, name if chosen or noting.asked else "", rounds
        )


def _solve(
    chain: Chain, situation: Any, settings: Any, driver: Exact
) -> tuple[Distribution[Any], float]:
    """Where a chain ends, and after how many rounds on average."""

    def step(state: Any) -> list[tuple[Any, Probability]]:
        joint: list[tuple[tuple[Any, ...], Probability]] = [((), 1)]
        for part in chain.parts(state, settings):
            alone = driver.call(part.rule, part.args)
            joint = [(got + (r,), p * q) for got, p in joint for r, q in alone]
        return [(chain.after(state, results), p) for results, p in joint]

    absorbed = absorb(chain.start(situation), step, chain.over)
    return absorbed.ends, absorbed.steps


def _plain(policy: str) -> Policy:
    if policy == "first":
        return First()
    if policy == "last":
        return Last()
    raise Refused([Refusal(f"no policy {policy!r}", "", "one of " + ", ".join(POLICIES))])


def _best(question: Question, situation: Any, inside: Policy) -> Best:
    """Best for whoever chooses, by the question's gain: what is good for the one who asks
    (player 0, as every question numbers him) is bad for all others.
    """
    if question.gain is None:
        raise Refused(
            [
                Refusal(
                    f"{question.name} does not say what would be best", "", "policy first or last"
                )
            ]
        )
    return Best(_Worth(question, situation).of, "the question's gain", inside)


def _watched(procedure: Rules[Any], chosen: list[Effect]) -> Generator[Effect, Any, Any]:
    """The same procedure; a choice that somebody makes in it is kept in `chosen`."""
    answer: Any = None
    while True:
        try:
            effect = procedure.send(answer)
        except StopIteration as stop:
            return stop.value
        if isinstance(effect, (Choose, Place)) and not chosen:
            chosen.append(effect)
        answer = yield effect


def ask(
    system: System,
    name: str,
    values: Mapping[str, Any],
    settings: Any = None,
    policy: str = "first",
    rational: bool = False,
) -> Answered:
    """A question by name, with its situation in a person's words; raises Refused.

    Without settings the rulings hold.
    """
    if settings is None:
        settings = system.settings()
    question = find_question(system, name)
    situation = situate(question, values, settings)
    return Asker(rational).ask(question, situation, settings, policy)
