"""One catalogue for all tests of faces: reading it takes longer than most of them."""

import pytest

from cards.catalogue import Catalogue
from cards.catalogue.datafiles import load_catalogue


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return load_catalogue()
