"""The public leaderboard."""

from fastapi import APIRouter

router = APIRouter()
