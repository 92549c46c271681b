"""The ten lessons, in their order."""

from django.utils.translation import gettext_lazy as _

from games.engine import COLOURS, SQUARES, score_items
from games.lessons.lesson import Lesson, lead_in, named, points_of

_COLOUR = dict(zip(SQUARES, COLOURS, strict=True))

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        slug="points",
        title=_("Points on cartouche 1"),
        text=_(
            "Each round both lay their four cards on four cartouches, in secret. On cartouche 1 "
            "the higher card scores twice the difference (rule 2.4)."
        ),
        task=_("Amon has laid a 2 there. Lay your cards so that you score 4 points."),
        praise=_("A 4 against a 2 is twice two: 4 points."),
        again=_("That scored something else. Which card is two more than Amon's 2?"),
        cards=((1, 2, 3, 4), (2, 1, 3, 3)),
        asks_cards=True,
        round=1,
        check=lambda _action, events, _state: points_of(events, "aton") == 4,
    ),
    Lesson(
        slug="first",
        title=_("Who plays first"),
        text=_(
            "The lower card on cartouche 2 plays first; at a tie the lower card on cartouche 1 "
            "(rule 2.5). Whoever is first may take the squares that the other wanted."
        ),
        task=_("Amon has laid a 3 on cartouche 2. See that you play first."),
        praise=_("Your card is lower, so the first turn is yours."),
        again=_("Amon plays first now. Lay a lower card than 3 on cartouche 2."),
        cards=((1, 2, 3, 4), (2, 3, 3, 3)),
        asks_cards=True,
        round=1,
        check=lambda _action, events, _state: any(
            e.type == "first" and e.player == "aton" for e in events
        ),
    ),
    Lesson(
        slug="temples",
        title=_("Temples: how far you reach"),
        text=_(
            "With a card of value n on cartouche 3 you act in temples 1 to n, for removing and "
            "for placing (rule 3.1). The far temples need a high card."
        ),
        task=_("Lay your cards so that you may place two stones, in temple 4 too."),
        praise=_("The 4 on cartouche 3 opens all temples, the 2 on cartouche 4 places two."),
        again=_("Reach is cartouche 3, the number of stones cartouche 4."),
        cards=((1, 2, 3, 4), (3, 4, 2, 2)),
        asks_cards=True,
        round=1,
        check=lambda action, _events, _state: action.get("cards", ())[2:] == [4, 2],
    ),
    Lesson(
        slug="placing",
        title=_("Placing stones"),
        text=_(
            "The card on cartouche 4 says how many stones you place, one on each empty square "
            "within your reach (rule 3.5). Placing is a duty."
        ),
        task=_("Place your three stones so that you have more stones than Amon in temple 1."),
        praise=_("Four against three: temple 1 would score the difference for you."),
        again=_("Amon is still level or ahead in temple 1. All three stones are needed there."),
        cards=((3, 1, 2, 3), (3, 4, 2, 2)),
        aton="1a1",
        amon="1a2 1b3 1c1 2a1",
        round=1,
        check=lambda _action, _events, state: lead_in(state, 1) > 0,
    ),
    Lesson(
        slug="removing",
        title=_("Removing stones"),
        text=_(
            "Cartouche 2 also removes: a 4 two of the other's stones, a 3 one, a 2 none, and a 1 "
            "costs you one of your own (rule 3.2). In the first round nobody removes."
        ),
        task=_("Your 4 removes two of Amon's stones. Take both from grey squares."),
        praise=_("Grey squares matter: who holds most of them scores 8."),
        again=_("Not both of these squares are grey. Grey is the middle row, with the bricks."),
        cards=((2, 4, 2, 2), (3, 4, 1, 1)),
        aton="1a1 2b1 2c3",
        amon="1b1 1b2 1c1 2a1 2b4",
        check=lambda action, _events, _state: all(
            _COLOUR[name] == "grey" for name in named(action)
        ),
    ),
    Lesson(
        slug="dead",
        title=_("The Kingdom of the Dead"),
        text=_(
            "Every removed stone goes to the Kingdom of the Dead (rule 3.4). When eight or more "
            "lie there at the end of a round, the temples are scored (rule 4.1)."
        ),
        task=_(
            "Seven stones lie there, so a scoring comes. Remove the stone that makes Amon "
            "stronger than you in temple 2."
        ),
        praise=_("Temple 2 is level now, and a tie scores nothing."),
        again=_("Amon still has more stones in temple 2."),
        cards=((2, 3, 2, 1), (2, 4, 1, 1)),
        aton="1a1 2b1 2c3",
        amon="1b1 1c1 2a1 2b2 2b4",
        dead=(4, 3),
        check=lambda action, _events, _state: all(name[0] == "2" for name in named(action)),
    ),
    Lesson(
        slug="scoring",
        title=_("A scoring"),
        text=_(
            "A scoring counts six items (rule 4.1): temple 1 the difference, temple 2 five, "
            "temple 3 one for each stone, temple 4 three for each blue square you hold, then "
            "eight for most grey squares, and the bonus squares."
        ),
        task=_("Place two stones so that a scoring would give you the 8 for grey."),
        praise=_("Three grey squares against two: 8 points, the biggest item of all."),
        again=_("Amon holds as many grey squares as you, or more. Grey ones are in the row b."),
        cards=((2, 2, 4, 2), (3, 2, 1, 1)),
        aton="1b1 3a1",
        amon="1b2 2b1 2a4",
        check=lambda _action, _events, state: score_items(state)["grey"].get("aton") == 8,
    ),
    Lesson(
        slug="clearing",
        title=_("After a scoring"),
        text=_(
            "When nobody has 40 points yet, the dead return to their owners, and both clear four "
            "of their own stones: one from each temple where they have any, and for each temple "
            "without one more from where they have most (rule 4.3)."
        ),
        task=_("The scoring is over. Clear four stones, but keep your blue square in temple 4."),
        praise=_("One from each temple, and the blue square stays yours."),
        again=_("The rules are kept, but the blue square b4 of temple 4 is empty now."),
        cards=((2, 3, 1, 1), (2, 1, 1, 1)),
        aton="1a1 1b1 1c2 2b1 2a3 3a1 4a1 4b4",
        amon="1a2 1b2 2a1 2c2 3b2 1c1",
        dead=(4, 3),
        score=(10, 4),
        before=(
            ("amon", "remove", "1c1"),
            ("amon", "place", "1c1"),
            ("aton", "remove", "1a2"),
            ("aton", "place", "1b3"),
        ),
        check=lambda action, _events, _state: "4b4" not in named(action),
    ),
    Lesson(
        slug="winning",
        title=_("Four ways to win"),
        text=_(
            "You win with 40 points, with all 12 squares of one temple, with all 14 gold squares "
            "or with all 14 green ones (rule 3.6). Watch the board, not only the points!"
        ),
        task=_("Win at once: two stones are enough."),
        praise=_("All 14 green squares are yours, and the match is over on the spot."),
        again=_("Look at the green squares, the lowest row of each temple: two are missing."),
        cards=((2, 2, 4, 2), (1, 3, 1, 1)),
        aton="1c1 1c2 1c3 1c4 2c1 2c2 2c4 3c1 3c2 3c3 4c1 4c3",
        amon="1a1 1a2 2a1 2b3 3b4 4b4",
        check=lambda _action, _events, state: state.result is not None,
    ),
    Lesson(
        slug="exchange",
        title=_("The exchange token"),
        text=_(
            "Once in the whole match, before you lay your cards, you can give up your token, "
            "lay the four cards down and draw four new ones (rule 2.2)."
        ),
        task=_("Four ones: you would remove your own stone and reach nothing. Exchange them."),
        praise=_("Four new cards. The token is gone for the rest of the match."),
        again=_("You have laid the ones. Press “Exchange” instead, and confirm."),
        cards=((1, 1, 1, 1), (4, 2, 3, 3)),
        asks_cards=True,
        aton="1a1 2b2",
        amon="1c1 2a1 3a1",
        check=lambda action, _events, _state: action["type"] == "exchange",
    ),
)


def lesson_named(slug: str) -> Lesson | None:
    """Return the lesson of that name, None where there is none."""
    return next((lesson for lesson in LESSONS if lesson.slug == slug), None)
