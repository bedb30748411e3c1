"""A record that was stored comes back as it was."""

import json
from dataclasses import asdict

from backend.kernel.records import Notice, Person, Record


def test_a_record_survives_json():
    record = Record(
        "crossref", ("A", "B"), (Person("Li", "Wei"), Person("A Group", whole=True)), (2014, 2015), ("J",), "10.1/a",
        notices=(Notice("retraction", "publisher", "10.1/n", "2020-01"),), tells_retractions=True, versions=("10.1/v",),
    )  # fmt: skip
    assert Record.from_json(json.loads(json.dumps(asdict(record)))) == record
