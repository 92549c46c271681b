"""The sessions of a player: noted, listed, ended."""

from collections.abc import Sequence
from importlib import import_module

from django.conf import settings
from django.db import transaction
from django.db.models import F

from games.models import Player, SignIn
from games.notify import sessions_ended_on_commit

KEPT = 50


def note_sign_in(player: Player, session_key: str, browser: str) -> None:
    """Note that the player has signed in with this session, from `browser`."""
    SignIn.objects.update_or_create(
        session_key=session_key, defaults={"player": player, "browser": browser[:200]}
    )
    old = SignIn.objects.filter(player=player).order_by("-at", "-pk").values_list("pk")[KEPT:]
    SignIn.objects.filter(pk__in=list(old.values_list("pk", flat=True))).delete()


def note_sign_out(player_id: int, session_key: str) -> None:
    """Forget a session that has ended; no page that is still open goes on as the player's."""
    SignIn.objects.filter(player=player_id, session_key=session_key).delete()
    sessions_ended_on_commit(player_id)


def sign_ins_of(player: Player) -> Sequence[SignIn]:
    """Return the sessions of the player that still live, the newest first."""
    rows = list(SignIn.objects.filter(player=player).order_by("-at", "-pk"))
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    return [row for row in rows if store.exists(row.session_key)]


def end_sign_in(player: Player, sign_in_id: int) -> None:
    """End one session of the player; nothing happens for one that is not theirs."""
    row = SignIn.objects.filter(player=player, pk=sign_in_id).first()
    if row is not None:
        import_module(settings.SESSION_ENGINE).SessionStore().delete(row.session_key)
        row.delete()
        sessions_ended_on_commit(player.pk)


def forget_sign_ins(player_id: int) -> None:
    """Forget all sessions of a player whose password is another now; it signed each of them."""
    SignIn.objects.filter(player=player_id).delete()
    sessions_ended_on_commit(player_id)


def sign_out_everywhere(player: Player) -> None:
    """End all sessions of the player, those that were never noted too."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    with transaction.atomic():
        for row in SignIn.objects.filter(player=player):
            store.delete(row.session_key)
        SignIn.objects.filter(player=player).delete()
        Player.objects.filter(pk=player.pk).update(session_epoch=F("session_epoch") + 1)
        sessions_ended_on_commit(player.pk)
