"""Findings made by hand, as a study would have them; numbers come from seeded draws, intervals from plain formulas."""

from dataclasses import replace
from functools import cache
from math import exp, log, sqrt

import numpy as np

from quorate.estimators.estimate import Estimate, EstimateTable, Interval
from quorate.estimators.findings import DataSummary, Findings
from quorate.records.claims import Claim, Progress, StateName
from quorate.records.design import Design
from quorate.wording.certificates import Certificate
from quorate.wording.sentence import quoted
from quorate.wording.states import OPEN, StudyState

SIX = ("Borealis-13b", "Cirrus", "Dune (beam 5)", "Elm-large", "Fjord", "Garnet-2")
HOSTILE = (
    "<script>document.title='hacked'</script>",
    '"><img src=x onerror="document.title=1">',
    r"100% $\alpha_{1}$ & #tag_name ~ ^hat \end{table}",
    "モデル・東京🗼" * 5,
    "نموذج عربي",
    "x" * 200,
    "line\nbreak\x00\x1b[31m\u202ered",
    "{{ 7 * 7 }}{% raw %}",
)
BEGIN = 1_772_442_840.0  # 2026-03-02 09:14 UTC
SIGNATURE = (
    "study:mt-newstest|kind:comparison|policy:uniform|selector:uniform|cluster:item|level:0.95|seed:7|log:812|v:0.1.0"
)


def in_state(name, why):
    return StudyState(name=name, why=quoted(why))


def wilson(rate, n, z=1.96, low=0.0, high=1.0):
    if not n:
        return Interval(low=low, high=high, method="wilson")
    centre = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Interval(low=max(0.0, centre - half), high=min(1.0, centre + half), method="wilson")


def estimate(subject, rate, n, *, anytime=True):
    wide = wilson(rate, n, 3.2)
    return Estimate(
        subject=subject,
        value=rate,
        interval=wilson(rate, n),
        anytime=Interval(low=wide.low, high=wide.high, method="betting") if anytime else None,
        judgments=n,
        clusters=n,
    )


def table(estimates, **changes):
    values = {
        "estimator": "win rate",
        "quantity": "win rate against the other systems, a tie counts one half",
        "low": 0.0,
        "high": 1.0,
        "level": 0.95,
        "estimates": tuple(estimates),
        "assumptions": (
            "Judgments on different items are independent.",
            "The probability of every question was written down when it was asked, and is above zero for every pair.",
        ),
        "notes": (),
        "signature": "estimator:win-rate|weights:inverse-probability|interval:wilson+betting|level:0.95|v:0.1.0",
    } | changes
    return EstimateTable(**values)


def relation(winner, loser, margin=0.0):
    return Certificate(
        claim=Claim.BEATS_BY_MARGIN if margin else Claim.BEATS,
        subject=(winner, loser),
        error=0.05,
        scope="items",
        margin=margin,
    )


def asked(systems, pairs, *, items=400, days=3.2, annotators=9, seed=1, **changes):
    n = len(systems)
    total = int(np.trace(pairs)) if np.any(np.diag(pairs)) else int(np.tril(pairs, -1).sum())
    stream = np.random.default_rng(seed)
    hours = np.sort(stream.uniform(0, days, total))
    times = BEGIN + 86400 * (np.floor(hours) + 0.35 * (hours % 1)) if total else np.empty(0)
    shares = np.diff(np.linspace(0, total, annotators + 1).astype(int)) if annotators else []
    values = {
        "systems": tuple(systems),
        "pairs": pairs,
        "identical": np.zeros((n, n), np.int64),
        "askable": np.full((n, n), items, np.int64),
        "items": items,
        "items_judged": min(items, total),
        "missing": {},
        "times": times,
        "annotators": tuple(
            {
                "annotator": f"annotator {k}",
                "judgments": int(share),
                "seconds": 14.5 + 3 * k,
                "left": 0.5 + 0.02 * (-1) ** k,
            }
            for k, share in enumerate(shares)
            if share
        ),
        "judgments": total,
        "open": 0,
        "skipped": 0,
        "expired": 0,
        "retracted": 0,
        "excluded": {},
    } | changes
    return DataSummary(**values)


