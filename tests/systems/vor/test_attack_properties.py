"""What holds of every attack: prices that are chains, monotone, blind to order, never too low."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import random
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.forces.document import Document, Malformed
from grognard.forces.ledger import DEAF, DOWN, NEAREST, UP, Priced, rounded
from grognard.forces.verdict import apply
from grognard.systems.vor.attack_check import check_attack
from grognard.systems.vor.attack_files import read_attack, write_attack
from grognard.systems.vor.attack_further import changed, furthers_of
from grognard.systems.vor.attack_price import price_attack, priced, total
from grognard.systems.vor.attack_tables import Tables, load_tables
from grognard.systems.vor.attacks import ANYBODY, Attack, Bearer
from grognard.systems.vor.notation import read_shorthand, shorthand
from grognard.systems.vor.settings import Settings
from tests.systems.vor.attacks_drawn import attacks, bearers, readings

clause = pytest.mark.clause
RULINGS = Settings()


def chain(price: Priced) -> None:
    """Each step goes on where the one before ended, cites its clause, and rounds as it says."""
    steps = price.steps
    assert all(s.clause.startswith("VOR-") and s.label for s in steps)
    assert all(x.after == y.before for x, y in zip(steps, steps[1:], strict=False))
    if steps:
        assert (steps[0].before, steps[-1].after) == (0, price.value)
    for step in steps:
        if step.rounding in (UP, NEAREST, DOWN):
            assert step.after == rounded(step.exact, step.rounding)
        if step.of is not None:
            chain(step.of)


@given(attacks, bearers, readings)
def test_the_steps_are_a_chain_that_ends_at_the_price(a: Attack, b: Bearer, s: Settings) -> None:
    chain(priced(a, b, s))


@clause("VOR-PRI-05")
@given(attacks, bearers, readings)
def test_no_price_is_below_the_minimum(a: Attack, b: Bearer, s: Settings) -> None:
    least = 0 if a.kind == "item" and not s.shield_minimum else 2
    assert price_attack(a, b, s, DEAF) >= least


ORDERS = [  # dearer from left to right
    ("uses", (1, 2, 3)),
    ("charges", (1, 2, 3, 4, 5, 6, 0)),
    ("knockdown", (None, 0, 1, 2, 3, 4, 5)),
    ("parry", (None, 2, 1, 0, -1, -2, -3)),
    ("parry_ranged", (None, 2, 1, 0, -1, -2, -3)),
    ("damage", ("1", "2", "3", "4", "auto-kill")),
    ("damage", ("1", "1d2", "1d3", "1d4", "1d5")),
    ("arc", (90, 180, 270, 360)),
    ("persistent", (None, 0, 1, 2, 3, 4, 5)),
    ("power", (3, 4, 5, 6, 7, 8, 9, 10)),
    ("am", (2, 1, 0, -1, -2, -3, -4, -5, -6, -99)),
    ("range", ("none", "10/20/30", "18/36/55", "40/80/120")),
    ("mpc", (5, 4, 3, 2, 1, 0, -1, -2, -3, -4, -5)),
    ("short", (-3, -2, -1, 0, 1, 2, 3)),
    ("reach", (0, 1, 2, 3)),
    ("hits", (0, 1, 2, 3)),
    ("full_auto", (0, 1, 2, 3)),
    ("sweep_arc", (180, 270)),
    ("flambe", (0, 5, 7)),
    ("ignores_cover", ("", "soft", "hard")),
    ("anti_structure", (False, True)),
    ("dodge", (True, False)),
    ("ball_of_flames", (True, False)),
    ("primary", (True, False)),
    ("breakable", (True, False)),
    ("half_deviation", (False, True)),
    ("destroys_terrain", (False, True)),
    ("double_deviation", (True, False)),
    ("no_shielding", (True, False)),
    ("split", (True, False)),
    ("medium", (-3, -2, -1, 0, 1, 2, 3)),
    ("long", (-3, -2, -1, 0, 1, 2, 3)),
    ("blast", (0, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
    ("sweep", (2, 3, 4, 5, 6, 7, 8, 9, 10)),  # without one there is a range, which may cost more
    ("splash", ("small", "normal", "large")),  # and so with a splash
    ("no_knockdown", (True, False)),
    ("no_structures", (True, False)),
    ("blocks_sight", (False, True)),
    ("sweep_reach", (False, True)),
    ("light_knockdown", (True, False)),
    ("template", ("2x4", "3x5", "4x6", "5x8")),
    ("indirect", ("", "short indirect", "medium indirect", "short blind fire", "long indirect",
                  "medium blind fire", "long blind fire")),
    ("point_blank", ("", "one hand", "two hands")),
    ("point_blank", ("", "-3", "-2", "-1", "0")),
]  # fmt: skip
NO_PRICE = ("name", "blind")
NO_ORDER = ("kind", "base_am", "others")  # another row of the table, and options of one's own


def test_every_option_is_put_in_its_order() -> None:
    fields = {f.name for f in dataclasses.fields(Attack)}
    assert {field for field, _ in ORDERS} | {*NO_PRICE, *NO_ORDER} == fields


@given(attacks, bearers, readings)
def test_what_it_is_called_costs_nothing(a: Attack, b: Bearer, s: Settings) -> None:
    other = dataclasses.replace(a, name="Another", blind="left")
    assert price_attack(other, b, s, DEAF) == price_attack(a, b, s, DEAF)


OWN = """
others = [
    { option = "Mighty", times = "1.5", least = 3 },
    { option = "Clumsy", times = "0.7" },
    { option = "Bright", times = "1.1" },
    { option = "Scope", pv = 4 },
    { option = "Rusty", pv = -3 },
]
"""
MORE = ("Bright", "Mighty", "Scope")


@clause("VOR-GAP-39")
@given(
    attacks, bearers, st.permutations(["Mighty", "Clumsy", "Bright", "Scope", "Rusty"]), st.data()
)
def test_own_options_cost_the_same_in_any_order(
    a: Attack, b: Bearer, order: list[str], data: st.DataObject
) -> None:
    b = dataclasses.replace(b, own=own_tables())
    names = tuple(order[: data.draw(st.integers(0, 5))])
    given = dataclasses.replace(a, others=names)
    backwards = dataclasses.replace(a, others=names[::-1])
    price = price_attack(given, b, RULINGS, DEAF)
    assert price_attack(backwards, b, RULINGS, DEAF) == price
    for name in set(MORE) - set(names):
        more = dataclasses.replace(a, others=(*names, name))
        assert price_attack(more, b, RULINGS, DEAF) >= price


@functools.cache
def own_tables() -> Tables:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "attacks.toml"
        file.write_text(OWN)
        return load_tables(file)


@given(attacks, bearers, st.sampled_from(ORDERS), st.data())
def test_more_never_costs_less(
    a: Attack, b: Bearer, order: tuple[str, tuple[Any, ...]], data: st.DataObject
) -> None:
    field, values = order
    n = data.draw(st.integers(0, len(values) - 2))
    m = data.draw(st.integers(n + 1, len(values) - 1))
    # A price on heaviness falls where an attack becomes heavy: anti-structure from 30% to 10%, and
    # the hands of point blank are others. So what is compared is heavy anyway, or has neither.
    a = dataclasses.replace(a, anti_structure=False, point_blank="", base_am=None)
    if field == "anti_structure":
        values = (False, True)
    low = dataclasses.replace(a, **{field: values[n]})
    high = dataclasses.replace(a, **{field: values[m]})
    assert price_attack(low, b, RULINGS, DEAF) <= price_attack(high, b, RULINGS, DEAF)
    assert total(low, b, RULINGS, DEAF) <= total(high, b, RULINGS, DEAF)


@clause("VOR-VCL-03")
@given(attacks, st.integers(1, 9))
def test_a_surplus_weapon_costs_more(a: Attack, power: int) -> None:
    normal = Bearer("vehicle", "large", power)
    surplus = dataclasses.replace(normal, surplus=True)
    before = price_attack(a, normal, RULINGS, DEAF)
    # A quarter of the final price, the fraction up: -(-5 p // 4)
    assert price_attack(a, surplus, RULINGS, DEAF) == max(before + 1, -(-5 * before // 4))


@given(attacks, bearers, st.randoms(use_true_random=False))
def test_the_order_of_entry_changes_nothing(a: Attack, b: Bearer, rng: random.Random) -> None:
    items = list(write_attack(a).items())
    rng.shuffle(items)
    again = read_attack(Document(dict(items)).row)
    assert again == a
    assert hash(again) == hash(a)
    assert price_attack(again, b, RULINGS, DEAF) == price_attack(a, b, RULINGS, DEAF)


@clause("VOR-PAR-06", "VOR-FA-10")
@given(attacks)
def test_shorthand_says_all_of_an_attack(a: Attack) -> None:
    line = shorthand(a)
    assert read_shorthand(line) == a
    assert (
        read_shorthand("  " + line.upper().replace(", ", " ,  "))
        == dataclasses.replace(a, name=a.name.upper(), blind=a.blind.upper())
        or "," in a.name + a.blind
    )


@given(attacks, bearers, readings)
def test_every_check_can_be_written_down(a: Attack, b: Bearer, s: Settings) -> None:
    plain = write_attack(a)
    for breach in check_attack(a, b, s):
        assert breach.what
        assert breach.clause.startswith("VOR-")
        assert breach.repair is not None
        row = Document(apply(plain, breach.repair.edits)).row
        read_attack(row)
        row.document.close()


@given(attacks, bearers, readings)
def test_what_is_offered_changes_the_attack_as_its_edits_say(
    a: Attack, b: Bearer, s: Settings
) -> None:
    plain = write_attack(a)
    labels = set()
    for further in furthers_of(a, b, s):
        document = Document(apply(plain, further.edits))
        other = read_attack(document.row)
        document.close()
        assert other == changed(a, further) != a, further.label
        assert further.clause.startswith("VOR-")
        labels.add(further.label)
    assert len(labels) == len(furthers_of(a, b, s))  # no two of them sound alike


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    ).flatmap(lambda odd: st.tuples(st.sampled_from(list(write_fields())), st.just(odd)))
)
def test_nothing_odd_in_a_file_ends_in_anything_but_a_fault(pair: tuple[str, Any]) -> None:
    document = Document({pair[0]: pair[1]})
    attack = read_attack(document.row)
    with contextlib.suppress(Malformed):
        document.close()
    price_attack(attack, ANYBODY, RULINGS, DEAF)
    check_attack(attack)


def write_fields() -> list[str]:
    return ["line", "area_of_effect", "nothing", *(f.name for f in dataclasses.fields(Attack))]


@given(st.text())
def test_no_line_is_too_odd(line: str) -> None:
    found = read_shorthand(line)
    assert isinstance(found, Attack) or all(refusal.what for refusal in found)
