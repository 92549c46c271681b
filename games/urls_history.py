"""The addresses of what comes after a match: records, analysis, players, one's own account."""

from datetime import date

from django.urls import path, register_converter

from games.views import account, players, records, share


class DayConverter:
    """A day of the calendar, as 2026-11-30."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        """Return the day; a day that the calendar does not have is no address."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """Return the day as it stands in an address."""
        return value.isoformat()


register_converter(DayConverter, "day")

urlpatterns = [
    path("analysis/", records.analysis, name="analysis"),
    path("records/mine.jsonl", records.my_records, name="my_records"),
    path("records/<day:day>.jsonl", records.day_records, name="day_records"),
    path("match/<int:match_id>/board.png", share.board_png, name="match_board"),
    path("match/<int:match_id>/embed/", share.embed, name="match_embed"),
    path("players/", players.search, name="search"),
    path("players/<str:username>/statistics/", players.statistics, name="statistics"),
    path("players/<str:username>/follow/", players.follow_player, name="follow"),
    path("following/", players.followed, name="following"),
    path("compare/", players.compare, name="compare"),
    path("account/", account.account, name="account"),
    path("account/name/", account.account_name, name="account_name"),
    path("account/email/", account.account_email, name="account_email"),
    path("account/profile/", account.account_profile, name="account_profile"),
    path("account/data.jsonl", account.account_data, name="account_data"),
    path("account/sessions/", account.account_sessions, name="account_sessions"),
    path("account/delete/", account.account_delete, name="account_delete"),
]
