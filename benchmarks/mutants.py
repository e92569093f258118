"""Breaks the rules on purpose and asks whether a test notices.

python -m benchmarks.mutants [--under rules systems/forge_of_war] [--sample 400] [--seed 1]

A fixed sample of small edits (a comparison, a number, a sign, a condition) is made in memory, one
at a time; of the tests only those run that pass through the edited line. What no test notices is
listed. Edits that equivalent.toml says cannot show are left out of the score and counted apart.

Everything found out is kept under build/mutants/: which tests pass through which line, and what
became of each edit. `--alive` asks again only about the edits that nothing has noticed so far.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import tomllib
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from benchmarks.edits import ROOT, Mutant, drawn, edits
from benchmarks.forking import Verdict, clock, judge, snapshot, warm
from benchmarks.passing import OUTSIDE, chosen, passing, places, source_stamp

VERDICTS = ROOT / "build/mutants/verdicts.json"
EQUIVALENT = ROOT / "benchmarks/equivalent.toml"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--under", nargs="*", default=["rules", "systems/forge_of_war"])
    parser.add_argument("--sample", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--alive", action="store_true", help="what was noticed before stays so")
    parser.add_argument("--only", nargs="*", default=[], help="these ids of the sample alone")
    parser.add_argument("--list", action="store_true", help="show the sample and run nothing")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--again", action="store_true", help="ask anew which tests pass where")
    which.add_argument("--old-map", action="store_true", help="an older answer to that will do")
    return parser.parse_args()


def equivalent() -> dict[str, str]:
    """Edits that cannot show, judged one by one: id and reason."""
    listed: dict[str, str] = tomllib.loads(EQUIVALENT.read_text("utf-8"))["cannot_show"]
    return listed


def kept_verdicts() -> dict[str, Verdict]:
    if not VERDICTS.exists():
        return {}
    return {known: Verdict(*v) for known, v in json.loads(VERDICTS.read_text("utf-8")).items()}


def run(todo: list[Mutant], given: argparse.Namespace, verdicts: dict[str, Verdict]) -> None:
    """Judge these, adding to the verdicts."""
    kept = passing(given.again, given.old_map)
    exact = kept.source == source_stamp()
    footprint = kept.footprints()
    where = {f: places((ROOT / "src" / f).read_text("utf-8")) for f in {m.file for m in todo}}
    seconds = dict(zip(kept.tests, kept.seconds))
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "tree"
        snapshot(root)
        with ProcessPoolExecutor(given.jobs, get_context("spawn"), initializer=warm) as pool:
            asked: list[tuple[Mutant, Future[Verdict]]] = []
            for mutant in todo:
                at = where[mutant.file].get(mutant.line, OUTSIDE)
                tests = chosen(kept, exact, mutant, footprint, at)
                asked.append((mutant, pool.submit(judge, mutant, tests, seconds, root)))
            for n, (mutant, answer) in enumerate(asked, 1):
                verdict = verdicts[mutant.id] = answer.result()
                VERDICTS.parent.mkdir(parents=True, exist_ok=True)
                VERDICTS.write_text(json.dumps(verdicts, indent=0), "utf-8")
                if not verdict.noticed:
                    print(f"alive: {mutant}   ({verdict.ran} tests)", flush=True)
                if n % 20 == 0:
                    print(f"{clock()} {n} of {len(asked)}", file=sys.stderr, flush=True)


def main() -> int:
    given = arguments()
    sample = drawn(edits(given.under), given.sample, given.seed)
    if given.only:
        sample = [mutant for mutant in sample if mutant.id in given.only]
    if given.list:
        print("\n".join(map(str, sample)))
        return 0
    cannot_show = equivalent()
    verdicts = kept_verdicts()
    counted = [mutant for mutant in sample if mutant.id not in cannot_show]
    known = {i for i, verdict in verdicts.items() if given.alive and verdict.noticed}
    run([mutant for mutant in counted if mutant.id not in known], given, verdicts)
    noticed = sum(verdicts[mutant.id].noticed for mutant in counted)
    score = 100 * noticed / max(1, len(counted))
    aside = len(sample) - len(counted)
    print(f"{noticed} of {len(counted)} noticed: {score:.1f}%; {aside} judged equivalent")
    return 0


if __name__ == "__main__":
    sys.exit(main())
