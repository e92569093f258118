"""Forces from the command line: priced, judged, compared, carried from form to form, printed."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema_rs
import pytest

from grognard.cli.app import ARMY

FIRST = """\
system = "forge_of_war"
name = "First [bold]Company"
limit = 300

[[units]]
entry = "line-infantry-troops"
name = "HQ"
options = { commander = true }

[[units]]
entry = "line-infantry-troops"
name = "1st Squad"
models = 8
options = { "Light Support Weapon" = 2 }
"""


@pytest.fixture
def first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A legal force of 55 + 92 points in the folder where the user stands."""
    monkeypatch.chdir(tmp_path)
    Path("first.toml").write_text(FIRST)
    return "first.toml"


@pytest.fixture
def second(first: str) -> str:
    """The same without its commander, and up to 100 points."""
    text = FIRST.replace("commander = true", "").replace("limit = 300", "limit = 100")
    Path("second.toml").write_text(text.replace("First [bold]Company", "Second"))
    return "second.toml"


# -- price and check -------------------------------------------------------------------------------


def test_a_price_step_by_step(grognard, first):
    done = grognard("price", first)
    assert done.code == 0
    assert "First [bold]Company" in done.words
    assert "147 of 300 points" in done.words
    assert "8 x Line Infantry Troops at 6 0 48 +48 FOW-GAP-61 *" in done.words
    assert "2 x Light Support Weapon at 7 78 92 +14" in done.words
    assert "numbers of the house" in done.words
    assert "CV 7" not in done.words
    assert "CV 7 0 7 +7" in grognard("price", first, "--full").words
    one = grognard("price", first, "--unit", "2").words
    assert one.startswith("1st Squad 92")
    assert "HQ" not in one


def test_a_price_for_machines(grognard, first):
    told = json.loads(grognard("price", first, "--json").out)
    assert (told["total"], told["limit"], told["currency"]) == (147, 300, "points")
    assert [(u["name"], u["models"], u["total"], u["house"]) for u in told["units"]] == [
        ("HQ", 5, 55, True),
        ("1st Squad", 8, 92, True),
    ]
    assert [s["after"] for s in told["steps"]] == [55, 147]
    assert told["steps"][1]["of"]["steps"][0]["of"]["steps"][0]["clause"] == "FOW-GAP-61"
    one = json.loads(grognard("price", first, "--unit", "2", "--json").out)
    assert [s["after"] for s in one["steps"]] == [147]


def test_what_each_further_option_would_cost(grognard, first):
    words = grognard("price", first, "--offers", "--unit", "2").words
    assert "+11 1st Squad: one figure more" in words
    assert "-92 1st Squad: leave it out" in words
    assert "add Marines" not in words
    told = json.loads(grognard("price", first, "--offers", "--json").out)["offers"]
    amounts = {offer["label"]: offer["amount"] for offer in told}
    assert amounts["add Marines"] == 75  # 5 x (9 + 6)
    assert amounts["1st Squad: Light Support Weapon 1"] == -2


def test_legal_or_not(grognard, first, second):
    assert grognard("check", first).code == 0
    assert "legal" in grognard("check", first).words
    done = grognard("check", second)
    assert done.code == 1
    assert "not legal" in done.words
    assert "no Force Commander FOW-GAP-63 fix: name HQ Force Commander" in done.words
    assert "147 points of 100: 47 too many" in done.words
    told = json.loads(grognard("check", second, "--json").out)
    assert told["legal"] is False
    assert [b["clause"] for b in told["breaches"]] == ["FOW-GAP-63", "FOW-GAP-63"]
    assert told["breaches"][0]["repair"]["edits"] == [
        {"how": "set", "path": ["units", 0, "options", "commander"], "value": True}
    ]


@pytest.mark.parametrize("command", ["price", "check"])
def test_readings_side_by_side(grognard, first, command):
    words = grognard(command, first, "--compare", "cohesion").words
    assert "chain (ruling)" in words
    assert "every_pair" in words
    assert "together 147 147 147" in words
    assert "Here all readings come to the same." in words
    told = json.loads(grognard(command, first, "--compare", "cohesion", "--json").out)
    assert told["setting"] == "cohesion"
    assert [(r["value"], r["ruling"], r["total"]) for r in told["readings"]] == [
        ("chain", True, 147),
        ("every_pair", False, 147),
        ("leader", False, 147),
    ]


def test_faults_for_machines(grognard, first):
    Path("bad.toml").write_text(FIRST.replace("models = 8", 'models = "8"\nmodel = 3'))
    done = grognard("check", "bad.toml", "--json")
    assert done.code == 2
    faults = json.loads(done.out)["faults"]
    assert [(f["line"], f["field"]) for f in faults] == [
        (13, "units[1].models"),
        (14, "units[1].model"),
    ]
    assert done.err == ""


