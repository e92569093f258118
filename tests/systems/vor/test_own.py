"""Force lists of one's own, from the folder that GROGNARD_DATA names."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.forces.document import Malformed
from grognard.systems.vor import SYSTEM
from tests.systems.vor.making import BUILDER, breaches, price, thing

LISTS = """\
[[lists]]
name = "My Own"

[[lists.units]]
name = "Line"
role = "basic"
models = [{ count = 5 }]
"""


@pytest.mark.clause("VOR-GEN-02", "VOR-GAP-01")
def test_lists_of_ones_own_stand_beside_the_ready_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "vor"
    folder.mkdir()
    (folder / "lists.toml").write_text(LISTS)
    monkeypatch.setenv("GROGNARD_DATA", str(tmp_path))
    known = {catalogue.key: catalogue for catalogue in BUILDER.catalogues()}
    assert list(known) == ["colonial-guard", "swarm", "my-own"]
    assert not known["my-own"].house
    made = thing("army", catalogue="my-own", units=[{"entry": "line"}])
    assert price(made) == 25
    assert not breaches(made)


def test_what_is_wrong_with_them_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "vor"
    folder.mkdir()
    (folder / "lists.toml").write_text(LISTS.replace('"basic"', '"mob"'))
    monkeypatch.setenv("GROGNARD_DATA", str(tmp_path))
    with pytest.raises(Malformed, match=r"lists\.toml:6: lists\[0\]\.units\[0\]\.role: 'mob'"):
        BUILDER.catalogues()


def test_own_data_are_looked_over(tmp_path: Path) -> None:
    (tmp_path / "lists.toml").write_text(LISTS)
    (tmp_path / "units.toml").write_text("vehicle_combat = [{ value = 3, rc = 1, cc = 1 }]\n")
    (tmp_path / "attacks.toml").write_text("ranged = 3\n")
    (tmp_path / "other.toml").write_text("")
    rows, notices, faults = SYSTEM.check_data(tmp_path)
    assert rows == ["lists.toml: 1 rows of lists", "units.toml: 1 rows of vehicle_combat"]
    assert [notice.split()[0] for notice in notices] == ["other.toml"]
    assert len(faults) == 1
    assert "attacks.toml:1: ranged" in faults[0]
