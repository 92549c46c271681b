"""Accounts: register, sign in and out, change and reset the password."""

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import login, views
from django.contrib.auth.forms import AuthenticationForm
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.urls import reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.forms import PasswordForgottenForm, RegistrationForm, SignInForm
from games.models import Player
from games.usecases.guests import hand_over, keep_guest
from games.usecases.register import UsernameTaken, register
from games.usecases.sign_ins import note_sign_out
from games.views.guards import signed_in
from games.views.preferences import speak

if TYPE_CHECKING:
    from django.views.generic.edit import FormView

    _FormView = FormView[Any]
else:
    _FormView = object

SEE_OTHER, UNPROCESSABLE = 303, 422


@sensitive_post_parameters("password1", "password2")
@csrf_protect
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def register_page(request: HttpRequest) -> HttpResponse:
    """Open an account, sign in to it and go on to where one came from (`next`)."""
    form = RegistrationForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            wanted = [form.cleaned_data[name] for name in ("username", "password1", "email")]
            if isinstance(request.user, Player) and request.user.is_guest:
                player = keep_guest(request.user, *wanted)
            else:
                player = register(*wanted)
        except UsernameTaken as taken:
            form.add_error("username", str(taken.sentence))
        else:
            login(request, player, backend="django.contrib.auth.backends.ModelBackend")
            goal = safe_next(request) or resolve_url("lobby")
            return HttpResponseRedirect(goal, status=SEE_OTHER)
    return render(
        request,
        "account/register.html",
        {"form": form, "next": safe_next(request)},
        status=UNPROCESSABLE if request.method == "POST" else 200,
    )


def safe_next(request: HttpRequest) -> str:
    """Return the address to go on to that came with the request, "" unless it is of this site."""
    goal = request.POST.get("next", request.GET.get("next", ""))
    safe = url_has_allowed_host_and_scheme(
        goal, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return goal if safe else ""


class _AnswersUnprocessable(_FormView):
    """Answers an invalid form with 422."""

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """Show the form with its errors."""
        return self.render_to_response(self.get_context_data(form=form), status=UNPROCESSABLE)


class _Login(_AnswersUnprocessable, views.LoginView):
    template_name = "account/login.html"
    authentication_form = SignInForm

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in; the site speaks the account's language from then on.

        Whoever has played as a guest takes their matches along.
        """
        was = self.request.user
        guest = was if isinstance(was, Player) and was.is_guest else None
        answer = super().form_valid(form)
        player = form.get_user()
        if guest is not None and isinstance(player, Player):
            hand_over(guest, player)
        speak(answer, getattr(player, "language", ""))
        return answer


class _PasswordChange(_AnswersUnprocessable, views.PasswordChangeView):
    template_name = "account/password_change.html"
    success_url = reverse_lazy("password_change_done")


_PUBLIC = urlsplit(settings.PUBLIC_URL)[:2]


class _PasswordReset(_AnswersUnprocessable, views.PasswordResetView):
    form_class = PasswordForgottenForm
    template_name = "account/password_reset.html"
    email_template_name = "account/password_reset_email.txt"
    subject_template_name = "account/password_reset_subject.txt"
    success_url = reverse_lazy("password_reset_done")
    # Not the host that the request names: whoever sends it would choose where the link leads.
    extra_email_context = dict(zip(("protocol", "domain"), _PUBLIC, strict=True))


class _PasswordResetConfirm(_AnswersUnprocessable, views.PasswordResetConfirmView):
    template_name = "account/password_reset_confirm.html"
    success_url = reverse_lazy("password_reset_complete")


class _Logout(views.LogoutView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Sign out, and let no page that is still open go on as the player's."""
        player_id, session_key = request.user.pk, request.session.session_key
        answer = super().post(request, *args, **kwargs)
        if player_id is not None:
            note_sign_out(player_id, session_key or "")
        return answer


@signed_in()
def password_change(request: HttpRequest, _player: Player) -> HttpResponseBase:
    """Change the password; the old one is asked for."""
    return _PasswordChange.as_view()(request)


login_page = _Login.as_view()
logout = _Logout.as_view()
password_change_done = views.PasswordChangeDoneView.as_view(
    template_name="account/password_change_done.html"
)
password_reset = _PasswordReset.as_view()
password_reset_done = views.PasswordResetDoneView.as_view(
    template_name="account/password_reset_done.html"
)
password_reset_confirm = _PasswordResetConfirm.as_view()
password_reset_complete = views.PasswordResetCompleteView.as_view(
    template_name="account/password_reset_complete.html"
)
