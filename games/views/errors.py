"""What a person gets when something is not there or goes wrong."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import Model
from django.http import Http404


@contextmanager
def found_or_404(*models: type[Model]) -> Iterator[None]:
    """Answer 404 when a row of one of `models` is not there."""
    try:
        yield
    except tuple(model.DoesNotExist for model in models) as error:
        raise Http404 from error
