"""What is offered for an attack: every other value of every option, by its name."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.vor.attack_files import write_attack
from grognard.systems.vor.attack_further import changed, furthers_of
from grognard.systems.vor.attack_tables import BANDS, NO_TEST, tables
from grognard.systems.vor.attacks import ANYBODY, Attack, Bearer
from grognard.systems.vor.settings import Settings

RULINGS = Settings()
TANK = Bearer("vehicle", "large")
RIFLE = Attack(power=5, am=-1, range="12/24/35")


def labels(attack: Attack, bearer: Bearer = ANYBODY, settings: Settings = RULINGS) -> list[str]:
    return [further.label for further in furthers_of(attack, bearer, settings)]


def of(attack: Attack, word: str, bearer: Bearer = ANYBODY) -> list[str]:
    """Those that begin with this word, without it."""
    known = labels(attack, bearer)
    return [label.removeprefix(word).strip() for label in known if label.startswith(word)]


def signed(low: int, high: int) -> list[str]:
    return [f"{n:+}" for n in range(low, high + 1)]


def test_everything_that_a_rifle_may_have() -> None:
    ranges = [name for name in tables().ranges if name not in ("none", "12/24/35")]
    radii = [f'{n / 2:g}"' for n in range(2, 11)]
    parries = ["+2", "+1", "+0", "-1", "-2", "-3"]
    assert labels(RIFLE) == [
        *(f"POW {n}" for n in (3, 4, 6, 7, 8, 9, 10)),
        *(f"AM {n}" for n in ("+2", "+1", "0", "-2", "-3", "-4", "-5", "-6", "no test")),
        *(f"MPC {n}" for n in (*signed(-5, -1), *signed(1, 5))),
        "no range",
        *(f"range {name}" for name in ranges),
        *(f"{b} range modifier {n}" for b in BANDS for n in ("-1", "+1")),
        *(f"blast {r}" for r in radii),
        *(f"sweep {r}" for r in radii),
        *(f"{size} splash" for size in ("small", "normal", "large")),
        *(f"{n} uses per turn" for n in (2, 3)),
        *(f"knockdown {n}" for n in signed(0, 5)),
        "persistent, rest of the turn",
        "persistent, 1 extra turn",
        *(f"persistent, {n} extra turns" for n in (2, 3, 4, 5)),
        *(f"point blank, {hands}" for hands in ("one hand", "two hands")),
        *("short indirect", "medium indirect", "short blind fire"),
        *("long indirect", "medium blind fire", "long blind fire"),
        "1 full-auto use per turn",
        *(f"damage {d}" for d in ("2", "3", "4", "auto-kill", "1d2", "1d3", "1d4", "1d5")),
        *(f"arc of {n} degrees" for n in (90, 270, 360)),
        *("1 use per game", *(f"{n} uses per game" for n in (2, 3, 4, 5, 6))),
        "may be dodged",
        "anti-structure",
        *(f"parry {n}" for n in parries),
        *(f"parry ranged attacks {n}" for n in parries),
        "primary",
    ]


def test_what_was_bought_can_be_left_out() -> None:
    shell = Attack(
        power=9, am=-2, range="6/12", uses=1, blast=7, no_shielding=True, knockdown=2,
        light_knockdown=True, persistent=2, blocks_sight=True, full_auto=1, hits=2, template="3x5",
        damage="1d3", arc=270, blind="left", charges=1, dodge=True, parry=0, breakable=True,
        point_blank="-2", indirect="short indirect", mpc=1, short=2, primary=True,
    )  # fmt: skip
    known = labels(shell)
    for label in (
        "MPC +0", "short range modifier +1", "short range modifier +3", "short range modifier +0",
        "no blast", 'blast 3"', 'blast 4"', "without: can't affect shielding", "no knockdown test",
        "no knockdown", "without: large models at -2", "no persistent",
        "without: blocks line of sight", "no full auto", "no hits", "possible hits +3",
        "template 2x4", "template 5x8", "damage 1", "arc of 180 degrees",
        "no limit to uses per game", "without: may be dodged", "no parry",
        "without: breaks when its parry fails", "no point blank", "point blank, 0", "no indirect",
        "without: primary",
    ):  # fmt: skip
        assert label in known, label
    assert not [label for label in known if "sweep" in label or "splash" in label]
    assert not [label for label in known if "long" in label]  # neither a band nor fire that far
    assert "anti-structure" not in known  # a blast


def test_edits_are_as_small_as_can_be() -> None:
    shell = Attack(power=5, range="12/24/35", blast=4, uses=2, arc=360)
    found = {f.label: f.edits for f in furthers_of(shell, ANYBODY, RULINGS)}

    def edit(label: str) -> list[tuple[str, tuple[Any, ...], Any]]:
        return [(e.how, e.path, e.value) for e in found[label]]

    assert edit('blast 3.5"') == [("set", ("blast",), 3.5)]
    assert edit('blast 3"') == [("set", ("blast",), 3)]
    assert edit("no blast") == [("remove", ("blast",), None)]
    assert edit("1 use per turn") == [("remove", ("uses",), None)]
    assert edit("AM no test") == [("set", ("am",), "no test")]
    assert edit("arc of 270 degrees") == [("set", ("arc",), 270), ("set", ("blind",), "rear")]
    assert edit("arc of 180 degrees") == [("remove", ("arc",), None)]
    two = [label for label, edits in found.items() if len(edits) > 1]
    assert two == ["arc of 270 degrees"]
    named = {f.label: f.edits for f in furthers_of(Attack(power=5, arc=90, blind="left"))}
    assert len(named["arc of 270 degrees"]) == 1


def test_each_is_told_with_its_clause() -> None:
    clauses = {f.label: f.clause for f in furthers_of(RIFLE, ANYBODY, RULINGS)}
    for label, clause in {
        "AM +1": "VOR-AM-01",
        "AM 0": "VOR-RC-01",
        "AM -2": "VOR-RC-01",
        "AM -3": "VOR-AM-02",
        "AM no test": "VOR-AM-05",
        "MPC -1": "VOR-MPC-01",
        'blast 1"': "VOR-BLA-01",
        "parry +0": "VOR-PAR-01",
        "parry ranged attacks +0": "VOR-PAR-04",
    }.items():
        assert clauses[label] == clause


def test_close_combat_and_templates() -> None:
    claw = Attack(kind="melee", reach=1, sweep=3)
    assert of(claw, "POW")[:2] == ["3", "4"]
    assert "the bearer's own POW" in labels(Attack(kind="melee", power=4))
    assert "the bearer's own POW" not in labels(RIFLE)
    assert of(claw, "reach") == ['2"', '3"', '4"', '5"']
    assert "no reach" in labels(claw)
    assert of(claw, "sweep") == [
        *(f'{n}"' for n in ("1", "2", "2.5", "3", "3.5", "4", "4.5", "5")), "of 270 degrees",
    ]  # fmt: skip
    for word in ("range", "point blank", "short", "blast", "splash"):
        assert not of(claw, word)
    wave = Attack(power=4, sweep=2)
    assert "sweep with reach" in labels(wave)
    assert "sweep with reach" not in labels(claw)
    fire = Attack(power=4, splash="large", flambe=5, ignores_cover="soft")
    for label in (
        "split template", "no ignores cover", "ignores hard cover", "no flambe",
        "flambe on 7 or less", "ball of flames", "normal splash", "no splash",
    ):  # fmt: skip
        assert label in labels(fire), label
    assert "split template" not in labels(Attack(power=4, splash="small"))
    assert not of(fire, "1 full-auto")
    assert not of(fire, "range")


def test_what_depends_on_who_carries_it() -> None:
    heavy = Attack(power=7, range="12/24/35")
    assert of(heavy, "point blank,") == ["-3", "-2", "-1", "0"]
    assert "primary" in labels(heavy, TANK)
    assert "primary" not in labels(heavy, TANK, Settings(vehicle_primaries=False))
    assert "primary" in labels(heavy, ANYBODY, Settings(vehicle_primaries=False))
    worst = Attack(power=7, range="12/24/35", short=-3)
    assert of(worst, "short range modifier") == ["-2", "+0"]
    low = labels(worst, ANYBODY, Settings(range_worsen_cap=10))
    assert "short range modifier -4" in low


def test_an_item_is_offered_nothing_but_its_parry() -> None:
    shield = Attack(kind="item", parry=0)
    assert labels(shield) == [
        "no parry", *(f"parry {n}" for n in ("+2", "+1", "-1", "-2", "-3")),
        *(f"parry ranged attacks {n}" for n in ("+2", "+1", "+0", "-1", "-2", "-3")),
        "breaks when its parry fails", "primary",
    ]  # fmt: skip
    assert "breaks when its parry fails" not in labels(RIFLE)
    assert "breaks when its parry fails" in labels(Attack(power=3, parry_ranged=0))


@pytest.mark.parametrize(
    ("attack", "label", "field", "value"),
    [
        (RIFLE, 'blast 2.5"', "blast", 5),
        (RIFLE, 'sweep 4"', "sweep", 8),
        (RIFLE, "AM no test", "am", NO_TEST),
        (RIFLE, "may be dodged", "dodge", True),
        (Attack(power=5, uses=3), "1 use per turn", "uses", 1),
        (Attack(power=5, knockdown=0), "no knockdown", "knockdown", None),
    ],
)
def test_the_attack_that_comes_of_it(attack: Attack, label: str, field: str, value: Any) -> None:
    (further,) = [f for f in furthers_of(attack, ANYBODY, RULINGS) if f.label == label]
    made = changed(attack, further)
    assert getattr(made, field) == value
    assert {k for k, v in write_attack(made).items() if write_attack(attack).get(k) != v} <= {field}
