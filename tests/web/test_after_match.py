"""The finished match's page and what can be taken away from it."""

import json
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from django.test import AsyncClient
from PIL import Image

from games.models import Match
from games.usecases.make_record import make_record
from games.usecases.read_record import MOST_BYTES
from tests.factories import finished_match, make_match, make_player, state_of

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def page(client, address, status=200):
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def test_the_story_tells_every_round_and_every_decision(client):
    match = finished_match(seed=4)
    body = page(client, f"/match/{match.pk}/")
    assert body.count('<th scope="rowgroup"') == match.round
    assert body.count("<li value=") == match.version
    assert body.count('<svg class="chart"') == 2
    assert f"<b>{match.aton_score}</b>" in body
    assert "style=" not in body.split('id="story"')[1]


def test_all_open_shows_both_hands_and_a_players_view_only_their_own(client):
    match = finished_match(seed=4)
    both = page(client, f"/match/{match.pk}/?step=0&as=open")
    assert both.count('data-face="hand"') == 4
    assert both.count('data-face="up"') == 4
    for seen_by, hands in (("aton", 4), ("amon", 4), ("public", 0)):
        body = page(client, f"/match/{match.pk}/?step=0&as={seen_by}")
        assert body.count('data-face="hand"') == 0
        assert body.count('data-face="up"') == hands


def test_both_charts_have_a_table_behind_them(client):
    match = finished_match(seed=4)
    body = page(client, f"/match/{match.pk}/")
    for chart in ("rounds-table", "stones-table"):
        assert f'aria-describedby="{chart}"' in body
        assert body.count(f'id="{chart}"') == 1
    rows = body.split('id="stones-table"')[1].split("</table>")[0].split("<tbody>")[1]
    assert rows.count("<tr>") == match.version + 1
    state = state_of(match)
    last = rows.split("<tr>")[-1]
    for stones in state.stones:
        assert f'<td class="num">{stones.bit_count()}</td>' in last


def test_a_running_match_has_no_story(client):
    body = page(client, f"/match/{make_match().pk}/")
    assert 'id="story"' not in body
    assert "og:image" not in body


def test_without_spoilers_the_result_is_out_of_sight(client):
    match = finished_match(seed=4)
    body = page(client, f"/match/{match.pk}/?spoiler=0")
    assert 'data-phase="allocate"' in body
    assert 'id="story"' not in body
    assert 'class="panel ratings"' not in body
    assert "step=1&amp;as=open&amp;spoiler=0" in body
    assert f"/match/{match.pk}/board.png?spoiler=0" in body
    assert f"/match/{match.pk}/log/" not in body
    client.force_login(match.aton)
    assert 'id="chat"' not in page(client, f"/match/{match.pk}/?spoiler=0")
    assert 'id="chat"' in page(client, f"/match/{match.pk}/")
    later = page(client, f"/match/{match.pk}/?step=3&spoiler=0")
    assert 'id="story"' not in later


def test_the_page_needs_few_queries(client, django_assert_max_num_queries):
    match = finished_match(seed=4)
    with django_assert_max_num_queries(12):
        page(client, f"/match/{match.pk}/")


def test_a_page_that_links_here_can_show_a_picture(client):
    match = finished_match(seed=4)
    assert f'content="http://127.0.0.1:8000/match/{match.pk}/board.png"' in page(
        client, f"/match/{match.pk}/"
    )
    answer = client.get(f"/match/{match.pk}/board.png")
    assert answer["Content-Type"] == "image/png"
    image = Image.open(BytesIO(answer.content))
    assert image.size == (1200, 630)
    blind = client.get(f"/match/{match.pk}/board.png?spoiler=0")
    assert blind.content != answer.content
    page(client, f"/match/{make_match().pk}/board.png", 404)


def test_only_the_board_alone_may_stand_in_a_frame(client):
    match = finished_match(seed=4)
    embedded = client.get(f"/match/{match.pk}/embed/")
    assert "frame-ancestors *" in embedded["Content-Security-Policy"]
    assert "X-Frame-Options" not in embedded
    assert embedded.content.decode().count("data-square=") == 48
    usual = client.get(f"/match/{match.pk}/")
    assert "frame-ancestors 'none'" in usual["Content-Security-Policy"]
    assert usual["X-Frame-Options"] == "DENY"
    page(client, f"/match/{make_match().pk}/embed/", 404)


def test_a_made_up_summary_is_told_to_be_one(client):
    match = finished_match(seed=4)
    Match.objects.filter(pk=match.pk).update(synthetic=True, state={})
    assert "was made up" in page(client, f"/match/{match.pk}/")
    for part in ("view.json", "record.json", "log/", "embed/", "board.png"):
        page(client, f"/match/{match.pk}/{part}", 404)
    assert (
        client.post(f"/match/{match.pk}/act/", {"version": 0, "type": "resign"}).status_code == 404
    )


