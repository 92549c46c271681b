"""The lessons of /learn/: short tasks on the real board that the engine checks."""

from games.lessons.course import LESSONS, lesson_named
from games.lessons.lesson import Lesson, Try, opening_of, try_lesson

__all__ = ["LESSONS", "Lesson", "Try", "lesson_named", "opening_of", "try_lesson"]
