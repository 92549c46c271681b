"""Records: written, taken over by another site, and what is done with bad ones."""

import io
import json
import random
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.db import transaction

from games import engine
from games.access import match_locked
from games.clock import TimeControl
from games.management.ending import may_be_stopped
from games.models import Action, Match, Player, Rating, RatingChange, Result
from games.refusals import Malformed, Refused
from games.usecases.analyse import analyse
from games.usecases.audit import audit_matches, audit_ranks, audit_ratings
from games.usecases.carry_out import end_on_both_clocks
from games.usecases.import_records import Imported, import_record
from games.usecases.make_record import make_record, records_of_day, records_of_player
from games.usecases.play import play
from games.usecases.play_bot import play_bot
from games.usecases.read_record import read_record
from tests.factories import finished_match, make_match, make_player, play_random

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def a_league(matches=8):
    """Play matches of all kinds between three players, and return them."""
    players = [make_player(name) for name in ("Ramses", "Nefertiti", "Tiye")]
    rng = random.Random(7)
    played = []
    for number in range(matches):
        one, other = rng.sample(players, 2)
        at = NOON + timedelta(hours=number)
        clock = "3d" if number % 4 == 3 else "600+15"
        match = make_match(one, other, rated=number % 5 != 4, clock=clock, now=at)
        played.append(play_random(match, rng, 9 if number % 3 == 2 else 10_000))
        if not played[-1].over:
            play(match.pk, match.aton, played[-1].version, {"type": "resign"}, at)
    called_off = make_match(players[0], players[1], now=NOON + timedelta(days=1))
    play(called_off.pk, called_off.aton, 0, {"type": "abort"}, NOON + timedelta(days=1))
    drawn = make_match(players[1], players[2], now=NOON + timedelta(days=1, hours=1))
    for player in (drawn.aton, drawn.amon):
        # Both have allocated once, so that running out of time is no abort.
        now = Match.objects.get(pk=drawn.pk)
        cards = now.state["hand"][drawn.side_of(player.pk)]
        action = {"type": "allocate", "cards": cards}
        play(drawn.pk, player, now.version, action, drawn.started_at)
    with transaction.atomic():
        end_on_both_clocks(match_locked(drawn.pk), NOON + timedelta(days=1, hours=2))
    return list(Match.objects.order_by("ended_at", "pk"))


def exported(tmp_path, name="all.jsonl"):
    path = tmp_path / name
    call_command("export_records", str(path), verbosity=0)
    return path


def imported(path):
    out = io.StringIO()
    call_command("import_records", str(path), verbosity=0, stdout=out, stderr=io.StringIO())
    return out.getvalue().strip()


def summary():
    """Return what a site knows, without its ids."""
    names = dict(Player.objects.values_list("pk", "username"))
    return {
        "matches": [
            (names[m.aton_id], names[m.amon_id], m.seed, m.state, m.version, m.round_version,
             m.winner, m.reason, m.aton_score, m.amon_score, m.rated, m.aton_rating)
            for m in Match.objects.order_by("ended_at", "pk")
        ],
        "actions": list(
            Action.objects.order_by("match__ended_at", "match", "number").values_list(
                "side", "round", "payload", "events", "left_ms"
            )
        ),
        "results": sorted(
            (names[r.player_id], r.side, r.outcome, r.reason, r.rounds, r.opening)
            for r in Result.objects.all()
        ),
        "ratings": sorted(
            (names[r.player_id], r.pace, r.rating, r.peak, r.matches, r.wins, r.gain, r.recent)
            for r in Rating.objects.all()
        ),
    }  # fmt: skip


def forget_everything():
    for model in (RatingChange, Action, Result, Match):
        model.objects.all().delete()
    Player.objects.all().delete()
    from games.models import RatingCount

    RatingCount.objects.all().delete()


def no_differences():
    first, last = Match.objects.order_by("pk").first().pk, Match.objects.order_by("pk").last().pk
    found = audit_matches(first, last)
    assert found.differences == []
    players = Player.objects.order_by("pk")
    assert audit_ratings(players.first().pk, players.last().pk).differences == []
    assert audit_ranks().differences == []
    return found.checked


