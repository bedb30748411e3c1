"""The first call: one, small, and it may fail."""

from __future__ import annotations

from dataclasses import replace

from backend.administration.first_call import warm_up
from backend.bootstrap import create_app
from backend.drafting.reply_parser import ANSWER_SCHEMA
from backend.errors import ProviderKeyRefused
from tests.fakes import ScriptedModel


def test_it_is_one_call_with_the_answers_schema_and_may_fail(tmp_path, caplog):
    app = create_app(environ={"COSCRIBE_DATA_DIR": str(tmp_path), "COSCRIBE_LOG_LEVEL": "WARNING"})
    for writer in (ScriptedModel("{}"), ScriptedModel(ProviderKeyRefused("The provider refused our key."))):
        app.extensions["coscribe"] = replace(app.extensions["coscribe"], writer=writer)
        with caplog.at_level("WARNING", "backend"):
            warm_up(app)
        assert [request.schema for request in writer.requests] == [ANSWER_SCHEMA]
    assert "refused our key" in caplog.text
