"""The one private method of granian that is overridden."""

import socket
from pathlib import Path

import pytest
from granian.server import MPServer

from fivesails_site.server import Server, listen

SOCKET_ATTRIBUTES = {"_sso", "_sfd", "_shd", "_ssp"}


def attributes_set(server: MPServer) -> set[str]:
    """What `_init_shared_socket` changes."""
    before = dict(vars(server))
    server._init_shared_socket()
    return {name for name, value in vars(server).items() if name not in before or before[name] is not value}


def test_granian_prepares_its_socket_as_the_override_expects(tmp_path: Path) -> None:
    """On a unix socket granian shares one among its processes, as the override does for TCP."""
    shared = MPServer("fivesails_site.asgi:application", uds=tmp_path / "socket")
    assert attributes_set(shared) <= SOCKET_ATTRIBUTES
    with listen("127.0.0.1", 0) as listener:
        ours = Server(listener, target="fivesails_site.asgi:application")
        assert attributes_set(ours) == SOCKET_ATTRIBUTES - {"_ssp"}
        assert ours._ssp is shared._ssp is None
        for name in SOCKET_ATTRIBUTES:
            assert type(getattr(ours, name)) is type(getattr(shared, name)), name
        assert ours._sfd == listener.fileno()
    shared._drop_shared_socket()


def test_a_taken_port_is_an_error() -> None:
    with listen("127.0.0.1", 0) as listener, pytest.raises(OSError, match="in use"):
        listen("127.0.0.1", listener.getsockname()[1])


def test_ipv6_addresses() -> None:
    try:
        with listen("::1", 0) as listener:
            assert listener.family is socket.AF_INET6
    except OSError:
        pytest.skip("no IPv6 here")
