"""Static files as they are collected for serving."""

import re
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

COMMENT = re.compile(rb"\s*/\*.*?\*/", re.DOTALL)


class LeanStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Leaves our stylesheet's comments to its authors: every visitor waits for every byte."""

    def save(self, name: str | None, content: Any, max_length: int | None = None) -> str:
        """Keep `content` under `name`; a stylesheet of ours without what only its authors read."""
        if name and name.startswith("css/"):
            content = ContentFile(COMMENT.sub(b"", content.read()))
        return str(super().save(name, content, max_length))
