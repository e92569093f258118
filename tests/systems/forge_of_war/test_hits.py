"""5.1 and 8.4: what hits become, by the owner's choice and within his limits."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.rules.effects import Choose, Effect
from grognard.rules.machine import run
from grognard.systems.forge_of_war.hits import Losses, Struck, kept, split, take_hits

clause = pytest.mark.clause


def outcomes(hits: int, s: Struck) -> set[tuple[int, int, int]]:
    """Every (wounds, markers, wasted) that its owner may choose."""
    found = set()
    choices = 1
    n = 0
    while n < choices:

        def answer(effect: Effect, pick: int = n) -> Any:
            nonlocal choices
            assert isinstance(effect, Choose)
            assert effect.player == s.player
            choices = len(effect.options)
            return pick

        losses = run(take_hits(hits, s), answer)
        found.add((losses.wounds, losses.markers, losses.wasted))
        n += 1
    return found


@clause("FOW-2.2-01", "FOW-5.1-01", "FOW-8.4-01", "FOW-9.3-10")
def test_hit_by_hit_a_figure_or_a_marker() -> None:
    assert outcomes(2, Struck(0, 0, 3, 20)) == {(2, 0, 0), (1, 1, 0), (0, 2, 0)}


@clause("FOW-5.1-03")
def test_at_the_maximum_figures_are_lost() -> None:
    assert outcomes(2, Struck(0, 3, 3, 20)) == {(2, 0, 0)}


@clause("FOW-8.4-02")
def test_hits_beyond_the_visible_are_markers_and_the_rest_is_lost() -> None:
    # 7 hits, 3 in view, Professional with 1 D: 3 figures and 2 D, 2 hits lost.
    assert outcomes(7, Struck(0, 1, 3, 3)) == {(3, 2, 2)}


@clause("FOW-9.3-12")
def test_hits_beyond_those_in_contact() -> None:
    # 6 hits, 4 in contact, Militia with 1 D: 4 figures and 1 D, 1 hit lost.
    assert outcomes(6, Struck(0, 1, 2, 4)) == {(4, 1, 1)}


@clause("FOW-8.4-02")
def test_with_room_to_spare_the_owner_chooses_but_no_hit_is_lost() -> None:
    # 5 hits, 3 in view, Elite: at least two markers, for only three can fall.
    assert outcomes(5, Struck(0, 0, 5, 3)) == {(3, 2, 0), (2, 3, 0), (1, 4, 0), (0, 5, 0)}


@clause("FOW-16-28")
def test_over_the_maximum_there_is_no_room_at_all() -> None:
    assert outcomes(1, Struck(0, 4, 3, 20)) == {(1, 0, 0)}
    assert outcomes(3, Struck(0, 4, 3, 2)) == {(2, 0, 1)}


@clause("FOW-5.1-01")
def test_no_hits_ask_nobody() -> None:
    assert run(take_hits(0, Struck(0, 0, 3, 20)), lambda e: pytest.fail("asked")) == Losses(0, 0, 0)


def test_policies_are_told_what_it_is_about() -> None:
    s = Struck(1, 0, 3, 20, "unit:4")
    seen: list[Choose[Any]] = []

    def answer(effect: Effect) -> Any:
        assert isinstance(effect, Choose)
        seen.append(effect)
        return 0

    run(take_hits(2, s), answer)
    assert (seen[0].kind, seen[0].at, kept(seen[0])) == ("hits", ("unit:4",), (2, s))
    assert [o.label for o in seen[0].options] == [
        "2 D-markers, 0 lost", "1 D-marker, 1 lost", "0 D-markers, 2 lost",
    ]  # fmt: skip


struck = st.builds(
    Struck, st.integers(0, 1), st.integers(0, 8), st.integers(1, 5), st.integers(0, 30)
)


@clause("FOW-5.1-03", "FOW-8.4-02", "FOW-9.3-12")
@given(st.integers(0, 60), struck)
def test_whatever_happens_the_ruling_holds(hits: int, s: Struck) -> None:
    """FOW-GAP-72, from its own words: which splits are there, and which of them are allowed?"""
    room = max(0, s.most - s.markers)
    allowed = set()
    for markers in range(min(room, hits) + 1):
        wounds = min(hits - markers, s.seen)
        wasted = hits - markers - wounds
        # No hit may be wasted while there is room for another marker.
        if wasted == 0 or markers == room:
            allowed.add((wounds, markers, wasted))
    assert outcomes(hits, s) == allowed
    least, most = split(hits, s)
    assert (least, most) == (min(m for _, m, _ in allowed), max(m for _, m, _ in allowed))
