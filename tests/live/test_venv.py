"""`scripts/venv`: the first thing a new machine runs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with nothing to install."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "venv", tmp_path / "scripts")
    (tmp_path / "requirements.txt").write_text("# nothing\n")
    return tmp_path


def build(checkout: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the script there, without a way to the package registry."""
    return subprocess.run(
        ["scripts/venv", "requirements.txt"],
        cwd=checkout,
        env={**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "PYTHON": sys.executable, **variables},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_built_once_and_again_when_a_pin_changes(checkout: Path) -> None:
    first = build(checkout)
    assert first.returncode == 0, first.stderr
    assert "building .venv with Python 3." in first.stdout

    (checkout / "requirements.txt").touch()
    second = build(checkout)
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")

    (checkout / "requirements.txt").write_text("no-such-package-of-ours==1.0\n")
    third = build(checkout)
    assert third.returncode == 1
    assert "building" not in third.stdout
    assert third.stderr.splitlines()[-1].startswith("five sails: the packages could not be installed")


def test_a_machine_without_a_fitting_python(checkout: Path) -> None:
    done = build(checkout, PYTHON="python2.6")
    assert done.returncode == 1
    assert done.stderr.startswith("five sails: Python 3.11 or newer is needed")
    assert done.stderr.count("\n") == 1