def test_a_site_that_moves_is_the_same_afterwards(tmp_path):
    matches = a_league()
    before = summary()
    path = exported(tmp_path)
    assert len(path.read_text().splitlines()) == len(matches) == 10
    assert no_differences() == 10

    forget_everything()
    assert imported(path) == "10 new"
    assert summary() == before
    assert no_differences() == 10
    assert imported(path) == "10 known already"
    assert summary() == before


def test_an_export_goes_on_where_it_was_cut(tmp_path):
    a_league(4)
    whole = exported(tmp_path).read_bytes()
    cut = tmp_path / "cut.jsonl"
    for length in (0, 30, whole.index(b"\n") + 1, len(whole) // 2, len(whole) - 1, len(whole)):
        cut.write_bytes(whole[:length])
        assert exported(tmp_path, "cut.jsonl").read_bytes() == whole
    cut.write_bytes(b'{"match": 99999999}\n')
    with pytest.raises(CommandError, match="does not end with a record of this site"):
        exported(tmp_path, "cut.jsonl")
    with pytest.raises(CommandError, match="No such file"):
        exported(tmp_path, "nowhere/cut.jsonl")


def test_a_command_that_is_stopped_says_how_to_go_on():
    with pytest.raises(CommandError, match="Begin again") as stopped, may_be_stopped("Begin again"):
        raise KeyboardInterrupt
    assert stopped.value.returncode == 130


def test_bad_lines_are_told_and_the_others_taken(tmp_path):
    match = finished_match()
    good = make_record(match)
    forget_everything()
    path = tmp_path / "some.jsonl"
    lines = [
        "no record",
        json.dumps({**good, "actions": good["actions"][:-1], "result": None}),
        json.dumps(good),
        json.dumps({**good, "seed": "0" * 64, "commitment": None}),
        '{"x": "' + "y" * 300_000 + '"}',
        json.dumps({**good, "players": {"aton": "admin", "amon": "Tiye"}}),
        "",
        json.dumps({**good, "seed": 1, "seed ": 2})[:-1] + ', "seed": 1}',
    ]
    path.write_text("\n".join(lines))
    errors = io.StringIO()
    with pytest.raises(CommandError, match="5 bad, 1 known already, 1 new"):
        call_command("import_records", str(path), verbosity=0, stderr=errors)
    told = errors.getvalue()
    for number, sentence in (
        (1, "cannot be read as JSON"),
        (2, "not over"),
        (4, "against the rules"),
        (5, "at most 256 kB"),
        (8, "cannot be read as JSON"),
    ):
        assert f"line {number}: " in told
        assert sentence in told
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    "change",
    [
        {"started": "0001-01-01T00:00:00+14:00", "ended": "0001-01-02T00:00:00Z"},
        {"started": "9999-12-31T23:59:59-12:00", "ended": "9999-12-31T23:59:59-12:00"},
        {"ended": "2999-01-01T00:00:00Z", "times": None},
        {"times": [[2**41, 5]] * 500},
        {"started": "2026-01-01T99:00:00Z"},
        {"started": 5},
    ],
)
def test_a_moment_that_cannot_be_is_refused(change):
    record = make_record(finished_match())
    forget_everything()
    with pytest.raises(Malformed):
        import_record({**record, **change})
    assert not Player.objects.exists()


def test_moments_are_never_later_than_they_were():
    end = NOON + timedelta(minutes=20, milliseconds=999, microseconds=999)
    match = finished_match(now=NOON)
    Match.objects.update(ended_at=end)
    Action.objects.filter(number=match.version).update(at=end)
    before = make_record(Match.objects.get())
    forget_everything()
    import_record(before)
    after = make_record(Match.objects.get())
    assert {**after, "match": 0} == {**before, "match": 0}


