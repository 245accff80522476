"""QR codes of deck links."""

from __future__ import annotations

import io

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_svg(address: str) -> SafeString:
    """An inline SVG, hidden from screen readers: the link stands beside it as text."""
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(scale=4, border=2, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True)
    return mark_safe(drawn.replace("<svg ", '<svg aria-hidden="true" ', 1))  # noqa: S308 - it holds numbers only


def qr_file(address: str) -> bytes:
    """An SVG file."""
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(out, kind="svg", scale=8, border=4, dark="#000", light="#fff")
    return out.getvalue()