# -- mistakes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["price"], 2, "requires an argument"),
        (["price", "frist.toml"], 2, "did you mean first.toml?"),
        (["price", "."], 2, "folder"),
        (["price", "loop.toml"], 2, "loop.toml is a link that leads nowhere"),
        (["price", "first.toml", "--unit", "3"], 2, "there are 2 units"),
        (["price", "first.toml", "--compare", "cohesian"], 2, "did you mean cohesion?"),
        (["price", "first.toml", "--set", "cohesion=loose"], 2, "chain"),
        (["price", "first.toml", "--system", "forge_of_wars"], 2, "did you mean forge_of_war?"),
        (["price", "first.toml", "--system", "toy"], 2, "does not build forces"),
        (["check", "bad.toml"], 2, "bad.toml:7: units[0].entry: 'trolls' is not known"),
        (["check", "nosystem.txt"], 2, "say --system, one of"),
        (["check", "broken.ros"], 2, "broken.ros:1: "),
        (["army", "new", "forge_of_war", "first.toml"], 2, "first.toml is there already"),
        (["army", "new", "forge_of_war", "--catalogue", "humans"], 2, "did you mean human?"),
        (["army", "new", "skirmish"], 2, "does not build forces"),
        (["army", "new", "forge_of_war", "x.toml", "--limit", "-5"], 2, "limit: -5 is not in"),
        (["army", "new", "fow", "--design", "gun"], 2, "nothing to design"),
        (["army", "edit", "none.toml"], 2, "there is no file none.toml"),
        (["army", "export", "first.toml", "first.doc"], 2, "no form 'doc'"),
        (["army", "export", "first.toml", "first.toml"], 2, "is there already"),
        (["army", "export", "first.toml", "none/\0/x.toml"], 2, "name another file"),
        (["army", "import", "first.toml"], 2, "name another file to write"),
        (["army", "copy", "first.toml", "first.toml"], 2, "is there already"),
        (["army", "compare", "first.toml"], 2, "two files are needed"),
        (["army", "print", "first.toml", "first.doc"], 2, "what is printed is a .pdf"),
        (["army", "print", "first.toml", "--paper", "a5"], 2, "one of a4, us-letter"),
        (["army", "catalogue", "forge_of_war", "elves"], 2, "one of generic"),
        (["army", "schema", "toy"], 2, "does not build forces"),
        (["army", "prnt"], 2, "Did you mean"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_with_the_fix(grognard, first, arguments, code, words):
    Path("bad.toml").write_text(
        FIRST.replace("line-infantry-troops", "trolls", 1).replace("\n\n", "\n\n\n", 1)
    )
    Path("nosystem.txt").write_text("First\n\n5 x Marines\n")
    Path("broken.ros").write_text("<roster")
    Path("loop.toml").symlink_to("loop.toml")
    done = grognard(*arguments)
    assert done.code == code
    assert done.out == ""
    assert done.err.startswith("grognard: ")
    assert len(done.err.splitlines()) == 1
    assert words in done.err


def test_help_of_the_army_commands_imports_none_of_them(shell):
    done = shell(
        "army",
        "--help",
        code="import atexit, sys\n"
        "atexit.register(lambda: print('MODULES', *sorted(sys.modules)))\n"
        "from grognard.cli import main; main()",
    )
    assert done.returncode == 0, done.stderr
    said, _, modules = done.stdout.rpartition("MODULES")
    for name, (_, summary) in ARMY.items():
        assert name in said
        assert " ".join(summary.split()) in " ".join(said.replace("│", " ").split())
    heavy = ("grognard.cli.army", "grognard.forces", "grognard.systems", "lxml", "typst")
    assert not [m for m in modules.split() if m.startswith(heavy)]


# -- from form to form -----------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["json", "txt", "ros", "rosz"])
def test_out_and_in_again(grognard, first, form):
    assert grognard("army", "export", first, f"out.{form}").code == 0
    done = grognard("army", "import", f"out.{form}", f"back-{form}.toml")
    assert done.code == 0
    assert "2 units, 147 points, legal" in done.words
    assert done.err == ""
    assert grognard("army", "export", f"back-{form}.toml", "-").out == (
        grognard("army", "export", first, "-").out
    )


def test_a_form_by_name_and_over_what_is_there(grognard, first):
    assert grognard("army", "export", first, "-", "--form", "txt").out.startswith("First [bold]Co")
    assert grognard("army", "export", first, "first.toml", "--force").code == 0


def test_what_is_not_known_is_told_and_the_rest_taken(grognard, first):
    Path("friday.ros").write_text(
        '<roster name="Friday" gameSystemId="x"><forces><force><selections>\n'
        '<selection name="Marines" type="unit"/>\n'
        '<selection name="Dragon" type="unit"/>\n'
        "</selections></force></forces></roster>"
    )
    assert "say --system" in grognard("army", "import", "friday.ros").err
    done = grognard("army", "import", "friday.ros", "--system", "fow")
    assert done.code == 0
    assert done.err == "friday.ros: line 3: 'Dragon' is not known, passed over\n"
    assert 'entry = "marines"' in Path("friday.toml").read_text()


def test_catalogues(grognard, first):
    listed = grognard("army", "catalogue", "forge_of_war").out.splitlines()
    assert [line.split()[0] for line in listed] == ["generic", "human", "modified", "alien"]
    assert "Generic troops (house), " in listed[0]
    words = grognard("army", "catalogue", "forge_of_war", "modified").words
    assert "Marines infantry" in words
    assert " 75" in words  # 5 x (9 + 6)
    assert grognard("army", "catalogue", "forge_of_war", "--to", "bs").code == 0
    assert sorted(p.name for p in Path("bs").iterdir())[-1] == "forge_of_war.gst"
    cat = "bs/forge_of_war-generic.cat"
    assert grognard("army", "import", cat, "generic.json").code == 0
    told = json.loads(Path("generic.json").read_text())
    known = json.loads(grognard("army", "catalogue", "forge_of_war", "generic", "--json").out)[0]
    assert [e["key"] for e in told["entries"]] == [e["key"] for e in known["entries"]]


def test_the_schema_is_printed(grognard, first):
    schema = json.loads(grognard("army", "schema", "forge_of_war").out)
    grognard("army", "export", first, "first.json")
    assert jsonschema_rs.is_valid(schema, json.loads(Path("first.json").read_text()))


# -- new, copy, compare, print, battle -------------------------------------------------------------


def test_a_new_army(grognard, first):
    done = grognard("army", "new", "fow", "--name", "3rd Company", "--limit", "400")
    assert done.words == "3rd-company.toml: grognard army edit 3rd-company.toml"
    assert Path("3rd-company.toml").read_text() == (
        'system = "forge_of_war"\nname = "3rd Company"\ncatalogue = "generic"\nlimit = 400\n'
        "units = []\n"
    )
    assert grognard("army", "new", "fow", "my-men.json", "--catalogue", "human").code == 0
    told = json.loads(Path("my-men.json").read_text())
    assert (told["name"], told["catalogue"]) == ("my men", "human")


def test_a_new_design(grognard, first):
    done = grognard("army", "new", "vor", "rifle.toml", "--design", "attack", "--name", "Rifle")
    assert done.code == 0, done.err
    assert 'design = "attack"' in Path("rifle.toml").read_text()
    assert "Rifle" in grognard("price", "rifle.toml").words
    assert grognard("check", "rifle.toml").code == 0
    assert "one of squad" in grognard("army", "new", "vor", "x.toml", "--design", "ship").err


def test_a_copy_has_a_name_of_its_own(grognard, first):
    assert grognard("army", "copy", first, "second-company.toml").code == 0
    assert 'name = "second company"' in Path("second-company.toml").read_text()
    assert grognard("army", "copy", first, "x.toml", "--name", "Third").code == 0
    assert 'name = "Third"' in Path("x.toml").read_text()


def test_two_armies_side_by_side(grognard, first, second):
    text = Path(second).read_text().replace('"Light Support Weapon" = 2', "")
    Path("third.toml").write_text(text.replace("models = 8", "models = 9"))
    words = grognard("army", "compare", first, "third.toml").words
    assert "8 x Line Infantry Troops; Light Support Weapon 2; 92" in words
    assert "9 x Line Infantry Troops; 99" in words  # 9 x 11
    assert "together 147 154" in words
    assert "legal not legal" in words
    told = json.loads(grognard("army", "compare", first, second, "--json").out)
    assert [t["name"] for t in told] == ["First [bold]Company", "Second"]


def test_everything_on_paper(grognard, first):
    assert grognard("army", "print", first).words == "first.pdf"
    whole = Path("first.pdf").read_bytes()
    assert whole.startswith(b"%PDF-")
    assert (
        grognard("army", "print", first, "cards.pdf", "--cards", "--paper", "us-letter").code == 0
    )
    assert len(Path("cards.pdf").read_bytes()) < len(whole)
    assert "is there already" in grognard("army", "print", first).err


def test_armies_go_straight_to_a_battle(grognard, first, second):
    grognard("army", "export", first, "other.rosz")
    done = grognard(
        "battle", "--force", first, "--against", "other.rosz", "--bot", "dumb", "--seed", "3",
        "--json", "--save", "a.grog",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert json.loads(done.out)["system"] == "forge_of_war"
    assert grognard("verify", "a.grog").code == 0
    header = json.loads(Path("a.grog").read_text().splitlines()[0])
    names = [[u["name"] for u in r["units"]] for r in header["setup"]["rosters"]]
    assert names == [["HQ", "1st Squad"]] * 2
    refused = grognard("battle", "fow", "--force", first, "--against", second, "--json")
    assert refused.code == 2
    assert "no Force Commander" in refused.err
    assert "no file" in grognard("battle", "fow", "--force", "none.toml").err


def test_readings_go_along_to_the_battle(grognard, first):
    strict = FIRST.replace("[[units]]", '[settings]\ncohesion = "every_pair"\n\n[[units]]', 1)
    Path("strict.toml").write_text(strict.replace("First [bold]Company", "Strict"))
    both = ["battle", "--force", "strict.toml", "--against", first, "--bot", "dumb", "--json"]
    done = grognard(*both, "--save", "b.grog", "--seed", "1")
    assert json.loads(done.out)["settings"]["cohesion"] == "every_pair"
    done = grognard(*both, "--set", "cohesion=chain", "--save", "c.grog", "--seed", "1")
    assert json.loads(done.out)["settings"]["cohesion"] == "chain"
