"""Matches against bots: who may, what the bots decide, guests, no clock."""

import random
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games import engine
from games.clock import TimeControl
from games.engine import other
from games.engine.bots import NAMES, RATINGS
from games.engine.bots.jobs import choose_json
from games.models import BotSeat, Lapse, Match, Player, Puzzle, PuzzleTry
from games.refusals import AgainstRules, Malformed, NotAllowed
from games.usecases import bot_move
from games.usecases.bot_players import bot_player, bot_players, level_near
from games.usecases.challenge import accept_challenge, make_challenge
from games.usecases.find_opponent import join_queue, pairing_of
from games.usecases.guests import KEPT, forget_guests, hand_over, keep_guest
from games.usecases.list_games import GameFilter, latest_games, list_games, running_games
from games.usecases.lobby import own_matches
from games.usecases.play import play
from games.usecases.play_bot import BOT_MATCHES_AT_ONCE, SAME_PRESS, play_bot, set_hurried
from games.usecases.show_player import show_player
from tests.factories import finished_match, make_match, make_player, state_of

pytestmark = pytest.mark.django_db

RAPID = TimeControl.parse("600+15")
NO_CLOCK = TimeControl.parse("none")


def begin(player=None, level="ibis", control=NO_CLOCK, side="aton", *, hurried=True):
    return play_bot(
        player or make_player(), level, control, side=side, hurried=hurried, now=timezone.now()
    )


def let_bots_decide(now=None) -> int:
    """Do what the server's thinking does, here and at once; return how many decisions that is."""
    decided = 0
    while owed := bot_move.owed_by_bots(now or timezone.now()):
        for match_id in owed:
            thought = bot_move.take_up(match_id, now or timezone.now())
            action = choose_json(thought.level, thought.view, 40, decided)
            assert bot_move.answer(thought, action, now or timezone.now())
            decided += 1
    return decided


def play_to_the_end(match: Match, player: Player, seed: int = 1, now=None) -> Match:
    rng = random.Random(seed)
    while True:
        let_bots_decide(now)
        match.refresh_from_db()
        if match.over:
            return match
        state = state_of(match)
        action = engine.choose_random(state, match.side_of(player.pk), rng).to_json()
        del action["player"]
        play(match.pk, player, match.version, action, now or timezone.now())


def test_each_bot_is_one_player_with_the_published_rating():
    bots = bot_players()
    assert [level.name for level, _ in bots] == list(NAMES)
    for level, bot in bots:
        assert bot.is_bot
        assert bot == bot_player(level.name)
        assert {rating.rating for rating in bot.ratings.all()} == {RATINGS[level.name]}
        assert not bot.has_usable_password()


def test_a_bots_rating_follows_a_new_measure():
    bot_player("ibis").ratings.update(rating=1)
    assert bot_player("ibis").rating_in("live").rating == RATINGS["ibis"]


def test_a_person_who_has_the_name_keeps_it():
    make_player("Sphinx")
    assert bot_player("sphinx").username == "Sphinx-bot"


def test_the_level_near_a_rating():
    assert level_near(0).name == NAMES[0]
    assert level_near(RATINGS["jackal"] + 1).name == "jackal"
    assert level_near(9999).name == NAMES[-1]


@pytest.mark.parametrize("level", NAMES)
def test_a_whole_match_against_each_level(level):
    match, player = begin(level=level)
    match = play_to_the_end(match, player)
    assert match.over
    assert not match.rated
    assert match.unrated_reason == "bot"
    assert not player.changes.exists()


def test_a_match_without_a_clock_never_has_a_deadline():
    match, player = begin()
    for _ in range(6):
        match.refresh_from_db()
        assert match.aton_deadline is None
        assert match.amon_deadline is None
        let_bots_decide()
        match.refresh_from_db()
        action = engine.choose_random(state_of(match), "aton", random.Random(1)).to_json()
        del action["player"]
        play(match.pk, player, match.version, action, timezone.now() + timedelta(days=400))
    assert not Match.objects.get(pk=match.pk).over


def test_a_match_with_a_clock_runs_both():
    match, _ = begin(control=RAPID)
    assert match.aton_deadline
    assert match.amon_deadline
    let_bots_decide()
    match.refresh_from_db()
    assert match.aton_deadline
    assert not match.amon_deadline


