"""The audit: silent where all is well, and it names whatever was changed."""

import io
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from games.models import Action, Match, Rating, RatingChange, RatingCount, Result
from tests.factories import finished_match, make_player


def audit(jobs=1) -> str:
    out = io.StringIO()
    try:
        call_command("audit", jobs=jobs, verbosity=0, stdout=out)
    except CommandError as error:
        return f"{out.getvalue()}{error}"
    return out.getvalue()


@pytest.mark.django_db
def test_an_empty_site():
    assert "0 finished matches, 0 ratings: 0 differences" in audit()


def changed_state(match):
    state = {**match.state, "supply": {"aton": 0, "amon": 0}}
    Match.objects.filter(pk=match.pk).update(state=state)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda _: Match.objects.update(aton_score=7), "aton_score is 7 and should be"),
        (lambda _: Match.objects.update(round=1), "round is 1"),
        (lambda _: Match.objects.update(seed="ab" * 32), "cannot be replayed"),
        (changed_state, "the stored state differs"),
        (lambda m: m.actions.filter(number=3).delete(), "cannot be replayed"),
        (lambda _: Action.objects.filter(number=2).update(events=[]), "the events of action 2"),
        (lambda _: Result.objects.filter(side="aton").delete(), "the result of aton differs"),
        (lambda _: Result.objects.update(rounds=99), "the result of amon differs"),
        (lambda _: RatingChange.objects.filter(side="amon").delete(), "1 lines in the ledger"),
        (lambda _: RatingChange.objects.update(after=F("after") + 1), "the rating of aton changed"),
        (lambda _: RatingChange.objects.update(expected=0.1), "is not of this match"),
        (lambda _: Rating.objects.update(rating=1600), "rating is 1600 and should be"),
        (lambda _: Rating.objects.update(matches=2, wins=1, losses=1, draws=0), "matches is 2"),
        (lambda _: Result.objects.update(opening="1111"), "the result of aton differs"),
        (lambda _: Match.objects.update(time_control="3d"), "pace is 'live' and the clock is 3d"),
        (lambda _: Rating.objects.update(gain=7), "gain is 7 and should be"),
        (lambda _: Rating.objects.update(recent=9), "recent is 9 and should be"),
        (lambda _: Rating.objects.update(country="DE"), "country is 'DE' and should be ''"),
        (
            lambda _: RatingCount.objects.create(pace="live", rating=1, players=3),
            "3 players are counted, there are 0",
        ),
    ],
)
def test_whatever_is_changed_is_found(change, told):
    match = finished_match(seed=4)
    assert "1 finished matches, 4 ratings: 0 differences" in audit()

    change(match)
    assert told in audit()


@pytest.mark.django_db(transaction=True)
def test_all_cores_find_the_same():
    one, other = make_player(), make_player()
    matches = [
        finished_match(one, other, seed=number, now=one.date_joined + timedelta(days=number))
        for number in range(3)
    ]
    assert "3 finished matches, 4 ratings: 0 differences" in audit(jobs=2)

    Match.objects.filter(pk=matches[1].pk).update(version=1)
    assert f"match {matches[1].pk}: version is 1" in audit(jobs=2)
