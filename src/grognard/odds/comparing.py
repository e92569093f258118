"""One question under every reading of a disputed place, side by side."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from grognard.odds.asking import Answered, Asker, situate
from grognard.rules.questions import Question
from grognard.rules.refusal import Refusal, Refused
from grognard.rules.settings import Setting, settings_of

MOST: int = 9
"""So many readings stand side by side; of a longer range the ends, the ruling and some between."""


class Reading:
    """One value of a setting, and what the question comes to under it: odds, or why there are
    none.
    """

    def __init__(
        self, value: Any, ruling: bool, answer: Answered | None, refusals: list[Refusal]
    ) -> None:
        self.value = value
        self.ruling = ruling
        self.answer = answer
        self.refusals = refusals

    def to_dict(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "ruling": self.ruling,
            "answer": self.answer.to_dict() if self.answer is not None else None,
            "refusals": [str(r) for r in self.refusals],
        }


def values_of(option: Setting, now: Any) -> list[Any]:
    """The values worth comparing: the ruling first, then the others; numbers in their order."""
    if isinstance(option.default, bool):
        others: list[Any] = [True, False]
    elif option.choices:
        others = list(option.choices)
    elif option.low < option.high:
        span = option.high - option.low
        steps = min(MOST, span + 1)
        spread = {option.low + round(span * k / (steps - 1)) for k in range(steps)}
        return sorted(spread | {option.default, now})
    else:
        others = [now]
    return [option.default, *(v for v in others if v != option.default)]


def compare(
    asker: Asker,
    question: Question,
    values: Mapping[str, Any],
    settings: Any,
    name: str,
    policy: str = "first",
) -> list[Reading]:
    """The odds of a situation under each reading of the setting of this name, all other settings
    as they are. A reading under which there is no such situation says why; raises Refused when
    there is none under any, or no setting of this name.
    """
    known = {s.name: s for s in settings_of(type(settings))}
    option = known.get(name)
    if option is None:
        raise Refused([Refusal(f"no setting {name!r}", "", "one of " + ", ".join(known))])
    readings: list[Reading] = []
    for value in values_of(option, getattr(settings, name)):
        under = dataclasses.replace(settings, **{name: value})
        try:
            answer = asker.ask(question, situate(question, values, under), under, policy)
        except Refused as refused:
            readings.append(Reading(value, value == option.default, None, refused.refusals))
        else:
            readings.append(Reading(value, value == option.default, answer, []))
    if all(reading.answer is None for reading in readings):
        raise Refused(readings[0].refusals)
    return readings


def differ(readings: list[Reading]) -> bool:
    """Whether it matters which reading is played: in a number, or in any outcome's odds."""
    told = [
        (
            [(n.what, n.value) for n in r.answer.numbers],
            [
                [(value, round(float(p), 12)) for value, p in odds.items()]
                for _, odds in r.answer.outcomes
            ],
        )
        if r.answer is not None
        else None
        for r in readings
    ]
    return any(t != told[0] for t in told)