def test_a_decision_is_taken_up_once_until_the_lease_ends():
    match, _ = begin()
    now = timezone.now()
    assert bot_move.owed_by_bots(now) == [match.pk]
    assert bot_move.take_up(match.pk, now) is not None
    assert bot_move.take_up(match.pk, now) is None
    assert bot_move.owed_by_bots(now) == []
    later = now + bot_move.LEASE + timedelta(seconds=1)
    assert bot_move.owed_by_bots(later) == [match.pk]
    assert bot_move.take_up(match.pk, later) is not None


def test_a_restart_forgets_who_was_thinking():
    match, _ = begin()
    bot_move.take_up(match.pk, timezone.now())
    bot_move.forget_thinking()
    assert bot_move.take_up(match.pk, timezone.now()) is not None


def test_a_bot_gets_its_own_view_only():
    match, _ = begin(side="aton")
    thought = bot_move.take_up(match.pk, timezone.now())
    assert thought.view["hand"]["aton"] is None
    assert thought.view["pile"] is None
    assert thought.view["seed"] is None


def test_an_answer_that_comes_too_late_is_dropped():
    match, player = begin()
    now = timezone.now()
    thought = bot_move.take_up(match.pk, now)
    action = choose_json(thought.level, thought.view, 40, 1)
    play(match.pk, player, 0, {"type": "resign"}, now)
    assert not bot_move.answer(thought, action, now)
    assert bot_move.owed_by_bots(now) == []


def test_the_pause_is_short_varied_and_can_be_switched_off():
    match, player = begin(hurried=False)
    now = timezone.now()
    pauses = {bot_move.pause_before(match.pk, now) for _ in range(20)}
    assert len(pauses) > 10
    assert all(0.5 < pause < 5 for pause in pauses)
    set_hurried(match.pk, player, hurried=True)
    assert bot_move.pause_before(match.pk, now) == 0
    with pytest.raises(NotAllowed):
        set_hurried(match.pk, make_player(), hurried=False)
    with pytest.raises(Match.DoesNotExist):
        set_hurried(make_match(player).pk, player, hurried=True)


def test_the_pause_takes_little_of_a_clock_that_runs_low():
    match, _ = begin(control=RAPID, hurried=False)
    now = match.amon_deadline - timedelta(seconds=5)
    assert bot_move.pause_before(match.pk, now) <= 0.1


def test_the_more_wait_the_less_each_thinks():
    assert bot_move.budget_of("pharaoh", 0) == 1000
    assert bot_move.budget_of("pharaoh", 10) == 100
    assert bot_move.budget_of("pharaoh", 5000) == bot_move.LEAST_MS


def test_refused_levels_sides_and_too_many_matches():
    player = make_player()
    with pytest.raises(Malformed):
        begin(player, level="random")
    with pytest.raises(Malformed):
        begin(player, side="both")
    for _ in range(BOT_MATCHES_AT_ONCE):
        begin(player)
        Match.objects.update(started_at=timezone.now() - SAME_PRESS)
    with pytest.raises(AgainstRules):
        begin(player)
    assert BotSeat.objects.count() == BOT_MATCHES_AT_ONCE


def test_pressed_twice_it_is_one_match():
    player, now = make_player(), timezone.now()

    def press(seconds=0.0, level="ibis", side="random", control=NO_CLOCK):
        at = now + timedelta(seconds=seconds)
        return play_bot(player, level, control, side=side, hurried=False, now=at)[0]

    first = press()
    assert press(0.4) == first
    own = first.side_of(player.pk)
    assert press(0.8, side=own) == first
    assert press(0.8, side=other(own)) != first
    assert press(0.8, level="jackal") != first
    assert press(0.8, control=RAPID) != first
    assert press(SAME_PRESS.total_seconds() + 1) != first


def test_a_match_that_was_played_in_is_not_begun_again():
    player, now = make_player(), timezone.now()
    match, _ = play_bot(player, "ibis", NO_CLOCK, side="aton", hurried=True, now=now)
    action = engine.choose_random(state_of(match), "aton", random.Random(1)).to_json()
    del action["player"]
    play(match.pk, player, 0, action, now)
    assert play_bot(player, "ibis", NO_CLOCK, side="aton", hurried=True, now=now)[0] != match


def test_bots_are_not_challenged_and_never_rated():
    with pytest.raises(AgainstRules):
        make_challenge(make_player(), bot_player("ibis"), RAPID, rated=True, side="random")


def guest_match(**options):
    return begin(AnonymousUser(), **options)


