"""Battle after battle, everything checked: the invariants after every answer, refused answers,
and every record replayed to the same hashes.

python -m benchmarks.soak [--random 10000] [--greedy 200] [--jobs 2] [--system forge_of_war]

The last line holds one hash over all battles: it is the same on every build and every Python.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from grognard.bots.battle import fallback
from grognard.play.match import Match, Seat
from grognard.play.record import Record
from grognard.play.registry import find_bot, find_system
from grognard.play.replay import Replay
from grognard.rules.effects import Choose, Effect, Leg, Place
from grognard.rules.plain import canonical

CHUNK = 5


class Failed(Exception):
    """A battle that was not as it must be; the seed finds it again."""


def soak_one(name: str, bots: tuple[str, str], seed: int, settings: Any = None) -> tuple[str, int]:
    """One battle: the hash of its record, and how many answers it took."""
    system: Any = find_system(name)
    made = settings if settings is not None else system.settings()
    scenario = system.scenarios[seed % len(system.scenarios)]
    setup = system.setup(scenario, (), seed, made)
    seats = [Seat(p, p, bot, bot, seed) for p, bot in enumerate(bots)]
    match = Match.begin(
        system, setup, made, seats, secret=f"soak {seed}".encode(), nonces=["", ""],
        match_id=f"soak-{seed}",
    )
    players = {p: find_bot(bot)(seed * 2 + p) for p, bot in enumerate(bots)}
    rnd = random.Random(seed)
    answers = 0
    while not match.done:
        player, effect = match.waiting()[0]
        if rnd.random() < 0.02:
            refuse_one(match, player, effect, seed)
        answer = players[player].answer(match.session, system, player, effect)
        refusals = match.answer(player, answer)
        if refusals:
            raise Failed(f"seed {seed}: the bot's answer to {effect!r} was refused: {refusals}")
        answers += 1
        wrong = match.state.invariants()
        if wrong:
            raise Failed(f"seed {seed}, answer {answers}: {wrong[:3]}")
        if answers > 50_000:
            raise Failed(f"seed {seed}: no end")
    check_replay(match, seed)
    return match.record.hash, answers


def refuse_one(match: Match, player: int, effect: Effect, seed: int) -> None:
    """Answers that must be refused, and must leave everything as it was."""
    before = canonical(match.state.to_dict()), len(match.session.log), match.record.hash
    if isinstance(effect, Choose):
        bad: list[Any] = [len(effect.options), -1, "no index"]
        bad += [i for i, o in enumerate(effect.options) if o.refusal is not None]
    else:
        assert isinstance(effect, Place)
        far = Leg(-5000, -5000)
        bad = [None, (), tuple((far,) for _ in effect.movers)]
    for answer in bad:
        if not match.answer(player, answer):
            raise Failed(f"seed {seed}: {answer!r} was accepted for {effect!r}")
    if match.answer(1 - player, fallback(effect)) == [] and not match.session.sealed:
        raise Failed(f"seed {seed}: the wrong player was heard")
    if before != (canonical(match.state.to_dict()), len(match.session.log), match.record.hash):
        raise Failed(f"seed {seed}: a refused answer to {effect!r} left a trace")


def check_replay(match: Match, seed: int) -> None:
    """The record, run through the rules again, comes to the same hashes and the same end."""
    record = Record()
    record.lines = match.record.lines
    record.hash = match.record.hash
    replay = Replay(record)
    while replay.step():
        pass
    if replay.ended is None or match.ended is None:
        raise Failed(f"seed {seed}: the replay has no end")
    if replay.session.state.to_dict() != match.state.to_dict():
        raise Failed(f"seed {seed}: the replay took another course")


def soak_chunk(job: tuple[str, tuple[str, str], int, int]) -> list[tuple[str, int]]:
    name, bots, first, last = job
    return [soak_one(name, bots, seed) for seed in range(first, last)]


def soak(name: str, bots: tuple[str, str], games: int, jobs: int) -> None:
    """So many battles; raises Failed at the first that is wrong."""
    start = time.perf_counter()
    chunks = [(name, bots, n, min(n + CHUNK, games)) for n in range(0, games, CHUNK)]
    whole = hashlib.sha256()
    answers = done = 0
    with ProcessPoolExecutor(jobs) as pool:
        for results in pool.map(soak_chunk, chunks):
            for digest, count in results:
                whole.update(digest.encode())
                answers += count
                done += 1
            if sys.stderr.isatty():
                print(f"\r{done}/{games}", end="", file=sys.stderr, flush=True)
    took = time.perf_counter() - start
    print(
        f"{games} battles {bots[0]} v {bots[1]}: {answers} answers checked, all replayed, "
        f"{took:.0f} s; hash {whole.hexdigest()[:16]}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--random", type=int, default=10_000)
    parser.add_argument("--greedy", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--system", default="forge_of_war")
    given = parser.parse_args()
    try:
        soak(given.system, ("random", "random"), given.random, given.jobs)
        soak(given.system, ("greedy", "greedy"), given.greedy, given.jobs)
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
