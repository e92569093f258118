"""`kill -9` while two people play: whatever was acknowledged is there afterwards."""

import pytest

from benchmarks.crashes import lost, run


@pytest.mark.slow
def test_nothing_that_was_acknowledged_is_lost():
    said = run(kills=4, seed=7)
    assert said["kills"] == 4
    assert said["acknowledged"] > 4
    assert said["lost"] == 0


def test_a_loss_would_be_seen():
    pick = {"type": "pick", "option": 3}
    header = {"kind": "header"}
    record = [header, {"kind": "answer", "seat": 0, "answer": 3}]
    assert lost([("m", 1, 0, pick)], {"m": record}) == 0
    for other in (
        {},
        {"m": [header]},
        {"m": [header, {"kind": "answer", "seat": 1, "answer": 3}]},
        {"m": [header, {"kind": "answer", "seat": 0, "answer": 2}]},
        {"m": [header, {"kind": "roll", "seat": 0}]},
    ):
        assert lost([("m", 1, 0, pick)], other) == 1
