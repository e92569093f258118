"""Runs tests against one edit after the other, each in a fork of a process that has loaded pytest
but nothing of Grognard.

The edited module is compiled in the child's memory in place of its file; tests and source are a
snapshot, so that both may be worked on meanwhile.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.metadata import entry_points
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

import pytest

from benchmarks.edits import Mutant, edited

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = (".*", "build", "dist", "node_modules", "static", "*.pyc", "*.egg-info")
# A test that takes so many times as long as it used to (of the processor's time) goes in circles.
CIRCLES, CIRCLES_LEAST = 10.0, 20.0


class Verdict(NamedTuple):
    """Whether the edit was noticed, by which test or how, and how many tests were run."""

    noticed: bool
    by: str
    ran: int


class Edited(SourceFileLoader):
    """Loads the module with its edit made."""

    n = -1
    loaded = False

    def get_code(self, fullname: str) -> CodeType:
        Edited.loaded = True
        text = self.get_data(self.path).decode("utf-8")
        return compile(edited(text, self.n), self.path, "exec", dont_inherit=True)


class Instead(MetaPathFinder):
    """Finds the edited module before any other form of it is found."""

    def __init__(self, mutant: Mutant, root: Path) -> None:
        parts = mutant.file.removesuffix(".py").split("/")
        self.package = parts[-1] == "__init__"
        self.name = ".".join(parts[:-1] if self.package else parts)
        self.file = root / "src" / mutant.file
        Edited.n = mutant.n

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        inside = [str(self.file.parent)] if self.package else None
        loader = Edited(fullname, str(self.file))
        return spec_from_file_location(
            fullname, self.file, loader=loader, submodule_search_locations=inside
        )


class Chosen:
    """For pytest: these tests alone, in this order, none for ever; which one fails first."""

    def __init__(self, tests: list[str], seconds: dict[str, float]) -> None:
        self.rank = {test: n for n, test in enumerate(tests)}
        self.seconds = seconds
        self.failed = ""
        self.ran = 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.rank]
        items.sort(key=lambda item: self.rank[item.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        patience(CIRCLES_LEAST + CIRCLES * self.seconds.get(nodeid, 0.0))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.ran += report.when == "call"
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = f"{report.nodeid} (while it is read)"


def patience(seconds: float) -> None:
    """The process ends when it has computed for so long without asking again."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def snapshot(into: Path) -> None:
    """A copy of what the tests need."""
    shutil.copytree(ROOT, into, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)


def warm() -> None:
    """Load what every child needs, and nothing of Grognard."""
    import dyce  # noqa: F401
    import hypothesis.strategies  # noqa: F401
    import icepool  # noqa: F401
    import msgspec  # noqa: F401
    import shapely  # noqa: F401
    import yaml  # noqa: F401

    for plugin in entry_points(group="pytest11"):
        plugin.load()
    os.environ["HYPOTHESIS_PROFILE"] = "sample"
    loaded = [name for name in sys.modules if name.split(".")[0] == "grognard"]
    assert not loaded, f"loaded before any edit: {loaded}"
    gc.collect()
    gc.freeze()


def judge(
    mutant: Mutant, tests: list[str], seconds: dict[str, float], root: Path, few: float = 4.0
) -> Verdict:
    """First the few tests that tell most, and the others when none of these notices."""
    spent, cut = 0.0, 0
    while cut < len(tests) and (not cut or spent + seconds[tests[cut]] <= few):
        spent += seconds[tests[cut]]
        cut += 1
    ran = 0
    for part in (tests[:cut], tests[cut:]):
        if part:
            verdict = forked(mutant, part, seconds, root)
            ran += verdict.ran
            if verdict.noticed:
                return verdict._replace(ran=ran)
    return Verdict(False, "", ran)


def forked(mutant: Mutant, tests: list[str], seconds: dict[str, float], root: Path) -> Verdict:
    """What these tests say of the edit, in a child of this process."""
    out, into = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(out)
            said = json.dumps(in_child(mutant, tests, seconds, root))
            os.write(into, said.encode())
        finally:
            os._exit(0)
    os.close(into)
    with os.fdopen(out, "rb") as file:
        said_by_child = file.read()
    _, status = os.waitpid(child, 0)
    if said_by_child:
        code, failed, ran, loaded = json.loads(said_by_child)
        if not loaded and not failed:
            raise RuntimeError(f"{mutant.id}: the tests never loaded {mutant.file}: {tests[:3]}")
        if code not in (0, 1, 2) and not failed:
            raise RuntimeError(f"{mutant.id}: pytest ended with {code}: {tests[:3]}")
        return Verdict(bool(failed), failed, ran)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
        return Verdict(True, "went in circles", 0)
    return Verdict(True, f"broke down ({status})", 0)


def in_child(
    mutant: Mutant, tests: list[str], seconds: dict[str, float], root: Path
) -> tuple[int, str, int, bool]:
    patience(120.0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.chdir(root)
    sys.path[:] = [str(root / "src"), str(root), *(p for p in sys.path if p not in ("", str(ROOT)))]
    os.environ["PYTHONPATH"] = str(root / "src")
    sys.meta_path.insert(0, Instead(mutant, root))
    chosen = Chosen(tests, seconds)
    files = dict.fromkeys(test.split("::")[0] for test in tests)
    options = ["-q", "-x", "-p", "no:cacheprovider", "-W", "ignore", "--rootdir", str(root)]
    code = pytest.main([*options, *files], plugins=[chosen])
    patience(0.0)
    return int(code), chosen.failed, chosen.ran, Edited.loaded


def clock() -> str:
    return time.strftime("%H:%M:%S")
