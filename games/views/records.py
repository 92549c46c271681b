"""Records to take away, and records that are brought to be looked at."""

from datetime import date, timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Player
from games.numbers import whole_number
from games.refusals import Malformed, Refused
from games.render import render_story, render_table
from games.usecases.analyse import analyse
from games.usecases.look import SEEN_BY
from games.usecases.make_record import records_of_day, records_of_player
from games.usecases.read_record import MOST_BYTES, read_record
from games.views.guards import signed_in
from games.views.streams import stream_json_lines


@never_cache
@require_safe
@signed_in()
def my_records(request: HttpRequest, player: Player) -> HttpResponseBase:
    """Answer the records of all one's own matches, one a line."""
    return stream_json_lines(request, records_of_player(player), f"{player.username}.aton.jsonl")


@require_safe
def day_records(request: HttpRequest, day: date) -> HttpResponseBase:
    """Answer the records of all matches that ended on `day` (UTC), one a line."""
    if day > timezone.now().date():
        raise Http404
    return stream_json_lines(request, records_of_day(day), f"{day}.aton.jsonl")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def analysis(request: HttpRequest) -> HttpResponse:
    """Replay a record that is sent as a file or a text; nothing of it is stored.

    The page carries the record on from step to step.
    """
    context: dict[str, Any] = {
        "yesterday": timezone.now().date() - timedelta(days=1),
        "most_bytes": MOST_BYTES,
    }
    if request.method != "POST":
        return render(request, "games/analysis.html", context)
    sent = b""
    try:
        sent = _sent(request)
        read = read_record(sent)
    except Refused as refusal:
        # A file need not come back as a text, to be sent once more.
        pasted = "" if "file" in request.FILES else sent[:MOST_BYTES].decode(errors="replace")
        context |= {"refusal": refusal.sentence, "sent": pasted}
        return render(request, "games/analysis.html", context, status=refusal.status)
    step, seen_by = whole_number(request.POST.get("step", "")), request.POST.get("as", "open")
    scene, story = analyse(
        read,
        len(read.actions) if step is None else step,
        seen_by if seen_by in SEEN_BY else "open",
    )
    context |= {
        "scene": scene,
        "replay": scene.replay,
        "table": render_table(scene),
        "story": render_story(story),
        "sent": sent.decode("utf-8-sig"),
    }
    return render(request, "games/analysis.html", context)


def _sent(request: HttpRequest) -> bytes:
    file = request.FILES.get("file")
    if file is not None:
        return bytes(file.read(MOST_BYTES + 1))
    # A form sends every end of a line as two characters, whatever it was in the record.
    text = request.POST.get("record", "").replace("\r\n", "\n").strip()
    if not text:
        raise Malformed(_("Please choose a file or paste a record."))
    return text.encode()
