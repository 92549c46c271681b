"""Elo arithmetic: expected score 1/(1+10^((Rb-Ra)/400)), K 40, 20 and 10."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.elo import expected_score, k_factor, new_rating

ratings = st.integers(100, 3500)


def test_equals_expect_half_a_point():
    assert expected_score(1500, 1500) == 0.5


@pytest.mark.parametrize(("difference", "expected"), [(400, 10 / 11), (-400, 1 / 11), (200, 0.76)])
def test_the_expected_score_follows_the_difference(difference, expected):
    assert expected_score(1500 + difference, 1500) == pytest.approx(expected, abs=0.001)


@given(ratings, ratings)
def test_the_two_expected_scores_make_one_point(one, other):
    assert expected_score(one, other) + expected_score(other, one) == pytest.approx(1)


@pytest.mark.parametrize(
    ("matches", "peak", "k"),
    [(0, 1500, 40), (29, 1900, 40), (30, 1900, 20), (500, 2399, 20), (30, 2400, 10),
     (500, 2700, 10)],
)  # fmt: skip
def test_k_is_40_for_thirty_matches_then_20_and_10_from_2400_on(matches, peak, k):
    assert k_factor(matches, peak) == k


@pytest.mark.parametrize(
    ("score", "expected", "k", "after"),
    [(1, 0.5, 40, 1520), (0, 0.5, 40, 1480), (0.5, 0.5, 40, 1500), (1, 0.5, 20, 1510),
     (1, 0.9375, 40, 1503), (0, 0.0625, 40, 1497)],
)  # fmt: skip
def test_changes_are_rounded_to_whole_points_halves_away_from_zero(score, expected, k, after):
    assert new_rating(1500, k, score, expected) == after


@given(ratings, st.sampled_from([10, 20, 40]), st.sampled_from([0, 0.5, 1]), st.floats(0, 1))
def test_nobody_loses_by_winning_nor_gains_by_losing(rating, k, score, expected):
    after = new_rating(rating, k, score, expected)
    assert abs(after - rating) <= k
    if score == 1:
        assert after >= rating
    if score == 0:
        assert after <= rating
