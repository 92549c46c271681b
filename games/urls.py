"""The addresses of the app (contract.md)."""

from django.urls import include, path

from games.views import accounts, bots, house, lists, lobby, match, pairing, preferences

urlpatterns = [
    path("", house.home, name="home"),
    path("rules/", house.rules, name="rules"),
    path("preferences/", preferences.preferences, name="preferences"),
    path("register/", accounts.register_page, name="register"),
    path("login/", accounts.login_page, name="login"),
    path("logout/", accounts.logout, name="logout"),
    path("password/", accounts.password_change, name="password_change"),
    path("password/changed/", accounts.password_change_done, name="password_change_done"),
    path("password/reset/", accounts.password_reset, name="password_reset"),
    path("password/reset/sent/", accounts.password_reset_done, name="password_reset_done"),
    path(
        "password/reset/<uidb64>/<token>/",
        accounts.password_reset_confirm,
        name="password_reset_confirm",
    ),
    path("password/reset/done/", accounts.password_reset_complete, name="password_reset_complete"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/lists/", lobby.lobby_lists, name="lobby_lists"),
    path("attention/", pairing.attention, name="attention"),
    path("pairing/", pairing.pairing, name="pairing"),
    path("pairing/join/", pairing.pairing_join, name="pairing_join"),
    path("pairing/leave/", pairing.pairing_leave, name="pairing_leave"),
    path("bots/", bots.bots, name="bots"),
    path("bots/play/", bots.bots_play, name="bots_play"),
    path("match/<int:match_id>/pace/", bots.bot_pace, name="bot_pace"),
    path("challenges/", lobby.challenges, name="challenges"),
    path("challenges/<int:challenge_id>/", lobby.challenge_page, name="challenge"),
    path("challenges/<int:challenge_id>/status/", lobby.challenge_status, name="challenge_status"),
    path("challenges/<int:challenge_id>/accept/", lobby.challenge_accept, name="challenge_accept"),
    path("challenges/<int:challenge_id>/cancel/", lobby.challenge_cancel, name="challenge_cancel"),
    path(
        "challenges/<int:challenge_id>/decline/", lobby.challenge_decline, name="challenge_decline"
    ),
    path("", include("games.urls_history")),
    path("games/", lists.games, name="games"),
    path("players/<str:username>/", lists.player, name="player"),
    path("leaderboard/", lists.leaderboard, name="leaderboard"),
    path("healthz", house.healthz, name="healthz"),
    path("match/<int:match_id>/", match.match_page, name="match"),
    path("match/<int:match_id>/act/", match.act, name="match_act"),
    path("match/<int:match_id>/view.json", match.view_json, name="match_view"),
    path("match/<int:match_id>/record.json", match.record_json, name="match_record"),
    path("match/<int:match_id>/sums/", match.match_sums, name="match_sums"),
    path("match/<int:match_id>/log/", match.match_log, name="match_log"),
]
