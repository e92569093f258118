"""Odds as they go over the wire."""

from __future__ import annotations

from typing import Any

from grognard.odds.asking import Answered, situation_to_dict
from grognard.rules.settings import changed
from grognard.server import wire
from grognard.server.telling import explained, plain


def answered(found: Answered) -> wire.Odds:
    """A battle may make its situations of what no person would type: then none is told."""
    typed = isinstance(found.situation, found.question.situation)
    return wire.Odds(
        question=found.question.name,
        title=found.question.title,
        situation=plain_dict(situation_to_dict(found.question, found.situation)) if typed else {},
        settings=changed(found.settings),
        numbers=[explained(n) for n in found.numbers],
        outcomes=[counting(o.name, o.label, d.to_dict()) for o, d in found.outcomes],
        policy=found.policy,
        rounds=float(found.rounds),
    )


def counting(name: str, label: str, said: dict[str, Any]) -> wire.Counting:
    rest = {k: plain(said[k]) for k in ("mean", "deviation", "p10", "median", "p90") if k in said}
    chances = [wire.Chance(plain(c["value"]), float(c["p"])) for c in said["outcomes"]]
    return wire.Counting(name, label, chances, **rest)


def plain_dict(values: dict[str, Any]) -> dict[str, Any]:
    return {k: plain(v) for k, v in values.items()}