def test_matches_of_bots_move_with_the_site_and_those_of_guests_do_not(tmp_path):
    for asker in (make_player("Ramses"), AnonymousUser()):
        control = TimeControl.parse("none")
        match, who = play_bot(asker, "scarab", control, side="aton", hurried=False, now=NOON)
        play(match.pk, who, match.version, {"type": "resign"}, NOON)
    path = exported(tmp_path)
    assert len(path.read_text().splitlines()) == 1 == len(list(records_of_day(NOON.date())))
    forget_everything()
    assert imported(path) == "1 new"
    match = Match.objects.get()
    assert (match.amon.bot, match.unrated_reason, match.rated) == ("scarab", "bot", False)
    assert no_differences() == 1


def test_a_rated_match_that_comes_too_late_for_the_ledger_is_unrated():
    one, other = make_player("Ramses"), make_player("Tiye")
    old = make_record(finished_match(one, other, seed=1, now=NOON))
    forget_everything()
    finished_match(
        make_player("Ramses"), make_player("Thutmose"), seed=2, now=NOON + timedelta(days=1)
    )

    assert import_record(old) is Imported.NEW_UNRATED
    assert import_record(old) is Imported.KNOWN
    assert RatingChange.objects.count() == 2
    assert no_differences() == 2


def test_records_of_a_day_and_of_a_player():
    matches = a_league(4)
    first = [record["match"] for record in records_of_day(NOON.date())]
    assert first == [match.pk for match in matches[:4]]
    ramses = Player.objects.named("ramses")
    own = [record["match"] for record in records_of_player(ramses)]
    assert own == [
        match.pk for match in matches if match.reason != "abort" and match.side_of(ramses.pk)
    ]


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        (lambda _: [], 400, "A record is an object."),
        (lambda r: {**r, "format": "chess"}, 400, "aton-record/1"),
        (lambda r: {**r, "commitment": "0" * 64}, 422, "not the one that it was sealed with"),
        (lambda r: {**r, "actions": [{"type": "fly"}]}, 400, "Action 1 of the record is malformed"),
        (lambda r: {**r, "actions": r["actions"][1:]}, 422, "is against the rules"),
        (lambda r: {**r, "result": {"winner": "nobody"}}, 400, "another result"),
    ],
)
def test_a_bad_record_is_refused_in_a_sentence(change, status, sentence):
    record = make_record(finished_match())
    with pytest.raises(Refused) as refused:
        read_record(json.dumps(change(record)).encode())
    assert refused.value.status == status
    assert sentence in str(refused.value.sentence)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"\xff\xfe",
        b"[" * 100_000,
        b"9" * 10_000,
        b"NaN",
        b"{} {}",
        b'{"x": 1e999}',
        b'{"x": [{"y": "\\ud800"}]}',
        b'{"\\udfff": 1}',
        b'{"x": {"y": 1, "y": 1}}',
        b'{"x": [' + b"[" * 2000 + b"]" * 2000 + b"]}",
    ],
)
def test_no_bytes_raise_anything_else(sent):
    with pytest.raises(Malformed) as refused:
        read_record(sent)
    assert "cannot be read as JSON" in str(refused.value.sentence)


def test_a_record_is_checked_by_command(tmp_path, capsys):
    record = make_record(finished_match())
    path = tmp_path / "match.aton.json"
    path.write_text(json.dumps(record))
    out = io.StringIO()
    call_command("verify_record", str(path), stdout=out)
    assert engine.commitment(bytes.fromhex(record["seed"])) in out.getvalue()
    assert "aton/0" in out.getvalue()
    assert "All is well." in out.getvalue()

    path.write_text(json.dumps({**record, "commitment": "1" * 64}))
    with pytest.raises(CommandError, match="not the one that it was sealed with"):
        call_command("verify_record", str(path))
    with pytest.raises(CommandError, match="No such file"):
        call_command("verify_record", str(tmp_path / "none"))


def test_a_record_drawn_by_both_clocks_is_shown_to_its_end():
    drawn = a_league()[-1]
    assert (drawn.reason, drawn.winner) == ("timeout", "")
    read = read_record(json.dumps(make_record(drawn)).encode())
    scene, story = analyse(read, 10_000, "public")
    assert scene.view["result"]["winner"] is None
    assert scene.view["result"]["reason"] == "timeout"
    assert (scene.replay.step, scene.log[-1].type) == (drawn.version, "timeout")
    assert story.decisions[-1].type == "timeout"
