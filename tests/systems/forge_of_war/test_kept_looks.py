"""What is remembered of who sees whom is what a fresh look says, after every move of a battle."""

import random

import pytest

from benchmarks.chance import some_setup
from grognard.bots.random import RandomBot
from grognard.bots.table import play_out
from grognard.systems.forge_of_war import SYSTEM
from grognard.systems.forge_of_war.cover import Lines, unit_sees
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.state import Battle


def all_look(b: Battle) -> None:
    for u in b.units:
        for v in b.units:
            if u is not v and u.on_table and v.on_table:
                unit_sees(b, u, v)


def stale(b: Battle) -> list[tuple[str, str, bool]]:
    out = []
    for key, look in b.looked.items():
        u, v = b.unit(key // 1000), b.unit(key % 1000)
        if u.on_table and v.on_table and Lines(b, u, v).any() != look.seen:
            out.append((u.name, v.name, look.seen))
    return out


def watched(setup, settings, seed: int, most: int) -> int:
    """Play, look at everything now and then, and compare what is left of that an answer later."""
    rnd = random.Random(seed)
    compared = 0
    full = False

    def watch(session) -> None:
        nonlocal compared, full
        b = session.state
        if full and compared < most:
            compared += len(b.looked)
            assert stale(b) == []
        full = b.turn > 0 and rnd.random() < 0.2 and compared < most
        if full:
            all_look(b)

    play_out(SYSTEM, setup, settings, {p: RandomBot(seed + p) for p in (0, 1)}, seed, watch=watch)
    return compared


def test_looks_are_forgotten_when_somebody_steps_in_or_away():
    settings = Settings()
    setup = SYSTEM.setup("field", ("benchmark", "benchmark"), 5, settings)
    assert watched(setup, settings, 5, 3000) > 1000


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_looks_under_any_settings_and_with_any_forces(seed):
    settings, setup = some_setup(SYSTEM, seed)
    watched(setup, settings, seed, 1000)