def test_a_guest_plays_bots_only():
    _, guest = guest_match()
    assert guest.is_guest
    with pytest.raises(NotAllowed):
        make_challenge(guest, None, RAPID, rated=False, side="random")
    with pytest.raises(NotAllowed):
        join_queue(guest, "600+15", timezone.now())
    challenge = make_challenge(make_player(), None, RAPID, rated=False, side="random")
    with pytest.raises(NotAllowed):
        accept_challenge(challenge.pk, guest, timezone.now())


def test_a_guest_stands_in_no_list_until_they_register():
    match, guest = guest_match()
    bot = bot_player("ibis")
    assert running_games(9) == []
    match = play_to_the_end(match, guest)
    with pytest.raises(Player.DoesNotExist):
        show_player(guest.username, AnonymousUser())
    assert latest_games(9) == []
    assert list_games(GameFilter()).rows == []
    assert list_games(GameFilter(player=bot)).rows == []
    assert list(show_player(bot.username, AnonymousUser()).results) == []

    kept = keep_guest(guest, "Nefertari", "nile-delta-1353", "n@example.org")

    assert kept.pk == guest.pk
    assert kept.check_password("nile-delta-1353")
    assert [game.pk for game in latest_games(9)] == [match.pk]
    assert [game.pk for game in list_games(GameFilter(player=bot)).rows] == [match.pk]
    lines = show_player("nefertari", AnonymousUser()).results
    assert [line.result.match_id for line in lines] == [match.pk]


def test_abandoned_guests_are_forgotten_with_their_matches():
    now = timezone.now()
    old, old_guest = guest_match()
    idle, idle_guest = guest_match()
    kept, kept_guest = guest_match()
    account, player = begin()
    Player.objects.update(date_joined=now - KEPT * 2)
    Match.objects.exclude(pk=kept.pk).update(started_at=now - KEPT * 2)
    play_to_the_end(old, old_guest, now=now - KEPT * 2)
    play(idle.pk, idle_guest, 0, {"type": "exchange"}, now - timedelta(days=1))

    assert forget_guests(now) == 1

    assert set(Match.objects.all()) == {idle, kept, account}
    assert set(Player.objects.filter(bot=None)) == {idle_guest, kept_guest, player}
    assert forget_guests(now) == 0


def test_who_has_waited_for_20_seconds_is_offered_a_bot_and_goes_on_waiting():
    now = timezone.now()
    player = make_player()
    player.ratings.update(rating=RATINGS["sphinx"] + 20)
    join_queue(player, "600+15", now)

    early = pairing_of(player, now + timedelta(seconds=5))
    assert (early.offer, early.offer_in) == (None, 15)
    late = pairing_of(player, now + timedelta(seconds=20))
    assert late.offer.name == "sphinx"
    assert late.mine is not None

    # Taking the offer leaves the queue, and the match is not rated.
    match, _ = begin(player, late.offer.name, RAPID)
    assert not match.rated
    assert pairing_of(player, now).mine is None


def test_calling_off_a_match_against_a_bot_lets_nobody_down():
    match, player = begin(control=RAPID)
    play(match.pk, player, 0, {"type": "abort"}, timezone.now())
    assert not Lapse.objects.exists()


def test_a_guests_answers_under_practice_go_along_unless_given_already():
    reviewed = finished_match()
    match, guest = guest_match()
    player = make_player()
    puzzles = [
        Puzzle.objects.create(
            match=reviewed,
            number=number,
            side="aton",
            type="place",
            answers=[],
            best={},
            missed=0.1,
        )
        for number in (1, 2)
    ]
    now = timezone.now()
    for who, puzzle in ((guest, puzzles[0]), (guest, puzzles[1]), (player, puzzles[1])):
        PuzzleTry.objects.create(
            puzzle=puzzle, player=who, solved=who == player, rating=1500, at=now
        )

    hand_over(guest, player)

    assert Match.objects.get(pk=match.pk).aton == player
    assert list(player.puzzle_tries.order_by("puzzle").values_list("solved", flat=True)) == [
        False,
        True,
    ]
    # Who is no guest any more has nothing to hand over.
    hand_over(guest, player)
    hand_over(player, make_player())
    assert Match.objects.get(pk=match.pk).aton == player


def test_a_bots_page_names_no_guest_and_no_clock_is_not_urgent():
    match, _ = guest_match()
    with_clock, player = begin(level="ibis", control=RAPID)
    without_clock, _ = begin(player, level="ibis")
    shown = show_player(bot_player("ibis").username, AnonymousUser()).running
    assert {own.match for own in shown} == {with_clock, without_clock}
    assert [own.match for own in own_matches(player)] == [with_clock, without_clock]
    assert own_matches(match.aton)[0].match == match
