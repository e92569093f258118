"""What the README and the package say of themselves is true."""

import doctest
import inspect
import sys
from pathlib import Path

import grognard

ROOT = Path(__file__).resolve().parents[1]


def examples(text: str, name: str) -> doctest.TestResults:
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert test.examples, "nothing was shown"
    return runner.summarize(verbose=False)


def test_the_readme_is_true() -> None:
    assert examples((ROOT / "README.md").read_text("utf-8"), "README.md").failed == 0


def test_the_package_says_how_it_is_used() -> None:
    doc = inspect.getdoc(sys.modules["grognard"])
    assert doc is not None
    assert examples(doc, "grognard").failed == 0


def test_systems_are_listed() -> None:
    assert "forge_of_war" in grognard.installed()
