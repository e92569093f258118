"""Distributions: asked, combined and drawn."""

import json
import math
from fractions import Fraction
from xml.etree import ElementTree

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.odds.distribution import Distribution

SVG = "{http://www.w3.org/2000/svg}"
WAYS = st.dictionaries(st.integers(-20, 20), st.integers(1, 9), min_size=1, max_size=8)


def of(ways):
    """The exact distribution in which every outcome happens in so many equal ways."""
    whole = sum(ways.values())
    return Distribution({k: Fraction(n, whole) for k, n in ways.items()})


def spread(ways):
    """Every equal way by itself, in order."""
    return sorted(k for k, n in ways.items() for _ in range(n))


@given(WAYS)
def test_mean_and_deviation(ways):
    every = spread(ways)
    mean = Fraction(sum(every), len(every))
    variance = sum((k - mean) ** 2 for k in every) / len(every)
    assert of(ways).mean == pytest.approx(float(mean))
    assert of(ways).deviation == pytest.approx(math.sqrt(variance), abs=1e-9)
    assert of(ways).expect(lambda k: k * k) == pytest.approx(sum(k * k for k in every) / len(every))


@given(WAYS, st.integers(-21, 21))
def test_at_least_at_most_and_exactly(ways, n):
    every = spread(ways)
    assert of(ways).at_least(n) == pytest.approx(sum(k >= n for k in every) / len(every))
    assert of(ways).at_most(n) == pytest.approx(sum(k <= n for k in every) / len(every))
    assert of(ways)[n] == Fraction(sum(k == n for k in every), len(every))
    assert of(ways).probability(lambda k: k == n) == pytest.approx(float(of(ways)[n]))


@given(WAYS, st.integers(0, 16))
def test_percentiles(ways, sixteenths):
    every = spread(ways)
    needed = max(1, math.ceil(Fraction(sixteenths, 16) * len(every)))
    assert of(ways).percentile(sixteenths / 16) == every[needed - 1]


def test_percentiles_of_floats_forgive_the_rounding():
    ten = Distribution(dict.fromkeys(range(10), 0.1))
    assert [ten.percentile(s) for s in (0, 0.1, 0.3, 0.5, 0.7, 1)] == [0, 0, 2, 4, 6, 9]


@pytest.mark.parametrize("share", [-0.1, 1.1, math.nan])
def test_a_percentile_is_a_share(share):
    with pytest.raises(ValueError, match="between 0 and 1"):
        of({1: 1}).percentile(share)


@given(WAYS)
def test_the_mode_is_most_likely(ways):
    assert ways[of(ways).mode] == max(ways.values())


@given(WAYS)
def test_map_adds_up_what_falls_together(ways):
    every = [k % 3 for k in spread(ways)]
    mapped = of(ways).map(lambda k: k % 3)
    assert dict(mapped.items()) == {k: Fraction(every.count(k), len(every)) for k in set(every)}


@given(WAYS, st.integers(-20, 20))
def test_given(ways, n):
    left = {k: w for k, w in ways.items() if k >= n}
    if left:
        assert of(ways).given(lambda k: k >= n) == of(left)
    else:
        with pytest.raises(ValueError, match="cannot happen"):
            of(ways).given(lambda k: k >= n)


@given(WAYS, WAYS)
def test_the_sum_of_two(one, other):
    theirs = icepool.Die(one) + icepool.Die(other)
    ours = of(one) + of(other)
    assert dict(ours.items()) == {k: theirs.probability(k) for k in theirs.outcomes()}


def test_what_is_no_number_has_no_mean():
    words = Distribution({"win": 0.5, "lose": 0.5})
    for asked in (lambda: words.mean, lambda: words.deviation, lambda: words + words):
        with pytest.raises(TypeError, match=r"use map\(\) first"):
            asked()
    assert "mean" not in str(words)
    assert "mean" not in words._repr_html_()
    assert words.to_dict() == {
        "outcomes": [{"value": "lose", "p": 0.5}, {"value": "win", "p": 0.5}]
    }


def test_it_is_sorted_if_it_can_be_and_leaves_out_the_impossible():
    assert list(Distribution({3: 0.5, 1: 0.5, 2: 0})) == [1, 3]
    assert sorted(map(str, Distribution({"x": 0.5, 1: 0.5}))) == ["1", "x"]
    assert len(Distribution({3: 0.5, 1: 0.5, 2: 0})) == 2
    assert Distribution({1: 1.0})[7] == 0.0


