"""A match, its accepted actions and the results that its players take from it."""

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.clock import Clock, TimeControl
from games.engine import Side
from games.models.rating import PACE_CHOICES

if TYPE_CHECKING:
    from games.models.player import Player

SIDE_CHOICES = [("aton", "Aton"), ("amon", "Amon")]
REASON_CHOICES = [
    ("points", _("40 points in a round")),
    ("scoring", _("a scoring")),
    ("temple", _("a whole temple")),
    ("gold", _("all gold squares")),
    ("green", _("all green squares")),
    ("resign", _("resignation")),
    ("timeout", _("time ran out")),
    ("abort", _("aborted")),
]
# Why a match is not rated. "asked": the players wanted it so; "limit": the same two have played
# as many rated matches as count in a day; "admin": an administrator has ended or annulled it;
# "bot": one of them is a bot, from beginning to end.
UNRATED_CHOICES = [
    ("asked", _("the players wanted it so")),
    ("limit", _("enough rated matches between the two for a day")),
    ("admin", _("ended by an administrator")),
    ("bot", _("a match against a bot")),
]
OUTCOME_CHOICES = [("win", _("win")), ("draw", _("draw")), ("loss", _("loss"))]


class MatchManager(models.Manager["Match"]):
    """Finds matches."""

    def summaries(self) -> models.QuerySet["Match"]:
        """Return matches with their players for a list, without the state of the game."""
        return self.select_related("aton", "amon").defer("state", "seed")


