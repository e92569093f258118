"""What players ask of each other: an answer taken back, a draw, the referee overruled."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from grognard.rules.plain import canonical
from grognard.rules.refusal import Refusal
from grognard.rules.system import Handle, Outcome, State, System

UNDO: Final = "undo"
DRAW: Final = "draw"
OVERRULE: Final = "overrule"

WANTED: Final = {"undo-wanted": UNDO, "draw-wanted": DRAW, "overrule-wanted": OVERRULE}
"""Events of a record that begin a wish."""

Change = tuple[tuple[int | str, ...], bool | int | str]
"""The path of an entry of the state, and what it is to be."""


class Wish:
    """It is granted when everybody else at the table consents, and ends when one declines."""

    def __init__(self, kind: str, player: int, changes: Sequence[Change] = ()) -> None:
        self.kind = kind
        self.player = player
        self.changes = list(changes)


def changes_to_plain(changes: Sequence[Change]) -> list[Any]:
    return [[list(path), value] for path, value in changes]


def changes_from_plain(plain: Any) -> list[Change] | None:
    """What a record says is to be changed; None if it says nothing of the kind."""
    changes: list[Change] = []
    for entry in plain:
        if not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[0], list):
            return None
        path, value = entry
        if not all(type(step) in (int, str) for step in path):
            return None
        if type(value) not in (bool, int, str):
            return None
        changes.append((tuple(path), value))
    return changes


def resignation(seats: Sequence[Mapping[str, Any]], player: int) -> Outcome:
    """How a match ends when this player gives up."""
    who = next(s for s in seats if s["player"] == player)
    others = sorted({s["side"] for s in seats if s["side"] != who["side"]})
    scores = tuple(0.0 if s["side"] == who["side"] else 1.0 for s in seats)
    return Outcome(others[0] if len(others) == 1 else -1, scores, f"{who['name']} resigned")


def agreement(seats: Sequence[Mapping[str, Any]]) -> Outcome:
    """How a match ends when all agree to a draw."""
    return Outcome(-1, tuple(0.5 for _ in seats), "a draw was agreed")


def handles(system: System, state: State, player: int) -> list[Handle]:
    """What this player may ask to be changed by hand; nothing where the system names nothing."""
    offer = getattr(system, "handles", None)
    return [] if offer is None else list(offer(state, player))


def overruled(
    system: System,
    setup: Mapping[str, Any],
    settings: Any,
    state: State,
    player: int,
    changes: Sequence[Change],
) -> State | list[Refusal]:
    """The state with these entries changed, if a battle can go on from it."""
    known = {handle.path: handle for handle in handles(system, state, player)}
    if not known:
        return [Refusal(f"in {system.title} nothing can be changed by hand just now")]
    if not changes:
        return [Refusal("nothing is to be changed")]
    data: Any = json.loads(canonical(state.to_dict()))
    refusals: list[Refusal] = []
    for path, value in changes:
        handle = known.get(path)
        if handle is None:
            refusals.append(Refusal("no such entry may be changed", "", "one of the handles"))
            continue
        refusal = handle.refuse(value)
        if refusal is not None:
            refusals.append(refusal)
            continue
        where = data
        for step in path[:-1]:
            where = where[step]
        where[path[-1]] = value
    if refusals:
        return refusals
    try:
        made = system.thaw(data, setup, settings)
        settle = getattr(system, "settle", None)
        if settle is not None:
            settle(made)
        return made.invariants() or made
    except Exception as error:  # whatever the rules make of a state that they never made
        return [Refusal(f"the rules cannot go on from there: {error!r}"[:200])]
