import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import ROOT, Site

README = (ROOT / "README.md").read_text()
GLOSSARY = (ROOT / "docs" / "reference" / "glossary.md").read_text()
PACKAGES = ("web", "cards", "decks", "rules", "fivesails_site")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def session(heading: str) -> str:
    """The Python session below a heading of the README."""
    return README.partition(f"## {heading}\n")[2].partition("```python\n")[2].partition("```")[0]


def faults(text: str, name: str) -> list[str]:
    said: list[str] = []
    test = doctest.DocTestParser().get_doctest(text, {}, name, "README.md", 0)
    assert test.examples
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    return said


def test_the_readmes_library_session_runs_as_written() -> None:
    assert faults(session("Use it as a library"), "library") == []


@pytest.mark.live
def test_the_readmes_api_session_runs_as_written(live_site: Site) -> None:
    assert faults(session("Use it as an API").replace("http://127.0.0.1:8000", live_site.url), "api") == []


def sources() -> Iterator[Path]:
    for package in PACKAGES:
        yield from (ROOT / package).rglob("*.py")


def test_every_word_of_the_glossary_names_something_in_the_code() -> None:
    words = re.findall(r"^- \*\*(\w+)\*\*: ", GLOSSARY, re.MULTILINE)
    assert len(words) == len(set(words)) == GLOSSARY.count("\n- ")
    named = {path.stem.capitalize() for path in sources()}
    for path in sources():
        named.update(re.findall(r"^class (\w+)", path.read_text(), re.MULTILINE))
    assert set(words) - named == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^ *```.*?^ *```|^    .*?$|`[^`\n]+`", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    targets = re.findall(r"\]\((?!https?:)([^)#\s]+)", text)
    assert [each for each in targets if not (page.parent / each).exists()] == []


#: What the first part of a path may be; ``var/`` exists only once the site has run.
TOP = {path.name for path in ROOT.iterdir() if path.is_dir()} - {"var"}
FILES = {path.relative_to(ROOT).as_posix() for top in TOP for path in (ROOT / top).rglob("*.py")} | {"manage.py"}


def paths(text: str) -> Iterator[str]:
    """Every path in backticks: one below a directory of the project, or the end of a module's."""
    for word in re.findall(r"`([\w./*{},-]+)`", text):
        braces = re.search(r"\{([\w,]+)\}", word)
        yield from (word.replace(braces[0], each) for each in braces[1].split(",")) if braces else (word,)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_path_that_is_named_exists(page: Path) -> None:
    """The API's reference names addresses below ``decks/``, which are no paths."""
    named = [word for word in paths(page.read_text()) if not (page.name == "api.md" and word.endswith("/"))]
    below = [word for word in named if "/" in word and word.split("/")[0] in TOP and not word.endswith("...")]
    ends = [word for word in named if word.endswith(".py") and word not in below]
    missing = [word for word in below if not any(ROOT.glob(word.rstrip("/")))]
    missing += [word for word in ends if not any(f"/{file}".endswith(f"/{word}") for file in FILES)]
    assert missing == []
