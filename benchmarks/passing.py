"""Which tests pass through which line, and how long each takes: what benchmarks.mutants chooses by.

Kept under build/mutants/, since finding it out takes minutes.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from benchmarks.edits import Mutant

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "build/mutants/passing.json"
TESTS = ["tests/rules", "tests/odds", "tests/play", "tests/systems"]
# Whole battles notice what nothing else does, but slowly: of those only so many, and at the end.
LONG = 8.0
LONGEST = 30.0
MOST_LONG = 1
MOST_SECONDS = 15.0
IN_PYTEST = """
import json, sys, time
import pytest

class Seconds:
    def __init__(self):
        self.of = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        before = time.process_time()
        try:
            return (yield)
        finally:
            self.of[item.nodeid] = round(time.process_time() - before, 3)

into, *args = sys.argv[1:]
seconds = Seconds()
code = pytest.main(args, plugins=[seconds])
with open(into, "w") as file:
    json.dump(seconds.of, file)
sys.exit(code)
"""


Through = dict[str, dict[str, dict[str, list[int]]]]


class Passing(NamedTuple):
    """For each file, function and line within it the tests that pass, by number; and their times.

    Code outside functions runs when it is imported, which belongs to no test: function "-".
    """

    source: str
    files: dict[str, str]
    tests: list[str]
    seconds: list[float]
    through: Through

    def footprints(self) -> Counter[int]:
        """How many lines each test passes through: few, and it is about something in particular."""
        out: Counter[int] = Counter()
        for functions in self.through.values():
            for lines in functions.values():
                for tests in lines.values():
                    out.update(tests)
        return out


def source_stamp() -> str:
    """A hash over the source, and over what tests share."""
    whole = hashlib.sha256()
    for folder in ("src/grognard", "tests"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if folder == "src/grognard" or not file.name.startswith("test_"):
                whole.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes())
    return whole.hexdigest()


def test_stamps() -> dict[str, str]:
    """A hash of each file of tests."""
    return {
        file.relative_to(ROOT).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for folder in TESTS
        for file in sorted((ROOT / folder).rglob("test_*.py"))
    }


def passing(again: bool, old: bool) -> Passing:
    """What was found out before, when the source is still the same (or old will do).

    Files of tests that are new or have changed are asked in any case.
    """
    source, files = source_stamp(), test_stamps()
    if KEPT.exists() and not again:
        kept = Passing(**json.loads(KEPT.read_text("utf-8")))
        if old or kept.source == source:
            changed = [name for name in files if kept.files.get(name) != files[name]]
            if changed or len(files) < len(kept.files):
                kept = joined(kept, ask(changed, source, files) if changed else None, files)
                keep(kept)
            return kept
    found = ask(list(files), source, files)
    keep(found)
    return found


def keep(found: Passing) -> None:
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    KEPT.write_text(json.dumps(found._asdict()), "utf-8")


def ask(which: list[str], source: str, files: dict[str, str]) -> Passing:
    """Run these tests under coverage, each a context of its own."""
    print(f"where the tests of {len(which)} files pass ...", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        report, times = Path(folder) / "report.json", Path(folder) / "times.json"
        environment = {
            **os.environ,
            "COVERAGE_FILE": str(Path(folder) / "data"),
            "HYPOTHESIS_PROFILE": "sample",
        }
        options = ["-q", "-p", "no:cacheprovider", "-W", "ignore"]
        covering = ["--cov=grognard", "--cov-context=test", "--cov-report="]
        subprocess.run(
            [sys.executable, "-c", IN_PYTEST, str(times), *options, *covering, *which],
            cwd=ROOT,
            env=environment,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        shown = ["json", "-q", "--show-contexts", "-o", str(report)]
        subprocess.run(
            [sys.executable, "-m", "coverage", *shown], cwd=ROOT, env=environment, check=True
        )
        report_of, seconds = json.loads(report.read_text()), json.loads(times.read_text())
    tests = sorted(seconds)
    number = {test: n for n, test in enumerate(tests)}
    through = gathered(report_of, number)
    return Passing(source, files, tests, [seconds[test] for test in tests], through)


def gathered(report: dict, number: dict[str, int]) -> Through:
    """Coverage's report by function and by line within it."""
    through: Through = {}
    for path, file in report["files"].items():
        name = path[path.find("grognard/") :]
        where = places((ROOT / "src" / name).read_text("utf-8"))
        functions = through.setdefault(name, {})
        for line, contexts in file["contexts"].items():
            at = where.get(int(line), OUTSIDE)
            passed = sorted({number[t] for c in contexts if (t := c.split("|")[0]) in number})
            if passed:
                lines = functions.setdefault(at.function, {})
                lines[str(int(line) - at.first)] = passed
    return through


