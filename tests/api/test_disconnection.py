"""What a socket tells of its client."""

from __future__ import annotations

import socket

from backend.api.disconnection import CLIENT, Client, connection_of, is_closed


def test_a_client_that_waits_is_there_and_one_that_hung_up_is_not():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert not is_closed(ours)
        theirs.send(b"more")
        assert not is_closed(ours), "it has only said more"
        ours.recv(4)
        theirs.close()
        assert is_closed(ours)
    assert is_closed(ours), "closed on our side too"


def test_where_no_socket_is_shown_the_client_counts_as_there():
    assert connection_of({}) is None and not is_closed(None)


def test_an_asynchronous_server_notes_that_its_client_has_gone():
    client = Client()
    assert connection_of({CLIENT: client}) is client and not is_closed(client)
    client.gone = True
    assert is_closed(client)
