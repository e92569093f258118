"""Models and squads: minimums, coherency, sizes, and who may carry what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.forces.document import Document, Malformed
from grognard.systems.vor.legality import check_squad
from grognard.systems.vor.pricing import model_price
from grognard.systems.vor.units import Squad
from tests.systems.vor.making import (
    BUILDER,
    CANNON,
    PISTOL,
    RIFLE,
    advised,
    breaches,
    broken,
    model,
    price,
    repaired,
    settings,
    squad,
)

clause = pytest.mark.clause
RULINGS = settings()


def of(pv: int, coherency: int, **readings: object) -> int:
    """A model that costs so much before its coherency."""
    raw = next(n for n in range(200) if (6 * n + 5) // 10 == pv - 2)
    made = model(role="elite", statistics=raw, attacks=[RIFLE])
    assert model_price(made, 3, RULINGS).value == pv
    return model_price(made, coherency, settings(**readings)).value


# -- models ------------------------------------------------------------------------------


@clause("VOR-MIN-01", "VOR-MIN-02", "VOR-MIN-03", "VOR-GAP-11")
def test_the_least_that_a_model_costs() -> None:
    assert price(model()) == 5
    assert price(model(statistics=10)) == 5  # 6 - 3
    assert price(model(statistics=20)) == 9  # 12 - 3
    assert price(model(statistics=20, attacks=[RIFLE])) == 12 + 2
    assert price(model(statistics=20), settings(basic_attacks="before")) == 10  # 60% of 17


@clause("VOR-GAP-31", "VOR-MIN-02")
def test_a_shield_is_no_attack() -> None:
    shield = {"name": "Shield", "kind": "item", "parry_ranged": 0}  # 8, and 40% off: 5
    assert price(model(statistics=20, attacks=[shield])) == 12 + 5 - 3


@clause("VOR-ORD-06", "VOR-GAP-06")
def test_the_parts_of_a_model_are_reduced_by_themselves() -> None:
    attacks = [PISTOL, {**PISTOL, "name": "Other"}]  # 3 each: 1.8, at least 2
    made = model(statistics=21, attacks=attacks)
    assert price(made) == 13 + 2 + 2  # 12.6
    assert price(made, settings(reduction_scope="model")) == 16  # 27 in all: 16.2
    steps = BUILDER.price(made, RULINGS).steps
    assert [step.clause for step in steps] == [
        "VOR-STA-01", "VOR-ORD-07", "VOR-ORD-06", "VOR-ORD-06",
    ]  # fmt: skip


@clause("VOR-GAP-51")
def test_abilities_are_reduced_with_the_statistics() -> None:
    abilities = [{"name": "Jump", "pv": 4}, {"name": "Command", "pv": 4}]
    made = model(statistics=20, abilities=abilities, attacks=[RIFLE])
    assert price(made) == 17 + 2  # 60% of 28 is 16.8
    assert price(made, settings(abilities_reduced="apart")) == 12 + 2 + 2 + 2  # 2.4 each
    assert BUILDER.price(made, RULINGS).house
    nameless = model(abilities=[{"name": "", "pv": 4}])
    for reading in ("with_statistics", "apart"):
        told = BUILDER.price(nameless, settings(abilities_reduced=reading)).steps
        assert "ability" in [step.label for step in told]


# -- coherency ---------------------------------------------------------------------------


@clause("VOR-SQD-06", "VOR-GAP-12", "VOR-GAP-08")
def test_two_inches_are_cheaper() -> None:
    assert of(14, 2) == 13  # 12.6
    assert of(6, 2) == 5  # at least 1
    assert of(5, 2) == 5  # the least of a model
    assert of(5, 2, coherency_floor=False) == 4
    assert of(15, 2) == 14  # 13.5, the price is rounded
    assert of(15, 2, percent_rounding="amount") == 13  # 1.5 off, rounded to 2


@clause("VOR-SQD-07")
def test_four_inches_are_dearer() -> None:
    assert [of(pv, 4) for pv in (13, 14, 5)] == [15, 17, 7]


@clause("VOR-SQD-08")
def test_coherency_is_taken_model_by_model() -> None:
    row = {"statistics": 18, "attacks": [RIFLE], "count": 5}  # 10.8 -> 11, and 2: 13
    assert price(squad("basic", row)) == 5 * 13
    assert price(squad("basic", row, coherency=2)) == 5 * 12  # 11.7 each, not 58.5 in all
    assert price(squad("basic", row, coherency=4)) == 5 * 15


@clause("VOR-SQD-03", "VOR-GAP-12")
def test_there_are_three_coherencies_and_only_for_squads() -> None:
    row = {"count": 5}
    for inches in (2, 3, 4):
        assert not breaches(squad("basic", row, coherency=inches))
    for inches in (1, 5):
        odd = squad("elite", row, coherency=inches)
        assert broken(odd) == {"VOR-SQD-03"}
        assert repaired(odd).coherency == 3
    for role in ("leader", "individual"):
        assert broken(squad(role, {"count": 1}, coherency=4)) == {"VOR-GAP-12"}


# -- sizes -------------------------------------------------------------------------------


@clause("VOR-SQD-01", "VOR-SQD-02", "VOR-SQD-04", "VOR-SQD-05", "VOR-GAP-13")
@pytest.mark.parametrize(
    ("role", "count", "by"),
    [
        ("basic", 3, "VOR-SQD-01"),
        ("basic", 4, ""),
        ("basic", 15, ""),
        ("basic", 16, "VOR-SQD-02"),
        ("elite", 0, "VOR-SQD-04"),
        ("elite", 1, ""),
        ("elite", 10, ""),
        ("elite", 11, "VOR-SQD-05"),
        ("leader", 2, "VOR-FS-02"),
    ],
)
def test_sizes_of_squads(role: str, count: int, by: str) -> None:
    made = squad(role, {"count": count})
    assert broken(made) == ({by} if by else set())
    assert not breaches(repaired(made))
    if by and role != "leader":
        assert not breaches(made, settings(sizes="advisory"))
        assert by in advised(made, settings(sizes="advisory"))


@clause("VOR-SQD-01", "VOR-GAP-13")
def test_a_type_may_want_five() -> None:
    assert advised(squad("basic", {"count": 4})) == {"VOR-SQD-01"}
    assert not advised(squad("basic", {"count": 5}))
    assert broken(squad("basic", {"count": 4}, least=5)) == {"VOR-SQD-01"}
    assert broken(squad("basic", {"count": 4}), settings(basic_minimum=5)) == {"VOR-SQD-01"}
    assert broken(squad("basic", {"count": 5}, least=3)) == {"VOR-SQD-01"}
    assert broken(squad("elite", {"count": 5}, most=12)) == {"VOR-SQD-05"}


@clause("VOR-FS-12")
def test_small_units_of_individuals() -> None:
    assert broken(squad("individual", {"count": 3})) == {"VOR-FS-12"}
    assert not breaches(squad("individual", {"count": 3}, most=5))
    assert broken(squad("individual", {"count": 6}, most=5)) == {"VOR-FS-12"}
    assert broken(squad("individual", {"count": 5}, most=6)) == {"VOR-FS-12"}


# -- attacks by role ---------------------------------------------------------------------


@clause("VOR-AOL-01", "VOR-AOL-02", "VOR-AOL-07", "VOR-AOL-08")
@pytest.mark.parametrize(
    ("role", "most", "by"),
    [("leader", 3, "VOR-AOL-02"), ("elite", 1, "VOR-AOL-07"), ("individual", 2, "VOR-AOL-08")],
)
def test_heavy_attacks_by_role(role: str, most: int, by: str) -> None:
    plenty = [{**RIFLE, "name": f"Rifle {n}"} for n in range(9)]
    heavy = [{**CANNON, "name": f"Cannon {n}"} for n in range(most + 1)]
    assert not breaches(model(role=role, attacks=plenty + heavy[:most]))
    over = model(role=role, attacks=plenty + heavy)
    assert broken(over) == {by}
    assert len(repaired(over).attacks) == 9 + most


def basic(*others: dict[str, object], attacks: list[object] | None = None) -> object:
    return squad("basic", {"count": 6, "attacks": attacks or [RIFLE, PISTOL]}, *others)


@clause("VOR-AOL-03")
def test_models_of_a_basic_squad_carry_the_same() -> None:
    assert not breaches(basic({"name": "Same", "count": 3}))
    two_more = {"name": "Odd", "count": 1, "more": [CANNON, {**CANNON, "name": "Other"}]}
    assert broken(basic(two_more)) == {"VOR-AOL-03"}
    one_less = {"name": "Bare", "count": 1, "without": ["Pistol"]}
    assert broken(basic(one_less)) == {"VOR-AOL-03"}


@clause("VOR-AOL-04", "VOR-GAP-17")
def test_two_of_them_may_have_another_attack() -> None:
    for count, by in ((2, set()), (3, {"VOR-AOL-04"})):
        more = basic({"name": "Gunner", "count": count, "more": [CANNON]})
        instead = basic({"name": "Gunner", "count": count, "without": ["Pistol"], "more": [CANNON]})
        assert broken(more) == broken(instead) == by
        assert not breaches(repaired(more))
    each = [{"name": f"Gunner {n}", "count": 1, "more": [{**CANNON, "uses": n}]} for n in (1, 2, 3)]
    assert not breaches(basic(*each[:2]))  # each its own choice
    assert broken(basic(*each)) == {"VOR-AOL-04"}


@clause("VOR-PRI-02", "VOR-GAP-17")
def test_a_shared_primary_attack_stays() -> None:
    swapped = {"name": "Gunner", "count": 1, "without": ["Rifle"], "more": [CANNON]}
    assert broken(basic(swapped)) == {"VOR-PRI-02"}


@clause("VOR-GAP-17")
def test_what_all_share_is_not_heavy() -> None:
    made = basic(attacks=[RIFLE, CANNON])
    assert broken(made) == {"VOR-GAP-17"}
    assert [a.name for a in repaired(made).models[0].attacks] == ["Rifle"]
    assert not breaches(made, settings(shared_heavy=True))


@clause("VOR-AOL-05", "VOR-GAP-17")
def test_the_squad_leader_is_equipped_as_he_likes() -> None:
    own = [{**RIFLE, "name": "Carbine"}, {"name": "Blade", "kind": "melee", "power": 4}]
    gunners = {"name": "Gunner", "count": 2, "more": [CANNON]}
    sergeant = {"name": "Sergeant", "count": 1, "leads": True, "attacks": own}
    assert not breaches(basic(gunners, sergeant))
    heavy = {**sergeant, "attacks": [*own, CANNON]}
    assert broken(basic(gunners, heavy)) == {"VOR-AOL-04"}  # one of the two places
    assert not breaches(basic({**gunners, "count": 1}, heavy))
    assert not breaches(basic(gunners, heavy), settings(heavy_squad_leader=True))
    assert broken(basic({**sergeant, "count": 2})) == {"VOR-AOL-05"}


@clause("VOR-AOL-03", "VOR-AOL-05")
def test_it_does_not_matter_who_is_named_first() -> None:
    blade = {"name": "Blade", "kind": "melee", "power": 4}
    sergeant = {"name": "Sergeant", "count": 1, "leads": True, "attacks": [blade]}
    line = {"name": "Line", "count": 7, "attacks": [RIFLE]}
    gunners = {"name": "Gunner", "count": 2, "attacks": [RIFLE, CANNON]}
    for rows in ([sergeant, line, gunners], [gunners, sergeant, line], [line, gunners, sergeant]):
        made = squad("basic", *rows)
        assert not breaches(made)
        assert made.models[made.main].name != "Sergeant"
    three = squad("basic", {**gunners, "count": 3}, sergeant, line)
    assert broken(three) == {"VOR-AOL-04"}
    assert [m.count for m in repaired(three).models] == [2, 1, 7]
    assert broken(squad("basic", {**sergeant, "count": 2}, line)) == {"VOR-AOL-05"}
    few = squad("basic", sergeant, {**line, "count": 2})
    assert [m.count for m in repaired(few).models] == [1, 3]  # 4 are the least
    assert broken(squad("basic", {**sergeant, "count": 5})) == {"VOR-AOL-05"}


@clause("VOR-AOL-05")
def test_two_kinds_of_leaders_are_still_two() -> None:
    rows = [{"name": f"Sergeant {n}", "count": 1, "leads": True} for n in (1, 2)]
    both = basic(*rows)
    assert broken(both) == {"VOR-AOL-05"}
    assert [m.count for m in repaired(both).models] == [6, 1, 0]  # type: ignore[attr-defined]


@clause("VOR-GAP-31", "VOR-AOL-03")
def test_shields_are_no_attacks_that_all_must_have() -> None:
    shield = {"name": "Shield", "kind": "item", "parry_ranged": 0}
    assert not breaches(basic({"name": "Guarded", "count": 3, "more": [shield]}))


@clause("VOR-AOL-03", "VOR-AOL-04", "VOR-HVY-01")
def test_a_fist_is_heavy_where_the_arm_is_strong_enough() -> None:
    fist = {"name": "Fist", "kind": "melee"}  # the POW of whoever strikes
    line = {"name": "Line", "count": 6, "size": "large", "attacks": [fist]}  # POW 4
    strong = {"name": "Strong", "count": 2, "stats": {"POW": 6}}
    assert not breaches(squad("basic", line, strong))
    assert broken(squad("basic", line, {**strong, "count": 3})) == {"VOR-AOL-04"}
    assert not breaches(squad("basic", line, {**strong, "count": 3, "stats": {"POW": 5}}))


@clause("VOR-AOL-06", "VOR-AOL-07")
def test_models_of_an_elite_squad_may_all_differ() -> None:
    rows = [{"name": f"M{n}", "count": 1, "attacks": [{**CANNON, "uses": n}]} for n in (1, 2, 3)]
    assert not breaches(squad("elite", *rows))
    twice = {"name": "M4", "count": 1, "attacks": [CANNON, {**CANNON, "name": "Other"}]}
    assert broken(squad("elite", *rows, twice)) == {"VOR-AOL-07"}


@clause("VOR-PRI-01")
def test_several_attacks_may_be_primary() -> None:
    strong = {"name": "A", "power": 8, "range": "10/20/30", "primary": True}  # 35: 17.5 -> 3, 14
    both = model(role="leader", attacks=[strong, {**strong, "name": "B"}])
    neither = model(role="leader", attacks=[{**strong, "primary": False}] * 2)
    assert not breaches(both)
    assert price(both) == 2 * (35 - 3 - 14)  # 31.5 -> 32: 3 off; 21: 14 off
    assert price(neither) == 2 * 21


@clause("VOR-ORD-06")
def test_a_squad_is_the_sum_of_its_models() -> None:
    made = squad("elite", {"count": 3, "statistics": 20}, {"count": 2, "statistics": 30})
    assert price(made) == 3 * 9 + 2 * 15
    assert [part.value for part in BUILDER.price(made, RULINGS).parts] == [9, 15]


def test_given_sums_and_statistics_of_later_models() -> None:
    first = {"count": 1, "statistics": 30}
    others: list[dict[str, object]] = [
        {}, {"stats": {"RC": 4}}, {"statistics": 12}, {"stats": {}, "statistics": 0},
    ]  # fmt: skip
    made = squad("elite", first, *({"count": 1, **other} for other in others))
    assert [m.raw for m in made.models] == [30, 30, None, 12, 0]
    plain = squad(
        "elite", {"count": 1, "stats": {"RC": 5}}, {"count": 1}, {"count": 1, "stats": {}}
    )
    assert [m.stats for m in plain.models] == [{"RC": 5}, {"RC": 5}, {}]


def test_a_squad_of_nobody() -> None:
    for role, by in (("basic", "VOR-SQD-01"), ("elite", "VOR-SQD-04"), ("leader", "VOR-FS-02")):
        (breach,) = check_squad(Squad("Empty", role), RULINGS)
        assert (breach.what, breach.clause, breach.where) == ("no models", by, ("models",))


@pytest.mark.parametrize(
    ("field", "value"),
    [("coherency", 2), ("least", 1), ("most", 9), ("demand", 2), ("cap", 1)],
)
def test_squads_are_written_as_they_are(field: str, value: int) -> None:
    made = squad("elite", {"name": "M", "count": 2, "least": 1, "most": 5, "leads": True})
    other = squad("elite", {"name": "M", "count": 2}, **{field: value})
    for one in (made, other):
        assert BUILDER.read(Document(BUILDER.write(one))) == one
    plain = BUILDER.write(other)
    assert plain[field] == value
    assert set(plain) == {"system", "design", "name", "role", "models", field}
    assert "most" not in plain["models"][0]
    assert BUILDER.write(made)["models"][0]["most"] == 5


def test_what_a_later_model_takes_from_the_first() -> None:
    made = basic({"name": "Gunner", "count": 1, "without": ["Pistol"], "more": [CANNON]})
    assert [a.name for a in made.models[1].attacks] == ["Rifle", "Cannon"]  # type: ignore[attr-defined]
    with pytest.raises(Malformed, match="'Sword' is no attack of the first model"):
        basic({"without": ["Sword"]})
    with pytest.raises(Malformed, match="stands beside attacks"):
        basic({"attacks": [], "more": [CANNON]})


stats = st.dictionaries(st.sampled_from(["MP", "CC", "RC", "POW", "BOD", "AR"]), st.integers(0, 9))
roles = st.sampled_from(["leader", "individual", "basic", "elite"])


@clause("VOR-MIN-01", "VOR-SQD-06", "VOR-SQD-07")
@given(stats, st.lists(st.sampled_from([RIFLE, PISTOL, CANNON]), max_size=3), roles)
def test_no_model_costs_less_than_five(
    made: dict[str, int], attacks: list[dict[str, object]], role: str
) -> None:
    one = model(role=role, stats=made, attacks=attacks)
    at = {inches: model_price(one, inches, RULINGS).value for inches in (2, 3, 4)}
    assert 5 <= at[2] <= at[3] <= at[4]
    backwards = model(role=role, stats=made, attacks=attacks[::-1])
    assert price(backwards) == price(one)


@clause("VOR-ORD-06")
@given(stats, st.integers(1, 10), st.sampled_from([RIFLE, PISTOL, CANNON]))
def test_an_attack_more_costs_two_at_least(
    made: dict[str, int], count: int, attack: dict[str, object]
) -> None:
    without = squad("elite", {"count": count, "stats": made, "attacks": [RIFLE]})
    more = squad("elite", {"count": count, "stats": made, "attacks": [RIFLE, attack]})
    assert price(more) >= price(without) + 2 * count - 3 * count  # the minimum of 5 may swallow it
    assert price(more) >= price(without)