def test_equal_distributions_are_one():
    one = Distribution({"x": 0.5, 1: 0.25, None: 0.25})
    other = Distribution({None: 0.25, 1: 0.25, "x": 0.5})
    assert one == other
    assert len({one, other}) == 1
    assert one != Distribution({"x": 0.5, 1: 0.5})
    assert one != {"x": 0.5, 1: 0.25, None: 0.25}


def test_text():
    thrice = Distribution({0: 0.125, 1: 0.375, 2: 0.375, 10: 0.125})
    assert str(thrice).splitlines() == [
        " 0   12.5%  #######",
        " 1   37.5%  ####################",
        " 2   37.5%  ####################",
        "10   12.5%  #######",
        "mean 2.38",
    ]
    assert repr(thrice) == "<Distribution mean 2.375, 4 outcomes>"
    assert str(Distribution({})) == "nothing can happen"
    assert repr(Distribution({"x": 1.0})) == "<Distribution 1 outcomes>"


def bell(n):
    return {k: math.comb(n, k) / 2**n for k in range(n + 1)}


def test_long_tails_are_cut_from_pictures_only():
    many = Distribution(bell(60))
    shown = [k for k, p in many.items() if float(p) >= 0.0005]
    assert [name for name, _ in many.rows(most=16)] == [str(k) for k in shown]
    assert len(shown) < len(many) == len(many.rows())
    assert len(str(many).splitlines()) == len(shown) + 1


def test_what_lies_between_the_tails_is_shown():
    two_humps = Distribution(
        {k: p / 2 for k, p in bell(20).items()} | {k + 100: p / 2 for k, p in bell(20).items()}
    )
    names = [int(name) for name, _ in two_humps.rows(most=16)]
    assert names == [k for k in two_humps if min(names) <= k <= max(names)]


def test_what_is_spread_thinly_is_still_shown():
    thin = Distribution(dict.fromkeys(range(4000), 1 / 4000))
    assert len(thin.rows(most=16)) == 4000
    assert "nothing" not in str(thin)


NAMES = st.text(st.characters(exclude_categories=["C"]), max_size=8)


@given(st.dictionaries(NAMES | st.integers(), st.integers(1, 9), min_size=1, max_size=8))
def test_svg_is_well_formed_and_true_to_scale(ways):
    whole = sum(ways.values())
    drawn = Distribution({k: n / whole for k, n in ways.items()})
    picture = ElementTree.fromstring(drawn.svg(width=400))
    assert picture.tag == SVG + "svg"
    texts = ["".join(text.itertext()) for text in picture.iter(SVG + "text")]
    assert texts[::2] == [str(k) for k in drawn]
    assert texts[1::2] == [f"{100 * p:.1f}%" for _, p in drawn.items()]
    top = max(ways.values())
    for row, bar in enumerate(picture.iter(SVG + "rect")):
        name, chance = list(picture.iter(SVG + "text"))[2 * row : 2 * row + 2]
        number = {a: float(bar.get(a) or 0) for a in ("x", "y", "width", "height")}
        assert float(name.get("x") or 0) < number["x"]
        assert 0 < float(chance.get("x") or 0) - number["x"] - number["width"] < 10
        assert row * 18 < number["y"] < number["y"] + number["height"] < (row + 1) * 18
        for text in (name, chance):
            assert number["y"] < float(text.get("y") or 0) < number["y"] + number["height"]
    widths = [float(bar.get("width") or 0) for bar in picture.iter(SVG + "rect")]
    assert widths == pytest.approx([280 * ways[k] / top for k in drawn], abs=0.06)
    assert float(picture.get("height") or 0) >= 18 * len(ways)
    ElementTree.fromstring(f"<div>{drawn._repr_html_()}</div>")


def test_svg_of_nothing():
    assert list(ElementTree.fromstring(Distribution({}).svg())) == []


def test_for_machines():
    thrice = of({0: 1, 1: 3, 2: 3, 3: 1})
    said = thrice.to_dict()
    assert json.loads(json.dumps(said)) == {
        "outcomes": [
            {"value": 0, "p": 0.125},
            {"value": 1, "p": 0.375},
            {"value": 2, "p": 0.375},
            {"value": 3, "p": 0.125},
        ],
        "mean": 1.5,
        "deviation": pytest.approx(math.sqrt(0.75)),
        "p10": 0,
        "median": 1,
        "p90": 3,
    }
