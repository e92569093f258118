"""The best design within a price: best first, by branch and bound over the system's own price.

A design is varied in several ways, each with steps that are worth something. The price need not
be linear, and is not written down a second time here: it is only asked. What makes the search
exact is one promise of the system: of all that is open, nothing is cheaper than the first steps.
What is too dear even so is not looked at further. Where that is not quite true (`tips`: one
dearer step may tip the whole into a class where other things cost less) the promise is that
nothing is cheaper than the first steps but for one.
"""

from __future__ import annotations

import dataclasses
import heapq
import time
from collections.abc import Mapping, Sequence
from typing import Any

from grognard.forces.document import Document, Malformed
from grognard.forces.verdict import Edit, apply
from grognard.rules.refusal import Refusal, Refused


@dataclasses.dataclass(slots=True)
class Step:
    """One value: how the design is changed to it, and what that is worth, in numbers of its way."""

    label: str
    edits: tuple[Edit, ...]
    worth: int


@dataclasses.dataclass(slots=True)
class Way:
    """One way to vary a design. `weight` is what each point of worth usually counts for; `usual`:
    it is varied unless somebody says otherwise; `tips`: a dearer step may save on other things.
    """

    key: str
    label: str
    steps: list[Step]
    weight: int = 1
    usual: bool = True
    tips: bool = False


@dataclasses.dataclass(slots=True)
class Best:
    """The best design, and what no other one within the price can be worth more than."""

    thing: Any
    price: int
    worth: int
    bound: int
    steps: dict[str, str]
    looked: int
    seconds: float

    @property
    def proven(self) -> bool:
        return self.worth >= self.bound

    def to_dict(self) -> dict[str, Any]:
        return {
            "total": self.price,
            "worth": self.worth,
            "bound": self.bound,
            "proven": self.proven,
            "steps": dict(self.steps),
        }


def best(
    builder: Any,
    thing: Any,
    ways: Sequence[Way],
    under: int,
    settings: Any,
    weights: Mapping[str, int] | None = None,
    seconds: float = 20.0,
) -> Best:
    """The design worth most that costs at most `under` and is legal; of equals the cheapest.

    Raises Refused when there is none.
    """
    began = time.monotonic()
    seeker = _Seeker(builder, thing, under, settings)
    known = [_weighted(way, (weights or {}).get(way.key, way.weight)) for way in ways]
    known = [way for way in known if way.steps]
    known = [seeker.affordable(known, n) for n in range(len(known))]
    known.sort(key=lambda way: -len(way.steps))
    tops = [max((step.worth for step in way.steps), default=0) for way in known]
    rest = [sum(tops[n:]) for n in range(len(known) + 1)]
    heap: list[tuple[int, int, int, tuple[int, ...], int]] = [(-rest[0], 0, 0, (), 0)]
    found: Best | None = None
    while heap:
        most, _, _, chosen, worth = heapq.heappop(heap)
        if found is not None and -most < found.worth:
            break
        late = time.monotonic() - began > seconds
        if late:
            if found is None:
                raise Refused(
                    [Refusal("nothing was found in time", "", "vary less, or allow more")]
                )
            found.bound = max(found.worth, -most)
            break
        depth = len(chosen)
        if depth == len(known):
            made, price = seeker.made([w.steps[n] for w, n in zip(known, chosen)])
            if made is None or not seeker.legal(made):
                continue
            if found is None or price < found.price:
                labels = {w.key: w.steps[n].label for w, n in zip(known, chosen)}
                found = Best(made, price, worth, worth, labels, 0, 0.0)
            continue
        for n, step in enumerate(known[depth].steps):
            here = [w.steps[m] for w, m in zip(known, chosen)]
            price = seeker.floor([*here, step], known[depth + 1 :])
            if price <= under:
                now = worth + step.worth
                heapq.heappush(heap, (-(now + rest[depth + 1]), -depth, price, (*chosen, n), now))
    if found is None:
        raise Refused([Refusal(f"nothing legal costs {under} or less", "", "a higher price")])
    found.looked = seeker.looked
    found.seconds = time.monotonic() - began
    return found


def _weighted(way: Way, weight: int) -> Way:
    steps = [Step(step.label, step.edits, step.worth * weight) for step in way.steps]
    return Way(way.key, way.label, steps, weight, way.usual, way.tips)


class _Seeker:
    """Makes designs and asks for their prices."""

    def __init__(self, builder: Any, thing: Any, under: int, settings: Any) -> None:
        self.builder = builder
        self.plain = builder.write(thing)
        self.under = under
        self.settings = settings
        self.looked = 0

    def made(self, steps: Sequence[Step]) -> tuple[Any, int]:
        """The design with these steps, and its price; None where it cannot be."""
        self.looked += 1
        edits = [edit for step in steps for edit in step.edits]
        try:
            thing = self.builder.read(Document(apply(self.plain, edits)))
        except Malformed:
            return None, self.under + 1
        return thing, self.builder.price(thing, self.settings).value

    def legal(self, thing: Any) -> bool:
        return all(breach.advisory for breach in self.builder.check(thing, self.settings))

    def floor(self, steps: Sequence[Step], open_: Sequence[Way]) -> int:
        """What the design costs at least with these steps, whatever is chosen of the ways that are
        still open; only as far down as it matters.
        """
        first = [way.steps[0] for way in open_]
        least = self.made([*steps, *first])[1]
        for n, way in enumerate(open_):
            if least <= self.under:
                break
            if way.tips:
                for other in way.steps[1:]:
                    price = self.made([*steps, *first[:n], other, *first[n + 1 :]])[1]
                    least = min(least, price)
        return least

    def affordable(self, ways: Sequence[Way], n: int) -> Way:
        """The way without the steps that are too dear whatever else is chosen. The first one stays:
        it is what others are measured with.
        """
        others = [way for m, way in enumerate(ways) if m != n]
        way = ways[n]
        steps = way.steps[:1] + [
            step for step in way.steps[1:] if self.floor([step], others) <= self.under
        ]
        return Way(way.key, way.label, steps, way.weight, way.usual, way.tips)
