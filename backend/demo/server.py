"""Run a real server for the demo, on a free port of this machine, with a temporary data folder."""

from __future__ import annotations

import logging
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from werkzeug.serving import make_server

from backend.bootstrap import create_app, prepare

#: The settings of the demo: no model, whatever the environment says, so that a demo costs nothing.
KEYLESS = {"COSCRIBE_WRITER": "extractive", "COSCRIBE_PLACER": "rules", "COSCRIBE_EMBEDDER": "local"}


@contextmanager
def serving() -> Iterator[str]:
    """Yield the base URL of a new server, which stops at the end of the `with` block."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory(prefix="coscribe-demo-") as folder:
        app = create_app(environ=KEYLESS | {"COSCRIBE_DATA_DIR": folder, "COSCRIBE_LOG_LEVEL": "WARNING"})
        prepare(app)
        server = make_server("127.0.0.1", 0, app, threaded=True)
        thread = threading.Thread(target=server.serve_forever, name="demo-server", daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
