"""Demo data: what is made up fits together, and never mixes with what is real."""

import io

import pytest
from django.core.management import CommandError, call_command

from games.models import Action, Match, Player, Rating, RatingChange, Result
from tests.factories import make_player
from tests.usecases.test_audit import audit


def seed_demo(**options):
    values = {"players": 40, "matches": 300, "played": 6, "jobs": 1, "verbosity": 0}
    call_command("seed_demo", **{**values, **options}, stdout=io.StringIO())


@pytest.mark.django_db
def test_a_demo_league_stands_the_audit(client):
    make_player("admin-of-this", is_staff=True, is_superuser=True)
    seed_demo()

    assert Player.objects.count() == 41
    assert Match.objects.count() == 300
    assert Match.objects.filter(synthetic=False).count() == 6
    assert Result.objects.count() == 600
    assert Action.objects.filter(match__synthetic=True).count() == 0
    assert RatingChange.objects.count() == 2 * Match.objects.filter(rated=True).count()
    assert "300 finished matches, 82 ratings: 0 differences" in audit()
    assert Rating.objects.filter(recent__gt=0).exists()
    # What comes next gets ids that are free.
    make_player("Ramses")
    for page in ("/", "/games/", "/leaderboard/", "/leaderboard/?pace=daily"):
        assert client.get(page).status_code == 200


@pytest.mark.django_db
def test_the_same_seed_makes_the_same_league():
    seed_demo(matches=30)
    first = list(Match.objects.order_by("pk").values_list("seed", "winner", "aton_rating"))
    RatingChange.objects.all().delete()
    Match.objects.all().delete()
    Player.objects.all().delete()
    from games.models import RatingCount

    RatingCount.objects.all().delete()
    seed_demo(matches=30)
    assert list(Match.objects.order_by("pk").values_list("seed", "winner", "aton_rating")) == first


@pytest.mark.django_db
def test_real_players_are_left_alone():
    make_player()
    with pytest.raises(CommandError, match="would mix"):
        seed_demo()


@pytest.mark.parametrize("numbers", [{"players": 1}, {"matches": 0}, {"played": 301}])
def test_numbers_that_make_no_league(numbers):
    with pytest.raises(CommandError, match="At least"):
        seed_demo(**numbers)
