"""The whole table as one value for the templates."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext

from games.engine import Side, other
from games.engine.views import may_abort
from games.present import board, ending, log, previews, prompt, seats
from games.present.warning import warning
from games.present.words import control_text, rule_links
from games.scene import Json, Scene


class BotTools(NamedTuple):
    """What the one who plays a bot may press: addresses, and what the forms hold.

    `asked` tells whether they owe a decision, `back` which decision they may take back ("" for
    none), `again` what another match like this one takes, with sides swapped.
    """

    hint_url: str
    back_url: str
    again_url: str
    review_url: str
    asked: bool
    back: str
    again: dict[str, str]
    is_guest: bool


class Table(NamedTuple):
    """All that the fragment `table.html` shows.

    `top` and `bottom` are the seats as the viewer sees them, `playing` whether the viewer
    plays here and may act, `said` the sentence for the live region, `over` the end of the
    match, `live` whether the socket has news to bring, `errand` the task of a lesson.
    """

    match_id: int
    version: int
    phase: str
    viewer: str
    to_move: str
    act_url: str
    match_url: str
    record_url: str
    log_url: str
    sums_url: str
    csrf_token: str
    title: str
    said: str
    news: list[str]
    tally: list[log.Tally]
    warning: str
    refusal: list[tuple[str, str]]
    ask: prompt.Ask
    temples: list[board.Temple]
    kingdom: seats.Kingdom
    top: seats.Seat
    bottom: seats.Seat
    track_label: str
    rounds: list[log.Round]
    over: ending.Result | None
    steps: ending.Steps | None
    terms: str
    commitment: str
    seed: str
    playing: bool
    may_abort: bool
    live: bool
    previews: previews.Previews
    bot: BotTools | None
    errand: str = ""


def table(scene: Scene) -> Table:
    """Return what the viewer of `scene` is shown."""
    view = scene.view
    asked = prompt.asked_side(scene)
    question = prompt.ask(scene)
    lower = _bottom(scene)
    over = ending.result(scene)
    events = log.recent(scene.log)
    news = log.last_words(events)
    careful = warning(scene)
    running = view["result"] is None and scene.replay is None
    playing = running and scene.viewer != "public"
    headline = f"{over.headline}. {over.reason}" if over else question.text
    bottom, top = seats.seat(scene, lower), seats.seat(scene, other(lower))
    return Table(
        match_id=scene.match_id,
        version=scene.version,
        phase=view["phase"],
        viewer=scene.viewer,
        to_move=" ".join(view["to_move"]),
        act_url=reverse("match_act", args=(scene.match_id,)),
        match_url=reverse("match", args=(scene.match_id,)),
        record_url=reverse("match_record", args=(scene.match_id,)) if scene.match_id else "",
        log_url=_log_url(scene),
        sums_url=reverse("match_sums", args=(scene.match_id,)),
        csrf_token=scene.csrf_token,
        title=_title(scene, mine=asked is not None),
        said=" ".join([*news, headline, careful]).rstrip(),
        news=news or _first_words(question.form),
        tally=log.tally(events),
        warning=careful,
        refusal=rule_links(scene.refusal),
        ask=question,
        temples=board.temples(scene, asked),
        kingdom=seats.kingdom(scene, top.side, bottom.side),
        top=top,
        bottom=bottom,
        track_label=_track_label(view),
        rounds=log.rounds(scene.log, scene.log_from_round),
        over=over,
        steps=ending.steps(scene),
        terms=_terms(scene),
        commitment=view["commitment"],
        seed=view["seed"] or "",
        playing=playing,
        may_abort=playing and may_abort(view),
        live=running,
        previews=previews.previews(view, lower) if question.form == "allocate" else (),
        bot=_bot_tools(scene, asked=asked is not None),
    )


def _first_words(form: str) -> list[str]:
    """Return what is said where nothing has happened yet."""
    if form != "allocate":
        return []
    return [gettext("Both lay in secret, then reveal together.")]


def _bot_tools(scene: Scene, *, asked: bool) -> BotTools | None:
    bot = scene.bot
    if bot is None or scene.viewer == "public":
        return None
    again = {"level": bot.level, "clock": scene.time_control, "side": other(scene.viewer)}
    return BotTools(
        hint_url=reverse("hint", args=(scene.match_id,)),
        back_url=reverse("take_back", args=(scene.match_id,)),
        again_url=reverse("bots_play"),
        review_url=reverse("review", args=(scene.match_id,)),
        asked=asked,
        back="" if bot.takes_back is None else str(bot.takes_back),
        again=again | ({"hurried": "on"} if bot.hurried else {}),
        is_guest=bot.is_guest,
    )


def _bottom(scene: Scene) -> Side:
    """Return the side shown at the bottom: one's own, or the one looked at, else Aton."""
    if scene.replay and scene.replay.seen_by in {"aton", "amon"}:
        return "amon" if scene.replay.seen_by == "amon" else "aton"
    return "aton" if scene.viewer == "public" else scene.viewer


def _log_url(scene: Scene) -> str:
    """Return where the whole log is; nowhere where it would give the result away."""
    blind = scene.replay is not None and scene.replay.spoiler_free
    return reverse("match_log", args=(scene.match_id,)) if scene.match_id and not blind else ""


def _track_label(view: Json) -> str:
    score: dict[str, int] = view["score"]
    return gettext("Score track to 40: Aton %(aton)d, Amon %(amon)d") % score


def _terms(scene: Scene) -> str:
    rated = gettext("rated") if scene.rated else gettext("not rated")
    return f"{control_text(scene.time_control)}, {rated}"


def _title(scene: Scene, *, mine: bool) -> str:
    """Return the title of the page: it tells from another tab whose turn it is."""
    names = f"{scene.aton.name} – {scene.amon.name}"
    if mine:
        return gettext("Your turn: %(players)s") % {"players": names}
    return names
