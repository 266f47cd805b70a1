"""The stubs say what the module has, the examples in the documentation hold."""

import doctest
import importlib
import inspect
import ast
import pathlib

import pytest

import upstar
from upstar import _core

MODULES = ["upstar", *(f"upstar.{name}" for name in ("_errors", "_lab", "cluster", "display", "heaps", "misere", "page", "positions"))]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = importlib.import_module(name)
    result = doctest.testmod(module)
    assert result.failed == 0


def test_stubs_are_complete():
    stub = pathlib.Path(upstar.__file__).with_name("_core.pyi").read_text()
    classes = {n.name: {m.name for m in n.body if isinstance(m, ast.FunctionDef)} for n in ast.parse(stub).body if isinstance(n, ast.ClassDef)}
    for name, members in classes.items():
        real = getattr(_core, name)
        public = {m for m in vars(real) if not m.startswith("_")}
        assert public <= members, public - members
        missing = {m for m in members if m != "__init__" and not hasattr(real, m)}
        assert not missing, missing


def test_everything_has_words():
    for name in upstar.__all__:
        thing = getattr(upstar, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert thing.__doc__, name
