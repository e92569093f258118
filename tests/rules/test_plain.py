"""Plain data are written one way only."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.rules.plain import canonical, digest

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=12,
)


@given(PLAIN)
def test_what_is_written_is_read_back(data):
    assert json.loads(canonical(data)) == data


@given(st.dictionaries(st.text(max_size=3), PLAIN, max_size=5), st.randoms())
def test_the_order_of_keys_makes_no_difference(data, random):
    keys = list(data)
    random.shuffle(keys)
    assert canonical({k: data[k] for k in keys}) == canonical(data)
    assert digest({k: data[k] for k in keys}) == digest(data)


@given(PLAIN, PLAIN)
def test_different_things_have_different_digests(one, other):
    same = json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    assert (digest(one) == digest(other)) == same


def test_the_form_is_fixed():
    assert canonical({"b": [1, None], "a": "ü"}) == '{"a":"ü","b":[1,null]}'
    assert digest({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_not_written(number):
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical([number])
