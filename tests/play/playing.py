"""Matches for tests: begun with dice that are known, played on by chance, forged."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grognard.play.match import Match, Seat
from tests.play import script
from tests.play.script import Settings, legal
from tests.toys import bidding

SECRET = bytes(range(32))
NONCES = ("aa", "bb", "cc")
RICH = [
    ["turn", 1],
    ["choose", 0, 3, 1],
    ["place", 1],
    ["roll", 2, 6],
    ["secret", [0, 2, 1], 2],
    ["turn", 2],
    ["tell"],
    ["call", 3, 6],
    ["choose", 2, 2, -1],
    ["choose", 2, 4, 0],
    ["stable"],
    ["secret", [1], 1],
    ["turn", 3],
    ["roll", 1, 20],
    ["place", 0],
]
"""A game with everything in it."""


def persons(bots: Sequence[int] = ()) -> list[Seat]:
    return [Seat(p, p, f"P{p}", bot="sleepy" if p in bots else "") for p in range(3)]


def begin(path: Path | None, steps: Any = RICH, **options: Any) -> Match:
    options = {"secret": SECRET, "nonces": NONCES, "match_id": "m1", "seats": persons()} | options
    return Match.begin(script.SYSTEM, {"steps": steps}, Settings(), path=path, **options)


def begin_toy(path: Path | None, turns: int = 3, **options: Any) -> Match:
    seats = [Seat(0, 0, "Ann"), Seat(1, 1, "Bob")]
    options = {"secret": SECRET, "nonces": NONCES[:2], "match_id": "m2", "seats": seats} | options
    settings = bidding.Settings(turns=turns)
    return Match.begin(bidding.SYSTEM, {"seed": 1}, settings, path=path, **options)


def finish(match: Match, chance: random.Random, most: int = 10**6) -> Match:
    """Play on by random legal answers, to the end or for so many answers."""
    while match.waiting() and most:
        who, effect = chance.choice(match.waiting())
        assert match.answer(who, legal(effect, chance)) == []
        most -= 1
    return match


def take_back(match: Match, who: int) -> list[Any]:
    """Undo, with everybody's consent where it is needed."""
    refusals = match.undo(who)
    for other in [s.player for s in match.seats if s.player != who and not s.bot]:
        if match.wants_undo == who:
            assert match.consent(other) == []
    return refusals


def restlessly(match: Match, chance: random.Random, undos: int = 3) -> Match:
    """Play to the end, taking answers back a few times on the way."""
    while match.waiting():
        who, effect = chance.choice(match.waiting())
        assert match.answer(who, legal(effect, chance)) == []
        if undos and chance.random() < 0.4 and not take_back(match, chance.randrange(3)):
            undos -= 1
    return match


def refusal(refusals: list[Any]) -> str:
    """The words of the one refusal."""
    (only,) = refusals
    text: str = only.what
    return text


# -- forging ------------------------------------------------------------------------


def write(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def state_digest(state: Any) -> str:
    return hashlib.sha256(write(state).encode()).hexdigest()


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def forge(path: Path, lines: Sequence[dict[str, Any]]) -> Path:
    """Write these lines with all their hashes put right again, as a cheat would."""
    before = ""
    with path.open("w", encoding="utf-8") as file:
        for number, line in enumerate(lines, 1):
            body = {k: v for k, v in line.items() if k != "hash"}
            if body.get("kind") == "end" and number == len(lines):
                body["lines"] = number
            before = hashlib.sha256((before + write(body)).encode()).hexdigest()
            file.write(write({**body, "hash": before}) + "\n")
    return path
