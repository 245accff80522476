"""Ending an answer that was not read to its end."""

from django.core.signals import request_finished
from django.db import close_old_connections
from django.http import HttpResponseBase


def close(response: HttpResponseBase) -> None:
    """As Django's client closes what was read: the test's own connection to the database stays open."""
    request_finished.disconnect(close_old_connections)
    try:
        response.close()
    finally:
        request_finished.connect(close_old_connections)