class Match(models.Model):
    """A match between two players.

    The truth is the seed and the actions. `state` (the whole state as of `version`, secrets
    included) saves replaying them, and the columns from `round` to `reason` are a summary
    for lists; all of them are written in the transaction that stores the action.
    A clock is `…_ms` milliseconds when it last stood, and runs while `…_deadline` is set.
    `version` never falls: `taken_back` is what it is ahead of the number of actions by what was
    taken back in a match against a bot.
    `with_guest` marks a match of a guest, which stands in no list until they register.
    `synthetic` marks a summary that `seed_demo` made up: it has no actions and an empty state.
    """

    aton = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    amon = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    rated = models.BooleanField()
    unrated_reason = models.CharField(max_length=5, choices=UNRATED_CHOICES, blank=True)
    pace = models.CharField(max_length=5, choices=PACE_CHOICES)
    time_control = models.CharField(max_length=16)
    aton_rating = models.IntegerField()
    amon_rating = models.IntegerField()

    seed = models.CharField(max_length=64)
    state = models.JSONField()
    version = models.PositiveIntegerField(default=0)
    taken_back = models.PositiveIntegerField(default=0)

    round = models.PositiveSmallIntegerField(default=1)
    phase = models.CharField(max_length=8, default="allocate")
    round_version = models.PositiveIntegerField(default=0)
    aton_to_move = models.BooleanField(default=True)
    amon_to_move = models.BooleanField(default=True)
    aton_score = models.PositiveSmallIntegerField(default=0)
    amon_score = models.PositiveSmallIntegerField(default=0)
    winner = models.CharField(max_length=4, choices=SIDE_CHOICES, blank=True)
    reason = models.CharField(max_length=8, choices=REASON_CHOICES, blank=True)

    aton_ms = models.PositiveBigIntegerField()
    amon_ms = models.PositiveBigIntegerField()
    aton_deadline = models.DateTimeField(null=True, blank=True)
    amon_deadline = models.DateTimeField(null=True, blank=True)

    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    synthetic = models.BooleanField(default=False)
    with_guest = models.BooleanField(default=False)

    objects: ClassVar[MatchManager] = MatchManager()

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints: ClassVar = [
            models.CheckConstraint(
                name="match_two_players", condition=~models.Q(aton=models.F("amon"))
            ),
            models.CheckConstraint(
                name="match_over_has_end",
                condition=models.Q(reason="", ended_at=None)
                | (~models.Q(reason="") & models.Q(ended_at__isnull=False)),
            ),
        ]
        indexes: ClassVar = [
            # The conditions name `ended_at`, which also tells whether a match is over: unlike
            # `reason = ''` they hold no value, so every database matches them with a query.
            models.Index(
                models.F("ended_at").desc(),
                models.F("id").desc(),
                name="match_finished",
                condition=models.Q(ended_at__isnull=False),
            ),
            models.Index(
                "reason",
                models.F("ended_at").desc(),
                models.F("id").desc(),
                name="match_finished_by_reason",
                condition=models.Q(ended_at__isnull=False),
            ),
            models.Index(
                "rated",
                models.F("ended_at").desc(),
                models.F("id").desc(),
                name="match_finished_by_rated",
                condition=models.Q(ended_at__isnull=False),
            ),
            models.Index(
                "rated",
                "reason",
                models.F("ended_at").desc(),
                models.F("id").desc(),
                name="match_finished_by_both",
                condition=models.Q(ended_at__isnull=False),
            ),
            models.Index("seed", name="match_seed"),
            models.Index(
                models.F("started_at").desc(),
                models.F("id").desc(),
                name="match_running",
                condition=models.Q(ended_at__isnull=True),
            ),
            models.Index(
                "aton", name="match_running_aton", condition=models.Q(ended_at__isnull=True)
            ),
            models.Index(
                "amon", name="match_running_amon", condition=models.Q(ended_at__isnull=True)
            ),
            models.Index(
                "aton_deadline",
                name="match_aton_deadline",
                condition=models.Q(aton_deadline__isnull=False),
            ),
            models.Index(
                "amon_deadline",
                name="match_amon_deadline",
                condition=models.Q(amon_deadline__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"

    def get_absolute_url(self) -> str:
        """Return the address of the match."""
        return reverse("match", args=[self.pk])

    @property
    def over(self) -> bool:
        """Whether the match has ended, by whatever reason."""
        return self.reason != ""

    @property
    def decided(self) -> int:
        """How many actions the match has, and so the number of the last one."""
        return self.version - self.taken_back

    @property
    def control(self) -> TimeControl:
        """The time control that the match is played with."""
        return TimeControl.parse(self.time_control)

    @property
    def clocks(self) -> dict[str, Clock]:
        """Both sides' clocks as they are stored."""
        return {
            "aton": Clock(self.aton_ms, self.aton_deadline),
            "amon": Clock(self.amon_ms, self.amon_deadline),
        }

    def set_clocks(self, clocks: dict[str, Clock]) -> None:
        """Take over both sides' clocks, without saving."""
        self.aton_ms, self.aton_deadline = clocks["aton"].left_ms, clocks["aton"].deadline
        self.amon_ms, self.amon_deadline = clocks["amon"].left_ms, clocks["amon"].deadline

    def side_of(self, player_id: int | None) -> Side | None:
        """Return the side that the player with the id `player_id` plays here, or None."""
        if player_id is None:
            return None
        if player_id == self.aton_id:
            return "aton"
        return "amon" if player_id == self.amon_id else None

    def opponent_of(self, player_id: int | None) -> "Player | None":
        """Return the other player here, for one of the two; None for anybody else."""
        side = self.side_of(player_id)
        if side is None:
            return None
        return self.amon if side == "aton" else self.aton


class Action(models.Model):
    """An accepted action of a match: a decision, a resignation, a timeout or an abort.

    `side` is empty for the end of a match by both clocks in the same instant.
    `payload` is the action as protocol.md writes it, `events` what it made happen (public,
    rules 6.1), `posted_version` the version that the sender decided on, `left_ms` what the
    sender's clock stood at afterwards.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="actions")
    number = models.PositiveIntegerField()
    side = models.CharField(max_length=4, choices=SIDE_CHOICES, blank=True)
    round = models.PositiveSmallIntegerField()
    payload = models.JSONField()
    events = models.JSONField()
    posted_version = models.PositiveIntegerField(null=True, blank=True)
    left_ms = models.PositiveBigIntegerField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("actions")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="action_number_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class Result(models.Model):
    """What one player takes from one finished match: their line in their list of matches.

    An aborted match has no results (rule 5.3). `opening` is the player's first allocation, as
    four digits; empty when they made none.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="results"
    )
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    side = models.CharField(max_length=4, choices=SIDE_CHOICES)
    outcome = models.CharField(max_length=4, choices=OUTCOME_CHOICES)
    reason = models.CharField(max_length=8, choices=REASON_CHOICES)
    rated = models.BooleanField()
    pace = models.CharField(max_length=5, choices=PACE_CHOICES)
    ended_at = models.DateTimeField()
    rounds = models.PositiveSmallIntegerField(default=0)
    opening = models.CharField(max_length=4, blank=True)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "side"], name="result_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                "player",
                models.F("ended_at").desc(),
                models.F("match").desc(),
                name="result_of_player",
            ),
            models.Index(
                "player",
                "reason",
                models.F("ended_at").desc(),
                models.F("match").desc(),
                name="result_of_player_by_reason",
            ),
            models.Index(
                "player",
                "opponent",
                models.F("ended_at").desc(),
                name="result_head_to_head",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.outcome}"
