"""Fair play: absences, claims, pauses, rated matches a day, the administrator, the log's notes."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from games import engine
from games.clock import TimeControl
from games.models import (
    Downtime,
    Lapse,
    MatchNote,
    Presence,
    QueueEntry,
    Rating,
    RatingChange,
    Result,
)
from games.models.social import BLOCK
from games.present import rounds
from games.refusals import AgainstRules, NotAllowed, Stale
from games.usecases.administer import end_by_administrator
from games.usecases.audit import audit_matches, audit_ratings
from games.usecases.beside import LONG, beside_of
from games.usecases.challenge import Wanted, accept_challenge, expire_challenges, make_challenge
from games.usecases.claim import LEFT_AFTER, claim_match
from games.usecases.fair_play import RATED_A_DAY, pause_of
from games.usecases.find_opponent import join_queue
from games.usecases.keep_house import TO_COME_BACK, beat, make_good_downtime
from games.usecases.look import log_of, look
from games.usecases.make_record import make_record
from games.usecases.note_presence import GRACE, note_presence
from games.usecases.play import play
from games.usecases.rematch import OFFERED_FOR, offer_rematch
from games.usecases.settle_clock import settle_due_clocks
from games.usecases.shun import shun
from tests.factories import finished_match, make_match, make_player, play_random, player_on

pytestmark = pytest.mark.django_db

RAPID = TimeControl.parse("600+15")
SECOND = timedelta(seconds=1)


def past_the_first_allocation(match):
    rng = random.Random(1)
    while match.phase == "allocate":
        play_random(match, rng, 1)
    return match


def owing(match):
    return "aton" if match.aton_to_move else "amon"


class TestClaims:
    def test_a_player_who_owes_and_has_left_for_a_minute_loses_to_a_claim(self):
        match = past_the_first_allocation(make_match())
        gone, here = owing(match), engine.other(owing(match))
        left = match.started_at + 60 * SECOND
        note_presence(match.pk, player_on(match, gone).pk, left)
        with pytest.raises(Stale):
            claim_match(match.pk, player_on(match, here), left + LEFT_AFTER - SECOND)
        claim_match(match.pk, player_on(match, here), left + LEFT_AFTER)
        match.refresh_from_db()
        assert (match.reason, match.winner) == ("timeout", here)
        assert Lapse.objects.get().player == player_on(match, gone)
        assert RatingChange.objects.count() == 2
        assert "claimed the match" in said(match)
        assert engine.replay(make_record(match)).result.winner == here

    def test_before_both_have_allocated_a_claim_only_aborts(self):
        match = make_match()
        claim_match(match.pk, match.aton, match.started_at + LEFT_AFTER)
        match.refresh_from_db()
        assert (match.reason, match.winner) == ("abort", "")
        assert [lapse.player for lapse in Lapse.objects.all()] == [match.amon]

    def test_who_plays_without_a_line_is_not_said_to_have_left(self):
        match = past_the_first_allocation(make_match())
        owes, waits = owing(match), engine.other(owing(match))
        later = match.started_at + 3 * LEFT_AFTER
        with pytest.raises(Stale):
            claim_match(match.pk, player_on(match, waits), later)
        beside = beside_of(match, player_on(match, waits), later)
        assert (beside.gone_since, beside.can_claim) == (None, False)
        note_presence(match.pk, player_on(match, owes).pk, later)
        beside = beside_of(match, player_on(match, waits), later + LEFT_AFTER)
        assert (beside.gone_since, beside.can_claim) == (later, True)

    def test_who_is_back_has_not_left(self):
        match = make_match()
        note_presence(match.pk, match.amon_id, match.started_at + LEFT_AFTER)
        with pytest.raises(Stale):
            claim_match(match.pk, match.aton, match.started_at + LEFT_AFTER + SECOND)

    def test_nobody_claims_what_the_other_does_not_owe(self):
        match = past_the_first_allocation(make_match())
        with pytest.raises(Stale):
            claim_match(match.pk, player_on(match, owing(match)), match.started_at + 300 * SECOND)

    def test_a_daily_match_is_not_claimed_and_a_spectator_claims_nothing(self):
        daily, live = make_match(clock="3d"), make_match()
        late = daily.started_at + timedelta(hours=5)
        with pytest.raises(Stale):
            claim_match(daily.pk, daily.aton, late)
        with pytest.raises(NotAllowed):
            claim_match(live.pk, make_player(), late)

    def test_the_clock_comes_first(self):
        match = make_match()
        claim_match(match.pk, match.aton, match.started_at + timedelta(hours=1))
        match.refresh_from_db()
        assert match.reason == "abort"
        assert not MatchNote.objects.exists()


class TestBeside:
    def test_who_is_here_with_a_grace_for_reloads(self):
        match = make_match()
        now = match.started_at + timedelta(minutes=1)
        note_presence(match.pk, match.aton_id, now)
        assert beside_of(match, match.amon, now + GRACE).here == {"aton": True, "amon": False}
        assert not beside_of(match, match.amon, now + GRACE + SECOND).here["aton"]

    def test_the_offer_to_claim_comes_when_it_can_be_taken(self):
        match = past_the_first_allocation(make_match())
        gone = owing(match)
        waiting = player_on(match, engine.other(gone))
        left = match.started_at + 60 * SECOND
        note_presence(match.pk, player_on(match, gone).pk, left)
        before = beside_of(match, waiting, left + LEFT_AFTER - SECOND)
        assert (before.gone_since, before.can_claim) == (left, False)
        assert before.next_look <= 1.5
        assert beside_of(match, waiting, left + LEFT_AFTER).can_claim
        assert not beside_of(match, player_on(match, gone), left + LEFT_AFTER).can_claim
        assert not beside_of(match, make_player(), left + LEFT_AFTER).can_claim

    def test_long_thought_is_told_to_both_after_two_minutes(self):
        match = past_the_first_allocation(make_match())
        thinker = owing(match)
        began = match.clocks[thinker].deadline - timedelta(
            milliseconds=match.clocks[thinker].left_ms
        )
        for moment, told in ((LONG - SECOND, False), (LONG, True)):
            now = began + moment
            for side in ("aton", "amon"):
                note_presence(match.pk, player_on(match, side).pk, now)
            mine = beside_of(match, player_on(match, thinker), now)
            theirs = beside_of(match, player_on(match, engine.other(thinker)), now)
            assert (mine.my_long_thought is not None) == told
            assert (theirs.their_long_thought is not None) == told
            assert beside_of(match, make_player(), now).their_long_thought is None


def said(match):
    match.refresh_from_db()
    return " ".join(line.text for shown in rounds(log_of(match), 1) for line in shown.lines)


class TestDowntime:
    def test_both_players_see_it_in_the_log(self):
        match, over = make_match(), make_match()
        play(over.pk, over.aton, 0, {"type": "resign"}, over.started_at)
        beat(match.started_at)
        make_good_downtime(match.started_at + 30 * SECOND)
        seconds = 30 + TO_COME_BACK.seconds
        sentence = f"the running clocks were given {seconds} seconds more"
        assert Downtime.objects.count() == 1
        match.refresh_from_db()
        for viewer in ("aton", "amon", "public"):
            scene = look(match, viewer, timezone.now())
            lines = [line.text for shown in rounds(scene.log, 1) for line in shown.lines]
            assert any(sentence in line for line in lines)
        assert sentence not in said(over)
        play_random(match, random.Random(1), 5)
        assert sentence in said(match)

    def test_nobody_left_the_queue_or_the_table_in_that_time(self):
        match = make_match()
        now = match.started_at
        join_queue(make_player(), "3d", now)
        note_presence(match.pk, match.aton_id, now)
        beat(now)
        make_good_downtime(now + 30 * SECOND)
        assert QueueEntry.objects.get().seen_at == now + 30 * SECOND + TO_COME_BACK
        assert Presence.objects.get().seen_at == now + 30 * SECOND + TO_COME_BACK


class TestConduct:
    def test_calling_live_matches_off_is_counted_and_makes_a_pause(self):
        player = make_player()
        for number in range(3):
            assert pause_of(player, timezone.now()) is None
            match = make_match(player, rated=number > 0)
            play(match.pk, player, 0, {"type": "abort"}, timezone.now())
        assert Lapse.objects.filter(player=player, kind="abort").count() == 3
        assert pause_of(player, timezone.now()) is not None

    def test_a_flag_before_both_have_allocated_counts_for_the_one_who_did_not_come(self):
        match = make_match()
        hand = match.state["hand"]["aton"]
        play(match.pk, match.aton, 0, {"type": "allocate", "cards": hand}, match.started_at)
        settle_due_clocks(match.started_at + timedelta(hours=1))
        assert [lapse.player for lapse in Lapse.objects.all()] == [match.amon]

    def test_a_daily_match_called_off_counts_for_nothing(self):
        match = make_match(clock="3d")
        play(match.pk, match.aton, 0, {"type": "abort"}, match.started_at)
        assert not Lapse.objects.exists()


class TestChallenges:
    def test_the_sixth_rated_match_of_a_day_is_not_rated_and_says_so_before(self):
        one, other = make_player(), make_player()
        for seed in range(RATED_A_DAY):
            finished_match(one, other, seed=seed)
        challenge = make_challenge(one, other, RAPID, rated=True, side="aton")
        assert (challenge.rated, challenge.unrated_reason) == (False, "limit")
        match = accept_challenge(challenge.pk, other, timezone.now())
        assert (match.rated, match.unrated_reason) == (False, "limit")
        open_one = make_challenge(one, None, RAPID, rated=True, side="aton")
        with pytest.raises(AgainstRules, match="5 rated matches"):
            accept_challenge(open_one.pk, other, timezone.now())

    def test_one_live_rated_match_at_a_time(self):
        busy, other = make_player(), make_player()
        make_match(busy)
        challenge = make_challenge(other, busy, RAPID, rated=True, side="aton")
        with pytest.raises(AgainstRules, match="live rated match"):
            accept_challenge(challenge.pk, busy, timezone.now())
        mine = make_challenge(busy, None, RAPID, rated=True, side="aton")
        with pytest.raises(AgainstRules, match="is playing another"):
            accept_challenge(mine.pk, other, timezone.now())
        for control, rated in (("600+15", False), ("3d", True)):
            free = make_challenge(other, busy, TimeControl.parse(control), rated=rated, side="aton")
            assert accept_challenge(free.pk, busy, timezone.now())

    def test_an_unrated_match_says_that_it_was_wanted_so(self):
        challenge = make_challenge(make_player(), None, RAPID, rated=False, side="aton")
        match = accept_challenge(challenge.pk, make_player(), timezone.now())
        assert (match.rated, match.unrated_reason) == (False, "asked")

    def test_who_is_blocked_neither_challenges_nor_accepts(self):
        one, other = make_player(), make_player()
        before = make_challenge(other, one, RAPID, rated=True, side="aton")
        shun(one, other, BLOCK)
        before.refresh_from_db()
        assert before.status == "declined"
        for challenger, opponent in ((one, other), (other, one)):
            with pytest.raises(AgainstRules):
                make_challenge(challenger, opponent, RAPID, rated=True, side="aton")
        to_all = make_challenge(one, None, RAPID, rated=True, side="aton")
        with pytest.raises(NotAllowed):
            accept_challenge(to_all.pk, other, timezone.now())

    def test_only_ratings_that_are_asked_for(self):
        wanted = Wanted(1600, 1800)
        challenge = make_challenge(
            make_player(), None, RAPID, rated=True, side="aton", wanted=wanted
        )
        player = make_player()
        with pytest.raises(NotAllowed):
            accept_challenge(challenge.pk, player, timezone.now())
        player.ratings.update(rating=1800)
        assert accept_challenge(challenge.pk, player, timezone.now())

    def test_challenges_expire(self):
        challenge = make_challenge(make_player(), None, RAPID, rated=True, side="aton")
        with pytest.raises(Stale, match="expired"):
            accept_challenge(challenge.pk, make_player(), challenge.expires_at)
        assert expire_challenges(challenge.expires_at - SECOND) == 0
        assert expire_challenges(challenge.expires_at) == 1
        challenge.refresh_from_db()
        assert challenge.status == "expired"


class TestReturnMatch:
    @pytest.fixture
    def over(self):
        match = finished_match()
        for player in (match.aton, match.amon):
            note_presence(match.pk, player.pk, match.ended_at)
        return match

    def test_offered_and_accepted_with_sides_swapped(self, over):
        now = over.ended_at + 5 * SECOND
        assert offer_rematch(over.pk, over.aton, now) is None
        assert offer_rematch(over.pk, over.aton, now) is None
        match = offer_rematch(over.pk, over.amon, now)
        assert (match.aton, match.amon, match.rated) == (over.amon, over.aton, True)
        assert offer_rematch(over.pk, over.aton, now) == match
        assert beside_of(over, over.aton, now).rematch.offer.match == match

    def test_only_for_two_minutes_and_while_the_other_is_there(self, over):
        with pytest.raises(Stale):
            offer_rematch(over.pk, over.aton, over.ended_at + GRACE + SECOND)
        late = over.ended_at + OFFERED_FOR + SECOND
        note_presence(over.pk, over.amon_id, late)
        with pytest.raises(Stale):
            offer_rematch(over.pk, over.aton, late)
        with pytest.raises(NotAllowed):
            offer_rematch(over.pk, make_player(), over.ended_at)

    def test_an_offer_of_somebody_who_has_left_is_not_shown(self, over):
        offer_rematch(over.pk, over.aton, over.ended_at)
        soon, later = over.ended_at + SECOND, over.ended_at + GRACE + SECOND
        assert beside_of(over, over.amon, soon).rematch.offer
        assert beside_of(over, over.amon, later).rematch.offer is None

    def test_the_sixth_return_match_is_not_rated(self):
        one, other = make_player(), make_player()
        for seed in range(RATED_A_DAY):
            match = finished_match(one, other, seed=seed)
        now = match.ended_at
        for player in (one, other):
            note_presence(match.pk, player.pk, now)
        assert beside_of(match, one, now).rematch.unrated_limit
        offer_rematch(match.pk, one, now)
        again = offer_rematch(match.pk, other, now)
        assert (again.rated, again.unrated_reason) == (False, "limit")


class TestAdministrator:
    def test_annulling_a_finished_match_takes_the_points_back_in_the_ledger(self):
        match = finished_match()
        later = finished_match(match.aton, match.amon, seed=2)
        end_by_administrator(match.pk, timezone.now())
        match.refresh_from_db()
        assert (match.rated, match.unrated_reason) == (True, "admin")
        for player in (match.aton, match.amon):
            lines = RatingChange.objects.filter(player=player).order_by("pk")
            assert [line.kind for line in lines] == ["match", "match", "correction"]
            first, _, correction = lines
            assert correction.after - correction.before == first.before - first.after
            rating = Rating.objects.get(player=player, pace="live")
            assert (rating.rating, rating.matches) == (correction.after, 1)
        assert "annulled this match" in said(match)
        ids = [match.aton_id, match.amon_id]
        assert audit_ratings(min(ids), max(ids)).differences == []
        assert audit_matches(match.pk, later.pk).differences == []
        with pytest.raises(Stale):
            end_by_administrator(match.pk, timezone.now())

    def test_a_running_match_ends_without_a_winner_and_is_not_rated(self):
        match = past_the_first_allocation(make_match())
        end_by_administrator(match.pk, timezone.now())
        match.refresh_from_db()
        assert (match.over, match.winner, match.rated) == (True, "", False)
        assert match.unrated_reason == "admin"
        assert not RatingChange.objects.exists()
        assert not Result.objects.filter(rated=True).exists()
        assert "administrator" in said(match)
        assert audit_matches(match.pk, match.pk).differences == []