def records_in(answer):
    return [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]


def test_all_my_matches_to_take_away(client):
    match = finished_match(seed=4)
    finished_match(seed=5)
    assert client.get("/records/mine.jsonl").status_code == 302
    client.force_login(match.aton)
    answer = client.get("/records/mine.jsonl")
    assert f'filename="{match.aton.username}.aton.jsonl"' in answer["Content-Disposition"]
    assert records_in(answer) == [make_record(match)]


def test_all_matches_of_a_day(client):
    finished_match(seed=4, now=NOON)
    finished_match(seed=5, now=NOON + timedelta(days=1))
    assert [r["started"] for r in records_in(client.get("/records/2026-05-01.jsonl"))] == [
        "2026-05-01T12:00:00Z"
    ]
    assert records_in(client.get("/records/2026-04-30.jsonl")) == []
    for bad in ("2026-02-30", "9999-01-01", "yesterday"):
        assert client.get(f"/records/{bad}.jsonl").status_code == 404


@pytest.mark.django_db(transaction=True)
async def test_a_stream_is_made_while_it_is_sent():
    from asgiref.sync import sync_to_async

    await sync_to_async(finished_match)(seed=4, now=NOON)
    answer = await AsyncClient().get("/records/2026-05-01.jsonl")
    assert answer.is_async
    lines = b"".join([part async for part in answer]).splitlines()
    assert json.loads(lines[0])["format"] == "aton-record/1"


def test_a_record_that_is_brought_is_replayed_and_not_stored(client):
    record = make_record(finished_match(make_player("Ramses"), seed=4))
    matches = Match.objects.count()
    body = client.post("/analysis/", {"record": json.dumps(record)}).content.decode()
    assert "Ramses" in body
    assert 'id="story"' in body
    first = client.post("/analysis/", {"record": json.dumps(record), "step": "0", "as": "aton"})
    assert 'data-phase="allocate"' in first.content.decode()
    assert "/match/0/record.json" not in first.content.decode()
    file = BytesIO(json.dumps(record).encode())
    file.name = "match.aton.json"
    assert 'id="story"' in client.post("/analysis/", {"file": file}).content.decode()
    assert Match.objects.count() == matches


def test_a_record_without_an_end_is_replayed_too(client):
    record = make_record(finished_match(seed=4))
    for number in (0, 1, 7):
        cut = {key: record[key] for key in ("format", "seed")}
        cut["actions"] = record["actions"][:number]
        answer = client.post("/analysis/", {"record": json.dumps(cut)})
        assert answer.status_code == 200
        assert f"{number} / {number}" in answer.content.decode()


def test_half_a_character_is_refused_and_a_refused_file_does_not_come_back(client):
    record = make_record(finished_match())
    record["players"] = {"aton": "\ud800", "amon": "Tiye"}
    sent = json.dumps(record)
    pasted = client.post("/analysis/", {"record": sent})
    assert pasted.status_code == 400
    assert "Tiye" in pasted.content.decode()
    file = BytesIO(sent.encode())
    file.name = "a.aton.json"
    brought = client.post("/analysis/", {"file": file})
    assert brought.status_code == 400
    assert "Tiye" not in brought.content.decode()


@pytest.mark.parametrize(
    ("sent", "status", "told"),
    [
        ("", 400, "choose a file or paste"),
        ("nonsense", 400, "cannot be read as JSON"),
        ("[]", 400, "A record is an object"),
        ('{"format": "aton-record/1"}', 400, "64 hexadecimal digits"),
        ("x" * (MOST_BYTES + 1), 413, "at most 256 kB"),
    ],
)
def test_a_bad_record_is_told_in_a_sentence(client, sent, status, told):
    answer = client.post("/analysis/", {"record": sent})
    assert answer.status_code == status
    assert told in answer.content.decode()


def test_markup_in_a_record_stays_text(client):
    record = make_record(finished_match(seed=4))
    record["players"] = {"aton": "<script>alert(1)</script>", "amon": 7}
    record["clock"] = "<b>"
    body = client.post("/analysis/", {"record": json.dumps(record)}).content.decode()
    assert "<script>alert" not in body
    assert "<b>&" not in body


def test_a_record_drawn_by_both_clocks_ends_in_a_draw(client):
    record = make_record(finished_match(seed=4))
    record["actions"] = record["actions"][:12]
    record |= {"result": None, "drawn": "timeout"}
    sent = {"record": json.dumps(record), "step": "999"}
    body = client.post("/analysis/", sent).content.decode()
    assert 'data-phase="over"' in body
    assert "Draw" in body
