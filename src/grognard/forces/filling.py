"""The best way to fill a force up to a limit, in any system, and proven to be.

What is legal only the system knows. Its limits that can be counted (`bounds`) become rows of an
integer program; what the solver then proposes goes through the system's own check, and what that
finds wrong is cut off, until a legal force is the best that is left.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from grognard.forces.bounds import Bound, of_limit
from grognard.forces.catalogue import Choice, Entry, Pick, Roster, Value
from grognard.forces.limits import agreed
from grognard.forces.solving import Program, Solution, solve
from grognard.rules.refusal import Refusal, Refused

MOST_OF_ONE: Final = 60
"""Units of one kind, at most."""

MOST_MODELS: Final = 60
MOST_COUNTED: Final = 4
MOST_CUTS: Final = 40


@dataclasses.dataclass(slots=True)
class Wishes:
    """What a player wants besides: units of an entry, at least and at most; and nothing else than
    `only`, if that names any. `thorough`: other options than the usual ones are tried at every
    size, not only at the usual one.
    """

    least: Mapping[str, int] = dataclasses.field(default_factory=dict)
    most: Mapping[str, int] = dataclasses.field(default_factory=dict)
    only: Sequence[str] = ()
    thorough: bool = False


@dataclasses.dataclass(slots=True)
class Candidate:
    """One unit that could be added: its price, and what it adds to each bound."""

    pick: Pick
    price: int
    weights: tuple[int, ...]


@dataclasses.dataclass(slots=True)
class Filled:
    """A force, what it costs, and what no legal force of these candidates can cost more than."""

    roster: Roster
    price: int
    bound: int
    cuts: int
    candidates: int
    seconds: float

    @property
    def proven(self) -> bool:
        """Nothing better exists."""
        return self.price >= self.bound

    def to_dict(self) -> dict[str, Any]:
        return {
            "total": self.price,
            "bound": self.bound,
            "proven": self.proven,
            "cuts": self.cuts,
            "candidates": self.candidates,
            "roster": self.roster.to_dict(),
        }


def fill(
    builder: Any, roster: Roster, to: int, settings: Any, wishes: Wishes | None = None,
    seconds: float = 20.0,
) -> Filled:  # fmt: skip
    """The roster with units added: as close to `to` as it legally can be, and among those forces
    the most various one. Raises Refused when there is none.
    """
    began = time.monotonic()
    wishes = wishes or Wishes()
    aim = dataclasses.replace(roster, limit=to)
    bounds = bounds_of(builder, aim, settings)
    known = candidates(builder, aim, bounds, settings, wishes)
    fixed = [part.value for part in builder.price(aim, settings).parts]
    program = Program()
    for one in known:
        room = max(0, to - sum(fixed)) // one.price if one.price > 0 else MOST_OF_ONE
        program.column(min(MOST_OF_ONE, room), one.price)
    columns = range(len(known))
    for n, bound in enumerate(bounds):
        have = sum(bound.weight(aim, pick, p) for pick, p in zip(aim.units, fixed))
        program.row({c: known[c].weights[n] for c in columns}, None, bound.most - have)
    program.row({c: known[c].price for c in columns}, None, to - sum(fixed))
    _wanted(program, known, aim, wishes)
    best: Filled | None = None
    ceiling = to
    for cuts in range(MOST_CUTS + 1):
        left = seconds - (time.monotonic() - began)
        found = solve(program, max(0.1, left))
        ceiling = min(ceiling, sum(fixed) + found.bound)
        if found.values is None:
            break
        values = _most_various(program, known, found, aim, max(0.1, left / 2))
        made = _with(aim, known, values)
        wrong = [b for b in builder.check(made, settings) if not b.advisory]
        if not wrong:
            price = builder.price(made, settings).value
            spent = time.monotonic() - began
            best = Filled(made, price, max(price, ceiling), cuts, len(known), spent)
            break
        program.not_again(values[: len(known)])
        if left <= 0:
            break
    if best is None:
        raise Refused([Refusal("no legal force was found", "", "other wishes, or a higher limit")])
    return best


# -- what could be added -------------------------------------------------------------------


def bounds_of(builder: Any, roster: Roster, settings: Any) -> list[Bound]:
    """The limits that the system can count, and those that the players agreed on."""
    method = getattr(builder, "bounds", None)
    found: list[Bound] = list(method(roster, settings)) if method is not None else []
    own = [of_limit(roster, limit) for limit in agreed(roster)]
    return found + [bound for bound in own if bound is not None]


def candidates(
    builder: Any, roster: Roster, bounds: Sequence[Bound], settings: Any, wishes: Wishes
) -> list[Candidate]:
    """Every unit that is worth adding: of those that cost and count the same, the plainest."""
    found: dict[Any, Candidate] = {}
    for entry in roster.catalogue.entries.values():
        if wishes.only and entry.key not in wishes.only and entry.key not in wishes.least:
            continue
        if wishes.most.get(entry.key, 1) <= 0 or not getattr(entry, "alone", True):
            continue
        for pick in variants(entry, wishes.thorough):
            alone = dataclasses.replace(roster, units=[pick])
            price = builder.price(alone, settings).value
            if price > roster.limit:
                continue
            weights = tuple([bound.weight(alone, pick, price) for bound in bounds])
            key = (entry.key, price, weights)
            if key not in found and _sound(builder, alone, settings):
                found[key] = Candidate(pick, price, weights)
    return list(found.values())


def _sound(builder: Any, alone: Roster, settings: Any) -> bool:
    """Nothing is wrong with the unit itself."""
    return not any(
        breach.where[:2] == ("units", 0)
        for breach in builder.check(alone, settings)
        if not breach.advisory
    )


def variants(entry: Entry, thorough: bool = False) -> Iterator[Pick]:
    """The unit at every size, and with one option otherwise."""
    usual = entry.usual or entry.least
    top = min(entry.most, max(entry.least, usual) + MOST_MODELS)
    sizes = sorted(range(entry.least, top + 1), key=lambda n: (abs(n - usual), n))
    for models in sizes:
        yield Pick(entry.key, "", 0 if models == usual else models)
    for choice in entry.choices:
        for value in _other_values(choice) if choice.sought else ():
            for models in sizes if thorough else [usual]:
                yield Pick(entry.key, "", 0 if models == usual else models, {choice.key: value})


def _other_values(choice: Choice) -> list[Value]:
    if choice.free:
        return []
    if isinstance(choice.default, bool):
        return [not choice.default]
    if isinstance(choice.default, int):
        most = min(choice.most, choice.default + MOST_COUNTED)
        return [n for n in range(choice.least, most + 1) if n != choice.default]
    return [value for value in choice.values if value != choice.default]


# -- the program ---------------------------------------------------------------------------


def _wanted(program: Program, known: Sequence[Candidate], roster: Roster, wishes: Wishes) -> None:
    for key in {*wishes.least, *wishes.most}:
        have = sum(1 for pick in roster.units if pick.entry == key)
        terms = {c: 1 for c, one in enumerate(known) if one.pick.entry == key}
        low, high = wishes.least.get(key), wishes.most.get(key)
        program.row(
            terms,
            None if low is None else low - have,
            None if high is None else max(0, high - have),
        )


def _most_various(
    program: Program, known: Sequence[Candidate], found: Solution, roster: Roster, seconds: float
) -> list[int]:
    """Of all fillings that cost as much: one with as many different entries as can be, and of
    those one with the fewest units and the fewest options that are not the usual ones.
    """
    assert found.values is not None
    again = Program()
    again.ends = list(program.ends)
    again.gains = [-1 - 2 * len(one.pick.options) for one in known]
    again.gains += [0] * (len(program.ends) - len(known))
    again.rows = list(program.rows)
    again.row({c: one.price for c, one in enumerate(known)}, found.gain, found.gain)
    there = {pick.entry for pick in roster.units}
    weight = 1 - sum(gain * end for gain, end in zip(again.gains, again.ends))
    for key in dict.fromkeys(one.pick.entry for one in known):
        if key not in there:
            used = again.column(1, weight)
            terms = {c: 1 for c, one in enumerate(known) if one.pick.entry == key}
            again.row({**terms, used: -1}, 0, None)
    better = solve(again, seconds)
    values = found.values if better.values is None else better.values
    return values[: len(program.ends)]


def _with(roster: Roster, known: Sequence[Candidate], values: Sequence[int]) -> Roster:
    """What was there, and then what was added, in the order of the catalogue."""
    added: list[Pick] = []
    for one, count in zip(known, values):
        for _ in range(count):
            pick = one.pick
            added.append(Pick(pick.entry, pick.name, pick.models, dict(pick.options)))
    order = {key: n for n, key in enumerate(roster.catalogue.entries)}
    added.sort(key=lambda pick: order[pick.entry])
    return dataclasses.replace(roster, units=[*roster.units, *added])
