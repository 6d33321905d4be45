"""Answers to a comparison in people's own words: "A much better", "B > A", "both are bad", "no preference".

The grammar is closed: an answer with a word that is not known here means nothing, and whoever reads it asks.
"""

import re

from quorate.data.words import FIRST, SECOND, WHO, spelled

_TOKEN = re.compile(r"[^\W_]+|[><]+|[=~≈]+|[≻≺]")
_TIES = spelled("""
    tie tied ties draw drawn equal equally equals same both neither none similar comparable identical even
    equivalent indifferent gleich gleichwertig unentschieden beide keine keiner keines weder égal égalité pareil
    égaux empate igual iguales ambos ambas ninguno ninguna
""")
_BETTER = spelled("""
    better best wins win won winner winning preferred prefer prefers preference stronger superior beats chosen > ≻
    besser beste bevorzugt gewinnt meilleur meilleure mejor gana
""")
_WORSE = spelled("""
    worse worst loses lose lost loss loser weaker inferior < ≺ schlechter verliert pire peor pierde
""")
_NOTHING = spelled("""
    preference difference winner unterschied différence diferencia
""")  # after "no"
_FILLING = WHO | spelled("""
    answer response output text translation summary version side reply completion antwort ausgabe réponse respuesta
    is are was than the to i on of over it its and or vs versus about roughly nearly almost in by my ist sind als
    die der das y et e or as nor ou o est es son que el la le les los las much slightly strongly somewhat clearly
    far significantly bit little marginally moderately lot way definitely probably very more greatly strong slight
    clear viel etwas deutlich leicht un poco beaucoup peu mucho bad good poor great fine quality gut schlecht bon
    bons mauvais bueno malo buenos malos
    they these those them this that here there all ones answers responses outputs texts translations summaries replies
    versions systems models would say think choose pick like go with for
""")


def read_phrase(said: str, *, of_first: bool = False) -> float | None:
    """The preference for the first output that an answer speaks of; `None` where it is not known what it means.

    Args:
        said: The answer.
        of_first: Whether "win" and "loss" speak of the first.
    """
    tokens = [_symbol(token) for token in _TOKEN.findall(said.casefold())]
    known = FIRST | SECOND | _TIES | _BETTER | _WORSE | _FILLING | _NOTHING | {"no", "=", "kein", "keinen", "aucune"}
    if not tokens or not known.issuperset(tokens):
        return None
    named = [word for word in tokens if word in FIRST or word in SECOND]
    named = [word for word in named if word != "one"] or named  # "the right one"
    sides = [1.0 if word in FIRST else 0.0 for word in named]
    better, worse = not _BETTER.isdisjoint(tokens), not _WORSE.isdisjoint(tokens)
    if any(token in ("no", "kein", "keinen", "aucune") for token in tokens):
        return 0.5 if not _NOTHING.isdisjoint(tokens) and not sides else None
    if not (_TIES | {"="}).isdisjoint(tokens):
        is_article = sides == [1.0] and "a" in tokens  # "a tie"
        return 0.5 if len(set(sides)) != 1 or is_article else None
    return _side(sides, better=better, worse=worse, of_first=of_first)


def _side(sides: list[float], *, better: bool, worse: bool, of_first: bool) -> float | None:
    """Who is better where an answer names the sides in this order; "A is worse than B" speaks of A."""
    if better and worse:
        return None
    if not sides:
        return (1.0 if better else 0.0) if of_first and better is not worse else None
    if len(set(sides)) > 1 and not (better or worse):
        return None
    return 1.0 - sides[0] if worse else sides[0]


def _symbol(token: str) -> str:
    return "=" if token[0] in "=~≈" else token[0] if token[0] in "><" else token
