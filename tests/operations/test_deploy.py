"""What is written for those who deploy: each name in it is a name of something that exists."""

import configparser
import fnmatch
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from fivesails_site import health
from fivesails_site.environment import VARIABLES
from tests.fivesails_site.test_profiles import PRODUCTION
from tests.processes import ROOT, environment

KNOWN = {variable.name for variable in VARIABLES}
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
OURS = {name: service for name, service in COMPOSE["services"].items() if service["image"] == "fivesails:latest"}
PROCESSES = dict(re.findall(r"^([a-z]+): (.+)$", (ROOT / "Procfile").read_text(), re.MULTILINE))
UNITS = sorted((ROOT / "deploy" / "systemd").iterdir())
GUIDES = [ROOT / "docs" / "how-to" / name for name in ("deploy.md", "back-up.md")]
#: Variables of the Procfile and of the other images.
OTHERS = {"BIND", "PORT", "POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"}


# --- the Procfile ---


def test_every_process_can_be_started_by_its_name() -> None:
    assert set(PROCESSES) == {"release", "web", "worker"}
    for line in PROCESSES.values():
        assert set(re.findall(r"\$\{(\w+)", line)) <= KNOWN | OTHERS
    done = subprocess.run(["deploy/start", "cook"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "five sails: the Procfile has no process called 'cook'\n")


# --- compose ---


def test_services_refer_to_what_exists() -> None:
    services = COMPOSE["services"]
    assert {"web", "worker", "release", "postgres", "redis", "proxy"} <= set(services)
    for name, service in services.items():
        assert set(service.get("environment", {})) <= KNOWN | OTHERS, name
        assert set(service.get("depends_on", {})) <= set(services), name
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert (ROOT / source).exists() if source.startswith(".") else source in COMPOSE["volumes"], volume
        if "command" in service and name in OURS:
            assert service["command"][0] in PROCESSES, name
        for condition in service.get("depends_on", {}).values():
            assert condition["condition"] in ("service_healthy", "service_completed_successfully")
        for other, condition in service.get("depends_on", {}).items():
            assert condition["condition"] != "service_healthy" or "healthcheck" in services[other], other


def test_our_image_is_built_once_and_never_fetched() -> None:
    assert set(OURS) == {"release", "web", "worker", "backup"}
    assert [name for name, service in COMPOSE["services"].items() if "build" in service] == ["release"]
    assert {service["pull_policy"] for service in OURS.values()} == {"never"}


def test_every_setting_of_a_production_site_may_be_written_into_the_env_file() -> None:
    fixed = {"FIVESAILS_DEBUG", "FIVESAILS_VAR", "PORT"}
    for name, service in OURS.items():
        assert set(service["environment"]) == KNOWN - fixed, name
        for variable, value in service["environment"].items():
            assert "${" not in value or variable == "DATABASE_URL" or value.startswith(f"${{{variable}:"), variable


def test_a_database_that_is_only_being_set_up_is_not_healthy() -> None:
    words = COMPOSE["services"]["postgres"]["healthcheck"]["test"]
    assert words[words.index("--host") + 1] == "127.0.0.1"


def test_the_proxy_stays_while_the_web_server_is_replaced() -> None:
    assert "depends_on" not in COMPOSE["services"]["proxy"]
    text = (ROOT / "deploy" / "Caddyfile").read_text()
    assert "lb_try_duration" in text
    assert "health_uri" not in text


def test_health_is_asked_where_it_is_told() -> None:
    text = (ROOT / "compose.yaml").read_text() + (ROOT / "deploy" / "Caddyfile").read_text()
    asked = set(re.findall(r"/(?:healthz|readyz|health\w*|ready\w*)\b", text))
    assert asked
    assert asked <= set(health.VIEWS)
    assert COMPOSE["services"]["worker"]["healthcheck"]["test"][2:4] == ["manage.py", "workers"]
    assert {"web", "worker", "postgres", "redis"} <= {
        name for name, service in COMPOSE["services"].items() if "healthcheck" in service
    }


def test_our_containers_may_do_little() -> None:
    for name, service in OURS.items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
    assert [name for name, service in COMPOSE["services"].items() if "ports" in service] == ["proxy"]


def test_no_secret_is_written_down() -> None:
    secret = re.compile(r"SECRET|PASSWORD|TOKENS|DATABASE_URL|EMAIL_URL")
    for name, service in COMPOSE["services"].items():
        for variable, value in service.get("environment", {}).items():
            if secret.search(variable):
                assert "${" in value, f"{name}: {variable}"
    required = set(re.findall(r"\$\{(\w+):\?", (ROOT / "compose.yaml").read_text()))
    assert required == {"FIVESAILS_SECRET_KEY", "FIVESAILS_ALLOWED_HOSTS", "POSTGRES_PASSWORD"}
    assert [name for name in required if name not in GUIDES[0].read_text()] == []


# --- the image ---


def image(target: Path) -> Path:
    """The files that get into the image, as .dockerignore says."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    allowed = [line.removeprefix("!") for line in rules if line.startswith("!")]
    refused = [line.removeprefix("**/") for line in rules[1:] if not line.startswith("!")]
    for name in allowed:
        source = ROOT / name
        assert source.exists(), name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns(*refused))
        else:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target / name)
    return target


def test_the_image_has_what_the_site_needs_and_nothing_secret(tmp_path: Path) -> None:
    tree = image(tmp_path / "image")
    names = [path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()]
    strange = ("*.sqlite3*", "*.pem", "*.key", ".env*", "secret_key", "tests/*", "*.pyc", ".git*")
    assert [name for name in names if any(fnmatch.fnmatch(name, pattern) for pattern in strange)] == []
    settings = {**environment(tmp_path / "var", **PRODUCTION), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=tree,
        env=settings,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert [path for path in tree.rglob("*") if path.is_file() and path.relative_to(tree).as_posix() not in names] == []


def test_the_image_holds_packages_to_their_hashes_and_is_not_root() -> None:
    text = (ROOT / "Dockerfile").read_text()
    assert "--require-hashes -r /requirements.txt" in text
    assert re.findall(r"^USER (\w+)$", text, re.MULTILINE) == ["fivesails"]
    assert re.search(r"^ENTRYPOINT \[\"deploy/start\"\]$", text, re.MULTILINE)
    assert os.access(ROOT / "deploy" / "start", os.X_OK)
    assert set(re.findall(r"\b(FIVESAILS_\w+)=", text)) <= KNOWN


def test_the_image_can_be_read_by_its_user_and_set_type() -> None:
    text = (ROOT / "Dockerfile").read_text()
    assert text.index("COPY . .") < text.index("chmod -R a+rX .") < text.index("USER fivesails")
    for place in (text, GUIDES[0].read_text()):
        assert re.search(r"apt-get install .*\blibfribidi0\b", place)


def test_every_pin_has_its_hash() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        text = (ROOT / name).read_text().replace("\\\n", " ")
        pins = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
        assert len(pins) > 40
        assert [line.split()[0] for line in pins if "==" not in line or "--hash=sha256:" not in line] == []
        assert "://" not in text


# --- systemd ---


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_starts_what_exists_and_may_do_little(path: Path) -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign] # as it is written
    unit.read(path)
    for names in (
        value for section in unit.values() for key, value in section.items() if key in ("Requires", "PartOf")
    ):
        assert set(names.split()) <= {each.name for each in UNITS}
    if path.suffix != ".service":
        return
    service = unit["Service"]
    program, *words = service["ExecStart"].split()
    if program == "/srv/fivesails/deploy/start":
        assert words[0] in PROCESSES
    else:
        assert program == "/srv/fivesails/.venv/bin/python"
        assert words[:2] == ["manage.py", "backup"]
    assert service["User"] == "fivesails"
    assert (service["NoNewPrivileges"], service["ProtectSystem"], service["CapabilityBoundingSet"]) == (
        "yes",
        "strict",
        "",
    )
    assert service["EnvironmentFile"] == "/etc/fivesails.env"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    for path in UNITS:
        # The places of a server are not on this machine.
        text = path.read_text().replace("/srv/fivesails/.venv/bin/python", sys.executable)
        (tmp_path / path.name).write_text(text.replace("/srv/fivesails", str(ROOT)))
    files = [str(path) for path in sorted(tmp_path.iterdir())]
    done = subprocess.run(
        ["systemd-analyze", "verify", *files], capture_output=True, text=True, timeout=60, check=False
    )
    said = [line for line in done.stderr.splitlines() if "fivesails" in line]
    assert said == []


# --- proxies and guides ---


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_a_proxy_keeps_the_numbers_inside_and_names_each_request(name: str) -> None:
    text = (ROOT / "deploy" / name).read_text()
    assert re.search(r"/metrics\b[^}]*404", text)
    assert "X-Request-ID" in text


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_a_guide_names_what_exists(guide: Path) -> None:
    text = guide.read_text()
    assert [link for link in re.findall(r"\]\(([^)#:]+)[^)]*\)", text) if not (guide.parent / link).exists()] == []
    assert set(re.findall(r"manage\.py (\w+)", text)) <= set(get_commands())
    assert set(re.findall(r"\b(FIVESAILS_\w+)", text)) <= KNOWN
    for place in re.findall(r"(?<![\w/.-])deploy/[\w./-]+", text):
        assert (ROOT / place.rstrip("./")).exists(), place
    calls = re.findall(r"docker compose (?:run|exec|logs|restart|stop|start) (.+)", text)
    assert calls or guide.name != "deploy.md"
    for call in calls:
        words = [word for word in re.sub(r"--entrypoint \S+", "", call).strip("`").split() if not word.startswith("-")]
        assert words[0].rstrip("`,;.)") in COMPOSE["services"], call
