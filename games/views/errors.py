"""What a person gets when something is not there or goes wrong."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404


@contextmanager
def found_or_404() -> Iterator[None]:
    """Answer 404 when a row that the block asks for is not there."""
    try:
        yield
    except ObjectDoesNotExist as error:
        raise Http404 from error
