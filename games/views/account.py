"""One's own account: name, email, privacy, data, sessions, and its end."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from games.forms_account import DeleteForm, EmailForm, NameForm, ProfileForm
from games.models import Player
from games.numbers import LONGEST_ID, whole_number
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
from games.views.guards import signed_in
from games.views.streams import stream_json_lines

SEE_OTHER, UNPROCESSABLE = 303, 422


@never_cache
@require_safe
@signed_in()
def account(request: HttpRequest, player: Player) -> HttpResponse:
    """Show the account with all its forms, and the sessions that are signed in."""
    return _page(request, player)


@never_cache
@require_POST
@signed_in("account")
def account_name(request: HttpRequest, player: Player) -> HttpResponse:
    """Change the name, once a month."""
    form = NameForm(player, request.POST)
    if not form.is_valid():
        return _page(request, player, name_form=form)
    try:
        change_name(player, form.cleaned_data["username"], timezone.now())
    except Refused as refusal:
        form.add_error("username", str(refusal.sentence))
        return _page(request, player, name_form=form)
    return _done(request, _("Your name is changed. Links to the old one lead to your page."))


@sensitive_post_parameters("password")
@never_cache
@require_POST
@signed_in("account")
def account_email(request: HttpRequest, player: Player) -> HttpResponse:
    """Change the email address; the password is asked for."""
    form = EmailForm(player, request.POST)
    if not form.is_valid():
        return _page(request, player, email_form=form)
    change_email(player, form.cleaned_data["email"])
    return _done(request, _("Your email address is changed."))


@never_cache
@require_POST
@signed_in("account")
def account_profile(request: HttpRequest, player: Player) -> HttpResponse:
    """Change what others see."""
    form = ProfileForm(request.POST, instance=Player.objects.get(pk=player.pk))
    if not form.is_valid():
        return _page(request, player, profile_form=form)
    change_profile(player, **form.cleaned_data)
    return _done(request, _("Your profile is changed."))


@never_cache
@require_safe
@signed_in()
def account_data(request: HttpRequest, player: Player) -> HttpResponseBase:
    """Answer everything that is stored about the player, one thing a line."""
    return stream_json_lines(request, gather_data(player), f"{player.username}.data.jsonl")


@never_cache
@require_POST
@signed_in("account")
def account_sessions(request: HttpRequest, player: Player) -> HttpResponse:
    """End one session (`session`) or, without one, all of them but this."""
    wanted = request.POST.get("session")
    if wanted is not None:
        sign_in_id = whole_number(wanted, LONGEST_ID)
        if sign_in_id is not None:
            end_sign_in(player, sign_in_id)
        return _done(request, _("This session is signed out."))
    sign_out_everywhere(player)
    player.refresh_from_db()
    update_session_auth_hash(request, player)
    _note(request, player)
    return _done(request, _("You are signed out everywhere but here."))


@sensitive_post_parameters("password")
@never_cache
@require_POST
@signed_in("account")
def account_delete(request: HttpRequest, player: Player) -> HttpResponse:
    """Delete the account; the password is asked for."""
    form = DeleteForm(player, request.POST)
    if not form.is_valid():
        return _page(request, player, delete_form=form)
    try:
        delete_account(player, timezone.now())
    except Refused as refusal:
        form.add_error(None, str(refusal.sentence))
        return _page(request, player, delete_form=form)
    logout(request)
    messages.success(request, _("Your account is deleted. Your matches stay, without your name."))
    return HttpResponseRedirect(resolve_url("home"), status=SEE_OTHER)


def _page(request: HttpRequest, player: Player, **forms: Any) -> HttpResponse:
    player = Player.objects.get(pk=player.pk)
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


def _note(request: HttpRequest, player: Player) -> None:
    if request.session.session_key:
        browser = request.headers.get("User-Agent", "")
        note_sign_in(player, request.session.session_key, browser)
