"""Alive, ready, measured."""

from __future__ import annotations

import errno
import os
import shutil

import pytest

from backend.api.health import DRAINING
from backend.storage.db import db
from tests.api.test_errors import is_problem


def test_alive_needs_nothing_and_ready_needs_database_and_folder(app, http, monkeypatch):
    assert (http.get("/healthz").status_code, http.get("/readyz").status_code) == (200, 200)
    folder = app.extensions["coscribe"].data_dir
    assert not [path for path in folder.iterdir() if path.name.startswith(".ready")], "looking leaves nothing behind"
    shutil.rmtree(folder)
    body = is_problem(http.get("/readyz"), 503)
    assert body["checks"] == {"database": True, "data_folder": False, "serving": True}
    assert http.get("/healthz").status_code == 200


def test_a_folder_on_a_full_disk_is_not_ready(http, monkeypatch):
    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert is_problem(http.get("/readyz"), 503)["checks"]["data_folder"] is False


def test_a_server_that_is_about_to_stop_is_alive_and_not_ready(app, http, tmp_path):
    app.config["METRICS_DIR"] = str(tmp_path)
    assert http.get("/readyz").status_code == 200
    (tmp_path / DRAINING).touch()
    assert is_problem(http.get("/readyz"), 503)["checks"]["serving"] is False
    assert http.get("/healthz").status_code == 200


def test_a_database_that_is_not_migrated_is_not_ready(app, http):
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'older'")
    assert is_problem(http.get("/readyz"), 503)["checks"]["database"] is False


@pytest.mark.parametrize(
    ("peer", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("127.8.8.8", {}, 200),
        ("::1", {}, 200),
        ("::ffff:127.0.0.1", {}, 200),
        ("10.0.0.1", {}, 403),
        ("", {}, 403),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 403),
        ("127.0.0.1", {"Forwarded": "for=127.0.0.1"}, 403),
        ("127.0.0.1", {"X-Real-IP": "10.0.0.1"}, 403),
        ("127.0.0.1", {"Via": "1.1 proxy"}, 403),
        ("10.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 403),
    ],
)
@pytest.mark.parametrize("proxies", ["0", "1"])
def test_metrics_are_for_this_machine_and_no_proxy(make, peer, headers, status, proxies):
    http = make(TRUSTED_PROXIES=proxies).test_client()
    assert http.get("/metrics", headers=headers, environ_base={"REMOTE_ADDR": peer}).status_code == status


def test_with_a_token_metrics_are_for_whoever_bears_it(make):
    http = make(METRICS_TOKEN="let-me-see").test_client()
    is_problem(http.get("/metrics"), 401)
    for wrong in ("Bearer nope", "Basic let-me-see", "let-me-see", "Bearer é"):
        assert http.get("/metrics", headers={"Authorization": wrong}).status_code == 401
    far = {"REMOTE_ADDR": "10.0.0.1"}
    assert http.get("/metrics", headers={"Authorization": "Bearer let-me-see"}, environ_base=far).status_code == 200
