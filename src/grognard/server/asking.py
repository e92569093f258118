"""Odds as they go over the wire."""

from __future__ import annotations

from typing import Any

from grognard.odds.asking import Answered, situation_to_dict
from grognard.rules.settings import changed
from grognard.server import wire
from grognard.server.telling import explained, plain


def answered(found: Answered) -> wire.Odds:
    return wire.Odds(
        question=found.question.name,
        title=found.question.title,
        situation=typed(found),
        settings=changed(found.settings),
        numbers=[explained(n) for n in found.numbers],
        outcomes=[counting(o.name, o.label, d.to_dict()) for o, d in found.outcomes],
        policy=found.policy,
        rounds=float(found.rounds),
    )


def typed(found: Answered) -> dict[str, Any]:
    """The situation as a person would type it. A battle may make its situations of what nobody
    could: then none is told.
    """
    question = found.question
    if not isinstance(found.situation, question.situation):
        return {}
    values = plain_dict(situation_to_dict(question, found.situation))
    return values if question.situate(values, found.settings) == found.situation else {}


def counting(name: str, label: str, said: dict[str, Any]) -> wire.Counting:
    rest = {k: plain(said[k]) for k in ("mean", "deviation", "p10", "median", "p90") if k in said}
    chances = [wire.Chance(plain(c["value"]), float(c["p"])) for c in said["outcomes"]]
    return wire.Counting(name, label, chances, **rest)


def plain_dict(values: dict[str, Any]) -> dict[str, Any]:
    return {k: plain(v) for k, v in values.items()}
