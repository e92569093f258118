"""The same question under every reading of one setting."""

import pytest

from grognard.odds.asking import Asker, ask, find_question
from grognard.odds.comparing import MOST, compare, differ, values_of
from grognard.rules.refusal import Refused
from grognard.rules.settings import Setting
from tests.cli.skirmish import SYSTEM, Settings

SHOOT = find_question(SYSTEM, "shoot")


def readings(name, values, settings=None):
    return compare(Asker(), SHOOT, values, settings or Settings(), name)


def test_each_reading_is_asked_with_the_other_settings_as_they_are():
    told = readings("cover", {"cover": True}, Settings(turns=7))
    assert [(r.value, r.ruling) for r in told] == [("one", True), ("none", False)]
    for reading in told:
        alone = ask(SYSTEM, "shoot", {"cover": True}, Settings(turns=7, cover=reading.value))
        assert reading.answer.to_dict() == alone.to_dict()
    # Four dice, skill 4, one less in the wood: 4 x 3/6 and 4 x 4/6 hits.
    assert [r.answer.first.mean for r in told] == pytest.approx([2.0, 8 / 3])


def test_whether_it_matters():
    assert differ(readings("cover", {"cover": True}))
    assert not differ(readings("cover", {"cover": False}))


def test_what_is_compared_of_each_kind_of_setting():
    def option(default, choices=(), low=0, high=0):
        return Setting("x", default, "G", "", choices, low, high)

    assert values_of(option(False), False) == [False, True]
    assert values_of(option("b", ("a", "b", "c")), "a") == ["b", "a", "c"]
    assert values_of(option(1, low=0, high=3), 1) == [0, 1, 2, 3]
    long = values_of(option(12, low=1, high=48), 30)
    assert len(long) <= MOST + 2
    assert long == sorted(long)
    assert {1, 12, 30, 48} <= set(long)


def test_a_setting_that_is_not_there():
    with pytest.raises(Refused, match="no setting 'covr'"):
        readings("covr", {})


def test_a_situation_that_is_impossible_under_every_reading():
    with pytest.raises(Refused, match="out of range"):
        readings("cover", {"dice": 99})
