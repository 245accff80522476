"""Card faces: a picture of every card, drawn from its facts."""

from cards.faces.renderer import FORMATS, SIZES, FaceName, draw_face, face_key, face_name, parse_face_name, render_face
from cards.faces.store import FaceStore

__all__ = [
    "FORMATS",
    "SIZES",
    "FaceName",
    "FaceStore",
    "draw_face",
    "face_key",
    "face_name",
    "parse_face_name",
    "render_face",
]
