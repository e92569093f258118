"""Attacks and readings of every sort, for hypothesis."""

from __future__ import annotations

import dataclasses
from typing import Any

from hypothesis import strategies as st

from grognard.rules.settings import settings_of
from grognard.systems.vor.attack_tables import ARCS, BLAST_MODIFIERS, NO_TEST, SIZES, tables
from grognard.systems.vor.attacks import KINDS, ROLES, Attack, Bearer
from grognard.systems.vor.settings import Settings

_K = tables()
FLAG = st.booleans()
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "name": st.sampled_from(["", "Rifle", "Big Gun, mark 2"]),
    "kind": st.sampled_from(KINDS),
    "power": st.integers(0, 11),
    "am": st.sampled_from([0, 0, -1, -2, *_K.armour, NO_TEST, -8]),
    "base_am": st.sampled_from([None, None, 0, -1, -2]),
    "range": st.sampled_from(["", *_K.ranges]),
    "mpc": st.integers(-6, 6),
    "short": st.integers(-4, 4),
    "medium": st.integers(-4, 4),
    "long": st.integers(-4, 4),
    "blast": st.sampled_from([0, 0, 0, *range(1, 12)]),
    **dict.fromkeys(BLAST_MODIFIERS, FLAG),
    "sweep": st.sampled_from([0, 0, 0, *range(1, 12)]),
    "sweep_arc": st.sampled_from([180, 270]),
    "sweep_reach": FLAG,
    "reach": st.integers(0, 4),
    "uses": st.integers(1, 4),
    "charges": st.integers(0, 7),
    "knockdown": st.sampled_from([None, *range(7)]),
    "light_knockdown": FLAG,
    "parry": st.sampled_from([None, *range(-4, 4)]),
    "parry_ranged": st.sampled_from([None, *range(-4, 4)]),
    "breakable": FLAG,
    "full_auto": st.integers(0, 4),
    "hits": st.integers(0, 4),
    "template": st.sampled_from([*_K.templates]),
    "anti_structure": FLAG,
    "damage": st.sampled_from(["1", *_K.damage]),
    "arc": st.sampled_from(ARCS),
    "blind": st.sampled_from(["", "rear", "left, below"]),
    "point_blank": st.sampled_from(["", *_K.hands, *_K.heavy_hands]),
    "persistent": st.sampled_from([None, *range(7)]),
    "blocks_sight": FLAG,
    "indirect": st.sampled_from(["", *_K.indirect]),
    "dodge": FLAG,
    "splash": st.sampled_from(["", "", *_K.splash]),
    "split": FLAG,
    "ignores_cover": st.sampled_from(["", "soft", "hard"]),
    "flambe": st.sampled_from([0, 5, 7, 6]),
    "ball_of_flames": FLAG,
    "primary": FLAG,
}

assert {*VALUES, "others"} == {f.name for f in dataclasses.fields(Attack)}

attacks = st.fixed_dictionaries({}, optional=VALUES).map(lambda values: Attack(**values))
"""Mostly illegal, as things are that people are half-way through with."""

bearers = st.builds(
    Bearer, st.sampled_from(ROLES), st.sampled_from(SIZES), st.integers(1, 9), FLAG, FLAG
)


def _reading(option: Any) -> st.SearchStrategy[Any]:
    if option.choices:
        return st.sampled_from(option.choices)
    if isinstance(option.default, bool):
        return FLAG
    return st.integers(option.low, option.high)


readings = st.fixed_dictionaries(
    {}, optional={o.name: _reading(o) for o in settings_of(Settings)}
).map(lambda values: Settings(**values))
