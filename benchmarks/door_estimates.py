"""Files of votes, rankings and ratings of other tools through `quorate estimate`, and what must be read in them."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from in_process import command

VOTES = (  # file, systems, comparisons
    ("alpaca-eval/annotations.json", 2, 3),
    ("alpaca-eval/annotations-weighted.json", 2, 2),
    ("chatbot-arena/votes.jsonl", 6, 40),
    ("label-studio/pairwise-annotation.json", 2, 1),
    ("label-studio/ranker-annotation.json", 5, 10),
    ("mt-bench/gpt-4_pair.jsonl", 2, 4),
    ("pearmut/contrastive-output.jsonl", 3, 6),
)
RATINGS = (  # file, systems, judgments by the first criterion
    ("mt-bench/gpt-4_single.jsonl", 1, 2),
    ("mturk/batch_results.csv", 2, 10),
    ("wmt/en-de.mqm.seg.score", 1, 32),
    ("wmt/esa-wave2-en-cs.csv", 8, 30),
    ("wmt/mqm-ted-ende.avg_seg_scores.tsv", 1, 39),
    ("wmt/mqm-ted-ende.tsv", 14, 37),
)
REFUSED = (  # file, what the refusal says
    ("huggingface/rows-imdb.json", "quorate define NAME rows-imdb.json"),
    ("inspect/log.json", "quorate define NAME log.json"),
    ("inspect/log.eval", "quorate define NAME log.eval"),
    ("label-studio/llm-ranker-task.json", "quorate define NAME llm-ranker-task.json"),
    ("label-studio/previous-export.json", "no votes or scores by people"),
    ("langfuse/trace-claude-agent.json", "quorate define NAME trace-claude-agent.json"),
    ("langsmith/run-openai.json", "quorate define NAME run-openai.json"),
    ("lm-eval/results.json", "quorate define NAME results.json"),
    ("lm-eval/samples.jsonl", "quorate define NAME samples.jsonl"),
    ("mt-bench/question.jsonl", "quorate define NAME question.jsonl"),
    ("potato/user_state-alice.json", "no column holds scores"),
    ("promptfoo/output.csv", "quorate define NAME output.csv"),
    ("wmt/generaltest2022.en-de.src.en", "is no format known here"),
)


@dataclass(frozen=True, kw_only=True)
class Estimated:
    """What was made of a file.

    Attributes:
        name: The file.
        said: In a few words.
        is_right: Whether that is what a person reads in it.
    """

    name: str
    said: str
    is_right: bool


def estimate_files(root: Path) -> list[Estimated]:
    """Every file of the folder that is named above and there."""
    cases = [(name, (systems, count), "") for name, systems, count in (*VOTES, *RATINGS)]
    cases += [(name, None, words) for name, words in REFUSED]
    return [_estimate(root / name, name, expected, words) for name, expected, words in cases if (root / name).is_file()]


def _estimate(path: Path, name: str, expected: tuple[int, int] | None, words: str) -> Estimated:
    done = command("estimate", str(path), "--json")
    if done.code:
        is_one_line = done.err.startswith("Error: ") and done.err.count("\n") == 1
        said = done.err.strip().replace(str(path), path.name)[:200]
        return Estimated(name=name, said=said, is_right=is_one_line and expected is None and words in said)
    systems, count = _counted(json.loads(done.out))
    said = f"{systems} systems, {count} judgments"
    return Estimated(name=name, said=said, is_right=expected == (systems, count))


def _counted(found: dict[str, Any]) -> tuple[int, int]:
    """How many systems and judgments; of votes, of ratings by the first criterion."""
    if "votes" in found:
        return len(found["ranking"]["estimates"]) + len(found["unjudged"]), found["votes"]
    table = found["tables"][found["chosen"]]
    return len(table["estimates"]), sum(one["judgments"] for one in table["estimates"])
