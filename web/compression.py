"""Gzip for pages."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

#: Images and archives are already compressed. JSON is left to the proxy: all cards would take 10 ms.
COMPRESSIBLE: Final = ("text/", "image/svg", "application/atom", "application/manifest", "application/opensearch")


class TextGZipMiddleware(GZipMiddleware):
    """Django's compression, with its padding against BREACH, for text only."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.streaming or not response.headers.get("Content-Type", "").startswith(COMPRESSIBLE):
            return response
        return super().process_response(request, response)
