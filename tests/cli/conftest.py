"""The commands as a user calls them, in a house where the toy systems and bots are installed."""

import builtins
import dataclasses
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grognard.cli.app import run as run_app
from grognard.play import registry

ROOT = Path(__file__).resolve().parents[2]
POINTS = """\
[grognard.systems]
skirmish = tests.cli.skirmish:SYSTEM
toy = tests.toys.bidding:SYSTEM
[grognard.bots]
dumb = tests.cli.skirmish.bots:Random
broken = tests.cli.skirmish.bots:Broken
cheat = tests.cli.skirmish.bots:Cheat
"""


@dataclasses.dataclass
class Done:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def words(self) -> str:
        """Everything printed, with the line breaks and padding taken out."""
        return " ".join(self.out.split())


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """A folder that looks as if a wheel with the toys had been installed there."""
    folder = tmp_path / "site"
    info = folder / "toys-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1\n")
    (info / "entry_points.txt").write_text(POINTS)
    return folder


@pytest.fixture(autouse=True)
def house(wheel, tmp_path, monkeypatch) -> Iterator[None]:
    """The toys are found by their entry points; the user's files lie in a folder of the test."""
    monkeypatch.syspath_prepend(str(wheel))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "40")
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    forget()
    yield
    monkeypatch.undo()
    forget()


def forget() -> None:
    registry._points.cache_clear()
    registry._load.cache_clear()


@pytest.fixture
def grognard(capsys) -> Callable[..., Done]:
    """`grognard("ask", "toy", "throw")`: one command, in this process."""

    def call(*arguments: str) -> Done:
        capsys.readouterr()
        code = run_app(list(arguments))
        said = capsys.readouterr()
        return Done(code, said.out, said.err)

    return call


@pytest.fixture
def typed(monkeypatch) -> Callable[..., list[str]]:
    """`typed("1", "s")`: what the player types; KeyboardInterrupt stands for Ctrl-C.

    Returns the lines that are left.
    """

    def type_in(*lines: str | type[BaseException]) -> list:
        left = list(lines)

        def answer(prompt: str = "") -> str:
            if not left:
                raise EOFError
            line = left.pop(0)
            if isinstance(line, str):
                return line
            raise line

        monkeypatch.setattr(builtins, "input", answer)
        return left

    return type_in


@pytest.fixture
def shell(wheel) -> Callable[..., subprocess.CompletedProcess[str]]:
    """`shell("--help")`: a command in a process of its own."""

    def call(*arguments: str, given: str = "", code: str = "") -> subprocess.CompletedProcess[str]:
        paths = [str(wheel), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        program = code or "from grognard.cli import main; main()"
        return subprocess.run(
            [sys.executable, "-c", program, *arguments],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            cwd=ROOT,
            input=given,
            capture_output=True,
            text=True,
        )

    return call
