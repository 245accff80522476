"""The two profiles, each loaded in a process of its own as the site would load it."""

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, environment

PRODUCTION = {
    "FIVESAILS_PROFILE": "production",
    "FIVESAILS_SECRET_KEY": "a-secret-that-is-long-enough-and-0nly-used-by-this-test-8s7d6f5g",
    "FIVESAILS_ALLOWED_HOSTS": "sails.example",
}


def manage(var: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a management command in a clean environment."""
    return subprocess.run(
        [sys.executable, "-W", "error", "manage.py", *arguments],
        cwd=ROOT,
        env=environment(var, **variables),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def read(var: Path, names: list[str], **variables: str) -> dict[str, object]:
    """Some settings as a fresh process sees them."""
    values = f"{{name: getattr(settings, name) for name in {names}}}"
    code = f"import json; from django.conf import settings; print(json.dumps({values}))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(var, DJANGO_SETTINGS_MODULE="fivesails_site.settings", **variables),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return json.loads(done.stdout)


def test_production_passes_the_deployment_check(tmp_path: Path) -> None:
    done = manage(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert done.returncode == 0, done.stderr
    assert "no issues (0 silenced)" in done.stdout + done.stderr


def test_production_is_the_default_outside_the_command_line_and_insists_on_https(tmp_path: Path) -> None:
    without_profile = {name: value for name, value in PRODUCTION.items() if name != "FIVESAILS_PROFILE"}
    names = [
        "PROFILE",
        "DEBUG",
        "SECURE_SSL_REDIRECT",
        "SECURE_HSTS_SECONDS",
        "SESSION_COOKIE_NAME",
        "CSRF_COOKIE_NAME",
    ]
    assert read(tmp_path, names, **without_profile) == {
        "PROFILE": "production",
        "DEBUG": False,
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": 31_536_000,
        "SESSION_COOKIE_NAME": "__Host-session",
        "CSRF_COOKIE_NAME": "__Host-csrf",
    }


def test_preloading_can_be_switched_off(tmp_path: Path) -> None:
    name = "SECURE_HSTS_PRELOAD"
    assert read(tmp_path, [name], **PRODUCTION) == {name: True}
    assert read(tmp_path, [name], **PRODUCTION, FIVESAILS_HSTS_PRELOAD="0") == {name: False}


def test_a_proxys_header_is_believed_only_when_named(tmp_path: Path) -> None:
    assert read(tmp_path, ["SECURE_PROXY_SSL_HEADER"], **PRODUCTION) == {"SECURE_PROXY_SSL_HEADER": None}
    named = {**PRODUCTION, "FIVESAILS_PROXY_SSL_HEADER": "X-Forwarded-Proto=https"}
    assert read(tmp_path, ["SECURE_PROXY_SSL_HEADER"], **named) == {
        "SECURE_PROXY_SSL_HEADER": ["HTTP_X_FORWARDED_PROTO", "https"]
    }


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({**PRODUCTION, "FIVESAILS_SECRET_KEY": ""}, "FIVESAILS_SECRET_KEY must be set in production"),
        ({**PRODUCTION, "FIVESAILS_ALLOWED_HOSTS": " "}, "FIVESAILS_ALLOWED_HOSTS must be set in production"),
        ({**PRODUCTION, "FIVESAILS_PROXY_SSL_HEADER": "https"}, "must read like X-Forwarded-Proto=https"),
        ({**PRODUCTION, "FIVESAILS_DEBUG": "1"}, "FIVESAILS_DEBUG is for developers"),
        ({"FIVESAILS_DEBUG": "1", "FIVESAILS_ALLOWED_HOSTS": "sails.example"}, "FIVESAILS_DEBUG is for developers"),
        ({"FIVESAILS_DEBUG": "perhaps"}, "FIVESAILS_DEBUG must be 1 or 0"),
        ({"DATABASE_URL": "oracle://x"}, "DATABASE_URL must start with"),
    ],
)
def test_what_is_missing_is_said_in_one_line(tmp_path: Path, variables: dict[str, str], words: str) -> None:
    done = manage(tmp_path, "check", **variables)
    assert done.returncode == 1
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_local_makes_a_secret_once_for_its_owner_only(tmp_path: Path) -> None:
    first = read(tmp_path, ["SECRET_KEY", "DEBUG", "ALLOWED_HOSTS"], FIVESAILS_PROFILE="local")
    path = tmp_path / "secret_key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(str(first["SECRET_KEY"])) >= 50
    assert first["DEBUG"] is False
    assert first["ALLOWED_HOSTS"] == ["127.0.0.1", "localhost", "[::1]"]
    assert read(tmp_path, ["SECRET_KEY"], FIVESAILS_PROFILE="local")["SECRET_KEY"] == first["SECRET_KEY"]
    assert [found.name for found in tmp_path.iterdir()] == ["secret_key"]
