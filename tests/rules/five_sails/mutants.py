"""Mutation testing of the engine: ``python -m tests.rules.five_sails.mutants [module ...]``.

Each mutant is one small change to one module: a comparison, a sign, a number, a truth value, a statement left out. It
is run in a forked process against the tests that come to the changed lines, the quickest first; a mutant that none of
them notices is printed. One that never ends counts as noticed.
"""

import ast
import contextlib
import copy
import importlib
import os
import pickle
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import Any

import pytest

HERE = Path(__file__).parent
PACKAGE = "rules.five_sails"
MODULES = (
    "contests.duel",
    "contests.challenge",
    "contests.pressure",
    "deeds.payments",
    "deeds.limits",
    "deeds.victory",
    "deeds.uses",
    "flow.drama",
    "text.refusals",
)
#: It compares with another process, where nothing is changed.
UNFAIR = "tests/rules/five_sails/test_game.py::test_digests_are_the_same_in_another_process"
#: Tests of what is not the rules: how well bots play, how cards are worded.
OTHER = ("test_bots.py", "test_ability_text.py", "test_survey.py")
#: How many times as long as usual a test of a mutant may take, and these seconds more, and how much memory it may use.
PATIENCE = 3
SECONDS = 5
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
#: The seconds that each test takes, the lines it comes to (file and number), and the test.
Reached = Sequence[tuple[float, set[tuple[str, int]], pytest.Item]]
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


def mutants(source: str) -> Iterator[tuple[int, int, str]]:
    """The first and last line and the text of every mutant; declarations and annotations stay as they are."""
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
                        yield item.lineno, item.end_lineno, ast.unparse(ast.fix_missing_locations(tree))
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


class Trial:
    """A part of pytest that runs the collected tests again and again, in processes of their own."""

    def __init__(self, names: Sequence[str]) -> None:
        self.modules = {name: importlib.import_module(f"{PACKAGE}.{name}") for name in names}
        self.files = {str(module.__file__) for module in self.modules.values()}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of one run: one for each mutant, of the tests that come to its lines, the quickest first."""
        # Imported earlier, pytest would warn of it.
        import hypothesis

        # What fails need not be made simple, and what failed once is nothing to begin the next run with.
        phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
        usual = hypothesis.settings.get_profile("usual")
        hypothesis.settings.register_profile("mutants", usual, database=None, phases=phases)
        hypothesis.settings.load_profile("mutants")
        runs = [(item, in_a_process(lambda item=item: self.watch(item))) for item in session.items]
        if broken := [item.nodeid for item, found in runs if found is None]:
            say(f"fail without any change: {broken}")
            return True
        reached = sorted(((*found, item) for item, found in runs), key=lambda each: each[0])
        for name, module in self.modules.items():
            self.judge(name, module, reached)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One failure is enough."""
        if report.failed:
            os._exit(1)

    def watch(self, item: pytest.Item) -> tuple[float, set[tuple[str, int]]]:
        """How long a test takes, and the lines of the modules it comes to."""
        lines: set[tuple[str, int]] = set()

        def note(frame: FrameType, event: str, given: object) -> Callable[..., Any]:
            lines.add((frame.f_code.co_filename, frame.f_lineno))
            return note

        # Putting in what is there already must not disturb anything.
        for module in self.modules.values():
            infect(module, Path(str(module.__file__)).read_text(encoding="utf-8"))
        sys.settrace(lambda frame, event, given: note if frame.f_code.co_filename in self.files else None)
        run([(SECONDS, item)])
        sys.settrace(None)
        return time.process_time(), lines

    def judge(self, name: str, module: ModuleType, reached: Reached) -> None:
        """Try every mutant of a module and say which are not noticed."""
        file = str(module.__file__)
        source = Path(file).read_text(encoding="utf-8")
        plain = ast.unparse(ast.parse(source)).splitlines()
        found = noticed = 0
        for first, last, text in mutants(source):
            spots = {(file, line) for line in range(first, last + 1)}
            tests = [(seconds, item) for seconds, lines, item in reached if spots & lines]
            found += 1
            if tests and in_a_process(lambda tests=tests, text=text: infect(module, text) or run(tests)) is None:
                noticed += 1
            else:
                changed = [new for old, new in zip(plain, text.splitlines(), strict=False) if old != new]
                say(f"{name}:{first} not noticed by {len(tests)} tests: {changed[0].strip() if changed else ''}")
        say(f"{name}: {noticed} of {found} noticed")


def run(tests: Sequence[tuple[float, pytest.Item]]) -> bool:
    """Run tests in the order given, each with the seconds it usually takes."""
    for (seconds, item), following in zip(tests, [*tests[1:], (0, None)], strict=True):
        # Nobody handles this signal, so it ends the process.
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS + PATIENCE * seconds)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following[1])
    return True


def in_a_process(work: Callable[[], Any]) -> Any:
    """What some work in a forked process comes to; nothing if it does not come to an end."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            result = pickle.dumps(work())
            with os.fdopen(into, "wb") as pipe:
                pipe.write(result)
        finally:
            os._exit(0)
    os.close(into)
    with os.fdopen(out, "rb") as pipe:
        result = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(result) if result else None


def main() -> None:
    # Printing goes past pytest, which is to be silent.
    flags = ["-s", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly", "--deselect", UNFAIR]
    flags += [f"--ignore={HERE / name}" for name in OTHER]
    with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
        pytest.main([*flags, str(HERE)], plugins=[Trial(sys.argv[1:] or MODULES)])


def say(words: str) -> None:
    sys.__stdout__.write(f"{words}\n")
    sys.__stdout__.flush()


if __name__ == "__main__":
    main()
