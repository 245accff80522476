"""What every public endpoint shares: JSON only, strict parameters, entity tags, rate limits."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from cards.api.documents import Documents, get_documents
from cards.api.parameters import check_names
from cards.catalogue import Catalogue
from cards.store import current_catalogue
from web.conditional import conditional
from web.rate_limits import AddressThrottle


class JsonAlways(BaseContentNegotiation):
    """There is one representation, so no ``Accept`` header can ask for a wrong one."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class PublicView(APIView):
    """An endpoint open to everyone, whose responses any cache may store."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (AddressThrottle,)
    renderer_classes = (JSONRenderer,)
    content_negotiation_class = JsonAlways
    #: The query parameters of this endpoint; any other is an error.
    parameters: ClassVar[tuple[str, ...]] = ()
    #: Seconds for which a cached response is fresh.
    max_age: ClassVar[int] = 60

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Reject unknown parameters before doing anything."""
        super().initial(request, *args, **kwargs)
        # A method that the endpoint does not have is rejected as such, whatever its parameters.
        if hasattr(self, str(request.method).lower()):
            check_names(request.query_params, self.parameters)

    def documents(self, catalogue: Catalogue | None = None) -> Documents:
        """The documents of the newest load, with URLs on the host of this request."""
        return get_documents(catalogue or current_catalogue(), self.request.build_absolute_uri("/").rstrip("/"))

    def answer(self, body: bytes) -> HttpResponse:
        """The document, or 304 if the client has it."""
        cache_control = f"public, max-age={self.max_age}, must-revalidate"
        return conditional(self.request, HttpResponse(body, content_type="application/json"), cache_control, ())

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the rate limit headers, and keep errors out of caches."""
        response = super().finalize_response(request, response, *args, **kwargs)
        for name, value in getattr(request, "rate_limit", {}).items():
            response[name] = value
        if response.status_code >= 400:
            response["Cache-Control"] = "no-store"
        return response
