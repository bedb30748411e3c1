"""Store files in a bucket of an S3-compatible store, for machines that share only the network.

The store shows an object only when it is complete, so no file needs to be renamed. Objects are deleted one by one,
because some stores lack the call that deletes several. If the store does not answer, all calls in the next seconds fail
at once, so that the server's threads do not wait.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, ConnectionError, HTTPClientError

from backend.errors import NotFound, StoreUnavailable
from backend.kernel.files import StoredFile, parts_of
from backend.kernel.policy import Store

#: Seconds that the store may take to accept a connection, and to send the next bytes; number of attempts of a call.
CONNECT_SECONDS, READ_SECONDS, ATTEMPTS = 2, 10, 2
#: Seconds after a failure during which the store is not asked again.
PAUSE = 5.0
_MISSING = {"NoSuchKey", "404", "NotFound"}


class S3Files:
    """Stores files as objects with the name `<prefix>/<name>`. Several threads may use it at the same time. If the
    process is forked, this must happen before the first call.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._prefix = f"{store.prefix}/" if store.prefix else ""
        self._lock = threading.Lock()
        self._made: Any = None
        self._closed_until = 0.0

    def put(self, name: str, content: bytes) -> None:
        with self._asked() as client:
            client.put_object(Bucket=self._store.bucket, Key=self._key(name), Body=content)

    def take(self, name: str, path: Path) -> None:
        with self._asked() as client, path.open("rb") as file:
            client.put_object(Bucket=self._store.bucket, Key=self._key(name), Body=file)

    def read(self, name: str) -> bytes:
        with self._asked(name) as client:
            content: bytes = client.get_object(Bucket=self._store.bucket, Key=self._key(name))["Body"].read()
            return content

    @contextmanager
    def on_disk(self, name: str) -> Iterator[Path]:
        with tempfile.NamedTemporaryFile(prefix="coscribe-") as file:
            with self._asked(name) as client:
                body = client.get_object(Bucket=self._store.bucket, Key=self._key(name))["Body"]
                for piece in body.iter_chunks(1 << 20):
                    file.write(piece)
            file.flush()
            yield Path(file.name)

    def remove(self, name: str) -> None:
        with self._asked() as client:
            client.delete_object(Bucket=self._store.bucket, Key=self._key(name))

    def listed(self, folder: str, deep: bool = False) -> tuple[StoredFile, ...]:
        above = f"{self._key(folder)}/"
        with self._asked() as client:
            found = [
                StoredFile(each["Key"].removeprefix(above), each["Size"], each["LastModified"])
                for page in self._pages(client, above, deep)
                for each in page.get("Contents", ())
            ]
        return tuple(sorted((each for each in found if each.name), key=lambda each: each.name))

    def folders(self, above: str) -> tuple[str, ...]:
        start = f"{self._key(above)}/"
        with self._asked() as client:
            pages = self._pages(client, start, deep=False)
            found = [each["Prefix"] for page in pages for each in page.get("CommonPrefixes", ())]
        return tuple(sorted(each.removeprefix(start).removesuffix("/") for each in found))

    def remove_folder(self, folder: str) -> None:
        for each in self.listed(folder, deep=True):
            self.remove(f"{folder}/{each.name}")

    def move_folder(self, old: str, new: str) -> None:
        """Copy all files of the folder `old` to the folder `new` within the store, and then remove the old files.
        During the move, a reader finds each file in at least one of the two folders.
        """
        moved = self.listed(old, deep=True)
        for each in moved:
            source = {"Bucket": self._store.bucket, "Key": self._key(f"{old}/{each.name}")}
            with self._asked() as client:
                client.copy_object(Bucket=self._store.bucket, Key=self._key(f"{new}/{each.name}"), CopySource=source)
        for each in moved:
            self.remove(f"{old}/{each.name}")

    def _key(self, name: str) -> str:
        return self._prefix + "/".join(parts_of(name))

    def _pages(self, client: Any, prefix: str, deep: bool) -> Any:
        wanted = {"Bucket": self._store.bucket, "Prefix": prefix} | ({} if deep else {"Delimiter": "/"})
        return client.get_paginator("list_objects_v2").paginate(**wanted)

    @contextmanager
    def _asked(self, name: str = "") -> Iterator[Any]:
        """Yield the client for one call. `name` is the file that the call is about; error messages name it. The
        client's own errors are replaced, because their messages contain keys.
        """
        left = self._closed_until - time.monotonic()
        if left > 0:
            raise StoreUnavailable("The store of files does not answer. Try again in a moment.", retry_after=left)
        try:
            yield self._client()
        except (ConnectionError, HTTPClientError) as error:
            self._closed_until = time.monotonic() + PAUSE
            raise StoreUnavailable(
                "The store of files does not answer. Try again in a moment.", retry_after=PAUSE
            ) from error
        except ClientError as error:
            code = str(error.response.get("Error", {}).get("Code", ""))
            if code in _MISSING:
                raise NotFound(
                    f"The stored file is missing: {name}. Upload it again, or restore it from a backup."
                ) from error
            if code == "NoSuchBucket":
                raise StoreUnavailable(
                    f"The bucket “{self._store.bucket}” does not exist (NoSuchBucket). The server's operator must "
                    "create it, or name another one in FILES.",
                    retry_after=PAUSE,
                ) from error
            raise StoreUnavailable(
                f"The store of files refused a request ({code or 'no reason given'}). The server's operator must check "
                "the keys in the settings, and what they permit.",
                retry_after=PAUSE,
            ) from error
        except BotoCoreError as error:
            raise StoreUnavailable(
                f"The store of files failed ({type(error).__name__}). Try again in a moment.", retry_after=PAUSE
            ) from error

    def _client(self) -> Any:
        with self._lock:
            if self._made is None:
                self._made = _client_of(self._store)
            return self._made


def _client_of(store: Store) -> Any:
    """Create a client of boto3 for the store.

    The client sends only those checksums that a call requires, because some stores do not support the others. With an
    `endpoint`, addresses name the bucket in their path, because most self-hosted stores have only one host name.
    """
    config = Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        retries={"total_max_attempts": ATTEMPTS, "mode": "standard"},
        max_pool_connections=64,
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
        s3={"addressing_style": "path"} if store.endpoint else None,
    )
    # A session of our own is used, because boto3's default one is not safe for threads while it creates a client.
    return boto3.session.Session().client(
        "s3",
        endpoint_url=store.endpoint or None,
        region_name=store.region or ("us-east-1" if store.endpoint else None),
        aws_access_key_id=store.access_key or None,
        aws_secret_access_key=store.secret_key or None,
        config=config,
    )
