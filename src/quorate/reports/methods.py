"""The methods section of a paper, in Markdown: what was done, what came out, references, and BibTeX for them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quorate.reports.set_outline import is_of_sets
from quorate.version import __version__
from quorate.wording.methods import (
    agreement_words,
    asked_words,
    claim_words,
    policy_words,
    rating_words,
    study_analysis,
    vote_words,
)
from quorate.wording.papers import PAPERS, cited, references, with_citations

if TYPE_CHECKING:
    from quorate.estimators.findings import Findings
    from quorate.estimators.scores.several import RatingFindings
    from quorate.estimators.vote_findings import VoteFindings


def study_methods(findings: "Findings") -> str:
    """The methods of a study."""
    design, asked = findings.design, findings.asked
    known = next((one for one in findings.agreement if one.value is not None), None)
    agreement = ""
    if known is not None and known.value is not None and known.low is not None and known.high is not None:
        agreement = agreement_words(known.coefficient, known.value, known.low, known.high)
    is_ended = findings.state.is_over
    paragraphs = [
        asked_words(
            design,
            systems=asked.systems,
            items=asked.items,
            annotators=len(asked.annotators),
            judgments=asked.judgments,
        ),
        policy_words(design, rest="" if is_ended else "The study has not ended."),
        study_analysis(design, is_strength="strength" in findings.ranking.signature, agreement=agreement),
        claim_words(findings.answer.claim, findings.answer.words, is_set=is_of_sets(findings)),
    ]
    return _page(paragraphs, findings.signature, findings.reproduce)


def vote_methods(findings: "VoteFindings") -> str:
    """The methods of an analysis of votes."""
    systems = [one.subject[0] for one in findings.ranking.estimates]
    words = vote_words(
        systems=systems,
        votes=findings.votes,
        annotators=findings.annotators,
        items=findings.items,
        level=findings.level,
        by_strength="strength" in findings.ordered_by,
    )
    return _page([words, *findings.notes, f"Result: {findings.answer}"], findings.signature)


def rating_methods(findings: "RatingFindings") -> str:
    """The methods of an analysis of ratings."""
    first = findings.first
    believed = first.tables[first.chosen]
    judged = [sum(one.judgments for one in by.tables[by.chosen].estimates) for by in findings.criteria.values()]
    words = rating_words(
        systems=[one.subject[0] for one in believed.estimates],
        criteria={name: one.chosen for name, one in findings.criteria.items()},
        judgments=max(judged, default=0),
        level=findings.level,
        uses_metrics="metrics:0" not in first.signature,
    )
    return _page([words, first.scope, *findings.claims, f"Result: {findings.answer}"], findings.signature)


def _page(paragraphs: Sequence[str], signature: str, reproduce: Sequence[str] = ()) -> str:
    text = "\n\n".join(filter(None, paragraphs))
    keys = cited(text)
    own = f"All numbers were computed with Quorate {__version__} (signature `{signature}`)."
    own += f" {' and '.join(f'`{command}`' for command in reproduce)} repeat them." if reproduce else ""
    listed = "\n".join(f"- {reference}" for reference in references(keys))
    entries = "\n\n".join(PAPERS[key].bibtex(key) for key in keys)
    return f"## Methods\n\n{with_citations(text)}\n\n{own}\n\n## References\n\n{listed}\n\n```bibtex\n{entries}\n```\n"
