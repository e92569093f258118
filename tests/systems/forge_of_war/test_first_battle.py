"""The first battle that Forge of War proposes can be played, and cites what there is."""

from grognard.rules.clauses import load_index
from grognard.rules.settings import make_settings
from grognard.systems.forge_of_war import SYSTEM


def test_it_can_be_set_up_and_cites_clauses():
    said = SYSTEM.first_battle()
    battle = said["battle"]
    settings = make_settings(SYSTEM.settings, battle["settings"])
    setup = SYSTEM.setup(battle["scenario"], battle["forces"], 1, settings)
    assert isinstance(setup, dict), setup
    assert not isinstance(SYSTEM.start(setup, settings), list)
    index = load_index(SYSTEM.clauses)
    for lesson in said["lesson"]:
        assert lesson["clause"] in {*index.clauses, *index.gaps}
        if lesson["on"].startswith("FOW-"):
            assert lesson["on"] in index.clauses
        assert lesson["text"].endswith(".")
