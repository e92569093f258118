"""docs/armies.md is true: its files are read, its commands run, and they print what it shows."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "armies.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

FILES = re.findall(r"This is `([\w.]+)`:\n\n```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of the page, where the user stands."""
    monkeypatch.chdir(tmp_path)
    assert len(FILES) == PAGE.count("```toml") >= 3
    for name, text in FILES:
        Path(name).write_text(text)
    return tmp_path


CONSOLE = [body for kind, body in BLOCK.findall(PAGE) if kind == "console"]


@pytest.mark.parametrize("body", CONSOLE)
def test_screens_are_what_the_commands_print(
    folder: Path, grognard: Callable[..., Any], body: str
) -> None:
    command, _, shown = body.partition("\n")
    program, *arguments = shlex.split(command.removeprefix("$ "))
    assert program == "grognard"
    done = grognard(*arguments)
    assert done.err == ""
    printed = [line.rstrip() for line in done.out.rstrip("\n").split("\n")]
    wanted = [line.rstrip() for line in shown.rstrip("\n").split("\n")]
    if wanted[-1] == "...":
        wanted.pop()
        printed = printed[: len(wanted)]
    assert [" ".join(line.split()) for line in printed] == [" ".join(x.split()) for x in wanted]


def test_there_are_screens() -> None:
    assert len(CONSOLE) >= 4


COMMANDS = re.findall(r"^    (grognard [^#\n]+)", PAGE, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(
    folder: Path, grognard: Callable[..., Any], typed: Callable[..., Any], command: str
) -> None:
    grognard("army", "copy", "first.toml", "second.toml")
    typed("fix", "s", "q", "")
    arguments = shlex.split(command)[1:]
    if arguments[0] == "battle":
        for file in ("first.toml", "second.toml"):
            typed("fix", "s", "q")
            grognard("army", "edit", file)
        arguments += ["--bot", "dumb", "--json", "--seed", "1"]
    done = grognard(*arguments)
    assert done.code == 0, done.err


def test_the_builders_commands_are_understood(
    folder: Path, grognard: Callable[..., Any], typed: Callable[..., Any]
) -> None:
    table = PAGE.split("| you type | it does |")[1].split("\n\n")[0]
    lines = [word for row in table.splitlines() for word in re.findall(r"`([^`]+)`", row)]
    assert len(lines) > 20
    typed(*[line for line in lines if line not in ("q", "fix 3")], "", "q", "no")
    done = grognard("army", "edit", "first.toml")
    assert done.code == 0
    for said in ("means nothing", "nothing here is called", "there is no", "wanted"):
        assert said not in done.words


def test_python_examples(folder: Path) -> None:
    (text,) = [body for kind, body in BLOCK.findall(PAGE) if kind == "python"]
    test = doctest.DocTestParser().get_doctest(text, {}, "armies.md", "armies.md", 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert test.examples
    assert runner.summarize(verbose=False).failed == 0
