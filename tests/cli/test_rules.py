"""Looking rules up, and which clause is implemented and tested where."""

import json
import shutil
from pathlib import Path

import pytest

from grognard.cli.coverage import coverage, marked, missing, places, strays
from tests.cli.skirmish import SYSTEM

HERE = Path(__file__).resolve().parent


def test_a_clause_comes_with_its_gaps_and_the_settings_that_decide_them(grognard):
    done = grognard("rules", "skirmish", "sk-2-01")
    assert done.code == 0
    for words in (
        "SK-2-01 mechanic 2 Shooting",
        "hits with its skill or less",
        "SK-GAP-02 gap",
        "ruling: Twelve inches.",
        "else: range: another number",
        "setting: range=12 (1 to 48)",
        "setting: cover=one (one of none, one)",
    ):
        assert words in done.words
    assert "SK-GAP-01" not in done.out


def test_words_search_clauses_and_gaps(grognard, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    done = grognard("rules", "skirmish", "range")
    assert [line.split()[0] for line in done.out.splitlines()] == ["SK-2-01", "SK-GAP-02"]


def test_one_hit_is_shown_whole(grognard):
    done = grognard("rules", "skirmish", "six", "inches")
    assert "for example: six inches pass, seven do not" in done.words


def test_the_overview_counts(grognard):
    done = grognard("rules", "skirmish")
    assert "SK-2-01 to SK-2-03 2 Shooting" in done.words
    assert "7 clauses, 2 gaps" in done.words


def test_machines_may_look_up_too(grognard):
    (entry,) = json.loads(grognard("rules", "skirmish", "SK-2-01", "--json").out)
    assert entry["says"].startswith("Each figure")
    assert entry["gaps"][0]["settings"][0]["name"] == "range"
    assert json.loads(grognard("rules", "skirmish", "--json").out)["gaps"] == [
        "SK-GAP-01",
        "SK-GAP-02",
    ]


# -- coverage ----------------------------------------------------------------------

TESTS = """\
import pytest
from pytest import mark

pytestmark = pytest.mark.clause("SK-2-02")


@pytest.mark.clause("SK-1-01", "SK-1-02")
def test_moving():
    pass


@mark.clause("SK-2-01")
class TestShooting:
    async def test_dice(self):
        pass

    def helper(self):
        pass


@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.clause("SK-2-03"))])
def test_plate(n):
    pass


@pytest.mark.other("SK-4-01")
def test_nothing():
    pass
"""


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """The toy system in a checkout of its own, with tests that hold its clauses."""
    package = tmp_path / "checkout" / "src" / "skirmish"
    shutil.copytree(HERE / "skirmish", package, ignore=shutil.ignore_patterns("__pycache__"))
    checkout = tmp_path / "checkout"
    (checkout / "pyproject.toml").touch()
    (checkout / "tests" / "deep").mkdir(parents=True)
    (checkout / "tests" / "deep" / "test_all.py").write_text(TESTS)
    monkeypatch.setattr(SYSTEM, "clauses", package / "clauses.yaml", raising=False)
    return package


def test_coverage_finds_code_tests_and_plans(copied):
    rows = {row["id"]: row for row in coverage(SYSTEM)}
    assert list(rows) == [
        "SK-1-01",
        "SK-1-02",
        "SK-2-01",
        "SK-2-02",
        "SK-2-03",
        "SK-3-01",
        "SK-4-01",
    ]
    assert all(set(r) == {"id", "code", "tests", "narrative", "planned"} for r in rows.values())
    source = (copied / "__init__.py").read_text().splitlines()
    number = 1 + next(i for i, line in enumerate(source) if "figure {n} goes too far" in line)
    assert rows["SK-1-01"]["code"] == [f"src/skirmish/__init__.py:{number}"]
    moving = ["tests/deep/test_all.py::test_moving"]
    assert rows["SK-1-01"]["tests"] == rows["SK-1-02"]["tests"] == moving
    assert rows["SK-2-01"]["tests"] == ["tests/deep/test_all.py::TestShooting::test_dice"]
    assert rows["SK-2-03"]["tests"] == ["tests/deep/test_all.py::test_plate"]
    assert len(rows["SK-2-02"]["tests"]) == 4
    assert rows["SK-3-01"]["narrative"] == "a story without numbers"
    assert rows["SK-4-01"]["planned"] == "Cannon"
    assert rows["SK-4-01"]["code"] == rows["SK-4-01"]["tests"] == []
    assert missing(list(rows.values())) == []
    assert strays(SYSTEM) == []


def test_what_is_missing_or_astray_is_told(copied, grognard):
    tests = copied.parents[1] / "tests" / "deep" / "test_all.py"
    tests.write_text(TESTS.replace('"SK-2-03"', '"SK-2-30"'))
    (copied / "coverage.toml").write_text(
        '[narrative]\n"SK-9-01" = "?"\n[planned]\n"Cannon" = ["SK-4*", "SK-7*"]\n'
    )
    assert missing(coverage(SYSTEM)) == ["SK-2-03", "SK-3-01"]
    assert strays(SYSTEM) == [
        "tests/deep/test_all.py::test_plate cites SK-2-30, which is no clause",
        "coverage.toml calls SK-9-01 narrative, which is no clause",
        "coverage.toml plans SK-7*, which fits no clause",
    ]
    done = grognard("rules", "skirmish", "--coverage")
    assert done.code == 1
    assert "7 clauses: 4 implemented and tested, 0 narrative, 1 planned, 2 missing" in done.words
    assert "SK-2-30" in done.out


def test_ids_are_whole_words(tmp_path):
    (tmp_path / "a.py").write_text("# X-1-10 and X-1-1b\n# (X-1-1), X-1-1.\n")
    (tmp_path / "b.toml").write_text('clause = "X-1-1"\n')
    assert places(tmp_path, {"X-1-1"}, tmp_path) == {"X-1-1": ["a.py:2", "b.toml:1"]}


def test_a_test_without_marks_is_not_read(tmp_path):
    (tmp_path / "test_x.py").write_text("this is not Python")
    assert marked(tmp_path, tmp_path) == {}


def test_coverage_prints_for_machines_and_for_people(copied, grognard):
    done = grognard("rules", "skirmish", "--coverage", "--json")
    assert done.code == 0
    assert json.loads(done.out) == coverage(SYSTEM)
    done = grognard("rules", "skirmish", "--coverage")
    assert done.code == 0
    assert "7 clauses: 5 implemented and tested, 1 narrative, 1 planned, 0 missing" in done.words


def test_coverage_keeps_its_columns_on_a_narrow_screen(copied, grognard, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    lines = grognard("rules", "skirmish", "--coverage").out.splitlines()
    assert [line.split()[0] for line in lines[:8]] == [
        "clause",
        *(r["id"] for r in coverage(SYSTEM)),
    ]
    assert max(map(len, lines[:8])) <= 50
