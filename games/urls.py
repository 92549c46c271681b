"""The addresses of the app (contract.md)."""

from django.urls import path

from games.views import house, match

urlpatterns = [
    path("healthz", house.healthz, name="healthz"),
    path("match/<int:match_id>/", match.match_page, name="match"),
    path("match/<int:match_id>/act/", match.act, name="match_act"),
    path("match/<int:match_id>/view.json", match.view_json, name="match_view"),
    path("match/<int:match_id>/record.json", match.record_json, name="match_record"),
    path("match/<int:match_id>/log/", match.match_log, name="match_log"),
]