def comparison_study(systems=SIX, judgments=800, *, seed=7, gap=0.42, margin=0.0, state=OPEN, **asked_changes):
    """A study of comparisons whose systems get worse by `gap` from one to the next."""
    n = len(systems)
    stream = np.random.default_rng(seed)
    strengths = -gap * np.arange(n)
    pairs = np.zeros((n, n), np.int64)
    wins = np.zeros((n, n))
    lower = [(i, j) for i in range(n) for j in range(i)]
    often = stream.multinomial(judgments, [1 / len(lower)] * len(lower)) if lower else []
    for (i, j), times in zip(lower, often, strict=True):
        pairs[i, j] = pairs[j, i] = times
        wins[i, j] = stream.binomial(times, 1 / (1 + exp(strengths[j] - strengths[i])))
        wins[j, i] = times - wins[i, j]
    totals = pairs.sum(axis=1)
    rates = np.where(totals > 0, wins.sum(axis=1) / np.maximum(totals, 1), 0.5)
    order = sorted(range(n), key=lambda k: -rates[k])
    matrix = [
        estimate((systems[i], systems[j]), float(wins[i, j] / pairs[i, j]) if pairs[i, j] else 0.5, int(pairs[i, j]))
        for i in order
        for j in order
        if i != j
    ]
    relations = [relation(*pair.subject) for pair in matrix if pair.judgments and pair.anytime.low > 0.5]
    margins = [
        relation(*pair.subject, margin)
        for pair in matrix
        if margin and pair.judgments and pair.anytime.low > 0.5 + margin
    ]
    worse = {name: sum(claim.subject[1] == name for claim in relations) for name in systems}
    better = {name: sum(claim.subject[0] == name for claim in relations) for name in systems}
    best = systems[order[0]]
    others = tuple(name for name in systems if name != best)
    progress = {"progress": Progress.CHANCE, "leader": best} if better[best] < n - 1 else {"others": others}
    return Findings(
        study="mt-newstest",
        design=Design(
            question={"words": "Which translation is better?", "ties": True},
            stopping={"budget": 1000, "width": 0.1},
            margin=margin,
            seed=seed,
        ),
        state=state,
        answer=Certificate(
            claim=Claim.BEATS_ALL if better[best] == n - 1 else Claim.NONE,
            subject=(best,),
            error=0.05,
            scope="items",
            judgments=judgments,
            **progress,
        ),
        alternatives=(),
        redraw=None,
        ranking=table(estimate((systems[k],), float(rates[k]), int(totals[k])) for k in order),
        ranks={name: (1 + worse[name], n - better[name]) for name in systems},
        relations=tuple(relations),
        margins=tuple(margins),
        matrix=table(matrix, quantity="win rate of the first system against the second"),
        strengths=table(
            (
                Estimate(
                    subject=(systems[k],),
                    value=log((rates[k] + 0.02) / (1.02 - rates[k])),
                    interval=Interval(
                        low=log((rates[k] + 0.02) / (1.02 - rates[k])) - 0.3,
                        high=log((rates[k] + 0.02) / (1.02 - rates[k])) + 0.3,
                        method="laplace",
                    ),
                    anytime=None,
                    judgments=int(totals[k]),
                    clusters=int(totals[k]),
                )
                for k in order
            ),
            estimator="bradley-terry",
            quantity="Bradley–Terry strength, natural logarithm, mean 0",
            low=float("-inf"),
            high=float("inf"),
            assumptions=(
                "Judgments on different items are independent.",
                "One strength per system explains all preferences.",
            ),
            notes=("Strengths are shrunk towards 0 by one pseudo-tie per pair.",),
            signature="estimator:bradley-terry|ties:davidson|prior:1|interval:sandwich|level:0.95|v:0.1.0",
        ),
        criteria=(),
        slices=(),
        asked=asked(systems, pairs, **asked_changes),
        disagreement="",
        signature=SIGNATURE,
        reproduce=(
            "quorate verify mt-newstest --store study.db",
            "quorate report mt-newstest --store study.db --out report.html",
        ),
    )


