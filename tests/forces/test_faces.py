"""Offers for a part of a force: only what concerns it."""

from __future__ import annotations

import pytest

from grognard.forces.faces import Further
from grognard.forces.verdict import Path, add, put, remove


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ((), ["add", "first", "second", "drop second", "name"]),
        (("units",), ["add"]),
        (("units", 0), ["first"]),
        (("units", 1), ["second", "drop second"]),
        (("name",), []),
    ],
)
def test_what_concerns_a_place(where: Path, found: list[str]) -> None:
    furthers = [
        Further("add", [add("units", value={"entry": "a"})]),
        Further("first", [put("units", 0, "models", value=3)]),
        Further("second", [put("units", 1, "options", "x", value=True)]),
        Further("drop second", [remove("units", 1)]),
        Further("name", [put("name", value="First")]),
    ]
    assert [f.label for f in furthers if f.concerns(where)] == found


def test_what_lies_within_lists_of_a_part() -> None:
    """Each item of a list is looked at by itself."""
    deep = Further("first", [put("units", 0, "models", value=3)])
    assert deep.inside(())
    assert deep.inside(("units",))
    assert not deep.inside(("units", 0))
    assert not Further("add", [add("units", value={})]).inside(())
    assert not Further("both", [put("name", value="x"), remove("units", 1)]).inside(())
