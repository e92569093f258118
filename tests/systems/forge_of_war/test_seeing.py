"""Sight as it is told to people: it agrees with what may be shot at, and says why not."""

import pytest

from grognard.systems.forge_of_war import SYSTEM
from grognard.systems.forge_of_war.seeing import sight
from tests.systems.forge_of_war.field import battle, unit


def notes(found):
    return dict(found["notes"])


def test_in_the_open_everybody_is_seen_whole():
    b = battle(unit(0, "A", (10, 10), (14, 10)), unit(1, "Z", (10, 20), (14, 20)))
    found = sight(b, "unit:0", "unit:1")
    assert found["seen"] == 1.0
    # A line from the nearest man to each.
    assert found["lines"] == [(10, 10, 10, 20, 1.0), (14, 10, 14, 20, 1.0)]
    assert notes(found) == {"2 of 2 may be seen": "FOW-8.1-05"}


@pytest.mark.clause("FOW-8.1-05")
@pytest.mark.parametrize(("edge", "share"), [(20.0, 0.5), (20.2, 0.3)])
def test_half_a_base_must_be_in_view(edge, share):
    """A wall of boulders whose end comes right before the target hides what lies behind it.

    Seen from far below, the rays are nearly straight up: the base from x = 19.5 to 20.5 is hidden
    up to the end of the boulders.
    """
    b = battle(
        unit(0, "A", (20, 1)),
        unit(1, "Z", (20, 46.6)),
        ground=[("Boulders", 5, 45.5, edge, 46)],
    )
    found = sight(b, "unit:0", "unit:1")
    assert found["seen"] == (1.0 if share >= 0.5 else 0.0)
    assert found["lines"][0][4] == pytest.approx(share if share >= 0.5 else 0.0, abs=0.02)
    how = "partly behind" if share >= 0.5 else "behind"
    assert notes(found)[f"{how} boulders 1"] == "FOW-8.1-04"


@pytest.mark.clause("FOW-8.1-04")
def test_others_stand_in_the_way():
    b = battle(
        unit(0, "A", (20, 10)), unit(1, "Z", (20, 30)), unit(1, "Crowd", (19.5, 20), (20.5, 20))
    )
    found = sight(b, "unit:0", "unit:1")
    assert found["seen"] == 0.0
    assert found["lines"] == [(20, 10, 20, 30, 0.0)]
    assert notes(found) == {"0 of 1 may be seen": "FOW-8.1-05", "behind Crowd": "FOW-8.1-04"}


@pytest.mark.parametrize(
    ("kind", "said", "clause"),
    [
        ("Vegetation", "1 in soft cover", "FOW-7.1-01"),
        ("Woods", "1 in hard cover", "FOW-7.2-01"),
        ("Trench", "1 in cover built for it", "FOW-7.2-02"),
        ("Bunker", "1 in a bunker", "FOW-7.2-03"),
    ],
)
def test_what_the_cover_is_and_who_is_hidden_in_it(kind, said, clause):
    b = battle(unit(0, "A", (10, 10)), unit(1, "Z", (10, 22)), ground=[(kind, 5, 19, 15, 25)])
    blown = sight(b, "unit:0", "unit:1")
    assert blown["seen"] == 1.0
    assert notes(blown)[said] == clause
    z = b.unit(1)
    z.blown = z.seen_by = 0  # as if nobody had seen it go in
    b.forget(z)
    hidden = sight(b, "unit:0", "unit:1")
    assert hidden["seen"] == 0.0
    assert notes(hidden)["1 hidden in cover"] == "FOW-7.3-04"


def test_it_is_asked_through_the_system_and_of_units_only():
    b = battle(unit(0, "A", (10, 10)), unit(1, "Z", (10, 20)), unit(1, "Gone", off="dead"))
    assert SYSTEM.sight(b, 0, "unit:0", "unit:1")["seen"] == 1.0
    assert SYSTEM.sight(b, 0, "unit:0:0", "unit:1:0")["seen"] == 1.0
    for start, to in (("unit:0", "unit:2"), ("unit:0", "unit:0"), ("wood", "unit:1")):
        assert SYSTEM.sight(b, 0, start, to) is None
