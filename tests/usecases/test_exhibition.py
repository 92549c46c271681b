"""Matches of the bots among themselves, for a site where nobody has played yet."""

import random

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.models import Match, Puzzle, Review
from games.usecases.audit import audit_matches
from games.usecases.exhibition import play_exhibition, review_exhibition
from games.usecases.list_games import latest_games
from games.usecases.make_record import make_record
from games.usecases.review import ask_for_review, take_up_review
from tests.reviews import review_once

pytestmark = pytest.mark.django_db


def played(seed: int = 1) -> Match:
    return play_exhibition(("ibis", "jackal"), 20, random.Random(seed), timezone.now())


def test_it_is_a_casual_match_of_two_bots_like_any_other():
    match = played()
    match.refresh_from_db()
    assert match.over
    assert not match.rated
    assert match.unrated_reason == "bot"
    assert (match.aton.bot, match.amon.bot) == ("ibis", "jackal")
    assert latest_games(9) == [match]
    assert audit_matches(match.pk, match.pk).differences == []
    assert make_record(match)["result"]["winner"] == (match.winner or None)
    assert match.results.count() == 2
    assert not match.aton.changes.exists()


def test_its_review_gives_positions_to_practise():
    counts: list[int] = []
    while not sum(counts) and len(counts) < 3:
        counts.append(review_exhibition(played(len(counts)), review_once, timezone.now()))
    assert sum(counts) == Puzzle.objects.count() > 0
    assert set(Review.objects.values_list("status", flat=True)) == {"done"}


def test_a_review_that_a_server_has_taken_up_is_left_to_it():
    match = played()
    now = timezone.now()
    ask_for_review(match.pk, now)
    assert take_up_review(now) == match.pk
    assert review_exhibition(match, review_once, now) == 0


def test_the_command(capsys):
    call_command("seed_practice", "--matches", "1", "--seed", "1", "--ms", "20", "-v", "0")
    assert "1 matches" in capsys.readouterr().out
    assert Match.objects.count() == Review.objects.count() == 1
    with pytest.raises(CommandError):
        call_command("seed_practice", "--matches", "0")
