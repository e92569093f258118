"""Force lists of one's own, from the folder that GROGNARD_DATA names."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.forces.document import Malformed
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
