"""The lessons of /learn/, tasks that the engine checks, and the positions that the rules draw."""

from games.lessons.course import LESSONS, lesson_named
from games.lessons.drawings import DRAWINGS, Drawing
from games.lessons.lesson import Lesson, Try, drawn_from, opening_of, try_lesson

__all__ = [
    "DRAWINGS",
    "LESSONS",
    "Drawing",
    "Lesson",
    "Try",
    "drawn_from",
    "lesson_named",
    "opening_of",
    "try_lesson",
]
