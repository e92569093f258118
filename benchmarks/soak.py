"""Battle after battle, everything checked: the invariants after every answer, refused answers,
and every record replayed to the same hashes.

python -m benchmarks.soak [--random 10000] [--greedy 200] [--options 10000] [--mixed 300]
                           [--against 100] [--odds 1000000] [--jobs 2] [--system forge_of_war]

--options plays with settings and forces made up at random; --mixed does too, with bots by turns
random and greedy.

Each kind of battle prints one hash over all of them: the same on every build and every Python.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from benchmarks.chance import some_setup
from grognard.bots.battle import fallback
from grognard.bots.table import play_out
from grognard.odds.asking import find_question, situate
from grognard.odds.exact import Exact
from grognard.odds.policies import First
from grognard.play.dice import LabDice
from grognard.play.match import Match, Seat
from grognard.play.record import Record
from grognard.play.registry import find_bot, find_system
from grognard.play.replay import Replay
from grognard.rules.effects import Choose, Effect, Leg, Place, Roll
from grognard.rules.machine import run
from grognard.rules.plain import canonical

CHUNK = 5


class Failed(Exception):
    """A battle that was not as it must be; the seed finds it again."""


def soak_one(
    name: str, bots: tuple[str, str], seed: int, settings: Any = None, chance: bool = False
) -> tuple[str, int]:
    """One battle: the hash of its record, and how many answers it took. `chance`: settings and
    forces are made up."""
    system: Any = find_system(name)
    made = settings if settings is not None else system.settings()
    if chance:
        made, setup = some_setup(system, seed)
    else:
        scenario = system.scenarios[seed % len(system.scenarios)]
        setup = system.setup(scenario, (), seed, made)
    seats = [Seat(p, p, bot, bot, seed) for p, bot in enumerate(bots)]
    match = Match.begin(
        system,
        setup,
        made,
        seats,
        secret=f"soak {seed}".encode(),
        nonces=["", ""],
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


def soak_chunk(job: tuple[str, tuple[str, str], int, int, bool]) -> list[tuple[str, int]]:
    name, bots, first, last, chance = job
    out = []
    for seed in range(first, last):
        by_turns = (bots[seed % 2], bots[(seed // 2) % 2]) if chance else bots
        try:
            out.append(soak_one(name, by_turns, seed, chance=chance))
        except Failed:
            raise
        except Exception as error:
            raise Failed(f"seed {seed}: {error!r}") from error
    return out


def soak(name: str, bots: tuple[str, str], games: int, jobs: int, chance: bool = False) -> None:
    """So many battles; raises Failed at the first that is wrong."""
    start = time.perf_counter()
    chunks = [(name, bots, n, min(n + CHUNK, games), chance) for n in range(0, games, CHUNK)]
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
        f"{games} battles {'of any settings and forces, ' if chance else ''}"
        f"{bots[0]} v {bots[1]}: {answers} answers checked, all replayed, "
        f"{took:.0f} s; hash {whole.hexdigest()[:16]}"
    )


def beats_random(name: str, games: int) -> None:
    """Greedy against random on the benchmark's forces, sides swapped."""
    system: Any = find_system(name)
    settings = system.settings()
    won = 0
    for game in range(games):
        side = game % 2
        setup = system.setup("field", ("benchmark", "benchmark"), game // 2, settings)
        bots = {side: find_bot("greedy")(game), 1 - side: find_bot("random")(game)}
        won += play_out(system, setup, settings, bots, f"greedy {game}").winner == side
    print(f"greedy beats random in {won} of {games} battles, sides swapped")


def sampled(name: str, runs: int) -> None:
    """The exact odds of one question, and the same procedure run with random dice."""
    system: Any = find_system(name)
    settings = system.settings()
    question = find_question(system, "shooting")
    worst = 0.0
    for values in ({"shooters": 20, "sv": 7, "av": 3}, {"shooters": 20, "sv": 3, "av": 5}):
        situation = situate(question, values, settings)
        exact = Exact().of(question.procedure, situation, settings)
        dice = LabDice(f"sampled {values}")
        first = First()

        def answer(effect: Effect, dice: LabDice = dice, first: First = first) -> Any:
            if isinstance(effect, Roll):
                return effect.reading.read(dice.throw(0, effect.pool, effect.sides))
            assert isinstance(effect, Choose)
            return first.choose(effect)

        seen: Counter[Any] = Counter(
            run(question.procedure(situation, settings), answer) for _ in range(runs)
        )
        for result, p in exact.items():
            error = max(1e-9, (float(p) * (1 - float(p)) * runs) ** 0.5)
            worst = max(worst, abs(seen[result] - float(p) * runs) / max(error, 1.0))
        if set(seen) - set(exact):
            raise Failed(f"random dice gave what the odds call impossible: {values}")
    print(f"odds against {runs} runs with random dice: at most {worst:.1f} standard errors apart")
    if worst > 5.0:
        raise Failed("that is no accident")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--random", type=int, default=10_000)
    parser.add_argument("--greedy", type=int, default=200)
    parser.add_argument("--options", type=int, default=10_000, help="any settings, any forces")
    parser.add_argument("--mixed", type=int, default=300, help="the same, bots by turns")
    parser.add_argument("--against", type=int, default=100, help="greedy against random")
    parser.add_argument("--odds", type=int, default=1_000_000, help="runs with random dice")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--system", default="forge_of_war")
    given = parser.parse_args()
    try:
        soak(given.system, ("random", "random"), given.random, given.jobs)
        soak(given.system, ("greedy", "greedy"), given.greedy, given.jobs)
        soak(given.system, ("random", "random"), given.options, given.jobs, chance=True)
        soak(given.system, ("random", "greedy"), given.mixed, given.jobs, chance=True)
        if given.against:
            beats_random(given.system, given.against)
        if given.odds:
            sampled(given.system, given.odds)
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
