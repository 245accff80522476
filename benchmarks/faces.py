"""All faces at grid size, drawn by two processes, and one face against the least that any picture of its size costs.

The reference opens a new picture of the same size and encodes it as WebP: without that there is no face.
"""

import multiprocessing
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PIL import Image

from cards.catalogue import Card
from cards.catalogue.datafiles import load_catalogue
from cards.faces import SIZES, FaceStore, draw_face, face_key
from cards.faces.renderer import encode

PROCESSES = 2
TARGET_SECONDS = 60
SAMPLE = 20


def draw(job: tuple[str, Card]) -> None:
    directory, card = job
    FaceStore(Path(directory)).path(card, "grid", "webp")


def main() -> int:
    cards = list(load_catalogue())
    with TemporaryDirectory() as directory, multiprocessing.get_context("fork").Pool(PROCESSES) as pool:
        start = time.perf_counter()
        for _ in pool.imap_unordered(draw, [(directory, card) for card in cards], chunksize=8):
            pass
        seconds = time.perf_counter() - start
        weight = sum(path.stat().st_size for path in Path(directory).glob("*.webp")) / len(cards)
    print(f"{len(cards)} faces at grid size, {PROCESSES} processes: {seconds:.1f} s, {weight / 1000:.1f} kB each")

    sample = cards[:: len(cards) // SAMPLE]
    for size, dimensions in SIZES.items():
        start = time.process_time()
        for card in sample:
            encode(draw_face(card, size), "webp")
        drawn = (time.process_time() - start) / len(sample)
        start = time.process_time()
        for _ in sample:
            encode(Image.new("RGBA", dimensions, (200, 180, 140, 255)), "webp")
        blank = (time.process_time() - start) / len(sample)
        print(f"{size:6} {drawn * 1000:7.1f} ms of CPU, {drawn / blank:6.1f} times a blank picture")

    face_key.cache_clear()
    start = time.perf_counter()
    for card in cards:
        face_key(card, "grid")
    print(f"keys of {len(cards)} faces: {(time.perf_counter() - start) * 1000:.1f} ms")
    return 0 if seconds < TARGET_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
