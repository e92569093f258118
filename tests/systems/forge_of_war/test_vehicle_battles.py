"""Whole battles of forces with vehicles: played at random and by greedy bots, and played again."""

from pathlib import Path
from typing import Any

import pytest

from grognard.bots.greedy import GreedyBot
from grognard.bots.random import RandomBot
from grognard.bots.table import go_on, play_out
from grognard.play.dice import LabDice
from grognard.play.match import Match, Seat
from grognard.play.session import Session
from grognard.play.verify import verify
from grognard.rules.effects import Choose
from grognard.systems.forge_of_war import SYSTEM
from grognard.systems.forge_of_war.profiles import load_catalogue
from grognard.systems.forge_of_war.settings import Settings

MECHANISED = [
    f.key
    for f in load_catalogue().forces.values()
    if any(u.profile.vehicle for u in f.units) and not f.hidden
]


def opening(forces: list[str], seed: int, settings: Settings, scenario: str = "encounter") -> Any:
    setup = SYSTEM.setup(scenario, forces, seed, settings)
    assert isinstance(setup, dict), setup
    return setup


@pytest.mark.parametrize(
    ("forces", "seed", "scenario", "settings"),
    [
        ((0, 1), 1, "encounter", {}),
        ((2, 3), 2, "hold-the-ground", {}),
        ((1, 2), 3, "breakthrough", {"wreck": "lost", "vehicle_melee": "five_figures"}),
        ((3, 0), 4, "ambush", {"covering_fire": True, "reaction_tests": True, "stance": True}),
        ((0, 2), 5, "encounter", {"indirect_fire": True, "hover": "ignores_ground"}),
        ((3, 1), 6, "encounter", {"facing_arcs": "sixty", "vehicle_leaves": True}),
    ],
)
def test_nothing_impossible_ever_happens(
    forces: tuple[int, int], seed: int, scenario: str, settings: dict[str, Any]
) -> None:
    """Every answer goes through the gate; what can never be is looked for after each."""
    given = Settings(**settings)
    setup = opening([MECHANISED[n] for n in forces], seed, given, scenario)
    asked: set[str] = set()
    answers = 0

    def watch(session: Session) -> None:
        nonlocal answers
        answers += 1
        assert session.state.invariants() == []
        effect = session.pending
        if isinstance(effect, Choose):
            asked.add(effect.kind)
            assert effect.allowed(), f"{effect!r} cannot be answered"
        if answers % 20 == 0:
            plain = session.state.to_dict()
            again = SYSTEM.thaw(plain, setup, given)
            assert again.to_dict() == plain

    session = Session(SYSTEM.play, SYSTEM.start(setup, given), history=False)  # type: ignore[arg-type]
    bots = {0: RandomBot(seed), 1: RandomBot(seed + 1)}
    outcome = go_on(session, SYSTEM, bots, LabDice(seed), watch, check=True)
    assert len(outcome.scores) == 2
    assert answers > 50


def test_a_battle_with_vehicles_is_replayed_bit_for_bit(tmp_path: Path) -> None:
    settings = Settings(game_length=3)
    setup = opening([MECHANISED[0], MECHANISED[2]], 7, settings)
    seats = [Seat(0, 0, "Ann"), Seat(1, 1, "Bob")]
    path = tmp_path / "battle.grog"
    match = Match.begin(SYSTEM, setup, settings, seats, path)
    bots = {p: RandomBot(p) for p in (0, 1)}
    while match.waiting():
        player, effect = match.waiting()[0]
        answer = bots[player].answer(match.session, SYSTEM, player, effect)
        assert match.answer(player, answer) == []
    report = verify(path)
    assert report["ok"], report


def test_greedy_bots_use_their_vehicles() -> None:
    """Troops ride, tanks shoot, and something comes of it."""
    settings = Settings()
    told: dict[str, int] = {}

    def watch(session: Session) -> None:
        effect = session.pending
        if isinstance(effect, Choose):
            told[effect.kind] = told.get(effect.kind, 0) + 1

    for seed in (1, 2):
        setup = opening(["mechanised-platoon", "armoured-column"], seed, settings)
        bots = {0: GreedyBot(seed), 1: GreedyBot(seed + 1)}
        play_out(SYSTEM, setup, settings, bots, seed, watch=watch)
    assert told["ride"] > 0
    assert told["system"] + told["wounds"] > 0
