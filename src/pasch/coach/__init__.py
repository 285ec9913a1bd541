"""The coach: was it luck or skill, and what would have been better. It reviews finished matches by the strong bot's
networks."""

from pasch.coach.exact import Exact, confirm
from pasch.coach.export import as_json
from pasch.coach.grades import grade
from pasch.coach.hinting import ASKS_FROM, Hint, hint
from pasch.coach.judging import chances_of, judge
from pasch.coach.reviewing import review
from pasch.coach.values import Balance, Candidate, Grade, Judgement, Luck, Parts, Review, SeatReview, Step

__all__ = [
    "ASKS_FROM",
    "Balance",
    "Candidate",
    "Exact",
    "Grade",
    "Hint",
    "Judgement",
    "Luck",
    "Parts",
    "Review",
    "SeatReview",
    "Step",
    "as_json",
    "chances_of",
    "confirm",
    "grade",
    "hint",
    "judge",
    "review",
]
