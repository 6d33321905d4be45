"""Ask and tell."""

from fastapi import APIRouter

router = APIRouter(tags=["answering"])
