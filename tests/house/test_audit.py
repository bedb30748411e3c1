"""The audit of the pinned libraries: what it asks, what it lets pass, and what it says where nobody answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import audit
from tests.connectors.web import Reply, Web


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "constraints.txt").write_text("# pinned\nflask==3.1.3\nmako==1.4.3  # why\n")
    (tmp_path / "audit.toml").write_text('[accepted]\n"GHSA-2" = "we never render templates of others"\n')
    return tmp_path


def answer(*ids: str) -> Reply:
    return Reply(json.dumps({"results": [{}, {"vulns": [{"id": each} for each in ids]}]}).encode())


def test_accepted_findings_pass_with_their_reasons_and_others_do_not(root: Path, capsys) -> None:
    with Web() as web:
        web.on("/v1/querybatch", answer("GHSA-2"))
        assert audit.main(["--service", web.url], root) == 0
        assert "mako 1.4.3: GHSA-2: we never render" in capsys.readouterr().out
        web.on("/v1/querybatch", answer("GHSA-2", "GHSA-3"))
        assert audit.main(["--service", web.url], root) == 1
        assert "GHSA-3: not accepted" in capsys.readouterr().out
        web.on("/v1/querybatch", answer())
        assert audit.main(["--service", web.url], root) == 1
        assert "GHSA-2 is accepted in audit.toml" in capsys.readouterr().out


def test_where_nobody_answers_it_says_so_and_does_not_fail(root: Path, capsys) -> None:
    with Web() as web:
        web.on("/v1/querybatch", Reply(b"<html>", status=502))
        assert audit.main(["--service", web.url], root) == 0
    assert "were not audited" in capsys.readouterr().out
    with pytest.raises(audit.Unreachable):
        audit.ask("http://127.0.0.1:9", [("flask", "3.1.3")])


def test_every_pin_is_asked_for_and_every_acceptance_has_a_reason() -> None:
    constraints = (audit.ROOT / "constraints.txt").read_text(encoding="utf-8")
    lines = [line for line in constraints.splitlines() if line and not line.startswith("#")]
    assert len(audit.pins(constraints)) == len(lines) > 90
    accepted = audit.tomllib.loads((audit.ROOT / "audit.toml").read_text(encoding="utf-8"))["accepted"]
    assert all(isinstance(reason, str) and reason.strip() for reason in accepted.values())
