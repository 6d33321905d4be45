"""The material of the demo: short notices about the weather and a store room, written by five rules.

Each item is a record of facts; each system turns it into a sentence, from careful to hasty. What differs between the
systems follows from the rules alone, so the demo is the same everywhere. Some outputs are identical, as they are in
real life.
"""

from collections.abc import Callable, Iterator
from typing import Any

PLACES = ("the harbour", "the old town", "the airport", "the north valley", "the lake", "the upper village")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SKIES = ("rain", "sun", "fog", "snow", "clouds")
WINDS = ("a light breeze", "a strong north wind", "")
GOODS = ("desk lamps", "paper rolls", "water bottles", "garden chairs", "light bulbs", "moving boxes")
SHELVES = ("A1", "B4", "C2", "D7", "E3")

# What simulated annotators go by, on the logit scale: a clear winner, a close middle, a clear last.
STRENGTHS = {"careful": 2.0, "plain": 0.6, "brief": 0.1, "stiff": -0.1, "hasty": -1.2}


def notices(count: int = 60) -> Iterator[dict[str, Any]]:
    """One row for each item and system."""
    for number in range(count):
        is_weather = number % 2 == 0
        facts = _weather(number // 2) if is_weather else _stock(number // 2)
        writers = WEATHER_WRITERS if is_weather else STOCK_WRITERS
        for system in STRENGTHS:
            yield {
                "item": f"notice-{number + 1:02}",
                "system": system,
                "output": writers[system](facts),
                "source": "; ".join(f"{name}: {'none' if value == '' else value}" for name, value in facts.items()),
                "domain": "weather" if is_weather else "stock",
            }


def _weather(number: int) -> dict[str, Any]:
    low = (number * 5) % 19 - 4
    return {
        "place": PLACES[number % len(PLACES)],
        "day": DAYS[number % len(DAYS)],
        "sky": SKIES[number % len(SKIES)],
        "low": low,
        "high": low + 4 + number % 7,
        "wind": WINDS[number % len(WINDS)],
    }


def _stock(number: int) -> dict[str, Any]:
    left = (number * 7) % 40
    return {
        "goods": GOODS[number % len(GOODS)],
        "shelf": SHELVES[number % len(SHELVES)],
        "left": left,
        "day": DAYS[(number * 3) % len(DAYS)],
        "coming": 20 * (number % 4),
    }


def _careful_weather(facts: dict[str, Any]) -> str:
    wind = f", with {facts['wind']}" if facts["wind"] else ""
    return (
        f"Expect {facts['sky']} at {facts['place']} on {facts['day']}{wind}; "
        f"temperatures between {facts['low']} and {facts['high']} °C."
    )


def _plain_weather(facts: dict[str, Any]) -> str:
    if not facts["wind"]:
        return _careful_weather(facts)
    return f"{facts['day']}, {facts['place']}: {facts['sky']}, {facts['low']} to {facts['high']} °C, {facts['wind']}."


def _brief_weather(facts: dict[str, Any]) -> str:
    return f"{facts['sky'].capitalize()} at {facts['place']} on {facts['day']}, up to {facts['high']} °C."


def _stiff_weather(facts: dict[str, Any]) -> str:
    wind = facts["wind"] or "no wind"
    return (
        f"The place is {facts['place']}. The day is {facts['day']}. The sky is {facts['sky']}. "
        f"The low is {facts['low']}. The high is {facts['high']}. The wind is {wind}."
    )


def _hasty_weather(facts: dict[str, Any]) -> str:
    if facts["high"] > 15:
        return _brief_weather(facts)
    return f"{facts['sky'].capitalize()} on {facts['day']}, {facts['high'] + 3} °C all day."


def _careful_stock(facts: dict[str, Any]) -> str:
    coming = f"; {facts['coming']} more arrive on {facts['day']}" if facts["coming"] else "; no delivery is planned"
    return f"There are {facts['left']} {facts['goods']} left on shelf {facts['shelf']}{coming}."


def _plain_stock(facts: dict[str, Any]) -> str:
    if not facts["coming"]:
        return _careful_stock(facts)
    return f"{facts['goods'].capitalize()}, shelf {facts['shelf']}: {facts['left']} left, {facts['coming']} coming."


def _brief_stock(facts: dict[str, Any]) -> str:
    return f"{facts['left']} {facts['goods']} left on {facts['shelf']}."


def _stiff_stock(facts: dict[str, Any]) -> str:
    return (
        f"The goods are {facts['goods']}. The shelf is {facts['shelf']}. The number is {facts['left']}. "
        f"The delivery is {facts['coming']}. The day is {facts['day']}."
    )


def _hasty_stock(facts: dict[str, Any]) -> str:
    if facts["left"] < 5:
        return _brief_stock(facts)
    return f"Plenty of {facts['goods']} in the store room, more on {facts['day']}."


Writer = Callable[[dict[str, Any]], str]

WEATHER_WRITERS: dict[str, Writer] = {
    "careful": _careful_weather,
    "plain": _plain_weather,
    "brief": _brief_weather,
    "stiff": _stiff_weather,
    "hasty": _hasty_weather,
}

STOCK_WRITERS: dict[str, Writer] = {
    "careful": _careful_stock,
    "plain": _plain_stock,
    "brief": _brief_stock,
    "stiff": _stiff_stock,
    "hasty": _hasty_stock,
}
