"""How many battles a second? One core, bots against bots, interpreted and compiled in one run.

python -m benchmarks.battles

The committed fixture: Forge of War, scenario "field" (72 by 48 inches, ten pieces of terrain), six
units of ten figures a side, sight asked of every figure, the seeds 0, 1, 2 ...; setting up counts,
the record of a match does not. Times are of the processor. Each form plays in a process of its
own, one after the other and then again; the best of the rounds is given. Their outcomes must agree.
Random battles are also played on the same field with the optional chapters (covering fire, stance,
reaction tests, indirect fire), with forces that bring vehicles, and with both.

Other games (backgammon of open_spiel, chess of python-chess or PettingZoo) are played at random
beside it when they are installed. They are other games: the ratios say what an answer costs here
and there, not which game is better made.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SCENARIO, FORCES = "field", ("benchmark", "benchmark")
VEHICLES = ("mechanised-platoon", "grav-hunters")
OPTIONS = {
    "covering_fire": True, "stance": True, "reaction_tests": True, "indirect_fire": True,
}  # fmt: skip
KINDS: dict[str, tuple[tuple[str, str], dict[str, bool]]] = {
    "": (FORCES, {}),
    "with options": (FORCES, OPTIONS),
    "with vehicles": (VEHICLES, {}),
    "with both": (VEHICLES, OPTIONS),
}
ROUNDS = 2
RANDOM, GREEDY = 12, 6
FASTER = 4  # times as many battles for the compiled form, so that both take about as long
Result = dict[str, Any]


def play(bot: str, battles: int, kind: str = "") -> Result:
    """So many battles of this bot against itself."""
    from grognard.bots.table import play_out
    from grognard.play.registry import find_bot, find_system
    from grognard.rules.settings import make_settings

    system = find_system("forge_of_war")
    forces, options = KINDS[kind]
    settings = make_settings(system.settings, options)
    answers = 0
    longest = 0.0
    winners = []

    def battle(seed: int, watch: Callable[[Any], None] | None = None) -> int:
        setup = system.setup(SCENARIO, forces, seed, settings)
        assert not isinstance(setup, list), setup
        bots = {p: find_bot(bot)(seed + p) for p in (0, 1)}
        return play_out(system, setup, settings, bots, seed, watch=watch).winner

    def count(_: Any) -> None:
        nonlocal answers
        answers += 1

    battle(0)  # load what is loaded once
    start = time.process_time()
    for seed in range(battles):
        before = time.process_time()
        winners.append(battle(seed))
        longest = max(longest, time.process_time() - before)
    spent = time.process_time() - start
    for seed in range(battles):  # once more, to count: a watcher costs time
        battle(seed, count)
    return {
        "battles": battles / spent,
        "answers": answers / spent,
        "longest": longest,
        "each": answers / battles,
        "winners": winners,
    }


def child(bot: str, battles: int, kind: str) -> None:
    from grognard.table import sight

    form = "interpreted" if sight.__file__.endswith(".py") else "compiled"
    print(json.dumps({"form": form, **play(bot, battles, kind)}))


def ask(python: list[str], bot: str, battles: int, kind: str = "") -> Result:
    """The same in a process of its own."""
    code = f"from benchmarks.battles import child; child({bot!r}, {battles}, {kind!r})"
    done = subprocess.run([*python, "-c", code], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    result: Result = json.loads(done.stdout.splitlines()[-1])
    return result


# ---------------------------------------------------------------- other games


def backgammon(seconds: float) -> tuple[int, float]:
    import pyspiel

    game, dice, answers = pyspiel.load_game("backgammon"), random.Random(0), 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes())
                action = dice.choices(outcomes, weights)[0]
            else:
                action = dice.choice(state.legal_actions())
            state.apply_action(action)
            answers += 1
    return answers, time.process_time() - start


def chess_alone(seconds: float) -> tuple[int, float]:
    import chess

    dice, answers = random.Random(0), 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        board = chess.Board()
        while not board.is_game_over(claim_draw=False):
            board.push(dice.choice(list(board.legal_moves)))
            answers += 1
    return answers, time.process_time() - start


def chess_of_pettingzoo(seconds: float) -> tuple[int, float]:
    import numpy
    from pettingzoo.classic import chess_v6

    dice, answers, env = random.Random(0), 0, chess_v6.env()
    start = time.process_time()
    while time.process_time() - start < seconds:
        env.reset(seed=0)
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            env.step(dice.choice(numpy.flatnonzero(seen["action_mask"]).tolist()))
            answers += 1
    return answers, time.process_time() - start


PEERS: list[tuple[str, str, Callable[[float], tuple[int, float]]]] = [
    ("pyspiel", "open_spiel backgammon", backgammon),
    ("chess", "python-chess", chess_alone),
    ("pettingzoo", "PettingZoo chess", chess_of_pettingzoo),
]


def main() -> None:
    pure = [sys.executable]
    compiled = [sys.executable, "-m", "benchmarks.compiled", "--", "python"]
    if ask(pure, "random", 1)["form"] == "compiled":
        sys.exit("start this from the interpreted environment: python3 go.py python -m ...")
    best: dict[tuple[str, str, str], Result] = {}
    games = [("random", kind, RANDOM) for kind in KINDS] + [("greedy", "", GREEDY)]
    for _ in range(ROUNDS):
        for bot, kind, battles in games:
            for python, n in ((pure, battles), (compiled, battles * FASTER)):
                result = ask(python, bot, n, kind)
                key = (bot, kind, result["form"])
                if key not in best or result["battles"] > best[key]["battles"]:
                    best[key] = result
    print(f"{'':21}{'':13}{'battles/s':>11}{'answers/s':>11}{'s a battle':>12}{'at most':>9}")
    for (bot, kind, form), r in best.items():
        print(
            f"{bot:7}{kind:14}{form:13}{r['battles']:11.1f}{r['answers']:11.0f}"
            f"{1 / r['battles']:12.3f}{r['longest']:9.2f}"
        )
    for bot, kind, _ in games:
        slow, fast = best[bot, kind, "interpreted"], best[bot, kind, "compiled"]
        same = slow["winners"] == fast["winners"][: len(slow["winners"])]
        print(
            f"{f'{bot} {kind}'.strip()}: compiled is "
            f"{fast['battles'] / slow['battles']:.1f} times as fast, "
            f"{'the same outcomes' if same else 'OUTCOMES DIFFER'}, "
            f"{slow['each']:.0f} answers a battle"
        )
    ours = best["random", "", "compiled"]["answers"]
    for module, name, run in PEERS:
        if find_spec(module) is None:
            print(f"{name}: not installed, left out")
            continue
        try:
            answers, spent = run(5.0)
        except ImportError as error:  # a part of it is missing
            print(f"{name}: left out, {error}")
            continue
        print(
            f"{name}: {answers / spent:.0f} answers/s, another game; "
            f"ours compiled is {ours * spent / answers:.2f} times that"
        )


if __name__ == "__main__":
    main()
