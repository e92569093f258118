"""What all tests share: markers, hypothesis profiles, and which form of the engine runs."""

import importlib.util
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import hypothesis
import pytest

from hatch_build import compiled_sources

ROOT = Path(__file__).resolve().parents[1]
CI = os.environ.get("CI") == "true"

os.environ.setdefault("GROGNARD_DATA", "")  # nobody's own troops and weapons in here

hypothesis.settings.register_profile("dev", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.register_profile("sample", deadline=None, derandomize=True, max_examples=5)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if CI else "dev"))


def pytest_configure(config: pytest.Config) -> None:
    for marker in (
        "clause(id, ...): the clauses of a rulebook that this test would fail without",
        "slow: left out of the sample that runs on every Python there is",
    ):
        config.addinivalue_line("markers", marker)
    if expected := os.environ.get("GROGNARD_EXPECT"):
        wrong = not_in_form(expected)
        if wrong:
            raise pytest.UsageError(f"GROGNARD_EXPECT={expected}, but these are not: {wrong}")


def pytest_report_header() -> str:
    return f"grognard: {os.environ.get('GROGNARD_EXPECT', 'as installed')}"


def not_in_form(expected: str) -> list[str]:
    """The modules of the engine that would not be imported from the form expected of them."""
    if expected not in ("compiled", "interpreted"):
        raise pytest.UsageError("GROGNARD_EXPECT is compiled or interpreted")
    wrong = []
    for file in compiled_sources(ROOT):
        parts = file.relative_to(ROOT / "src").with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        spec = importlib.util.find_spec(name)
        origin = spec.origin if spec and spec.origin else "nowhere"
        if origin.endswith((".so", ".pyd")) != (expected == "compiled"):
            wrong.append(f"{name} ({origin})")
    return wrong


@pytest.fixture(scope="session")
def needs() -> Callable[[str, str], str]:
    """`needs("chromium", "sudo apt install chromium")`: that program's path, or a skip.

    Where everything must have been tried (CI=true) a missing program fails the test instead.
    """

    def find(command: str, how: str) -> str:
        path = shutil.which(command)
        if path is None:
            missing = f"{command} is not on this machine; {how} brings it"
            if os.environ.get("CI") == "true":
                pytest.fail(missing)
            pytest.skip(missing)
        return path

    return find
