"""Breaches, and edits that mend them."""

from __future__ import annotations

import copy
import json

from hypothesis import given
from hypothesis import strategies as st

from grognard.forces.verdict import Breach, Repair, Verdict, add, apply, put, remove

ARMY = {"name": "First", "units": [{"entry": "a", "options": {"x": 1}}, {"entry": "b"}]}


def test_edits_change_a_copy() -> None:
    before = copy.deepcopy(ARMY)
    edits = [
        put("units", 1, "options", "y", value=True),  # a table on the way is made
        add("units", value={"entry": "c"}),
        remove("units", 0, "options", "x"),
        remove("limit"),  # was not there
    ]
    assert apply(ARMY, edits) == {
        "name": "First",
        "units": [{"entry": "a", "options": {}}, {"entry": "b", "options": {"y": True}}]
        + [{"entry": "c"}],
    }
    assert before == ARMY
    assert apply(ARMY, [remove("units", 0)])["units"] == [{"entry": "b"}]
    assert apply({}, [add("units", value=1)]) == {"units": [1]}


@given(st.lists(st.integers(), max_size=5), st.integers())
def test_what_is_added_last_can_be_removed(items: list[int], value: int) -> None:
    there = apply({"items": items}, [add("items", value=value)])
    assert there["items"] == [*items, value]
    assert apply(there, [remove("items", len(items))]) == {"items": items}


def test_a_breach_of_a_part_is_one_of_the_whole() -> None:
    part = Breach("too big", "C-1", ("models",), Repair("take 15", [put("models", value=15)]))
    whole = part.within("units", 3)
    assert whole.where == ("units", 3, "models")
    assert whole.repair is not None
    assert whole.repair.edits[0].path == ("units", 3, "models")


def test_advisories_leave_a_force_legal() -> None:
    advice = Breach("no leader", "C-2", advisory=True)
    assert Verdict([advice]).legal
    verdict = Verdict([advice, Breach("2 leaders", "C-1", ("units", 1), Repair("drop one"))])
    assert not verdict.legal
    assert [b.what for b in verdict.breaches] == ["2 leaders"]
    assert [b.what for b in verdict.advisories] == ["no leader"]
    data = json.loads(json.dumps(verdict.to_dict()))
    assert data["legal"] is False
    assert data["breaches"][1]["where"] == ["units", 1]
    assert data["breaches"][1]["repair"] == {"words": "drop one", "edits": []}
    assert str(verdict.breaches[0].refusal()) == "2 leaders [C-1]; drop one"
