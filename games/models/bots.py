"""Matches against bots, reviews of finished matches, and the puzzles made from them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"
REVIEW_CHOICES = [
    (WAITING, _("waiting")),
    (RUNNING, _("running")),
    (DONE, _("done")),
    (FAILED, _("failed")),
]

# What a puzzle, and somebody who solves puzzles, begins with.
PUZZLE_START = 1500


class BotSeat(models.Model):
    """That `side` of a match is played by the bot of `level`.

    `hurried` is set when the bot is to answer at once, without the pause of a human pace.
    While `taken_until` lies ahead some process is thinking about the decision on
    `taken_version`; when it has passed, whoever finds the decision owed thinks anew.
    """

    match = models.OneToOneField(
        "games.Match", on_delete=models.CASCADE, primary_key=True, related_name="bot_seat"
    )
    side = models.CharField(max_length=4)
    level = models.CharField(max_length=10)
    hurried = models.BooleanField(default=False)
    taken_version = models.PositiveIntegerField(null=True, blank=True)
    taken_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat of a bot")
        verbose_name_plural = _("seats of bots")

    def __str__(self) -> str:
        return f"{self.match_id} {self.side} {self.level}"


class Review(models.Model):
    """The review of a finished match: asked for once, worked on step by step, kept.

    `steps` is what has been worked out so far (games/engine/bots/review.py), one entry for each
    of the `total` actions; a restart goes on from there. `taken_until` is as in `BotSeat`.
    """

    match = models.OneToOneField(
        "games.Match", on_delete=models.CASCADE, primary_key=True, related_name="review"
    )
    status = models.CharField(max_length=7, choices=REVIEW_CHOICES, default=WAITING)
    total = models.PositiveIntegerField()
    steps = models.JSONField(default=list)
    done = models.PositiveIntegerField(default=0)
    asked_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    taken_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        indexes: ClassVar = [
            models.Index(
                "asked_at",
                name="review_to_do",
                condition=models.Q(ended_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.status}"


class Puzzle(models.Model):
    """A position of a finished match in which the right choice was clear and was missed.

    `number` is the action that missed it; `answers` are the choices that count as right
    (games/engine/bots/answers.py).
    """

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="puzzles")
    number = models.PositiveIntegerField()
    side = models.CharField(max_length=4)
    type = models.CharField(max_length=8)
    answers = models.JSONField()
    best = models.JSONField()
    missed = models.FloatField()
    rating = models.IntegerField(default=PUZZLE_START)
    tries = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("puzzle")
        verbose_name_plural = _("puzzles")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="puzzle_once"),
        ]
        indexes: ClassVar = [models.Index("rating", name="puzzle_rating")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class PuzzleTry(models.Model):
    """The first answer that a player gave to a puzzle; only it changes both ratings."""

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="answers_given")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_tries"
    )
    solved = models.BooleanField()
    rating = models.IntegerField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("answer to a puzzle")
        verbose_name_plural = _("answers to puzzles")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["puzzle", "player"], name="puzzletry_once"),
        ]
        indexes: ClassVar = [
            models.Index("player", models.F("id").desc(), name="puzzletry_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.puzzle_id}"
