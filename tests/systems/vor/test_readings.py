"""The rulings are what counts unless somebody says otherwise, and what questions begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.odds.asking import ask
from grognard.rules.settings import settings_of
from grognard.systems.vor import SYSTEM
from grognard.systems.vor.settings import Settings

HERE = Path(__file__).parent

# The rulings that are yes: GAP-12 (no model of a squad under 5 PV), 20 (the base vehicle is reduced
# too), 26 (large blasts get the discount above their least MPC), 31 (the minimum of shields),
# 37 (templates without a price), 52 (primaries on vehicles).
YES = {
    "coherency_floor", "base_reduced", "large_blast_discount", "shield_minimum", "other_templates",
    "vehicle_primaries",
}  # fmt: skip
NUMBERS = {
    "basic_minimum": (4, 4, 5),  # GAP-13
    "range_worsen_cap": (3, 0, 10),  # GAP-24
    "range_improve_cap": (0, 0, 10),
}


def test_the_rulings_are_what_counts_unless_it_is_said() -> None:
    for s in settings_of(Settings):
        if isinstance(s.default, bool):
            assert s.default is (s.name in YES), s.name
        elif isinstance(s.default, int):
            assert (s.default, s.low, s.high) == NUMBERS[s.name]
        else:
            assert s.default == s.choices[0], s.name  # the ruling comes first
            assert len(s.choices) > 1


def test_every_setting_is_put_to_the_test() -> None:
    """Each is set to something else in some test of this room."""
    texts = "".join(p.read_text("utf-8") for p in sorted(HERE.glob("test_*.py")))
    untested = [
        s.name
        for s in settings_of(Settings)
        if f"{s.name}=" not in texts and f'"{s.name}"' not in texts.replace(f'"{s.name}": (', "")
    ]
    assert not untested


SKILL = (5, 0, 9)
COMBAT = (4, 0, 9)
PARRY = (0, -3, 2)  # the modifiers that there are
DIE = (5, 0, 10)
QUESTIONS: dict[str, dict[str, Any]] = {
    "attack": {"attack": "POW 5, AM -1, 12/24/35", "role": "individual", "size": "medium",
               "power": (3, 1, 9), "restricted": False, "surplus": False},
    "shot": {"attack": "POW 5, AM -1, 12/24/35", "skill": SKILL, "where": "short",
             "indirect": False, "spotter": False, "aim": (0, 0, 5), "more": (0, -9, 9)},
    "sweep": {"models": (3, 1, 8), "need": DIE, "melee": True, "parrying": (0, 0, 8),
              "combat": COMBAT, "modifier": PARRY},
    "knockdown": {"bonus": (0, 0, 5), "light": False, "size": "medium"},
    "parry": {"combat": COMBAT, "modifier": PARRY},
    "damage": {"damage": "1d3"},
    "flambe": {"on": (5, 5, 7), "models": (1, 1, 50)},
    "terrain": {"pieces": (1, 1, 50)},
}  # fmt: skip
CHOICES = {
    "role": ("leader", "basic", "elite", "individual", "vehicle"),
    "size": ("small", "medium", "large"),
    "where": ("point blank", "short", "medium", "long"),
    "damage": ("1", "2", "3", "4", "auto-kill", "1d2", "1d3", "1d4", "1d5"),
    "attack": (),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_questions_begin_with_and_how_far_they_go(name: str) -> None:
    (question,) = [q for q in SYSTEM.questions if q.name == name]
    givens = {given.name: given for given in question.givens()}
    assert set(givens) == set(QUESTIONS[name])
    for field, said in QUESTIONS[name].items():
        given = givens[field]
        if isinstance(said, tuple):
            assert (given.default, given.low, given.high) == said, field
        else:
            assert given.default == said, field
            assert type(given.default) is type(said), field
        if isinstance(said, str):
            assert given.choices == CHOICES[field]


# As they begin: 9 PV and 40% off; RC 5 and +1; a half for each of three models, as long as nobody
# fumbles (a tenth); 5 or less, 4 or less, the middle of 1 to 3, and 5 or less again.
EXPECTED = {
    "attack": 5, "shot": 0.6, "sweep": 0.5 * (1 + 0.9 + 0.81), "knockdown": 0.5, "parry": 0.4,
    "damage": 2, "flambe": 0.5, "terrain": 0.5,
}  # fmt: skip


def test_what_questions_answer_as_they_begin() -> None:
    assert [question.name for question in SYSTEM.questions] == list(QUESTIONS) == list(EXPECTED)
    for question in SYSTEM.questions:
        answer = ask(SYSTEM, question.name, {})
        assert answer.first.mean == pytest.approx(EXPECTED[question.name]), question.name
        situation = question.situate({}, Settings())
        for field, said in QUESTIONS[question.name].items():
            default = said[0] if isinstance(said, tuple) else said
            assert getattr(situation, field) == default
        for field, said in QUESTIONS[question.name].items():
            if isinstance(said, tuple):
                _, low, high = said
                for value in (low, high):
                    assert not isinstance(question.situate({field: value}, Settings()), list), field
                for value in (low - 1, high + 1):
                    assert isinstance(question.situate({field: value}, Settings()), list), field
