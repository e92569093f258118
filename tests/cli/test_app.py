"""The command as a whole: help, near misses, one-line errors, exit codes, what is imported."""

import json

import pytest

from grognard.cli.app import COMMANDS


def test_help_names_every_command_and_imports_none_of_them(shell):
    done = shell(
        "--help",
        code="import atexit, sys\n"
        "atexit.register(lambda: print('MODULES', *sorted(sys.modules)))\n"
        "from grognard.cli import main; main()",
    )
    assert done.returncode == 0, done.stderr
    said, _, modules = done.stdout.rpartition("MODULES")
    for name, (_, summary) in COMMANDS.items():
        assert name in said
        assert summary in said
    imported = modules.split()
    assert not [m for m in imported if m.startswith(("grognard.play", "grognard.odds", "yaml"))]
    homes = {"grognard.cli." + where.partition(":")[0] for where, _ in COMMANDS.values()}
    assert not homes & set(imported)


def test_the_version_is_told(shell):
    done = shell("--version")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["bttle"], 2, "Did you mean"),
        (["rules"], 2, "requires an argument"),
        (["rules", "skirmsh"], 2, "did you mean skirmish?"),
        (["rules", "skirmish", "SK-2-0l"], 1, "did you mean sk-2-0"),
        (["ask", "nothing"], 2, "installed: forge_of_war, skirmish, toy, vor"),
        (["ask", "skirmish", "shot"], 2, "did you mean shoot?"),
        (["ask", "skirmish", "shoot", "--dise", "3"], 2, "did you mean dice?"),
        (["ask", "skirmish", "shoot", "--dice"], 2, "0 to 20"),
        (["ask", "skirmish", "shoot", "--dice", "99"], 2, "0 to 20"),
        (["ask", "skirmish", "shoot", "--dice", "many"], 2, "0 to 20"),
        (["ask", "skirmish", "shoot", "4"], 2, "name=value"),
        (["ask", "skirmish", "shoot", "--json", "{"], 2, "not JSON"),
        (["ask", "skirmish", "shoot", "--json", "[1]"], 2, "an object is needed"),
        (["ask", "skirmish", "shoot", "--json", '{"dice": "x"}'], 2, "0 to 20"),
        (["ask", "skirmish", "shoot", "--policy", "worst"], 2, "first, last, best"),
        (["ask", "skirmish", "shoot", "--cover", "--armour", "plate"], 2, "SK-2-03"),
        (["ask", "skirmish", "shoot", "--set", "turn=2"], 2, "did you mean turns?"),
        (["ask", "skirmish", "shoot", "--set", "turns"], 2, "name=value"),
        (["ask", "skirmish", "shoot", "--set", "turns=99"], 2, "1 to 50"),
        (["resolve", "skirmish", "shoot", "--dice", "1,x"], 2, "no face"),
        (["verify", "nothing.grog"], 2, "no file"),
        (["verify", "."], 2, "folder"),
        (["battle"], 2, "installed: forge_of_war, skirmish, toy"),
        (["battle", "skirmish", "--bot", "dum"], 2, "did you mean dumb?"),
        (["battle", "skirmish", "--bot", "dumb", "--scenario", "siege"], 2, "meeting"),
        (["battle", "skirmish", "--seed", "-1"], 2, "from 0"),
        (["battle", "skirmish", "--seed", "x"], 2, "int"),
        (["battle", "skirmish", "--sed", "1"], 2, "Did you mean"),
    ],
)
def test_a_mistake_is_one_line_with_the_fix(grognard, arguments, code, words):
    done = grognard(*arguments)
    assert done.code == code
    assert done.out == ""
    assert done.err.startswith("grognard: ")
    assert len(done.err.splitlines()) == 1
    assert words in done.err


def test_a_mistake_leaves_no_traceback_in_a_shell(shell):
    done = shell("ask", "skirmish", "shoot", "--json", "-", given="nonsense")
    assert done.returncode == 2
    assert done.stderr.startswith("grognard: --json: this is not JSON")
    assert "Traceback" not in done.stderr


def test_a_reader_who_stops_reading_is_no_error(shell):
    done = shell(
        code="import os, sys\n"
        "r, w = os.pipe(); os.close(r); os.dup2(w, 1)\n"
        "from grognard.cli.app import run\n"
        "sys.exit(run(['ask', 'skirmish', 'shoot', '--json-out']))"
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == 0


def test_a_system_that_cannot_be_loaded_is_named(grognard, wheel):
    points = wheel / "toys-1.dist-info" / "entry_points.txt"
    points.write_text(
        "[grognard.systems]\n"
        "bad = tests.cli.skirmish:NOTHING\n"
        "skirmish = tests.cli.skirmish:SYSTEM\n"
    )
    done = grognard("rules", "bad")
    assert done.code == 1
    assert "cannot be loaded" in done.err
    assert len(done.err.splitlines()) == 1
    done = grognard("systems")
    assert done.code == 1
    assert "Skirmish" in done.out
    assert "bad: a rule system cannot be loaded" in done.err


def test_systems_and_bots_are_listed(grognard):
    done = grognard("systems")
    assert done.code == 0
    for word in ("skirmish", "Skirmish", "brawl", "bidding"):
        assert word in done.out
    listed = json.loads(grognard("systems", "--json").out)
    assert [s["name"] for s in listed] == ["forge_of_war", "skirmish", "toy", "vor"]
    assert listed[1]["questions"] == ["shoot", "siege"]
    assert "dumb       Picks at random, by its seed." in grognard("bots").out
    bots = json.loads(grognard("bots", "--json").out)
    assert {b["name"] for b in bots} == {"broken", "cheat", "dumb", "greedy", "random"}


def test_a_system_answers_to_its_other_names(grognard):
    assert "Skirmish" in grognard("ask", "brawl", "--list").out
