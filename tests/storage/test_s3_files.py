"""Files in a bucket, against a real HTTP server; what goes wrong there is a clear 503."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from backend.errors import StoreUnavailable
from backend.kernel.policy import Store
from backend.storage import s3_files
from backend.storage.s3_files import S3Files
from tests.s3_server import S3Server
from tests.storage.file_contract import FOLDER, FileContract


def bucket_of(s3: S3Server, prefix: str = "files") -> Store:
    name = s3.environ()["COSCRIBE_FILES"].split("/")[2]
    return Store(name, prefix, s3.url, access_key="test", secret_key="test")


class TestS3Files(FileContract):
    @pytest.fixture
    def files(self, s3: S3Server) -> S3Files:
        return S3Files(bucket_of(s3))


def test_a_bucket_without_a_prefix_and_more_than_one_page(s3: S3Server, monkeypatch: pytest.MonkeyPatch) -> None:
    bucket = bucket_of(s3, "")
    files = S3Files(bucket)
    for number in range(5):
        files.put(f"{FOLDER}/{number}.png", b"x")
    client = files._client()
    paginate = client.get_paginator("list_objects_v2").paginate
    monkeypatch.setattr(S3Files, "_pages", lambda self, _, prefix, deep: paginate(
        Bucket=bucket.bucket, Prefix=prefix, PaginationConfig={"PageSize": 2}))  # fmt: skip
    assert len(files.listed(FOLDER)) == 5


def test_a_bucket_that_is_not_there_is_told_without_a_key(s3: S3Server) -> None:
    files = S3Files(Store("no-such-bucket", "", s3.url, access_key="test", secret_key="secret"))
    with pytest.raises(StoreUnavailable, match="does not exist \\(NoSuchBucket") as told:
        files.put("a/b", b"x")
    assert told.value.status == 503 and "secret" not in told.value.detail


def test_a_store_that_is_away_is_told_and_not_asked_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    files = S3Files(Store("b", "", "http://127.0.0.1:9", access_key="test", secret_key="test"))
    with pytest.raises(StoreUnavailable, match="does not answer"):
        files.read("a/b")
    monkeypatch.setattr(files, "_client", lambda: pytest.fail("it was asked again"))
    with pytest.raises(StoreUnavailable) as told:
        files.put("a/b", b"x")
    assert 0 < told.value.retry_after <= s3_files.PAUSE
    later = time.monotonic() + 60
    monkeypatch.setattr(s3_files, "time", SimpleNamespace(monotonic=lambda: later))
    with pytest.raises(pytest.fail.Exception):
        files.put("a/b", b"x")
