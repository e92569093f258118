"""The room itself: its index, its settings, and that there is no battle in it."""

import pytest

from grognard.cli.coverage import coverage, missing, strays
from grognard.play.registry import find_system
from grognard.rules.clauses import load_index
from grognard.rules.refusal import Refused
from grognard.rules.settings import settings_of
from grognard.systems.vor import SYSTEM

TOLD = 0.15
"""The most of a system that may be narrative."""


def test_it_is_found_and_builds_forces_only() -> None:
    assert find_system("vor") is SYSTEM
    assert SYSTEM.can == {"forces"}


def test_a_battle_is_refused_and_not_tried() -> None:
    settings = SYSTEM.settings()
    for refusals in (SYSTEM.setup("", [], 1, settings), SYSTEM.start({}, settings)):
        assert isinstance(refusals, list)
        assert "no battle" in refusals[0].what
    with pytest.raises(Refused, match="no battle"):
        SYSTEM.play(None)


def test_the_index_is_whole() -> None:
    index = load_index(SYSTEM.clauses)
    assert len(index.clauses) == 253
    assert list(index.gaps) == [f"VOR-GAP-{n:02}" for n in range(1, 60)]
    assert all(gap.where and gap.ruling for gap in index.gaps.values())


def test_every_setting_decides_a_gap_and_the_ruling_names_the_default() -> None:
    index = load_index(SYSTEM.clauses)
    for option in settings_of(SYSTEM.settings):
        gap = index.gaps[option.gap]
        if f"Setting {option.name} = " in gap.ruling:
            said = gap.ruling.partition(f"Setting {option.name} = ")[2].split()[0].rstrip(".;")
            assert said == str(option.default).lower()


def test_every_clause_has_code_and_tests_or_a_reason_or_a_plan() -> None:
    rows = coverage(SYSTEM)
    without = {
        r["id"]: [what for what in ("code", "tests") if not r[what]]
        for r in rows
        if r["id"] in missing(rows)
    }
    assert not without, f"lacking: {without}"
    assert not strays(SYSTEM)


def test_few_clauses_are_narrative_and_none_that_can_be_checked() -> None:
    rows = coverage(SYSTEM)
    told = [r for r in rows if r["narrative"] is not None]
    clauses = load_index(SYSTEM.clauses).clauses
    assert len(told) <= TOLD * len(rows)
    for r in told:
        assert clauses[r["id"]].kind in ("definition", "example"), r["id"]
        assert not clauses[r["id"]].check, r["id"]
        assert not r["tests"], r["id"]
        assert r["planned"] is None, r["id"]
