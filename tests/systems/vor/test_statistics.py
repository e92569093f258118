"""Statistics of models: their prices and their ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.forces.document import Malformed
from grognard.systems.vor.statistics import absolute, bonus_against, check_statistics, fails
from grognard.systems.vor.statistics import statistics_of as of
from grognard.systems.vor.unit_tables import LOWERABLE, STATISTICS, load_tables, tables
from tests.systems.vor.making import RIFLE, breaches, broken, model, price, repaired, settings

clause = pytest.mark.clause
RULINGS = settings()


def cost(role: str = "elite", size: str = "small", **stats: int) -> int:
    return of(model(role=role, size=size, stats=stats), RULINGS).value


@clause("VOR-STA-10", "VOR-STA-03", "VOR-STA-04", "VOR-STA-01", "VOR-GAP-02", "VOR-GAP-03")
def test_power_nine_of_a_small_squad_model_costs_128() -> None:
    # 4 is its maximum and costs 4 (2 PV a point from 2 on); then 4, 8, 16, 32 and 64 more
    assert [cost(POW=n) for n in range(2, 10)] == [0, 2, 4, 8, 16, 32, 64, 128]
    steps = of(model(role="elite", size="small", stats={"POW": 9}), RULINGS).steps
    assert [step.amount for step in steps] == [4, 4, 8, 16, 32, 64]


@clause("VOR-STA-11", "VOR-ORD-07", "VOR-GAP-05")
@pytest.mark.parametrize(("how", "after"), [("nearest", 77), ("up", 77), ("down", 76)])
def test_statistics_are_reduced_by_40_percent(how: str, after: int) -> None:
    made = model(role="elite", size="small", stats={"POW": 9}, attacks=[RIFLE])
    assert price(made, settings(general_rounding=how)) == after + 2  # 76.8; the rifle is 2


@clause("VOR-STA-02", "VOR-FS-05")
def test_large_models_move_up_to_twelve_at_the_normal_price() -> None:
    for role in ("elite", "leader"):
        assert cost(role, "large", MP=12) == 12  # 6 points from 6 on
        assert cost(role, "large", MP=13) == 12 + 4
        assert cost(role, "medium", MP=11) == 8 + 4  # others only up to 10
    assert {tables().statistics["MP", size].squad for size in ("small", "medium")} == {10}


@clause("VOR-STA-05", "VOR-STA-06", "VOR-STA-07", "VOR-STA-08", "VOR-STA-09")
@pytest.mark.parametrize(
    ("name", "role", "most", "by"),
    [
        ("MP", "individual", 15, "VOR-STA-05"),
        ("GUT", "individual", 10, "VOR-STA-06"),
        ("LIF", "individual", 6, "VOR-STA-07"),  # twice 3, medium individuals
        ("LIF", "elite", 4, "VOR-STA-07"),  # twice 2, medium squads
        ("POW", "leader", 9, "VOR-STA-08"),
        ("SHD", "elite", 9, "VOR-STA-08"),
    ],
)
def test_nothing_lifts_a_statistic_beyond_its_absolute_maximum(
    name: str, role: str, most: int, by: str
) -> None:
    assert not breaches(model(role=role, stats={name: most}))
    over = model(role=role, stats={name: most + 1})
    assert broken(over) == {by}  # refused, and not capped: it still has the value
    assert over.stats[name] == most + 1
    assert repaired(over).stats[name] == most


@clause("VOR-FS-04", "VOR-GAP-04")
def test_basic_squads_keep_to_the_listed_maxima() -> None:
    over = model(role="basic", size="small", stats={"POW": 5})
    assert broken(over) == {"VOR-FS-04"}
    assert repaired(over).stats["POW"] == 4
    assert not breaches(over, settings(basic_over_maximum=True))
    assert not breaches(model(role="elite", size="small", stats={"POW": 5}))
    ten = model(role="basic", size="small", stats={"POW": 10})
    assert broken(ten, settings(basic_over_maximum=True)) == {"VOR-STA-08"}


@clause("VOR-GAP-03")
def test_at_most_five_points_above_if_a_group_plays_so() -> None:
    nine = model(role="elite", stats={"SHD": 9})  # 3 is the listed maximum
    assert not breaches(nine)
    assert cost("elite", "medium", SHD=9) == 15 + 5 * (2 + 4 + 8 + 16 + 32 + 64)
    five = settings(points_above="five")
    assert broken(nine, five) == {"VOR-GAP-03"}
    assert repaired(nine, five).stats["SHD"] == 8
    assert not breaches(model(role="elite", stats={"SHD": 8}), five)
    # five above 10 are 15, which nothing lifts anyway; and nothing is allowed that was not
    assert broken(model(role="elite", stats={"MP": 16}), five) == {"VOR-STA-05"}
    assert broken(model(role="basic", stats={"SHD": 4}), five) == {"VOR-FS-04"}


@clause("VOR-STA-12", "VOR-GAP-02")
def test_three_statistics_may_be_lowered_to_nothing() -> None:
    for name in LOWERABLE:
        assert not breaches(model(stats={name: 0}))
    for name in set(STATISTICS) - set(LOWERABLE) - {"SHD"}:
        base = tables().statistics[name, "medium"].base
        low = model(stats={name: base - 1})
        assert broken(low) == {"VOR-STA-12"}, name
        assert repaired(low).stats.get(name, base) == base
    assert not breaches(model(stats={"SHD": 0}))  # it starts there
    # CC and RC give 2 PV a point back, BRN 1; less than nothing in all is nothing
    assert cost(CC=0, BOD=5) == 0  # 2 x 3 - 3 x 2
    assert cost(CC=0, RC=0, MP=10) == 0  # 8 - 12
    assert cost(BRN=0, MP=10) == 4


@clause("VOR-GAP-02")
def test_other_readings_of_refunds() -> None:
    low = model(role="elite", size="small", stats={"CC": 0, "MP": 10})
    assert of(low, settings(refunds="none")).value == 8
    assert of(low, settings()).value == 2
    weak = model(role="elite", stats={"BOD": 1, "MP": 10})
    assert broken(weak) == {"VOR-STA-12"}
    assert not breaches(weak, settings(refunds="all"))
    assert of(weak, settings(refunds="all")).value == 0  # 8 - 9, and that is nothing


@clause("VOR-STA-13", "VOR-STA-14")
def test_what_a_statistic_of_zero_means() -> None:
    blind = model(stats={"RC": 0, "BRN": 0, "CC": 1})
    assert fails(blind, "RC")
    assert fails(blind, "BRN")
    assert not fails(blind, "CC")
    assert not fails(blind, "SHD")  # 0, but it is none of the three
    assert bonus_against(blind) == 0
    assert bonus_against(model(stats={"CC": 0})) == 2


@clause("VOR-GAP-02")
def test_statistics_may_be_given_as_one_sum() -> None:
    made = model(statistics=128, attacks=[RIFLE])
    assert price(made) == 77 + 2
    assert not of(made, RULINGS).house
    assert of(model(stats={"POW": 4}), RULINGS).house


@clause("VOR-STA-01")
def test_other_names_are_refused() -> None:
    with pytest.raises(Malformed, match=r"stats\.STR: no such field"):
        model(stats={"STR": 4})


@clause("VOR-GAP-01", "VOR-GAP-02")
def test_a_file_of_ones_own_takes_the_place_of_house_numbers(tmp_path, monkeypatch) -> None:
    folder = tmp_path / "vor"
    folder.mkdir()
    (folder / "units.toml").write_text(
        'statistics = [{ statistic = "POW", size = "small", base = 1, squad = 4, individual = 5, '
        "pv = 3, house = false }]\n"
    )
    assert load_tables(folder / "units.toml").statistics["POW", "small"].pv == 3
    monkeypatch.setenv("GROGNARD_DATA", str(tmp_path))
    tables.cache_clear()
    try:
        made = model(role="elite", size="small", stats={"POW": 4})
        assert of(made, RULINGS).value == 9
        assert not of(made, RULINGS).house
        assert of(model(role="elite", stats={"POW": 4}), RULINGS).house  # medium: the house's
    finally:
        tables.cache_clear()


@clause("VOR-GAP-01")
def test_strictly_nothing_of_the_house_is_priced() -> None:
    strict = settings(strict_source=True)
    assert broken(model(stats={"POW": 4}), strict) == {"VOR-GAP-01"}
    assert not breaches(model(statistics=20, attacks=[RIFLE]), strict)


names = st.sampled_from(STATISTICS)
roles = st.sampled_from(["leader", "individual", "basic", "elite"])
sizes = st.sampled_from(["small", "medium", "large"])


@clause("VOR-STA-04")
@given(names, roles, sizes, st.integers(0, 9))
def test_more_of_a_statistic_never_costs_less(name: str, role: str, size: str, have: int) -> None:
    less = model(role=role, size=size, stats={name: have})
    more = model(role=role, size=size, stats={name: have + 1})
    assert of(less, RULINGS).value <= of(more, RULINGS).value
    assert price(less) <= price(more)


@clause("VOR-STA-01")
@given(st.dictionaries(names, st.integers(0, 12)), st.randoms(), roles, sizes)
def test_the_order_of_entry_changes_nothing(
    stats: dict[str, int], random: object, role: str, size: str
) -> None:
    shuffled = list(stats.items())
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one = model(role=role, size=size, stats=stats)
    other = model(role=role, size=size, stats=dict(shuffled))
    assert price(one) == price(other)
    assert [str(b) for b in breaches(one)] == [str(b) for b in breaches(other)]


@clause("VOR-STA-09", "VOR-STA-12")
@given(st.dictionaries(names, st.integers(0, 20)), roles, sizes)
def test_repairs_make_every_model_legal(stats: dict[str, int], role: str, size: str) -> None:
    made = repaired(model(role=role, size=size, stats=stats))
    assert not check_statistics(made, RULINGS)
    for name, have in made.stats.items():
        assert have <= absolute(tables().statistics[name, size], made.alone)
