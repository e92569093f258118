"""The examples in the kernel's docstrings are true."""

import ast
import doctest
import importlib
import importlib.resources

import pytest

NAMES = [
    "rules.explained",
    "rules.effects",
    "odds.distribution",
    "forces.ledger",
    "forces.verdict",
    "forces.document",
    "forces.lines",
    "forces.limits",
    "forces.writing",
    "armies",
]


@pytest.mark.parametrize("name", NAMES)
def test_examples(name):
    module = importlib.import_module(f"grognard.{name}")
    # From the source text, which lies beside the compiled modules too.
    file = importlib.resources.files("grognard").joinpath(name.replace(".", "/") + ".py")
    text = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    example = doctest.DocTestParser().get_doctest(text, dict(vars(module)), name, None, 0)
    assert example.examples
    said = []
    doctest.DocTestRunner().run(example, out=said.append)
    assert not said, "".join(said)
