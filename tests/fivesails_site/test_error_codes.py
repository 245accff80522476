"""Every code that an error of the API can have is in the reference, found by reading the code that raises them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from web.problems import CODES

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs/reference/api.md"
#: Where the code is among the positional arguments.
RAISED = {"Refused": 2, "RateLimitError": 2, "DeckExportError": 0}


def codes(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        values: list[ast.expr | None] = []
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            named = {target.id for target in targets if isinstance(target, ast.Name)}
            if named & {"code", "default_code"}:
                values.append(node.value)
            if "default_error_messages" in named and isinstance(node.value, ast.Dict):
                values += node.value.keys
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISED:
            values += node.args[RAISED[node.func.id] :][:1]
            values += [keyword.value for keyword in node.keywords if keyword.arg == "code"]
        for value in values:
            if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
                yield value.value


def sources() -> Iterator[Path]:
    for package in ("cards", "decks", "fivesails_site", "rules", "web"):
        yield from (ROOT / package).rglob("*.py")


def test_every_code_of_an_error_is_documented() -> None:
    raised = {code for path in sources() for code in codes(ast.parse(path.read_text()))} | set(CODES.values())
    assert {"characters_not_allowed", "busy", "queue_full", "not_shared", "bad_query"} <= raised
    errors = REFERENCE.read_text().partition("\n## Errors\n")[2]
    documented = set(re.findall(r"`([a-z_]+)`", errors))
    assert not raised - documented
