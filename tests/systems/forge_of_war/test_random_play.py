"""Whole battles of riders, leaders, gunners and jumpers at close quarters, played at random.

Every answer goes through the gate, and what can never be is looked for after each.
"""

import random

import pytest

from benchmarks.chance import some_setup
from benchmarks.soak import soak_one
from grognard.bots.random import RandomBot
from grognard.bots.table import go_on
from grognard.play.dice import LabDice
from grognard.play.session import Session
from grognard.rules.effects import Choose, Tell
from grognard.rules.settings import changed, settings_of
from grognard.systems.forge_of_war import SYSTEM
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.state import ROLL_OFF, Battle
from tests.systems.forge_of_war.field import battle, block, profile, row, unit

KINDS = ("Woods", "Hedge", "Building", "Vegetation", "Bunker", "Deep Water", "Low Wall")


def mixed(seed: int) -> Battle:
    """Two mixed forces 10" apart, among odd terrain, under some of the disputed readings."""
    rnd = random.Random(seed)
    ground = []
    for _ in range(6):
        kind = rnd.choice(KINDS)
        x, y = rnd.choice([2, 12, 22, 32]), rnd.choice([8, 20, 27])
        w, h = (6.0, 0.5) if kind in ("Hedge", "Low Wall") else (5.0, 4.0)
        ground.append((kind, x, y, x + w, y + h))
    units = []
    for p, y in ((0, 3), (1, 13)):
        training = rnd.choice(["Militia", "Horde", "Veteran"])
        units += [
            unit(p, f"riders {p}", *block(2, y, 4, 2), type="cavalry", weapon="Assault Rifle",
                 dismount=profile(name="on foot", move=5.0, training=training), training=training,
                 start=rnd.choice([8, 12, 24])),
            unit(p, f"gunners {p}", *block(14, y, 4, 2), weapon="Heavy Machine Gun",
                 wounds=rnd.choice([1, 2]), terrifying=rnd.random() < 0.3),
            unit(p, f"jumpers {p}", *row(26, y, 4), weapon="Assault Rifle", jump=True),
            unit(p, f"commander {p}", (34.5, y), leader=True, commander=True, wounds=2, cv=9),
            unit(p, f"sergeant {p}", (22, y), leader=True, cv=8),
        ]  # fmt: skip
    return battle(
        *units,
        ground=ground,
        phase=ROLL_OFF,
        leaders={"sergeant 0": "gunners 0", "sergeant 1": "gunners 1"},
        voluntary_pass=rnd.random() < 0.5,
        leader_loss_markers=rnd.choice([0, 1, 2]),
        marker_move_penalty=rnd.choice([0, 0, 1]),
    )


@pytest.mark.parametrize("seed", [1, 2, 3, 22, 64, 99])
def test_nothing_impossible_ever_happens(seed: int) -> None:
    answers = 0

    def watch(session: Session) -> None:
        nonlocal answers
        answers += 1
        assert not session.state.invariants()
        effect = session.pending
        if isinstance(effect, Choose):
            assert effect.allowed(), f"{effect!r} cannot be answered"
        if answers % 20 == 0:
            plain = session.state.to_dict()
            again = session.state.clone()
            again.fill(plain)  # type: ignore[attr-defined]
            assert again.to_dict() == plain

    def heard(tell: Tell) -> None:
        assert tell.text

    bots = {0: RandomBot(seed), 1: RandomBot(seed + 1)}
    session = Session(SYSTEM.play, mixed(seed), history=False, listen=heard)
    outcome = go_on(session, SYSTEM, bots, LabDice(seed), watch, check=True)
    assert len(outcome.scores) == 2
    assert answers > 20


@pytest.mark.parametrize("seed", range(1000, 1008))
def test_any_settings_and_any_forces(seed: int) -> None:
    """Readings and forces made up, wrong answers refused without a trace, the record replayed to
    the same end."""
    digest, answers = soak_one("forge_of_war", ("random", "random"), seed, chance=True)
    assert digest
    assert answers > 4


def test_what_is_made_up_is_varied_and_legal() -> None:
    """Most readings come up in a few dozen set-ups, and forces of single units too."""
    other: set[str] = set()
    names: set[str] = set()
    for seed in range(40):
        settings, setup = some_setup(SYSTEM, seed)
        other |= set(changed(settings))
        names |= {roster["name"] for roster in setup["rosters"]}
        for roster in setup["rosters"]:
            assert sum(u["profile"].get("commander", False) for u in roster["units"]) == 1
    assert len(other) > 0.9 * len(settings_of(type(Settings())))
    assert "By chance" in names
    assert len(names) > 5
