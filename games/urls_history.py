"""The addresses of what comes after a match: records, analysis, players, one's own account."""

from datetime import date

from django.urls import path, register_converter

from games.views import records, share


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
]
