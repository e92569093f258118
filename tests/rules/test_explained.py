"""Explained numbers: a value at once, its parts on demand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.rules.explained import SILENT, Explained, Listener, Part, Say

AMOUNTS = st.lists(st.integers(-50, 50), min_size=1, max_size=8)


class Watched:
    """A rule that adds its amounts up and writes down who listened."""

    def __init__(self) -> None:
        self.heard_by: list[type[Say]] = []

    def __call__(self, amounts: tuple[int, ...], say: Say) -> int:
        self.heard_by.append(type(say))
        value = 0
        for i, amount in enumerate(amounts):
            value += say.part(amount, f"part {i}", f"X-{i}")
        return value


@given(AMOUNTS)
def test_the_value_is_the_sum_of_the_parts(amounts):
    number = Explained("to hit", Watched(), (tuple(amounts),))
    assert number.value == sum(amounts)
    assert sum(p.amount for p in number.parts) == number.value


@given(AMOUNTS)
def test_parts_that_change_nothing_are_left_out_but_for_the_first(amounts):
    parts = Explained("to hit", Watched(), (tuple(amounts),)).parts
    kept = [(0, amounts[0])] + [(i, a) for i, a in enumerate(amounts) if i and a]
    assert [(p.label, p.amount, p.clause) for p in parts] == [
        (f"part {i}", a, f"X-{i}") for i, a in kept
    ]


def test_nothing_is_recorded_while_nobody_looks():
    rule = Watched()
    number = Explained("to hit", rule, ((4, 1),))
    assert number.value == 5
    assert rule.heard_by == [Say]
    assert not hasattr(SILENT, "parts")


def test_parts_are_worked_out_when_somebody_looks_and_then_afresh():
    rule = Watched()
    number = Explained("to hit", rule, ((4, 1),))
    assert len(number.parts) == 2
    assert rule.heard_by == [Say, Listener]
    assert len(number.parts) == 2
    assert rule.heard_by == [Say, Listener, Listener]


def need(base: int, charged: bool, say: Say) -> int:
    value = say.part(base, "base", "FOW-1")
    if charged:
        value += say.part(-1, "charged", "FOW-2")
    return value + say.part(0, "level ground", "FOW-3")


def test_an_explained_number_in_words_and_as_data():
    number = Explained("need", need, (4, True))
    assert str(number) == "need 3: base 4, charged -1"
    assert str(Explained("need", need, (4, False))) == "need 4: base 4"
    assert str(Explained("need", need, (-4, False))) == "need -4: base -4"
    assert number.to_dict() == {
        "what": "need",
        "value": 3,
        "parts": [
            {"amount": 4, "label": "base", "clause": "FOW-1"},
            {"amount": -1, "label": "charged", "clause": "FOW-2"},
        ],
    }


@pytest.mark.parametrize(("amount", "said"), [(2, "+2"), (-2, "-2")])
def test_a_part_says_its_clause(amount, said):
    assert repr(Part(amount, "charged", "FOW-2")) == f"charged {said} [FOW-2]"


def test_equal_are_those_of_the_same_rule_and_arguments():
    def other(base: int, charged: bool, say: Say) -> int:
        return need(base, charged, say)

    number = Explained("need", need, (4, True))
    assert number == Explained("need", need, (4, True))
    assert hash(number) == hash(Explained("need", need, (4, True)))
    for unlike in (
        Explained("need", need, (4, False)),
        Explained("need", need, (3, False)),  # of the same value
        Explained("needs", need, (4, True)),
        Explained("need", other, (4, True)),
        3,
    ):
        assert number != unlike
