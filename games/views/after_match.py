"""What a finished match's page shows beside the table: its story, and how to share it."""

from typing import Any, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from games.models import Match
from games.render import render_story
from games.scene import Scene
from games.usecases.tell_story import story_of_match


class ShareField(NamedTuple):
    """A text to copy: the id of its field, what it is, and the text."""

    id: str
    label: str
    value: str


def after_match(match: Match, scene: Scene) -> dict[str, Any]:
    """Return what the page of the finished `match` needs; no story where the result is hidden."""
    replay = scene.replay
    if replay is None:
        return {}
    address = settings.PUBLIC_URL + match.get_absolute_url()
    embed = settings.PUBLIC_URL + reverse("match_embed", args=[match.pk])
    spoiler = "?spoiler=0" if replay.spoiler_free else ""
    return {
        "story": "" if replay.spoiler_free else render_story(story_of_match(match)),
        "share": [
            ShareField("share-match", gettext("The match"), address),
            ShareField("share-moment", gettext("This moment"), f"{address}?step={replay.step}"),
            ShareField(
                "share-blind", gettext("Without giving the result away"), f"{address}?spoiler=0"
            ),
            ShareField(
                "share-embed",
                gettext("The board, to put into another page"),
                f'<iframe src="{embed}" width="420" height="560" title="Aton"></iframe>',
            ),
        ],
        "preview": {
            "url": address + spoiler,
            "image": settings.PUBLIC_URL + reverse("match_board", args=[match.pk]) + spoiler,
        },
    }
