"""Breaks the rules on purpose and asks whether a test notices.

python -m benchmarks.mutants [--sample 400] [--seed 1] [--jobs 2]
                              [--under rules systems/forge_of_war]

A fixed sample of small edits (a comparison, a number, a sign, a condition) is made in a copy of
the source, one at a time; of the tests only those run that pass through the edited line. What no
test notices is listed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
TESTS = ["tests/rules", "tests/odds", "tests/play", "tests/systems"]
MOST_TESTS = 300
PATIENCE = 90

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
BINARY: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.RShift: ast.LShift,
    ast.LShift: ast.RShift,
}


class Mutant(NamedTuple):
    """One edit: the n-th that can be made in a file, on which line, and what it does."""

    file: str
    n: int
    line: int
    what: str


class Editor(ast.NodeTransformer):
    """Counts the edits that can be made in a file, and makes one of them."""

    def __init__(self, make: int = -1) -> None:
        self.make = make
        self.found: list[tuple[int, str]] = []

    def _here(self, node: ast.AST, what: str) -> bool:
        self.found.append((getattr(node, "lineno", 0), what))
        return len(self.found) - 1 == self.make

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for i, op in enumerate(node.ops):
            swap = COMPARE[type(op)]
            if self._here(node, f"{type(op).__name__} -> {swap.__name__}"):
                node.ops[i] = swap()
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        swap = BINARY.get(type(node.op))
        if swap is not None and self._here(node, f"{type(node.op).__name__} -> {swap.__name__}"):
            node.op = swap()
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        swap = BINARY.get(type(node.op))
        if swap is not None and self._here(node, f"{type(node.op).__name__}= -> {swap.__name__}="):
            node.op = swap()
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        if self._here(node, "and <-> or"):
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and self._here(node, "not x -> x"):
            return node.operand
        if isinstance(node.op, ast.USub) and self._here(node, "-x -> x"):
            return node.operand
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        value = node.value
        if isinstance(value, bool):
            if self._here(node, f"{value} -> {not value}"):
                return ast.copy_location(ast.Constant(not value), node)
        elif isinstance(value, (int, float)) and self._here(node, f"{value} -> {value + 1}"):
            return ast.copy_location(ast.Constant(value + 1), node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and self._here(node, f"return {node.value.id} -> None"):
            node.value = ast.Constant(None)
        return node

    # Types, and what only shows things, decide nothing.
    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if node.name in ("__repr__", "__str__"):
            return node
        node.args.defaults = [self.visit(d) for d in node.args.defaults]
        node.body = [self.visit(s) for s in node.body]
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return node
        self.generic_visit(node)
        return node


def mutants(under: list[str], sample: int, seed: int) -> list[Mutant]:
    """A fixed sample of all edits in these folders, bots' judgement and data aside."""
    everything: list[Mutant] = []
    for folder in under:
        for file in sorted((ROOT / "src/grognard" / folder).rglob("*.py")):
            if file.name.startswith(("judgement", "view")):
                continue
            editor = Editor()
            editor.visit(ast.parse(file.read_text("utf-8")))
            name = file.relative_to(ROOT / "src").as_posix()
            everything += [
                Mutant(name, n, line, what) for n, (line, what) in enumerate(editor.found)
            ]
    random.Random(seed).shuffle(everything)
    return sorted(everything[:sample])


def covering() -> dict[str, dict[int, list[str]]]:
    """For each file and line the tests that pass through it."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        environment = {**os.environ, "COVERAGE_FILE": str(Path(folder) / "data")}
        subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-x",
                "-p",
                "no:cacheprovider",
                "--cov=grognard",
                "--cov-context=test",
                "--cov-report=",
                *TESTS,
            ],
            cwd=ROOT,
            env=environment,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        subprocess.run(
            [sys.executable, "-m", "coverage", "json", "-q", "--show-contexts", "-o", str(report)],
            cwd=ROOT,
            env=environment,
            check=True,
        )
        data = json.loads(report.read_text())
    out: dict[str, dict[int, list[str]]] = {}
    for name, file in data["files"].items():
        at = name.find("grognard/")
        out[name[at:]] = {
            int(line): sorted({c.split("|")[0] for c in contexts if c})
            for line, contexts in file["contexts"].items()
        }
    return out


def footprints(lines: dict[str, dict[int, list[str]]]) -> dict[str, int]:
    """How many lines each test passes through: few, and it is about something in particular."""
    return Counter(test for file in lines.values() for tests in file.values() for test in tests)


def chosen(lines: dict[int, list[str]], line: int, footprint: dict[str, int]) -> list[str]:
    """The tests to run, those first that are most about this module; of very many not all.

    What a module does when it is imported (its constants, its defaults) belongs to no test: those
    that pass through any of its lines have to notice.
    """
    here = Counter(test for tests in lines.values() for test in tests)
    tests = lines.get(line) or list(here)
    return sorted(tests, key=lambda test: (-here[test] / footprint[test], test))[:MOST_TESTS]


def killed(mutant: Mutant, tests: list[str], work: Path) -> bool:
    """Whether a test notices the edit, made in this copy of the source."""
    source = ROOT / "src" / mutant.file
    tree = ast.parse(source.read_text("utf-8"))
    edited = Editor(mutant.n).visit(copy.deepcopy(tree))
    target = work / mutant.file
    kept = target.read_bytes()
    target.write_text(ast.unparse(ast.fix_missing_locations(edited)), "utf-8")
    try:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-x",
                "-p",
                "no:cacheprovider",
                "-p",
                "no:randomly",
                "-W",
                "ignore",
                *tests,
            ],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            env={
                **os.environ,
                "PYTHONPATH": str(work),
                "PYTHONDONTWRITEBYTECODE": "1",
                "HYPOTHESIS_PROFILE": "sample",
            },
        )
        return done.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_bytes(kept)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--under", nargs="*", default=["rules", "systems/forge_of_war"])
    given = parser.parse_args()
    lines = covering()
    picked = mutants(given.under, given.sample, given.seed)
    footprint = footprints(lines)
    jobs = [(m, chosen(lines.get(m.file, {}), m.line, footprint)) for m in picked]
    with tempfile.TemporaryDirectory() as folder:
        copies: Queue[Path] = Queue()
        for n in range(given.jobs):
            work = Path(folder) / str(n)
            shutil.copytree(ROOT / "src", work, ignore=shutil.ignore_patterns("__pycache__"))
            copies.put(work)

        def judge(job: tuple[Mutant, list[str]]) -> bool:
            mutant, tests = job
            if not tests:
                return False
            work = copies.get()
            try:
                return killed(mutant, tests, work)
            finally:
                copies.put(work)

        alive = dead = 0
        with ThreadPoolExecutor(given.jobs) as pool:
            for (mutant, tests), was_killed in zip(jobs, pool.map(judge, jobs), strict=True):
                dead += was_killed
                alive += not was_killed
                if not was_killed:
                    why = "" if tests else " (no test passes here)"
                    print(f"alive: {mutant.file}:{mutant.line} {mutant.what}{why}", flush=True)
    print(f"{dead} of {dead + alive} mutants killed: {100 * dead / max(1, dead + alive):.1f}%")
    return 0


if __name__ == "__main__":
    sys.exit(main())
