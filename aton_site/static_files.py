"""Static files as they are collected for serving."""

import re
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

COMMENT = re.compile(rb"\s*/\*.*?\*/", re.DOTALL)


class LeanStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Leaves our stylesheet's comments to its authors: every visitor waits for every byte."""

    def _save(self, name: str, content: Any) -> str:
        # Here and not in `save`, for files with a hash in their name come only this way.
        if name.startswith("css/"):
            content.seek(0)
            content = ContentFile(COMMENT.sub(b"", content.read()))
        return str(super()._save(name, content))
