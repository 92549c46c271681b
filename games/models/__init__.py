"""The store: what is kept, and the constraints that hold whatever the code above does."""

from games.models.account import Follow, FormerName, SignIn
from games.models.challenge import Challenge
from games.models.house import Downtime, Heartbeat, Presence
from games.models.match import Action, Match, Result
from games.models.player import Player
from games.models.rating import GainHorizon, Rating, RatingChange, RatingCount

__all__ = [
    "Action",
    "Challenge",
    "Downtime",
    "Follow",
    "FormerName",
    "GainHorizon",
    "Heartbeat",
    "Match",
    "Player",
    "Presence",
    "Rating",
    "RatingChange",
    "RatingCount",
    "Result",
    "SignIn",
]
