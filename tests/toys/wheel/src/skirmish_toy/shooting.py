"""Chapter 3, shooting."""

import dataclasses

from grognard.rules.effects import Call, Rules, Tell, count
from grognard.rules.explained import Explained, Say
from grognard.rules.questions import given

from .settings import Settings

RANGE, CLOSE = 18.0, 6.0
HELMET = {"never": 7, "six": 6, "five": 5}


@dataclasses.dataclass(frozen=True)
class Volley:
    """All that matters about one squad shooting at another."""

    men: int = given(5, "men who shoot", low=1, high=20)
    distance: float = given(12.0, "inches to the target", low=0, high=RANGE)
    aimed: bool = given(False, "the squad has aimed")


def to_hit(volley: Volley, say: Say) -> int:
    need = say.part(2, "base", "SKT-3-01")
    if volley.distance <= CLOSE:
        need += say.part(1, 'up to 6"', "SKT-3-02")
    if volley.aimed:
        need += say.part(1, "aimed", "SKT-3-02")
    return need


def shoot(volley: Volley, settings: Settings, player: int = 0) -> Rules[int]:
    """How many men the target loses."""
    need = Explained("to hit", to_hit, (volley,))
    hits = yield from count(volley.men, 6, 1, need.value, "to hit", player, need)
    stopped = yield from Call(stop, hits, HELMET[settings.helmets])
    yield from Tell("shot", "{} hits, {} stopped", hits, stopped, clause="SKT-3-03")
    return hits - stopped


def stop(hits: int, low: int) -> Rules[int]:
    """How many hits helmets stop."""
    return (yield from count(hits, 6, low, 6, "helmets"))
