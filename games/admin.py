"""The admin pages: to look at everything that is public, and to manage accounts.

Staff play too, so what rules section 6 hides is hidden here as well: the state and the seed
of a match never appear, and of actions only what the log shows until the match is over. What
matches wrote (actions, results, ratings, the ledger) is read-only: the game's history is
changed by no hand.
"""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import (
    Action,
    Challenge,
    ChatReport,
    Lapse,
    Match,
    Player,
    Rating,
    RatingChange,
    Result,
)
from games.refusals import Refused
from games.usecases.administer import end_by_administrator

if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Any]
    _UserAdmin = UserAdmin[Player]
else:
    _ModelAdmin, _UserAdmin = admin.ModelAdmin, UserAdmin


class ReadOnlyAdmin(_ModelAdmin):
    """Shows rows and changes none; finds them only by the filters that are offered.

    Without that limit any column could be asked for in the address, the hidden ones too.
    """

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds rows here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody changes rows here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody deletes rows here."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Whether `lookup` is one of the filters that the page offers."""
        offered = {f"{field}__exact" for field in self.list_filter} | set(self.list_filter)
        return lookup in offered


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """Matches, without what their players may not know."""

    list_display = ("id", "aton", "amon", "rated", "time_control", "round", "winner", "reason")
    list_filter = ("pace", "rated", "reason")
    list_select_related = ("aton", "amon")
    exclude = ("state", "seed")
    ordering = ("-id",)
    actions = ("end_matches",)

    @admin.action(description=_("End without a winner, or annul the rating of a finished match"))
    def end_matches(self, request: HttpRequest, matches: QuerySet[Match]) -> None:
        """End the chosen matches, or annul their ratings (usecases.administer)."""
        if not request.user.is_superuser:
            self.message_user(request, _("Only a superuser may end a match."), messages.ERROR)
            return
        for match_id in list(matches.values_list("pk", flat=True)):
            try:
                end_by_administrator(match_id, timezone.now())
            except Refused as refusal:
                self.message_user(request, f"{match_id}: {refusal.sentence}", messages.WARNING)
            else:
                self.message_user(request, _("Match %(n)d: done.") % {"n": match_id})

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Return the matches without the columns that are never shown."""
        return super().get_queryset(request).defer("state", "seed")


@admin.register(Action)
class ActionAdmin(ReadOnlyAdmin):
    """Accepted actions; what was decided is shown when the match is over."""

    list_display = ("id", "match", "number", "side", "round", "at")
    list_select_related = ("match",)
    fields = ("match", "number", "side", "round", "decided", "events", "left_ms", "at")
    readonly_fields = fields
    ordering = ("-id",)

    @admin.display(description=_("decided"))
    def decided(self, action: Action) -> str:
        """Return the action as it was posted, once everything is public (rules 6.3)."""
        return str(action.payload) if action.match.over else str(_("hidden during the match"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Action]:
        """Return the actions with their matches, without the matches' hidden columns."""
        rows = super().get_queryset(request).select_related("match")
        return rows.defer("match__state", "match__seed")


@admin.register(Result)
class ResultAdmin(ReadOnlyAdmin):
    """What players took from finished matches."""

    list_display = ("id", "player", "opponent", "side", "outcome", "reason", "rated", "ended_at")
    list_filter = ("pace", "rated", "outcome", "reason")
    list_select_related = ("player", "opponent")
    ordering = ("-id",)


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    """Ratings as they stand."""

    list_display = ("player", "pace", "rating", "peak", "matches", "wins", "draws", "losses")
    list_filter = ("pace",)
    list_select_related = ("player",)
    ordering = ("-id",)


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    """The ledger of ratings."""

    list_display = ("id", "player", "pace", "before", "after", "k", "score", "match", "at")
    list_filter = ("pace",)
    list_select_related = ("player",)
    ordering = ("-id",)


@admin.register(Challenge)
class ChallengeAdmin(ReadOnlyAdmin):
    """Challenges, open and closed."""

    list_display = ("id", "challenger", "opponent", "time_control", "rated", "side", "status")
    list_filter = ("status", "rated")
    list_select_related = ("challenger", "opponent")
    ordering = ("-id",)


@admin.register(Lapse)
class LapseAdmin(ReadOnlyAdmin):
    """Live matches that players called off or left."""

    list_display = ("id", "player", "kind", "match", "at")
    list_filter = ("kind",)
    list_select_related = ("player",)
    ordering = ("-id",)


@admin.register(ChatReport)
class ChatReportAdmin(ReadOnlyAdmin):
    """Chat lines that somebody found out of place."""

    list_display = ("id", "said", "author", "reporter", "where", "at", "settled")
    list_filter = ("settled",)
    list_select_related = ("line__author", "reporter")
    ordering = ("settled", "-id")
    actions = ("settle",)

    @admin.display(description=_("said"))
    def said(self, report: ChatReport) -> str:
        """Return the line as it was said."""
        return report.line.said

    @admin.display(description=_("by"))
    def author(self, report: ChatReport) -> str:
        """Return who has said it."""
        return report.line.author.username

    @admin.display(description=_("match"))
    def where(self, report: ChatReport) -> str:
        """Return the address of the match."""
        return f"/match/{report.line.match_id}/"

    @admin.action(description=_("Mark as dealt with"))
    def settle(self, _request: HttpRequest, reports: QuerySet[ChatReport]) -> None:
        """Mark the chosen reports as dealt with."""
        reports.update(settled=True)


@admin.register(Player)
class PlayerAdmin(_UserAdmin):
    """Accounts. They are opened by registering, so that each has its ratings."""

    list_display = ("username", "email", "is_active", "is_staff", "date_joined")
    list_filter = ("is_active", "is_staff")
    search_fields = ("username__iexact", "email__iexact")
    fieldsets = (
        (None, {"fields": ("username", "password", "email", "language")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (_("Dates"), {"fields": ("date_joined", "last_login")}),
    )
    readonly_fields = ("username", "date_joined", "last_login")
    filter_horizontal = ("groups",)
    ordering = ("-id",)
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody opens accounts here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody deletes accounts here: matches keep their players."""
        return False
