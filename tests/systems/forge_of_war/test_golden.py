"""Battles under the rulings go on as they always went: what a reading adds, its setting brings.

The digests are of what stands on the table at the end of each turn and of the set-up that the
benchmark measures. A change here means that the default game has changed: say why in the commit.
"""

import hashlib
import json

import pytest

from grognard.bots.random import RandomBot
from grognard.bots.table import play_out
from grognard.play.session import Session
from grognard.rules.effects import Choose
from grognard.systems.forge_of_war import SYSTEM
from grognard.systems.forge_of_war.settings import Settings
from grognard.table.lattice import to_grid

PLANS = {
    "encounter": "34873bfe3797a1af",
    "hold-the-ground": "5266b5ca7275d877",
    "breakthrough": "d4a1570549869d1f",
    "ambush": "522659cddbdc0450",
}


def digest(data):
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


class Steady:
    """A random bot that draws its options as it did when the digests were taken."""

    def __init__(self, seed: int) -> None:
        self.bot = RandomBot(seed)

    def answer(self, session, system, player, effect):
        if isinstance(effect, Choose):
            allowed = effect.allowed()
            return allowed[int(self.bot._random.random() * len(allowed))]
        return self.bot.answer(session, system, player, effect)


def course(scenario, forces, seed):
    """What stands where and how shaken it is, each time a turn begins, and how it ended."""
    settings = Settings()
    setup = SYSTEM.setup(scenario, forces, seed, settings)
    seen = []
    turns = set()

    def watch(session: Session) -> None:
        b = session.state
        if b.turn not in turns:
            turns.add(b.turn)
            seen.append(
                [
                    [[to_grid(x) for x in u.x], [to_grid(y) for y in u.y], u.markers, u.off]
                    for u in b.units
                ]
            )

    bots = {p: Steady(seed + p) for p in (0, 1)}
    outcome = play_out(SYSTEM, setup, settings, bots, seed, watch=watch)
    return digest([seen, outcome.winner, outcome.scores])


@pytest.mark.parametrize(
    ("scenario", "forces", "seed", "expected"),
    [
        ("field", ["benchmark", "benchmark"], 0, "04e18ea0004fafbd"),
        ("field", ["benchmark", "benchmark"], 1, "d6cd9cc42dd733a4"),
        ("encounter", ["garrison", "hive-swarm"], 2, "afdd5ae44c710092"),
        ("encounter", ["marine-strike-force", "special-forces-raid"], 3, "0e21a72b57cf19b5"),
    ],
)
def test_the_course_of_a_battle_under_the_rulings(scenario, forces, seed, expected):
    assert course(scenario, forces, seed) == expected


@pytest.mark.parametrize(
    ("scenario", "forces", "seed", "expected"),
    [
        ("field", ["benchmark", "benchmark"], 0, "c4c1b797d5962cc4"),
        ("encounter", ["line-company", "brute-warband"], 7, "ab97be6bc2b07a51"),
    ],
)
def test_the_ground_of_the_benchmark(scenario, forces, seed, expected):
    setup = SYSTEM.setup(scenario, forces, seed, Settings())
    points = [piece["points"] for piece in setup["board"]["pieces"]]
    assert digest([setup["board"]["width"], setup["board"]["height"], points]) == expected


@pytest.mark.parametrize("plan", PLANS)
def test_a_seed_keeps_its_country(plan):
    """People hand seeds on: the same seed lays the same table tomorrow."""
    grounds = []
    for seed in range(4):
        setup = SYSTEM.setup(plan, ["line-company", "brute-warband"], seed, Settings())
        pieces = setup["board"]["pieces"]
        grounds.append([[piece["kind"], piece["points"]] for piece in pieces])
    assert digest(grounds) == PLANS[plan]
