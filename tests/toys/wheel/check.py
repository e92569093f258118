"""Plays a hundred games by random legal answers, each recorded and verified."""

import random
import tempfile
from pathlib import Path
from typing import Any

from grognard.odds.asking import ask
from grognard.play.match import Match, Seat
from grognard.play.registry import find_system
from grognard.play.verify import verify
from grognard.rules.effects import Choose, Effect, Place

SYSTEM = find_system("skirmish_toy")


def some_answer(effect: Effect) -> Any:
    if isinstance(effect, Choose):
        return random.choice(effect.allowed())
    assert isinstance(effect, Place)
    return effect.movement.propose(random.choice(effect.movement.goals()))


def game(path: Path) -> str:
    settings = SYSTEM.settings()
    setup = SYSTEM.setup("", [], 1, settings)
    assert not isinstance(setup, list), setup
    seats = [Seat(0, 0, "Ann"), Seat(1, 1, "Bob")]
    match = Match.begin(SYSTEM, setup, settings, seats, path)
    while match.waiting():
        player, effect = match.waiting()[0]
        assert match.answer(player, some_answer(effect)) == []
        assert match.state.invariants() == []
    report = verify(path)
    assert report["ok"], report
    assert match.ended is not None
    return match.ended.reason


with tempfile.TemporaryDirectory() as folder:
    reasons = [game(Path(folder, f"{n}.grog")) for n in range(100)]
print({reason: reasons.count(reason) for reason in sorted(set(reasons))})

odds = ask(SYSTEM, "volley", {"men": "5", "distance": "6", "aimed": "yes"})
print(odds.numbers[0])
print(odds.first)