def joined(old: Passing, new: Passing | None, files: dict[str, str]) -> Passing:
    """What is still true of the old, and the new."""
    asked_again = {test.split("::")[0] for test in new.tests} if new else set()
    seconds = {
        test: took
        for test, took in zip(old.tests, old.seconds)
        if (name := test.split("::")[0]) in files and name not in asked_again
    }
    if new:
        seconds |= dict(zip(new.tests, new.seconds))
    tests = sorted(seconds)
    number = {test: n for n, test in enumerate(tests)}
    through: Through = {}
    for each in (old, new) if new else (old,):
        stays = {n: number[test] for n, test in enumerate(each.tests) if test in number}
        if new and each is old:
            stays = {n: m for n, m in stays.items() if tests[m].split("::")[0] not in asked_again}
        for name, functions in each.through.items():
            for function, lines in functions.items():
                into = through.setdefault(name, {}).setdefault(function, {})
                for line, passed in lines.items():
                    kept = {stays[n] for n in passed if n in stays}
                    into[line] = sorted(kept.union(into.get(line, ())))
    return Passing(old.source, files, tests, [seconds[test] for test in tests], through)


class At(NamedTuple):
    """Where a line is: in which function, where that begins, and where the line's statement.

    What a function takes is no statement (0): it counts wherever the function is called.
    """

    function: str
    first: int
    statement: int


OUTSIDE = At("-", 0, 0)


def places(text: str) -> dict[int, At]:
    """For each line within a function where it is."""
    out: dict[int, At] = {}

    def walk(node: ast.AST, within: str, first: int) -> None:
        for child in ast.iter_child_nodes(node):
            name, begins = within, first
            if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
                name = f"{within}.{child.name}" if within else child.name
                if isinstance(child, ast.FunctionDef):
                    begins = child.lineno
            if begins and isinstance(child, ast.stmt):
                for line in range(child.lineno, (child.end_lineno or child.lineno) + 1):
                    takes = isinstance(child, ast.FunctionDef) and line < child.body[0].lineno
                    out[line] = At(name, begins, 0 if takes else child.lineno)
            walk(child, name, begins)

    walk(ast.parse(text), "", 0)
    return out


def named_after(file: str) -> tuple[str, ...]:
    """The files of tests about a module: its own, its family's, its package's."""
    parts = file.removeprefix("grognard/").removesuffix(".py").split("/")
    names = [
        (parts[:-1], parts[-1]),
        (parts[:-1], parts[-1].split("_")[0]),
        (parts[:-2], parts[-2]),
    ]
    return tuple("/".join(["tests", *folder, f"test_{name}.py::"]) for folder, name in names)


def chosen(
    kept: Passing, exact: bool, mutant: Mutant, footprint: Counter[int], at: At
) -> list[str]:
    """The tests to run: those first that tell most about this module per second.

    What a module does when it is imported, its constants and defaults, belongs to no test: those
    named after it or that pass through any of its lines have to notice. A map that is no longer
    exact may know the function only.
    """
    functions = kept.through.get(mutant.file, {})
    here: Counter[int] = Counter()
    for each in functions.values():
        for tests in each.values():
            here.update(tests)
    named = {n for n, test in enumerate(kept.tests) if test.startswith(named_after(mutant.file))}
    passed = named.union(here)
    if at.function != "-":
        lines = functions.get(at.function, {})
        whole = {test for tests in lines.values() for test in tests}
        within = range(mutant.line - at.first, at.statement - at.first - 1, -1)
        passed = set(next((lines[str(n)] for n in within if str(n) in lines), ()))
        if not at.statement or (not passed and not exact):
            passed = whole

    if not here:  # nothing but constants, which no test passes through: the quickest have to notice
        passed = set(range(len(kept.tests)))

    def worth(test: int) -> float:
        about = 1.0 if test in named or not here else here[test] / footprint[test]
        return about / (0.1 + kept.seconds[test])

    # Of many cases of one test the further ones tell less and less.
    cases: Counter[str] = Counter()
    worths: dict[int, float] = {}
    for test in sorted(passed, key=lambda test: (-worth(test), test)):
        case = kept.tests[test].split("[")[0]
        cases[case] += 1
        worths[test] = worth(test) / cases[case]
    out, long, seconds = [], [], 0.0
    for test in sorted(worths, key=lambda test: (-worths[test], test)):
        if kept.seconds[test] > LONG:
            long.append(test)
        elif seconds + kept.seconds[test] <= MOST_SECONDS:
            seconds += kept.seconds[test]
            out.append(test)
    long = [test for test in long if kept.seconds[test] <= LONGEST][:MOST_LONG]
    return [kept.tests[test] for test in out + long]
