"""The guide to a system's rulings and settings is generated, and the committed one is current."""

import re
from pathlib import Path

import pytest

from grognard.cli.guide import guide, plain
from grognard.play.registry import find_system, system_names
from grognard.rules.clauses import load_index
from grognard.rules.settings import settings_of
from tests.cli.skirmish import SYSTEM

ROOT = Path(__file__).resolve().parents[2]
GUIDES = ROOT / "docs" / "systems"


@pytest.mark.parametrize("file", sorted(GUIDES.glob("*.md")), ids=lambda file: file.stem)
def test_the_committed_guide_is_what_the_index_says(file):
    """If not: `grognard rules SYSTEM --guide > docs/systems/SYSTEM.md`."""
    assert file.read_text("utf-8") == guide(find_system(file.stem))


@pytest.mark.parametrize("name", ["forge_of_war", "vor"])
def test_systems_have_one(name):
    assert name in system_names()
    assert (GUIDES / f"{name}.md").is_file()


@pytest.mark.parametrize("name", ["forge_of_war", "vor", "skirmish"])
def test_it_names_every_ruling_setting_and_question(name):
    system = find_system(name)
    text = guide(system)
    index = load_index(system.clauses)
    for gap in index.gaps.values():
        assert text.count(f"#### {gap.id}\n") == 1
        assert f"**Ruling:** {plain(gap.ruling)}" in text
        assert f"**No setting:** {plain(gap.no_setting)}" in text or not gap.no_setting
    for option in settings_of(system.settings):
        (row,) = re.findall(rf"^\| `{option.name}` \|.*$", text, re.MULTILINE)
        assert plain(option.help) in row
        for choice in option.choices:
            assert f"`{choice}`" in row
    for question in system.questions:
        assert f"| `{question.name}` | {plain(question.title)}" in text


def test_settings_stand_at_their_ruling_with_the_default_in_bold():
    text = guide(SYSTEM)
    assert (
        "| `cover` | **`one`**, `none` | what a wood is worth | [SK-GAP-02](#sk-gap-02) |" in text
    )
    ruling = text.split("#### SK-GAP-02")[1].split("\n#")[0]
    assert "**Setting `range`:** **`12`**, 1 to 48: range of all weapons in inches." in ruling
    assert "**Setting `cover`:** **`one`**, `none`: what a wood is worth." in ruling
    assert "`turns`" not in ruling


def test_what_markdown_would_take_for_its_own_is_escaped():
    assert plain("2 * 3\n| a <= b") == r"2 \* 3 \| a \<= b"


def test_the_command_prints_it(grognard):
    done = grognard("rules", "skirmish", "--guide")
    assert done.code == 0
    assert done.out == guide(SYSTEM)


def test_a_system_without_battles_is_priced_instead():
    text = guide(find_system("vor"))
    assert "grognard price FILE --compare strict_source" in text
    assert "grognard battle" not in text
