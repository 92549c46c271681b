"""The store: what is kept, and the constraints that hold whatever the code above does."""

from games.models.account import Follow, FormerName, SignIn
from games.models.bots import BotSeat, Puzzle, PuzzleTry, Review
from games.models.challenge import Challenge
from games.models.fairness import Lapse, MatchNote
from games.models.house import Downtime, Heartbeat, Presence
from games.models.match import Action, Match, Result
from games.models.pairing import QueueEntry
from games.models.player import Player
from games.models.rating import GainHorizon, Rating, RatingChange, RatingCount
from games.models.social import ChatLine, ChatReport, Reach, Shunning

__all__ = [
    "Action",
    "BotSeat",
    "Challenge",
    "ChatLine",
    "ChatReport",
    "Downtime",
    "Follow",
    "FormerName",
    "GainHorizon",
    "Heartbeat",
    "Lapse",
    "Match",
    "MatchNote",
    "Player",
    "Presence",
    "Puzzle",
    "PuzzleTry",
    "QueueEntry",
    "Rating",
    "RatingChange",
    "RatingCount",
    "Reach",
    "Result",
    "Review",
    "Shunning",
    "SignIn",
]
