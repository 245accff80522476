"""Mutation testing of the engine: ``python -m tests.rules.five_sails.mutants [module ...]``.

Each mutant is one small change to one module: a comparison, a sign, a number, a truth value, a statement left out. It
is run in a forked process against the tests that concern the module; a mutant that no test notices is printed. One that
never ends counts as noticed.
"""

import ast
import contextlib
import copy
import importlib
import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

HERE = Path(__file__).parent
PACKAGE = "rules.five_sails"
MODULES = ("duel", "challenge", "pressure", "payments", "drama", "crew", "victory", "refusals")
TESTS = (
    "perft",
    "vectors",
    "duel",
    "actions",
    "victory",
    "options",
    "abilities",
    "day",
    "standing_rules",
    "built_cards",
    "random_games",
)
#: What a mutant may use before it counts as noticed.
SECONDS = 60
MEMORY = 1 << 31

COMPARED = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Every small change of one node."""
    other = copy.deepcopy(node)
    match other:
        case ast.Compare(ops=[op]):
            other.ops = [COMPARED[type(op)]()]
            yield other
        case ast.BoolOp():
            other.op = ast.And() if isinstance(other.op, ast.Or) else ast.Or()
            yield other
        case ast.UnaryOp(op=ast.Not()):
            yield other.operand
        case ast.BinOp(op=ast.Add() | ast.Sub()) | ast.AugAssign(op=ast.Add() | ast.Sub()):
            other.op = ast.Sub() if isinstance(other.op, ast.Add) else ast.Add()
            yield other
        case ast.Constant(value=bool()):
            other.value = not other.value
            yield other
        case ast.Constant(value=int()):
            other.value += 1
            yield other
        case ast.Call(func=ast.Name(id=name)) if name in SWAPPED:
            other.func = ast.Name(SWAPPED[name], ast.Load())
            yield other
        case ast.IfExp():
            other.body, other.orelse = other.orelse, other.body
            yield other
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield ast.Pass()


def mutants(source: str) -> Iterator[tuple[int, str]]:
    """The line and the text of every mutant; declarations and annotations stay as they are."""
    tree = ast.parse(source)
    for parent in ast.walk(tree):
        if not isinstance(parent, ast.FunctionDef):
            continue
        for node in ast.walk(ast.Module(parent.body, [])):
            for name, value in ast.iter_fields(node):
                for place, item in enumerate(value) if isinstance(value, list) else [(None, value)]:
                    if not isinstance(item, ast.AST):
                        continue
                    for changed in changes(item):
                        _put(node, name, place, changed)
                        yield item.lineno, ast.unparse(ast.fix_missing_locations(tree))
                        _put(node, name, place, item)


def _put(node: ast.AST, name: str, place: int | None, item: ast.AST) -> None:
    if place is None:
        setattr(node, name, item)
    else:
        getattr(node, name)[place] = item


def infect(module: ModuleType, text: str) -> None:
    """Run the changed source in the module, and hand its functions to every module that has taken the old ones."""
    before = {name: value for name, value in vars(module).items() if isinstance(value, FunctionType)}
    exec(compile(text, str(module.__file__), "exec"), vars(module))
    for other in [found for name, found in sys.modules.items() if name.startswith((PACKAGE, f"tests.{PACKAGE}"))]:
        for name, value in list(vars(other).items()):
            if isinstance(value, FunctionType) and name in before and value is before[name]:
                setattr(other, name, vars(module)[name])


def is_noticed(module: ModuleType, text: str) -> bool:
    """Whether the tests fail, or do not end, with the changed source."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        infect(module, text)
        os._exit(run_tests("-x"))
    return os.waitpid(child, 0)[1] != 0


def run_tests(*flags: str) -> int:
    """Run the tests, or only collect them, without a word."""
    paths = [str(HERE / f"test_{name}.py") for name in TESTS]
    quiet = ["-q", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly"]
    with (
        Path(os.devnull).open("w") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
    ):
        return int(pytest.main([*quiet, *flags, *paths]))


def main() -> None:
    # Collecting once imports everything that the forked processes need.
    run_tests("--collect-only")
    for name in sys.argv[1:] or MODULES:
        module = importlib.import_module(f"{PACKAGE}.{name}")
        source = Path(str(module.__file__)).read_text(encoding="utf-8")
        found = noticed = 0
        for line, text in mutants(source):
            found += 1
            if is_noticed(module, text):
                noticed += 1
            else:
                changed = [
                    new
                    for old, new in zip(ast.unparse(ast.parse(source)).splitlines(), text.splitlines(), strict=False)
                    if old != new
                ]
                say(f"{name}:{line} not noticed: {changed[0].strip() if changed else ''}")
        say(f"{name}: {noticed} of {found} noticed")


def say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
