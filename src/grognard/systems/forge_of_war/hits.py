"""Chapters 5.1 and 8.4: hits become lost figures or D-markers, as their owner chooses."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from grognard.rules.effects import Choose, Option, Rules


class Struck(NamedTuple):
    """Who takes hits. `seen` is what can be lost to this attack, counted in wounds; `most` are
    the markers that its training carries, whatever its CV (FOW-9.3-15).
    """

    player: int
    markers: int
    most: int
    seen: int
    key: str = ""


class Losses(NamedTuple):
    """What an attack did: wounds lost (figures, for figures of one wound) and markers taken."""

    hits: int
    wounds: int
    markers: int

    @property
    def wasted(self) -> int:
        return self.hits - self.wounds - self.markers


def split(hits: int, s: Struck) -> tuple[int, int]:
    """The least and the most of these hits that may be taken as markers.

    Beyond the figures in view hits must be markers while there is room (FOW-8.4-02,
    FOW-9.3-12); a unit at its maximum must lose figures (FOW-5.1-03, FOW-GAP-72).
    """
    room = max(0, s.most - s.markers)
    return min(max(0, hits - s.seen), room), min(room, hits)


def take_hits(hits: int, s: Struck) -> Rules[Losses]:
    """FOW-5.1-01, FOW-2.2-01: for every hit a figure or a marker, by the owner's choice."""
    least, most = split(hits, s)
    markers = most
    if least < most:
        markers = yield from Choose(
            s.player,
            "hits",
            f"{hits} hits: markers or figures?",
            _shares(hits, s.seen, least, most),
            about=(hits, s),
            at=(s.key,),
        )
    return Losses(hits, min(hits - markers, s.seen), markers)


@lru_cache(maxsize=512)
def _shares(hits: int, seen: int, least: int, most: int) -> tuple[Option[int], ...]:
    """So many of the hits as markers, the most first. The same for all who ask."""
    return tuple([Option(d, _words(d, min(hits - d, seen))) for d in range(most, least - 1, -1)])


def _words(markers: int, wounds: int) -> str:
    return f"{markers} D-marker{'' if markers == 1 else 's'}, {wounds} lost"


def kept(choose: Choose[Any]) -> tuple[int, Struck]:
    """What a choice between markers and figures is about (for bots and policies)."""
    hits, struck = choose.about
    return hits, struck
