"""On SQLite the writers of one process stand in line, so that a crowd does not fail."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError, connection, transaction
from django.db.models import F

from aton_site.sqlite.line import Line
from games.models import Rating
from tests.factories import make_player

sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="other databases lock rows")


def wait_for(condition):
    """Wait until `condition` is true."""
    until = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.001)


def test_first_come_first_served():
    line, served = Line(), []
    assert line.take(0)

    def come(number):
        assert line.take(20)
        served.append(number)
        line.give()

    threads = []
    for number in range(20):
        threads.append(threading.Thread(target=come, args=(number,)))
        threads[-1].start()
        wait_for(lambda number=number: len(line._waiting) == number + 1)
    line.give()
    for thread in threads:
        thread.join()
    assert served == list(range(20))
    assert line.take(0)


def test_who_does_not_get_a_turn_in_time_leaves_the_line():
    line = Line()
    assert line.take(0)
    assert not line.take(0.001)
    line.give()
    assert line.take(0)
    assert not line.take(0)


@sqlite
@pytest.mark.django_db(transaction=True)
def test_a_crowd_of_writers_loses_nothing():
    rating = make_player().ratings.first()

    def add(number):
        try:
            for _ in range(5):
                if number % 3:
                    with transaction.atomic():
                        now = Rating.objects.get(pk=rating.pk)
                        Rating.objects.filter(pk=rating.pk).update(rating=now.rating + 1)
                else:
                    Rating.objects.filter(pk=rating.pk).update(rating=F("rating") + 1)
        finally:
            connection.close()

    with ThreadPoolExecutor(60) as pool:
        list(pool.map(add, range(60)))
    before = rating.rating
    rating.refresh_from_db()
    assert rating.rating == before + 300


@sqlite
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ending", ["commit", "fail", "close", "nested"])
def test_the_turn_is_given_back_however_a_transaction_ends(ending):
    player = make_player()

    def write_and_end():
        try:
            with transaction.atomic():
                type(player).objects.filter(pk=player.pk).update(is_active=True)
                assert connection.has_turn
                if ending == "fail":
                    _ = 1 / 0
                if ending == "close":
                    connection.close()
                if ending == "nested":
                    with transaction.atomic():
                        type(player).objects.filter(pk=player.pk).update(is_active=True)
        except (ZeroDivisionError, OperationalError):
            pass
        finally:
            had = connection.has_turn
            connection.close()
        return had

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(write_and_end).result() is False
    type(player).objects.filter(pk=player.pk).update(is_active=False)
    player.refresh_from_db()
    assert not player.is_active
