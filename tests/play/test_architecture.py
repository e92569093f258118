"""docs/architecture.md speaks of what is there."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "architecture.md").read_text("utf-8")
SOURCE = ROOT / "src" / "grognard"


def test_every_file_it_names_exists():
    named = set(re.findall(r"`([a-z_]+/[\w/]+\.py)`", TEXT))
    missing = {
        name for name in named if not (SOURCE / name).exists() and not (ROOT / name).exists()
    }
    assert len(named) > 10
    assert not missing


def test_everything_it_names_is_in_the_file_it_names():
    """`name` in `file`, and `Class.name` likewise."""
    pairs = re.findall(r"`([\w.]+)(?:\([^`]*\))?`\*{0,2}\s+in\s+`([\w/]+\.py)`", TEXT)
    assert len(pairs) >= 9
    for name, file in pairs:
        code = (SOURCE / file).read_text("utf-8")
        for part in name.split("."):
            assert re.search(rf"\b(class|def) {part}\b", code), (name, file)


def test_every_room_is_in_its_table():
    rooms = set(re.findall(r"`(\w+)`", TEXT.split("| room |")[1].split("\n\n")[0]))
    there = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert there <= rooms
