"""Questions: situations from values or from texts, or refused with every reason."""

import dataclasses
import math

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import strategies as st

from grognard.rules.effects import Rules, count
from grognard.rules.explained import Explained, Say
from grognard.rules.questions import Outcome, Question, given
from grognard.rules.refusal import Refusal


@dataclasses.dataclass(frozen=True)
class Shot:
    dice: int = given(4, "dice thrown", low=0, high=20)
    distance: float = given(6.0, "inches", low=0, high=48)
    weapon: str = given("rifle", "what is fired", choices=("rifle", "cannon"))
    in_cover: bool = given(False, "the target is in cover")
    wind: float = given(0.0, "any number")
    points: int = given(0, "any whole number")
    name: str = given("", "who shoots")


def need(shot: Shot, say: Say) -> int:
    value = say.part(4, "base", "X-1")
    if shot.in_cover:
        value += say.part(-1, "in cover", "X-2")
    return value


def refuse(shot: Shot, settings: object) -> list[Refusal]:
    if shot.weapon == "cannon" and shot.distance < 6:
        return [Refusal("too close for a cannon", "X-3", 'at least 6"')]
    return []


def volley(dice: int, low: int) -> Rules[int]:
    return (yield from count(dice, 6, low, 6, "to hit"))


SHOT = Question(
    name="shot",
    title="Hits of a volley",
    situation=Shot,
    numbers=lambda s, _: [Explained("need", need, (s,))],
    procedure=lambda s, _: volley(s.dice, Explained("need", need, (s,)).value),
    outcomes=(Outcome("hits", "hits", lambda n: n),),
    refuse=refuse,
)


def situated(values) -> Shot:
    shot = SHOT.situate(values, None)
    assert isinstance(shot, Shot), shot
    return shot


def refused(values) -> list[Refusal]:
    refusals = SHOT.situate(values, None)
    assert isinstance(refusals, list), refusals
    return refusals


def test_what_is_not_given_is_as_declared():
    assert situated({}) == Shot()


@hypothesis_given(
    st.fixed_dictionaries(
        {},
        optional={
            "dice": st.integers(0, 20),
            "distance": st.floats(6, 48),
            "weapon": st.sampled_from(("rifle", "cannon")),
            "in_cover": st.booleans(),
            "wind": st.floats(-1e300, 1e300),
            "points": st.integers(-(10**30), 10**30),
            "name": st.text(),
        },
    )
)
def test_values_and_texts_mean_the_same(values):
    shot = situated(values)
    assert shot == dataclasses.replace(Shot(), **values)
    typed = {name.replace("_", "-"): str(value) for name, value in values.items()}
    assert situated(typed) == shot


@pytest.mark.parametrize(("given_", "kept"), [(12, 12.0), ("12", 12.0), ("7.5", 7.5)])
def test_a_whole_number_will_do_for_a_measure(given_, kept):
    distance = situated({"distance": given_}).distance
    assert distance == kept
    assert type(distance) is float


@pytest.mark.parametrize(
    ("values", "what", "legal"),
    [
        ({"dice": 21}, "dice: 21 is out of range", "0 to 20"),
        ({"dice": "-1"}, "dice: -1 is out of range", "0 to 20"),
        ({"dice": "four"}, "dice: 'four' is not a whole number", "0 to 20"),
        ({"dice": 4.0}, "dice: 4.0 is not a whole number", "0 to 20"),
        ({"dice": True}, "dice: True is not a whole number", "0 to 20"),
        ({"dice": None}, "dice: None is not a whole number", "0 to 20"),
        ({"distance": "far"}, "distance: 'far' is not a number", "0 to 48"),
        ({"distance": 48.5}, "distance: 48.5 is out of range", "0 to 48"),
        ({"weapon": "bow"}, "weapon: no 'bow'", "one of rifle, cannon"),
        ({"weapon": 3}, "weapon: 3 is not one of rifle, cannon", "one of rifle, cannon"),
        ({"in_cover": "perhaps"}, "in_cover: 'perhaps' is not true or false", "true or false"),
        ({"in-cover": 1}, "in_cover: 1 is not true or false", "true or false"),
        ({"points": "x"}, "points: 'x' is not a whole number", "a whole number"),
        ({"wind": "x"}, "wind: 'x' is not a number", "a number"),
        ({"name": 1}, "name: 1 is not a text", "a text"),
    ],
)
def test_what_will_not_do_is_refused(values, what, legal):
    (refusal,) = refused(values)
    assert (refusal.what, refusal.legal) == (what, legal)


@pytest.mark.parametrize(
    "wind", [math.nan, math.inf, -math.inf, "nan", "inf", "-Infinity", "1e999", 10**400]
)
def test_what_is_no_number_to_reckon_with_is_refused(wind):
    (refusal,) = refused({"wind": wind})
    assert refusal.legal == "a number"


def test_an_unknown_name_is_refused_with_the_known_ones():
    (refusal,) = refused({"range": 12})
    assert refusal.what == "shot has no 'range'"
    assert refusal.legal == "it takes dice, distance, weapon, in_cover, wind, points, name"


def test_every_reason_is_given_at_once():
    refusals = refused({"dice": 99, "range": 1, "weapon": "rifle", "in_cover": "x"})
    assert len(refusals) == 3


def test_a_situation_may_be_impossible_as_a_whole():
    assert refused({"weapon": "cannon", "distance": 5}) == [
        Refusal("too close for a cannon", "X-3", 'at least 6"')
    ]
    assert situated({"weapon": "cannon", "distance": 6}).distance == 6


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@hypothesis_given(
    st.dictionaries(st.sampled_from([g.name for g in SHOT.givens()]) | st.text(), ANYTHING)
)
def test_nothing_that_comes_in_is_an_error(values):
    shot = SHOT.situate(values, None)
    if isinstance(shot, Shot):
        assert 0 <= shot.dice <= 20
        assert math.isfinite(shot.wind)
        assert SHOT.numbers(shot, None)[0].value in (3, 4)
    else:
        assert shot


def test_what_a_person_sees_of_a_given():
    dice, distance, weapon, cover, wind, points, name = SHOT.givens()
    assert (dice.name, dice.type, dice.default, dice.help) == ("dice", int, 4, "dice thrown")
    legal = [g.legal for g in (distance, weapon, cover, wind, points, name)]
    assert legal == [
        "0 to 48",
        "one of rifle, cannon",
        "true or false",
        "a number",
        "a whole number",
        "a text",
    ]
