"""The best design within a price, held against every design that there is."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.forces.document import Document
from grognard.forces.ledger import UP, Priced, Tally
from grognard.forces.seeking import Step, Way, best
from grognard.forces.verdict import Breach, put
from grognard.rules.refusal import Refused


class Toy:
    """a + b, times c; b may not be 3 while a is 2."""

    def read(self, document: Document) -> dict[str, int]:
        return dict(document.data)

    def write(self, thing: dict[str, int]) -> dict[str, int]:
        return dict(thing)

    def price(self, thing: dict[str, int], settings: Any) -> Priced:
        return Priced("toy", _price, (thing,))

    def check(self, thing: dict[str, int], settings: Any) -> list[Breach]:
        wrong = (thing["a"], thing["b"]) == (2, 3)
        return [Breach("not both", "T-1")] if wrong else []


def _price(thing: dict[str, int], t: Tally) -> int:
    price = t.add(t.add(0, thing["a"], "a", "T"), thing["b"], "b", "T")
    return t.times(price, Fraction(thing["c"], 2), UP, "c", "T")


START = {"a": 0, "b": 0, "c": 2}


def ways(worths: dict[str, list[int]]) -> list[Way]:
    return [
        Way(key, key, [Step(f"{key}{n}", (put(key, value=n + (key == "c") * 2),), worth)
                       for n, worth in enumerate(steps)])
        for key, steps in worths.items()
    ]  # fmt: skip


lists = st.lists(st.integers(-3, 9), min_size=1, max_size=4)


@given(st.fixed_dictionaries({"a": lists, "b": lists, "c": lists}), st.integers(0, 12))
def test_nothing_within_the_price_is_worth_more(worths: dict[str, list[int]], under: int) -> None:
    toy = Toy()
    top: tuple[int, int] | None = None
    for steps in itertools.product(*(range(len(w)) for w in worths.values())):
        at = dict(zip(worths, steps, strict=True))
        a, b = at["a"], at["b"]
        price = -(-(a + b) * (at["c"] + 2) // 2)
        if price > under or (a, b) == (2, 3):
            continue
        worth = sum(w[n] for w, n in zip(worths.values(), steps, strict=True))
        if top is None or (worth, -price) > top:
            top = (worth, -price)
    if top is None:
        with pytest.raises(Refused, match="nothing legal costs"):
            best(toy, START, ways(worths), under, None)
        return
    found = best(toy, START, ways(worths), under, None)
    assert (found.worth, -found.price) == top
    assert found.proven
    assert toy.price(found.thing, None).value == found.price


def test_weights_count() -> None:
    found = best(Toy(), START, ways({"a": [0, 1, 2], "b": [0, 1, 2]}), 2, None, {"a": 1, "b": 3})
    assert found.steps == {"a": "a0", "b": "b2"}
    assert found.worth == 6
    assert found.to_dict()["proven"] is True
