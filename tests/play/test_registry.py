"""Systems and bots are found by their entry points."""

import pytest

from grognard.play.registry import bot_names, find_bot, find_system, system_names
from grognard.rules.refusal import Refused
from tests.play import script
from tests.toys import bidding


def test_installed_systems_are_found_by_name_and_alias():
    assert {"toy", "script"} <= set(system_names())
    assert find_system("toy") is bidding.SYSTEM
    assert find_system("steps") is script.SYSTEM


@pytest.mark.parametrize("name", [" Toy", "TOY", "bidding ", "Bidding"])
def test_however_it_is_typed(name):
    assert find_system(name) is bidding.SYSTEM


def test_an_unknown_system_is_refused_with_those_installed():
    with pytest.raises(Refused, match=r"no rule system 'chess'; installed: .*\btoy\b"):
        find_system("chess")


def test_bots():
    assert "sleepy" in bot_names()
    assert find_bot("sleepy") is script.SYSTEM
    with pytest.raises(Refused, match=r"no bot 'deep-blue'; installed: .*\bsleepy\b"):
        find_bot("deep-blue")
