"""What the house did to a match, in words: for its log and for its end."""

from django.utils.translation import gettext, ngettext

from games.present.words import side_name
from games.scene import Json


def note_text(event: Json) -> str:
    """Return the sentence on a note of the house."""
    if event["type"] == "note-downtime":
        n = event["seconds"]
        text = ngettext(
            "The server was away; the running clocks were given %(n)d second more.",
            "The server was away; the running clocks were given %(n)d seconds more.",
            n,
        )
        return text % {"n": n}
    if event["type"] == "note-claim":
        text = gettext("%(side)s had left for more than a minute, and the other claimed the match.")
        return text % {"side": side_name(event["player"])}
    if event["type"] == "note-takeback":
        return gettext("%(side)s has taken a decision back.") % {"side": side_name(event["player"])}
    return gettext("An administrator has ended or annulled this match: it is not rated.")


def why_unrated(reason: str) -> str:
    """Return why a match is not rated, in a sentence; "" for a rated one."""
    sentences = {
        "asked": gettext("Not rated: the players wanted it so."),
        "limit": gettext(
            "Not rated: the two had played 5 rated matches in 24 hours, and no more count."
        ),
        "admin": gettext("Not rated: an administrator has ended or annulled this match."),
        "bot": gettext("Not rated: one of the players is a bot."),
    }
    return sentences.get(reason, "")
