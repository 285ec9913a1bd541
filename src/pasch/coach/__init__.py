"""The coach: was it luck or skill, and what would have been better. It reviews finished matches by the strong bot's
networks."""

from pasch.coach.judging import judge
from pasch.coach.reviewing import review
from pasch.coach.values import Balance, Candidate, Grade, Judgement, Luck, Parts, Review, SeatReview, Step

__all__ = [
    "Balance",
    "Candidate",
    "Grade",
    "Judgement",
    "Luck",
    "Parts",
    "Review",
    "SeatReview",
    "Step",
    "judge",
    "review",
]
