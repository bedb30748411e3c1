"""The containers' files, as a library reads them: every setting gets in, nothing has an empty password."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from backend.server import AFTERWARDS, configuration
from backend.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
#: Programs of ours; the rest are other people's images.
OURS = ("coscribe", "worker")


@pytest.mark.parametrize("name", sorted(COMPOSE["services"]))
def test_no_service_is_given_a_secret_that_may_be_empty(name):
    service = COMPOSE["services"][name]
    secrets = [each for each in service.get("environment", {}) if re.search("PASSWORD|SECRET|KEY|TOKEN", each)]
    assert secrets == [], "secrets come from .env, where a missing one is not an empty one"
    assert ":-}" not in yaml.safe_dump(service)


@pytest.mark.parametrize("name", sorted(COMPOSE["services"]))
def test_every_service_starts_again_and_says_how_it_is(name):
    service = COMPOSE["services"][name]
    assert service["restart"] == "unless-stopped"
    assert "healthcheck" in service or (name == "coscribe" and "HEALTHCHECK" in DOCKERFILE)


@pytest.mark.parametrize("name", OURS)
def test_our_programs_get_every_setting_and_time_to_end(name):
    service = COMPOSE["services"][name]
    assert [each["path"] for each in service["env_file"]] == [".env"]
    seconds = int(service["stop_grace_period"].removesuffix("s"))
    told = Settings.from_env({"COSCRIBE_TRUSTED_PROXIES": "1"})
    assert seconds > configuration(told)["graceful_timeout"] + told.operation.drain_seconds + AFTERWARDS
    assert service["read_only"] and service["cap_drop"] == ["ALL"] and "data:/data" in service["volumes"]


def test_the_image_has_what_the_settings_may_ask_for_and_runs_as_nobody_in_particular():
    (extras,) = re.findall(r"'\.\[([a-z0-9,]+)\]'", DOCKERFILE)
    known = set(
        tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    )
    assert set(extras.split(",")) <= known
    assert {"postgres", "redis", "tasks", "library", "web", "export", "s3"} <= set(extras.split(","))
    assert re.search(r"^USER coscribe$", DOCKERFILE, re.MULTILINE)


def test_every_file_that_the_image_copies_exists():
    copied = [words.split()[:-1] for words in re.findall(r"^COPY (.+)$", DOCKERFILE, re.MULTILINE)]
    assert copied and all((ROOT / name).exists() for names in copied for name in names)
