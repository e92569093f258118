"""Every clause of the document is held: by code and tests, a reason, or a plan."""

import pytest

from grognard.cli.coverage import coverage, missing, strays
from grognard.rules.clauses import load_index
from grognard.systems.forge_of_war import SYSTEM

TOLD = 0.15
"""The most of a system that may be narrative."""


@pytest.fixture(scope="module")
def rows() -> list[dict]:
    return coverage(SYSTEM)


def test_every_clause_has_code_and_tests_or_a_reason_or_a_plan(rows: list[dict]) -> None:
    without = {
        r["id"]: [what for what in ("code", "tests") if not r[what]]
        for r in rows
        if r["id"] in missing(rows)
    }
    assert not without, f"lacking: {without}"


def test_nothing_is_cited_that_does_not_exist() -> None:
    assert not strays(SYSTEM)


def test_few_clauses_are_narrative_and_none_that_can_be_checked(rows: list[dict]) -> None:
    told = [r["id"] for r in rows if r["narrative"] is not None]
    clauses = load_index(SYSTEM.clauses).clauses
    assert len(told) <= TOLD * len(rows)
    for id in told:
        assert clauses[id].kind in ("definition", "example"), id
        assert not clauses[id].check, id


def test_what_is_done_is_neither_narrative_nor_planned(rows: list[dict]) -> None:
    """A plan that has been carried out is struck off, clause by clause."""
    for r in rows:
        assert not (r["narrative"] is not None and r["planned"] is not None), r["id"]
        assert not (r["narrative"] is not None and r["tests"]), r["id"]
