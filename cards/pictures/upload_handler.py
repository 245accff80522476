"""Stops storing an upload once it is too large."""

from django.core.files.uploadhandler import FileUploadHandler

from cards.pictures.reencoding import MAX_BYTES


class CappedUploadHandler(FileUploadHandler):
    """Passes on one byte more than the cap, so that the form can reject the file; the rest never reaches the disk."""

    def new_file(self, *args: object, **kwargs: object) -> None:
        """Each file has its own cap."""
        super().new_file(*args, **kwargs)  # type: ignore[arg-type]
        self._left = MAX_BYTES + 1

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        """Pass on what is left of the cap."""
        passed = raw_data[: self._left]
        self._left -= len(passed)
        return passed or None

    def file_complete(self, file_size: int) -> None:
        """The handlers behind this one make the file."""
