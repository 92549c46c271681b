"""What other sites show of a finished match: a picture of its board, and a board to embed."""

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.present.picture import picture
from games.render import render_board
from games.scene import Scene
from games.usecases.look import look_back
from games.usecases.settle_clock import match_settled
from games.views.errors import found_or_404


@cache_control(public=True, max_age=86400)
@require_safe
def board_png(request: HttpRequest, match_id: int) -> HttpResponse:
    """Answer the final board as a picture; with `spoiler=0` the first one, without a result."""
    scene = _scene(request, match_id)
    return HttpResponse(picture(scene), content_type="image/png")


@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
@xframe_options_exempt
@require_safe
def embed(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show the board alone, the one page that other sites may put into a frame."""
    scene = _scene(request, match_id)
    return render(request, "games/embed.html", {"scene": scene, "board": render_board(scene)})


def _scene(request: HttpRequest, match_id: int) -> Scene:
    with found_or_404():
        match = match_settled(match_id, timezone.now())
    if not match.over:
        raise Http404
    step = 0 if request.GET.get("spoiler") == "0" else match.version
    return look_back(match, step, "public", "public")
