"""Annotators made of numbers, and past judgments played again, through the same ask and tell as people."""

from quorate.simulation.alike import judgments_alike
from quorate.simulation.annotators import SimulatedAnnotator, crowd
from quorate.simulation.clock import VirtualClock
from quorate.simulation.driver import Simulation, simulate
from quorate.simulation.truths import Recorded, RecordedStatements, Strengths, Truth

__all__ = [
    "Recorded",
    "RecordedStatements",
    "SimulatedAnnotator",
    "Simulation",
    "Strengths",
    "Truth",
    "VirtualClock",
    "crowd",
    "judgments_alike",
    "simulate",
]
