"""Run by another Python, with COMET, BLEURT or MetricX beside it: texts come in as JSON lines, scores go out.

Nothing here imports Quorate, for its packages and theirs exclude each other. The first line that comes in says which
metric and which weights; the first that goes out says that they are loaded, or why not. Then each line is a list of
`[output, reference, source]` and is answered by a list of numbers.
"""

import importlib
import json
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

Rows = list[list[Any]]
Loaded = Callable[[Rows], list[float]]


def load_comet(checkpoint: str) -> Loaded:
    """COMET, by the package unbabel-comet."""
    comet = importlib.import_module("comet")
    network = comet.load_from_checkpoint(comet.download_model(checkpoint or "Unbabel/wmt22-comet-da"))

    def score(rows: Rows) -> list[float]:
        data = [{"mt": output, "ref": reference or "", "src": source or ""} for output, reference, source in rows]
        return [float(number) for number in network.predict(data, batch_size=16, progress_bar=False).scores]

    return score


def load_bleurt(checkpoint: str) -> Loaded:
    """BLEURT, by its package."""
    scorer = importlib.import_module("bleurt.score").BleurtScorer(checkpoint or None)

    def score(rows: Rows) -> list[float]:
        found = scorer.score(references=[row[1] for row in rows], candidates=[row[0] for row in rows])
        return [float(number) for number in found]

    return score


def load_metricx(checkpoint: str) -> Loaded:
    """MetricX-23, by the classes of its repository: errors from 0 to 25."""
    classes = importlib.import_module("metricx23.models")
    tokenizers = importlib.import_module("transformers")
    torch = importlib.import_module("torch")
    name = checkpoint or "google/metricx-23-large-v2p0"
    network = classes.MT5ForRegression.from_pretrained(name).eval()
    tokenizer = tokenizers.AutoTokenizer.from_pretrained("google/mt5-xl")

    def score(rows: Rows) -> list[float]:
        found = []
        for output, reference, _ in rows:
            pieces = tokenizer(
                f"candidate: {output} reference: {reference}", max_length=1024, truncation=True, return_tensors="pt"
            )
            with torch.no_grad():  # its last piece, the end of the text, was not seen in training
                found.append(float(network(pieces["input_ids"][:, :-1], pieces["attention_mask"][:, :-1]).predictions))
        return found

    return score


LOADERS = {"comet": load_comet, "bleurt": load_bleurt, "metricx": load_metricx}


def main() -> None:
    """Answer until nothing more comes; what packages print goes to stderr."""
    out = sys.stdout
    asked = json.loads(sys.stdin.readline())

    def say(answer: object) -> None:
        out.write(json.dumps(answer) + "\n")
        out.flush()

    with redirect_stdout(sys.stderr):
        try:
            score = LOADERS[asked["metric"]](asked.get("checkpoint") or "")
        except Exception as error:  # noqa: BLE001 - whatever a package raises is said on the other side
            say({"failed": f"{type(error).__name__}: {error}"})
            return
        say({"ready": True})
        for line in sys.stdin:
            try:
                say({"scores": score(json.loads(line))})
            except Exception as error:  # noqa: BLE001
                say({"failed": f"{type(error).__name__}: {error}"})
                return


if __name__ == "__main__":
    main()
