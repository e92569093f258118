"""Settings: made from values or from texts, or refused with every reason."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.rules.settings import (
    changed,
    make_settings,
    setting,
    settings_of,
    settings_to_dict,
)


@dataclasses.dataclass(frozen=True)
class Readings:
    cover: str = setting("half", "X-GAP-01", "who has cover", choices=("half", "any"))
    turns: int = setting(6, "X-GAP-02", "turns to play", low=1, high=12)
    pushes: int = setting(2, "X-GAP-03", "how far a push goes", choices=(1, 2, 4))
    flanks: bool = setting(True, "X-GAP-04", "flanks count")
    motto: str = setting("", "X-GAP-05", "said at the start")
    seed: int = setting(0, "X-GAP-06", "any number")


def made(values) -> Readings:
    settings = make_settings(Readings, values)
    assert isinstance(settings, Readings), settings
    return settings


def refused(values) -> list[tuple[str, str, str]]:
    refusals = make_settings(Readings, values)
    assert isinstance(refusals, list), refusals
    return [(r.what, r.clause, r.legal) for r in refusals]


def test_the_rulings_hold_unless_something_is_said():
    assert made({}) == Readings("half", 6, 2, True, "", 0)


def test_the_ends_of_a_range_belong_to_it():
    assert (made({"turns": 1}).turns, made({"turns": "12"}).turns) == (1, 12)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "cover": st.sampled_from(("half", "any")),
            "turns": st.integers(1, 12),
            "pushes": st.sampled_from((1, 2, 4)),
            "flanks": st.booleans(),
            "motto": st.text(),
            "seed": st.integers(),
        },
    )
)
def test_values_and_texts_mean_the_same_and_come_back_from_a_record(values):
    settings = made(values)
    assert settings == dataclasses.replace(Readings(), **values)
    assert made({name: str(value) for name, value in values.items()}) == settings
    assert made(settings_to_dict(settings)) == settings
    assert made({**settings_to_dict(Readings()), **changed(settings)}) == settings
    assert all(getattr(Readings(), name) != value for name, value in changed(settings).items())


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("Yes", True), ("ON", True), ("false", False), ("no", False), ("Off", False)],
)
def test_yes_and_no_as_people_type_them(text, value):
    assert made({"flanks": text}).flanks is value


@pytest.mark.parametrize(
    ("values", "what", "gap", "legal"),
    [
        ({"cover": "none"}, "setting cover: no reading 'none'", "X-GAP-01", "one of half, any"),
        ({"cover": 1}, "setting cover: 1 is of the wrong type", "X-GAP-01", "one of half, any"),
        ({"turns": 0}, "setting turns: 0 is out of range", "X-GAP-02", "1 to 12"),
        ({"turns": "13"}, "setting turns: 13 is out of range", "X-GAP-02", "1 to 12"),
        ({"turns": "many"}, "setting turns: 'many' is of the wrong type", "X-GAP-02", "1 to 12"),
        ({"turns": True}, "setting turns: True is of the wrong type", "X-GAP-02", "1 to 12"),
        ({"turns": 3.0}, "setting turns: 3.0 is of the wrong type", "X-GAP-02", "1 to 12"),
        ({"pushes": 3}, "setting pushes: no reading 3", "X-GAP-03", "one of 1, 2, 4"),
        ({"flanks": 1}, "setting flanks: 1 is of the wrong type", "X-GAP-04", "true or false"),
        (
            {"flanks": "si"},
            "setting flanks: 'si' is of the wrong type",
            "X-GAP-04",
            "true or false",
        ),
        ({"motto": None}, "setting motto: None is of the wrong type", "X-GAP-05", "a str"),
        ({"seed": [1]}, "setting seed: [1] is of the wrong type", "X-GAP-06", "a int"),
    ],
)
def test_what_will_not_do_is_refused_with_its_gap(values, what, gap, legal):
    assert refused(values) == [(what, gap, legal)]


def test_an_unknown_setting_is_refused_with_the_known_ones():
    names = "one of cover, turns, pushes, flanks, motto, seed"
    assert refused({"Turns": 3}) == [("no setting 'Turns'", "", names)]


def test_every_reason_is_given_at_once():
    refusals = refused({"cover": "none", "weather": "fair", "turns": "0", "flanks": True})
    assert [what.split(":")[0] for what, _, _ in refusals] == [
        "setting cover",
        "no setting 'weather'",
        "setting turns",
    ]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.dictionaries(st.sampled_from([f.name for f in dataclasses.fields(Readings)]), ANYTHING))
def test_nothing_that_comes_in_is_an_error(values):
    settings = make_settings(Readings, values)
    if isinstance(settings, Readings):
        assert 1 <= settings.turns <= 12
        assert type(settings.flanks) is bool
        assert settings.cover in ("half", "any")
    else:
        assert settings


def test_what_a_person_sees_of_a_setting():
    cover, turns, *_ = settings_of(Readings)
    assert (cover.name, cover.default, cover.gap) == ("cover", "half", "X-GAP-01")
    assert (turns.help, turns.legal) == ("turns to play", "1 to 12")
