"""Checks the record of a match (.grog) with nothing but Python: none of Grognard is used.

    python3 verify_record.py MATCH.grog

A record has one JSON object a line. What needs no knowledge of the rules is checked:

- every line is canonical JSON and carries the SHA-256 of the line before's hash and itself;
- the last line closes the record and counts its lines;
- the dice secret shown there is the one whose SHA-256 the first line published;
- every die follows from secret, match, nonces and roll number, and no number is left out;
- every sealed answer that was opened is the one that was sealed;
- the state written at each turn fits its hash.

Whether the players kept the rules takes the rules: `grognard verify MATCH.grog`.
Exits with 0 when all of it is true, else with 1 and the first line that is not.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from typing import Any

FORMAT = 1
LONGEST = 4_000_000  # bytes in a line

Line = dict[str, Any]


class Untrue(Exception):
    """What is wrong, and in which line."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")


def canonical(data: Any) -> str:
    """The one way to write this data as JSON."""
    return json.dumps(
        data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def throw(secret: bytes, salt: str, number: int, pool: int, sides: int) -> list[int]:
    """The dice of a roll.

    Blocks of HMAC-SHA256 are cut into words of 32 bits. A word above the last whole run of all
    faces would favour the low ones and is passed over; what remains of the others is the face.
    """
    limit = sides * ((1 << 32) // sides)
    faces: list[int] = []
    block = 0
    while len(faces) < pool:
        message = f"{salt}|{number}|{block}"
        digest = hmac.new(secret, message.encode(), hashlib.sha256).digest()
        words = [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
        faces += [word % sides + 1 for word in words if word < limit]
        block += 1
    return faces[:pool]


def read(path: str) -> list[Line]:
    """The lines, each chained to the one before, from the header to the closing line."""
    lines: list[Line] = []
    before = ""
    with open(path, "rb") as file:
        while raw := file.readline(LONGEST + 1):
            number = len(lines) + 1
            if lines and lines[-1]["kind"] == "end":
                raise Untrue(number, "there are lines after the closing line")
            if not raw.endswith(b"\n"):
                raise Untrue(number, "the line is too long or cut off")
            try:
                line = json.loads(raw)
                said = line.pop("hash")
                written = canonical({**line, "hash": said}).encode()
                hashed = sha256(before + canonical(line))
                kind = line["kind"]
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                raise Untrue(number, "this is no line of a record") from None
            if written + b"\n" != raw:
                raise Untrue(number, "the line is not written as records are")
            if said != hashed:
                raise Untrue(number, "the line or one before it was changed")
            if (kind == "header") != (number == 1):
                raise Untrue(number, "a record begins with its one header")
            before = hashed
            lines.append(line)
    if not lines or lines[-1]["kind"] != "end":
        raise Untrue(len(lines) + 1, "there is no closing line: not over, or cut off")
    if lines[-1].get("lines") != len(lines):
        raise Untrue(len(lines), "the closing line counts other lines than there are")
    return lines


class Checker:
    """Goes through the lines of a record in their order."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.salt = ""
        self.secret = b""
        self.rolls = 0
        self.dice = 0
        self.turns = 0
        self.opened = 0
        self.sealed: list[tuple[int, str]] = []

    def check(self) -> None:
        number = 1
        try:
            self.begin()
            for number, line in enumerate(self.lines, 1):
                why = self.untrue(line)
                if why:
                    raise Untrue(number, why)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise Untrue(number, f"the line does not hold what it should ({error!r})") from None

    def begin(self) -> None:
        header, last = self.lines[0], self.lines[-1]
        if header["format"] != FORMAT:
            raise Untrue(1, f"format {header['format']!r} is not known here")
        self.secret = bytes.fromhex(last["secret"])
        if hashlib.sha256(self.secret).hexdigest() != header["commitment"]:
            raise Untrue(len(self.lines), "the secret shown is not the one committed to")
        nonces = [line["nonce"] for line in self.lines if line["kind"] == "nonce"]
        self.salt = "|".join([header["match"], *nonces])

    def untrue(self, line: Line) -> str:
        """What is not true of this line; nothing, if all is well."""
        kind = line["kind"]
        if kind == "roll":
            return self.roll(line)
        if kind == "sealed":
            self.sealed.append((line["seat"], line["commitment"]))
        elif kind == "opened":
            sealed = (line["seat"], sha256(line["salt"] + canonical(line["answer"])))
            if sealed not in self.sealed:
                return "this is not the answer that was sealed"
            self.sealed.remove(sealed)
            self.opened += 1
        elif kind == "turn":
            self.turns += 1
            if sha256(canonical(line["state"])) != line["digest"]:
                return "the state does not fit its hash"
        return ""

    def roll(self, line: Line) -> str:
        self.rolls += 1
        if line["n"] != self.rolls:
            return f"roll {self.rolls} was due, not {line['n']}"
        faces, sides = line["faces"], line["sides"]
        if type(sides) is not int or sides < 1 or any(type(face) is not int for face in faces):
            return "these are no dice"
        self.dice += len(faces)
        if faces != throw(self.secret, self.salt, self.rolls, len(faces), sides):
            return "these are not the dice that were committed to"
        return ""


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__)
        return 0 if arguments in (["-h"], ["--help"]) else 2
    try:
        checker = Checker(read(arguments[0]))
        checker.check()
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    except Untrue as untrue:
        print(f"NOT TRUE: {untrue}")
        return 1
    print(
        f"true: {len(checker.lines)} lines, {checker.rolls} rolls of {checker.dice} dice, "
        f"{checker.opened} sealed answers, {checker.turns} turns"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
