"""A model that answers with the keys of what the search stand-in finds."""

from __future__ import annotations

import pytest

from tests.api.research.asking import ids
from tests.sonar_stand_in import Answer


@pytest.fixture
def model(model):
    model.answer = Answer(f"Heat [{ids()[0]}] and light [sx_00000000], says [{ids()[1]}].", results=())
    return model
