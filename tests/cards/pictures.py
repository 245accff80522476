"""Pictures made for tests: good ones, and ones that mean harm."""

import io
import struct
import zlib

from PIL import Image

SIZES = {"full": (744, 1039), "grid": (248, 346), "strip": (320, 64), "thumb": (40, 56)}


def picture(width: int = 744, height: int = 1039, kind: str = "PNG", **options: object) -> bytes:
    """A gradient, so that a wrong crop or turn shows."""
    image = Image.linear_gradient("L").resize((width, height))
    image = Image.merge("RGB", (image, image.transpose(Image.Transpose.ROTATE_180), Image.new("L", image.size, 90)))
    return encoded(image, kind, **options)


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def png_chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_bomb(side: int) -> bytes:
    """A true, tiny PNG of side × side one-bit pixels, written without ever holding them."""
    packer = zlib.compressobj(9)
    row = b"\0" * (1 + side // 8 + 1)
    body = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    start = b"\x89PNG\r\n\x1a\n"
    return start + png_chunk(b"IHDR", head) + png_chunk(b"IDAT", body) + png_chunk(b"IEND", b"")


def png_with(chunk: bytes) -> bytes:
    """A good PNG with one more chunk after its header."""
    data = picture()
    return data[:33] + chunk + data[33:]


def jpeg_with_segment(marker: int, body: bytes) -> bytes:
    """A good JPEG with one more segment after its start."""
    data = picture(kind="JPEG")
    return data[:2] + bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body + data[2:]


def jpeg_claiming(width: int, height: int) -> bytes:
    """A small JPEG whose frame header claims another size."""
    data = bytearray(picture(kind="JPEG"))
    frame = data.index(b"\xff\xc0")
    data[frame + 5 : frame + 9] = struct.pack(">HH", height, width)
    return bytes(data)


def webp_claiming(width: int, height: int) -> bytes:
    """A small WebP whose canvas claims another size, as a decoder that trusts it would reserve."""
    inner = picture(kind="WEBP")[12:]
    canvas = b"\0\0\0\0" + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    body = b"WEBP" + b"VP8X" + struct.pack("<I", 10) + canvas + inner
    return b"RIFF" + struct.pack("<I", len(body)) + body


def gif_html_polyglot() -> bytes:
    """A GIF that a browser would run as a page if it were served as one."""
    data = picture(kind="GIF")
    return data[:-1] + b"!\xfe\x1f<script>alert(1)</script>      \0;"


def animation(kind: str, frames: int = 40, side: int = 400) -> bytes:
    images = [Image.new("RGB", (side, side), (number * 6, 0, 0)) for number in range(frames)]
    return encoded(images[0], kind, save_all=True, append_images=images[1:])