def eventful_study():
    """Everything at once: slices, margin, missing and identical outputs, an excluded annotator, a disagreement."""
    findings = comparison_study(
        margin=0.05,
        open=3,
        skipped=4,
        expired=2,
        retracted=1,
        missing={"Cirrus": 12, "Fjord": 3},
        excluded={"annotator 11": "failed 3 of 4 checks"},
        identical=np.array([[0 if i == j else 2 for j in range(6)] for i in range(6)]),
    )
    news = comparison_study(judgments=300, seed=3).ranking
    talks = comparison_study(judgments=60, seed=4).ranking
    return replace(
        findings,
        slices=(replace(news, where="domain = news"), replace(talks, where="domain = talks")),
        disagreement="The Bradley–Terry model puts Cirrus first, not Borealis-13b.",
    )


def rating_study():
    """Three criteria on a scale from 1 to 5."""
    systems = SIX[:5]

    def scores(name, shift, spread):
        rows = []
        for k, system in enumerate(systems):
            value = 4.3 - shift - 0.22 * k
            half = spread / (1 + 0.1 * k)
            rows.append(
                Estimate(
                    subject=(system,),
                    value=value,
                    interval=Interval(low=value - half, high=min(5, value + half), method="student"),
                    anytime=Interval(low=value - 1.7 * half, high=min(5, value + 1.7 * half), method="betting"),
                    judgments=60,
                    clusters=60,
                )
            )
        return table(
            rows,
            estimator="mean score",
            quantity=f"mean score for {name}, from 1 to 5",
            low=1.0,
            high=5.0,
            signature=f"estimator:mean-score|criterion:{name}|level:0.95|v:0.1.0",
        )

    return replace(
        comparison_study(systems),
        design=Design(
            kind="rating",
            question={"criteria": {"fluency": "likert5", "adequacy": "likert5", "tone": "likert5"}},
            copies=2,
        ),
        ranking=scores("fluency", 0, 0.14),
        relations=(relation(SIX[0], SIX[3]), relation(SIX[0], SIX[4]), relation(SIX[1], SIX[4])),
        ranks={SIX[0]: (1, 3), SIX[1]: (1, 4), SIX[2]: (1, 5), SIX[3]: (2, 5), SIX[4]: (3, 5)},
        matrix=None,
        strengths=None,
        criteria=(scores("adequacy", 0.3, 0.2), scores("tone", 0.5, 0.25)),
        asked=asked(systems, np.diag([60] * 5)),
        answer=Certificate(
            claim=Claim.NONE,
            subject=SIX[:2],
            error=0.05,
            scope="items",
            judgments=300,
            progress=Progress.CHANCE,
            leader=SIX[0],
        ),
    )


@cache
def examples():
    """One of each, by name."""
    many = tuple(f"system-{k:02}{' with a rather long descriptive name' if k % 5 == 0 else ''}" for k in range(30))
    return {
        "six": comparison_study(),
        "two": comparison_study(SIX[:2], 140, gap=0.7, state=in_state(StateName.CLOSED, "the budget is spent")),
        "one system": comparison_study(SIX[:1], 0),
        "three": comparison_study(SIX[:3], 60),
        "zero": comparison_study(judgments=0, annotators=0),
        "one judgment": comparison_study(judgments=1, annotators=1),
        "thirty": comparison_study(many, 9000, gap=0.12, days=21, items=2000),
        "rating": rating_study(),
        "hostile": replace(
            comparison_study(HOSTILE, 500),
            study=HOSTILE[0],
            state=in_state(StateName.OPEN, "<b>"),
            signature=HOSTILE[2],
        ),
        "undecided": comparison_study(
            judgments=300, gap=0.05, state=in_state(StateName.AT_REST, "every annotator has seen every item")
        ),
        "eventful": eventful_study(),
    }
