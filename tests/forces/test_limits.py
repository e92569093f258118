"""Units inside units, and limits on what a force may hold: what five systems ask for."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.forces.bounds import of_limit
from grognard.forces.cards import plain_cards
from grognard.forces.catalogue import Catalogue, Choice, Entry, Roster, read_roster
from grognard.forces.choosing import furthers
from grognard.forces.document import Document, Malformed
from grognard.forces.ledger import Priced, Tally
from grognard.forces.limits import MODELS, PRICE, agreed, at_least, at_most, check_limits, share
from grognard.forces.verdict import apply

# Battle groups hold models (PXW-BGF-02), stands count towards halves (VDP-GAP-92), elite squads
# are bound to basic ones (VOR-FS-08): in miniature.
LISTS = Catalogue(
    "toy",
    "list",
    "A list",
    {
        "group": Entry("group", "Battle Group", "group", holds=("trooper", "heavy")),
        "trooper": Entry("trooper", "Trooper", "model", profile={"HP": 2}, alone=False),
        "heavy": Entry(
            "heavy",
            "Heavy Trooper",
            "model",
            choices=(Choice("laser", "laser", False, tags=("hi-tech",)),),
            tags=("heavy",),
            house=True,
        ),
        "spears": Entry("spears", "Spearmen", "formed", 3, 12, usual=6),
        "slings": Entry("slings", "Slingers", "skirmish", 2, 6),
        "elephant": Entry("elephant", "Elephants", "elephant", 1, 3),
    },
)
COST = {"group": 0, "trooper": 5, "heavy": 12, "spears": 16, "slings": 3, "elephant": 54}


def roster(*units: dict[str, Any], **more: Any) -> Roster:
    document = Document({"system": "toy", "units": list(units), **more})
    made = read_roster(document.row, LISTS)
    document.close()
    return made


def cost(made: Roster) -> list[int]:
    def of(pick: Any) -> int:
        return COST[pick.entry] * made.models(pick) + sum(map(of, pick.parts))

    return [of(pick) for pick in made.units]


def said(made: Roster, *limits: Any) -> list[str]:
    return [str(b) for b in check_limits(made, limits or agreed(made), cost(made))]


GROUP = {
    "entry": "group",
    "name": "First",
    "parts": [{"entry": "trooper"}, {"entry": "heavy", "options": {"laser": True}}],
}


def test_a_unit_holds_others() -> None:
    made = roster(GROUP, {"entry": "heavy", "name": "Alone"})
    assert [path for path, _ in made.picks()] == [
        ("units", 0),
        ("units", 0, "parts", 0),
        ("units", 0, "parts", 1),
        ("units", 1),
    ]
    assert made.normal().to_dict()["units"] == [GROUP, {"entry": "heavy", "name": "Alone"}]


@pytest.mark.parametrize(
    ("unit", "why"),
    [
        ({"entry": "trooper"}, "units[0].entry: Trooper cannot be chosen by itself"),
        (
            {"entry": "group", "parts": [{"entry": "spears"}]},
            "units[0].parts[0].entry: Spearmen cannot be chosen in Battle Group",
        ),
        ({"entry": "spears", "parts": [{"entry": "trooper"}]}, "units[0].parts: no such field"),
        (
            {"entry": "group", "parts": [{"entry": "trooper"}] * 51},
            "units[0].parts: a list of at most 50 tables is wanted",
        ),
    ],
)
def test_not_everything_holds_everything(unit: dict[str, Any], why: str) -> None:
    with pytest.raises(Malformed) as caught:
        roster(unit)
    assert why in str(caught.value)


def test_many_units_that_hold_many_are_too_many() -> None:
    crowd = {"entry": "group", "parts": [{"entry": "trooper"}] * 50}
    roster(*[crowd] * 3)  # 3 x 51 = 153
    with pytest.raises(Malformed, match="more than 200 with all that they hold"):
        roster(*[crowd] * 4)  # 204


def test_what_more_a_group_could_hold() -> None:
    made = roster(GROUP)
    found = {f.label: f.edits for f in furthers(made)}
    assert "add Trooper" not in found
    more = roster(*apply(made.to_dict(), found["First: add Trooper"])["units"])
    assert [p.entry for p in more.units[0].parts] == ["trooper", "heavy", "trooper"]
    plain = roster(*apply(made.to_dict(), found["First, Heavy Trooper: no laser"])["units"])
    assert plain.units[0].parts[1].options == {}
    fewer = roster(*apply(made.to_dict(), found["First, Trooper: leave it out"])["units"])
    assert [p.entry for p in fewer.units[0].parts] == ["heavy"]


def test_a_card_names_all_that_a_unit_holds() -> None:
    def rule(t: Tally) -> int:
        return t.include(0, Priced("First", lambda t: t.add(0, 17, "models", "X-1"), ()), "X-1")

    (card,) = plain_cards(roster(GROUP), Priced("all", rule, ()))
    assert (card.title, card.points, card.house) == ("First", 17, True)
    assert [n.text for n in card.notes] == [
        "1 x Trooper: HP 2", "1 x Heavy Trooper", "laser",
    ]  # fmt: skip
    assert [(t.label, t.count) for t in card.tokens] == [("Trooper", 1), ("Heavy Trooper", 1)]


def test_things_are_counted_by_role_key_tag_and_option() -> None:
    made = roster(GROUP, {"entry": "heavy"}, {"entry": "spears"})
    assert said(made, at_most("model", 3), at_most("heavy", 2), at_most("hi-tech", 1)) == []
    assert said(made, at_most("model", 2, clause="X-2")) == [
        "3 x model instead of at most 2 [X-2]; leave out Trooper"
    ]
    assert said(made, at_most("hi-tech", 0)) == [
        "1 x hi-tech instead of at most 0; leave out Heavy Trooper"
    ]
    assert said(made, at_least("formed", 3, clause="VDP-GAP-92")) == [
        "1 x formed instead of at least 3 [VDP-GAP-92]; add 2 more"
    ]


@pytest.mark.parametrize(("limit", "legal"), [(499, False), (500, True), (999, True)])
def test_one_for_each_so_many_points(limit: int, legal: bool) -> None:
    made = roster({"entry": "elephant"}, limit=limit)
    assert (said(made, at_most("elephant", 1, per=500)) == []) is legal


def test_a_share_of_all_models() -> None:
    half = share("skirmish", 50, counted=MODELS)
    legal = roster({"entry": "spears"}, {"entry": "slings", "models": 6})  # 6 of 12
    assert said(legal, half) == []
    made = roster({"entry": "spears", "models": 5}, {"entry": "slings", "models": 6})  # 6 of 11
    assert said(made, half) == [
        "skirmish: 6 models instead of at most 50%, that is 5; leave out Slingers"
    ]


def test_a_share_of_the_price() -> None:
    units = [{"entry": "elephant"}, {"entry": "spears"}]  # 54 and 96 of 150
    assert said(roster(*units, limits={"elephant": "36%"})) == []
    assert said(roster(*units, limits={"elephant": "35%"})) == [
        "elephant: 54 by price instead of at most 35%, that is 52; leave out Elephants"
    ]
    assert said(roster(*units, limits={"elephant": "35%"}, limit=200)) == []  # 70 of 200


@given(
    st.lists(st.sampled_from(["spears", "slings", "elephant", "heavy"]), max_size=8),
    st.dictionaries(
        st.sampled_from(["skirmish", "elephant", "heavy"]),
        st.one_of(st.integers(0, 3), st.integers(0, 100).map(lambda n: f"{n}%")),
    ),
    st.sampled_from([0, 100, 400]),
)
def test_repairs_of_upper_ends_hold(keys: list[str], limits: dict[str, Any], limit: int) -> None:
    made = roster(*[{"entry": key} for key in keys], limits=limits, limit=limit)
    plain = made.to_dict()
    for breach in check_limits(made, agreed(made), cost(made)):
        assert breach.repair is not None
        after = read_roster(Document(apply(plain, breach.repair.edits)).row, LISTS)
        left = {b.where for b in check_limits(after, agreed(after), cost(after))}
        assert breach.where not in left
        tag = str(breach.where[1])
        total = after.limit or sum(cost(after))
        counted = [c for p, c in zip(after.units, cost(after)) if tag in (p.entry, role(p.entry))]
        end = limits[tag]
        if isinstance(end, int):
            assert len(counted) <= end
        else:
            assert Fraction(sum(counted)) <= Fraction(int(end[:-1]), 100) * total


def role(key: str) -> str:
    return LISTS.entries[key].role


@pytest.mark.parametrize("value", [-1, True, 1.5, "101%", "5", "-5%", [1], 201])
def test_limits_that_mean_nothing(value: Any) -> None:
    with pytest.raises(Malformed, match="limits"):
        roster(limits={"heavy": value})


def test_a_limit_on_nothing_is_worth_a_word() -> None:
    made = roster({"entry": "spears"}, limits={"elefant": 1, "dragons": "10%", "hi-tech": 0})
    found = check_limits(made, agreed(made), cost(made))
    assert all(breach.advisory for breach in found)
    assert [str(breach) for breach in found] == [
        "nothing counts as 'elefant': this limit limits nothing; write elephant",
        "nothing counts as 'dragons': this limit limits nothing; leave it out",
    ]
    assert found[0].repair is not None
    mended = apply(made.to_dict(), found[0].repair.edits)
    assert mended["limits"] == {"dragons": "10%", "hi-tech": 0, "elephant": 1}


def test_a_search_counts_what_units_hold() -> None:
    """As the check does: troopers in groups, by number and by models."""
    group = {"entry": "group", "parts": [{"entry": "trooper"}, {"entry": "heavy"}]}
    made = roster(group, {"entry": "heavy"}, {"entry": "elephant", "models": 2})
    counted = {"model": 3, "heavy": 2, "group": 1, "elephant": 1}
    for tag, have in counted.items():
        bound = of_limit(made, at_most(tag, have))
        assert bound is not None
        assert sum(bound.weight(made, pick, 0) for pick in made.units) == have
        assert not said(made, at_most(tag, have))
        assert said(made, at_most(tag, have - 1))
    models = of_limit(made, at_most("elephant", 2, counted=MODELS))
    assert models is not None
    assert [models.weight(made, pick, 0) for pick in made.units] == [0, 0, 2]
    points = of_limit(made, at_most("group", 5, counted=PRICE))
    assert points is not None
    assert [points.weight(made, pick, 17) for pick in made.units] == [17, 0, 0]
