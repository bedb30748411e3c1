"""An app on each database, with no key: the default that every user starts from."""

import pytest

from backend.bootstrap import create_app, prepare
from tests.closing import close_app

KEYLESS = {"COSCRIBE_WRITER": "extractive", "COSCRIBE_PLACER": "rules", "COSCRIBE_RATE_LIMIT": "off"}


@pytest.fixture
def data_dir(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def environ(data_dir, database_url):
    """The settings of the app under test; tests that need others override this fixture."""
    return {
        **KEYLESS,
        "COSCRIBE_AUTH_RATE_LIMIT": "off",
        "COSCRIBE_DATA_DIR": str(data_dir),
        "COSCRIBE_DATABASE_URL": database_url,
        "COSCRIBE_LOG_LEVEL": "ERROR",
    }


@pytest.fixture
def app(environ):
    made = create_app(environ=environ)
    prepare(made)
    yield made
    close_app(made)
