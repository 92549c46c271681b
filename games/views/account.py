"""One's own account: name, email, privacy, data, sessions, and its end."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from games.forms_account import DeleteForm, EmailForm, NameForm, ProfileForm
from games.models import Player
from games.refusals import Refused
from games.usecases.change_account import (
    change_email,
    change_name,
    change_profile,
    may_rename_at,
)
from games.usecases.delete_account import delete_account
from games.usecases.gather_data import gather_data
from games.usecases.sign_ins import (
    end_sign_in,
    note_sign_in,
    sign_ins_of,
    sign_out_everywhere,
)
from games.views.streams import stream_json_lines

SEE_OTHER, UNPROCESSABLE = 303, 422


@never_cache
@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Show the account with all its forms, and the sessions that are signed in."""
    return _page(request)


@never_cache
@login_required
@require_POST
def account_name(request: HttpRequest) -> HttpResponse:
    """Change the name, once a month."""
    player = _player(request)
    form = NameForm(player, request.POST)
    if not form.is_valid():
        return _page(request, name_form=form)
    try:
        change_name(player, form.cleaned_data["username"], timezone.now())
    except Refused as refusal:
        form.add_error("username", str(refusal.sentence))
        return _page(request, name_form=form)
    return _done(request, _("Your name is changed. Links to the old one lead to your page."))


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_POST
def account_email(request: HttpRequest) -> HttpResponse:
    """Change the email address; the password is asked for."""
    player = _player(request)
    form = EmailForm(player, request.POST)
    if not form.is_valid():
        return _page(request, email_form=form)
    change_email(player, form.cleaned_data["email"])
    return _done(request, _("Your email address is changed."))


@never_cache
@login_required
@require_POST
def account_profile(request: HttpRequest) -> HttpResponse:
    """Change what others see."""
    form = ProfileForm(request.POST, instance=Player.objects.get(pk=_player(request).pk))
    if not form.is_valid():
        return _page(request, profile_form=form)
    change_profile(_player(request), **form.cleaned_data)
    return _done(request, _("Your profile is changed."))


@never_cache
@login_required
@require_safe
def account_data(request: HttpRequest) -> HttpResponseBase:
    """Answer everything that is stored about the player, one thing a line."""
    player = _player(request)
    return stream_json_lines(request, gather_data(player), f"{player.username}.data.jsonl")


@never_cache
@login_required
@require_POST
def account_sessions(request: HttpRequest) -> HttpResponse:
    """End one session (`session`) or, without one, all of them but this."""
    player = _player(request)
    wanted = request.POST.get("session")
    if wanted is not None:
        if wanted.isascii() and wanted.isdigit() and len(wanted) < 19:
            end_sign_in(player, int(wanted))
        return _done(request, _("This session is signed out."))
    sign_out_everywhere(player)
    player.refresh_from_db()
    update_session_auth_hash(request, player)
    _note(request, player)
    return _done(request, _("You are signed out everywhere but here."))


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_POST
def account_delete(request: HttpRequest) -> HttpResponse:
    """Delete the account; the password is asked for."""
    player = _player(request)
    form = DeleteForm(player, request.POST)
    if not form.is_valid():
        return _page(request, delete_form=form)
    try:
        delete_account(player, timezone.now())
    except Refused as refusal:
        form.add_error(None, str(refusal.sentence))
        return _page(request, delete_form=form)
    logout(request)
    messages.success(request, _("Your account is deleted. Your matches stay, without your name."))
    return HttpResponseRedirect(resolve_url("home"), status=SEE_OTHER)


def _page(request: HttpRequest, **forms: Any) -> HttpResponse:
    player = Player.objects.get(pk=_player(request).pk)
    if not any(row.session_key == request.session.session_key for row in sign_ins_of(player)):
        _note(request, player)
    again = may_rename_at(player)
    context = {
        "name_form": NameForm(player),
        "email_form": EmailForm(player, initial={"email": player.email}),
        "profile_form": ProfileForm(instance=player),
        "delete_form": DeleteForm(player),
        "rename_again": again if again is not None and again > timezone.now() else None,
        "sign_ins": sign_ins_of(player),
        "session_key": request.session.session_key,
    }
    return render(
        request,
        "account/account.html",
        {**context, **forms},
        status=UNPROCESSABLE if forms else 200,
    )


def _done(request: HttpRequest, sentence: str) -> HttpResponse:
    messages.success(request, sentence)
    return HttpResponseRedirect(resolve_url("account"), status=SEE_OTHER)


def _player(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)  # noqa: S101 — login_required
    return request.user


def _note(request: HttpRequest, player: Player) -> None:
    if request.session.session_key:
        browser = request.headers.get("User-Agent", "")
        note_sign_in(player, request.session.session_key, browser)
