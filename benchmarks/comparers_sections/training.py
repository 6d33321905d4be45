"""What a comparer is worth while models train, on generators whose quality is known.

Two sources of text; for each a comparer that learned from references against outputs of two other generators and from
400 made-up judgments of them (noisy in the difference of quality), and ten choices: five among five runs of a search,
five among ten checkpoints of a training, of which it sees those until the published rule stops. Later checkpoints
against earlier ones (*weak*) it did not learn from: on a third source, where settings were chosen, that made it worse,
for generators learn the mistakes last. Choices go by 1,000 texts and 20,000 games that all count alike (Bradley–Terry),
which two further sources said is better than 500 texts and Glicko-2. Quality is the mean log-probability of a word
under the source, of 1,500 texts; two choices are as good where they differ by less than the standard error of that.
Beside: dev perplexity, BLEU with the source's own continuations, and a discriminator of references and outputs. Sample
level, on the first source: Spearman with the quality of single texts of five generators, for a comparer of all
supervisions and with a part left out. In place of a pretrained encoder the words are left out: it then goes by numbers
about the text alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from comparers_sections.generators import (
    Checkpoint,
    Floats,
    Ints,
    Setting,
    Source,
    make_source,
    spoiled,
    train,
    words_of,
)
from frame import Results
from scipy.stats import spearmanr

from quorate.estimators.skills.findings import rate_games
from quorate.estimators.skills.playing import play_common, play_outputs
from quorate.metrics.comparer import Comparer, Outputs
from quorate.metrics.discriminator import train_discriminator
from quorate.metrics.lexical import score_bleu
from quorate.metrics.light import train_light
from quorate.metrics.metric import OutputTexts
from quorate.metrics.supervision import strong_pairs, weak_pairs
from quorate.training import EarlyStopping, pick_best
from quorate.workflows.learning import Part, join_parts

NOISE = 0.15
PILOTS = (
    Setting(rate=0.2, decay=0.0, has_second=True, texts=200, noise=NOISE),
    Setting(rate=0.4, decay=1e-3, has_second=False, texts=300, noise=NOISE),
)
PILOT_STEPS = (60, 150, 300, 600, 1_000, 1_600, 2_400, 3_200)
STEPS = (60, 150, 300, 500, 800, 1_200, 1_700, 2_300, 3_000, 4_000)
PILOT_PROMPTS = 400
PROMPTS = 1_000
PEOPLE = 400  # made-up judgments
JUDGED = 1_500  # texts that tell a generator's quality
ABLATIONS = ("all", "no strong", "no weak", "no people", "no ties", "no words")


@dataclass(frozen=True, kw_only=True)
class Desk:
    """What choices are made with.

    Attributes:
        source: The source.
        prompts: First words of the texts.
        references: What the source itself goes on with.
        dev: Texts for perplexity, spoiled as the texts trained on.
        comparer: Compares.
        score: Log-odds by the discriminator of texts on the prompts.
    """

    source: Source
    prompts: Ints
    references: list[str]
    dev: Ints
    comparer: Comparer
    score: Callable[[Sequence[str]], float]


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001 - made here, no data
    """Choices, then sample level."""
    sources, choices = (1, 1) if quick else (2, 5)
    found: dict[str, list[dict[str, tuple[float, float]]]] = {"choice of runs": [], "early stopping": []}
    samples: list[dict[str, float]] = []
    for number in range(sources):
        base = 1_000 * seed + 100 * number
        source = make_source(base)
        parts = pilot_parts(source, base)
        desk = make_desk(source, parts, base)
        for choice in range(choices):
            at = base + 10 + choice
            found["choice of runs"].append(choose_runs(desk, at))
            found["early stopping"].append(choose_checkpoint(desk, at))
        if number == 0:
            kept = ABLATIONS[: 2 if quick else len(ABLATIONS)]
            learned = {without: learn(parts, "" if without == "all" else without, base) for without in kept}
            samples = [sample_level(desk, learned, base + 50 + again) for again in range(1 if quick else 3)]
    for what, rows in found.items():
        report(results, what, rows, quick=quick)
    for name in samples[0]:
        values = [one[name] for one in samples]
        error = np.std(values, ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.nan
        results.at_least("sample level, Spearman", f"{name}, {len(values)} runs", np.mean(values), "")
        if np.isfinite(error):
            results.at_most("sample level, standard error", name, float(error), "")


def report(results: Results, what: str, rows: list[dict[str, tuple[float, float]]], *, quick: bool) -> None:
    """Quality of the choices, how often the comparer's is as good as another's, and how often the best one."""
    ours = np.array([row["comparer"][0] for row in rows])
    noise = np.array([row["comparer"][1] for row in rows])
    best = np.max([[row[name][0] for name in row if name.startswith("best")] for row in rows], axis=1)
    for name in rows[0]:
        quality = np.array([row[name][0] for row in rows])
        error = quality.std(ddof=1) / np.sqrt(len(quality)) if len(quality) > 1 else 0.0
        results.at_least(f"{what}: quality", f"by {name}, ± {error:.3f}", quality.mean(), "log-probability")
        if name.startswith("best"):
            continue
        results.at_least(
            f"{what}: the best was chosen", f"by {name}, of {len(rows)}", np.sum(quality >= best - noise), "times"
        )
        if name != "comparer":
            as_good = int(np.sum(ours >= quality - noise))
            bar = None if quick else 8
            results.at_least(f"{what}: comparer at least as good", f"as {name}, of {len(rows)}", as_good, "times", bar)


def pilot_parts(source: Source, seed: int) -> dict[str, Part]:
    """What a comparer learns from: strong and weak pairs of two generators, and judgments of them."""
    random = np.random.default_rng([seed, 3])
    prompts = source.write(PILOT_PROMPTS, random)[:, :2]
    written = words_of(continued(source, prompts, random))
    texts: list[str] = []
    quality, system, step = [], [], []
    for number, setting in enumerate(PILOTS):
        for checkpoint in train(source, setting, PILOT_STEPS, seed + number):
            said = checkpoint.write(prompts, random)
            texts += words_of(said)
            quality.append(source.quality(said))
            system.append(np.full(PILOT_PROMPTS, number))
            step.append(np.full(PILOT_PROMPTS, float(checkpoint.step)))
    worth, item = np.concatenate(quality), np.tile(np.arange(PILOT_PROMPTS), len(step))
    outputs = Outputs(item=item, texts=OutputTexts(outputs=texts))
    strong = strong_pairs(outputs, [written[one] for one in item.tolist()], seed).widest(0.5)
    weak = weak_pairs(outputs, np.concatenate(system), np.concatenate(step), seed).widest(0.5)
    blocks = np.array([random.choice(len(step), 2, replace=False) for _ in range(PEOPLE)])
    asked = random.integers(0, PILOT_PROMPTS, PEOPLE)
    first, second = blocks[:, 0] * PILOT_PROMPTS + asked, blocks[:, 1] * PILOT_PROMPTS + asked
    gap = worth[first] - worth[second] + 0.3 * random.logistic(size=PEOPLE)
    outcome = np.where(np.abs(gap) < 0.2, 0.5, (gap > 0).astype(np.float64))
    return {
        "strong": (strong.outputs, strong.first, strong.second, strong.outcome),
        "weak": (weak.outputs, weak.first, weak.second, weak.outcome),
        "people": (outputs, first, second, outcome),
    }


def continued(source: Source, prompts: Ints, random: np.random.Generator) -> Ints:
    """What the source goes on with."""
    logs = np.log(source.chances)
    return Checkpoint(step=0, last=logs, second=np.zeros_like(logs)).write(prompts, random)


def learn(parts: Mapping[str, Part], without: str, seed: int) -> Comparer:
    """A light comparer without a part of what there is to learn from."""
    kept = [part for name, part in parts.items() if without != f"no {name}"]
    outputs, first, second, outcome = join_parts(kept)
    chosen = outcome != 0.5 if without == "no ties" else np.ones(len(outcome), dtype=np.bool_)
    return train_light(
        outputs, first[chosen], second[chosen], outcome[chosen], has_phrases=without != "no words", seed=seed
    )


def make_desk(source: Source, parts: Mapping[str, Part], seed: int) -> Desk:
    """Prompts that nothing was learned from, and what scores texts on them."""
    random = np.random.default_rng([seed, 4])
    prompts = source.write(PROMPTS, random)[:, :2]
    pilot = parts["people"][0]
    last = np.arange(len(pilot.item) - PILOT_PROMPTS, len(pilot.item))
    made = Outputs(item=pilot.item[last], texts=OutputTexts(outputs=[pilot.texts.outputs[row] for row in last]))
    written = words_of(source.write(PILOT_PROMPTS, random))
    discriminator = train_discriminator(made, list(written), seed=seed)
    return Desk(
        source=source,
        prompts=prompts,
        references=words_of(continued(source, prompts, random)),
        dev=spoiled(source.write(300, random), NOISE, random),
        comparer=learn(parts, "no weak", seed),
        score=lambda texts: float(discriminator.score(OutputTexts(outputs=list(texts))).mean()),
    )


def choose_runs(desk: Desk, seed: int) -> dict[str, tuple[float, float]]:
    """The quality of the run that each way takes, of five settings drawn at random, with its standard error."""
    random = np.random.default_rng([seed, 5])
    runs = []
    for number in range(5):
        setting = Setting(
            rate=float(10 ** random.uniform(-1.7, 0.3)),
            decay=float(10 ** random.uniform(-4, -1.5)),
            has_second=bool(random.random() < 0.5),
            texts=int(random.choice([60, 150, 400])),
            noise=NOISE,
        )
        runs.append(train(desk.source, setting, (2_000,), 10 * seed + number)[0])
    return choices(desk, runs, runs, random, seed)


def choose_checkpoint(desk: Desk, seed: int) -> dict[str, tuple[float, float]]:
    """The same for the checkpoints of one training; the comparer sees no more of them than until it says stop."""
    random = np.random.default_rng([seed, 6])
    setting = Setting(
        rate=float(10 ** random.uniform(-1.3, 0)),
        decay=float(10 ** random.uniform(-4, -2)),
        has_second=True,
        texts=int(random.choice([150, 400])),
        noise=NOISE,
    )
    made = train(desk.source, setting, STEPS, 10 * seed + 7)
    inputs = words_of(desk.prompts)
    stopping = EarlyStopping(comparer=desk.comparer, inputs=inputs, rule="wins", most=1_000, seed=seed)
    seen = []
    for checkpoint in made:
        seen.append(checkpoint)
        if stopping.add(checkpoint.step, words_of(checkpoint.write(desk.prompts, random))):
            break
    return choices(desk, made, seen if len(seen) > 1 else made, random, seed)


def choices(
    desk: Desk, made: list[Checkpoint], seen: list[Checkpoint], random: np.random.Generator, seed: int
) -> dict[str, tuple[float, float]]:
    """Quality by each way to choose."""
    said = [words_of(one.write(desk.prompts, random)) for one in made]
    inputs = words_of(desk.prompts)
    played = {str(place): said[place] for place in range(len(seen))}
    picked = int(
        pick_best(played, desk.comparer, inputs, method="bradley-terry", most=20_000, replays=0, seed=seed).best
    )
    chosen = {
        "comparer": picked,
        "dev perplexity": int(np.argmin([one.perplexity(desk.dev) for one in made])),
        "BLEU": int(np.argmax([np.mean(score_bleu(texts, desk.references)) for texts in said])),
        "discriminator": int(np.argmax([desk.score(texts) for texts in said])),
    }
    many = desk.prompts[random.integers(0, len(desk.prompts), JUDGED)]
    worth = [desk.source.quality(one.write(many, random)) for one in made]
    means = [float(one.mean()) for one in worth]
    error = float(worth[picked].std() / np.sqrt(JUDGED) * np.sqrt(2))
    found = {name: (means[place], error) for name, place in chosen.items()}
    return found | {"best in hindsight": (max(means), error)}


def sample_level(desk: Desk, learned: Mapping[str, Comparer], seed: int) -> dict[str, float]:
    """Spearman of scores of single texts with their quality."""
    random = np.random.default_rng([seed, 7])
    texts: list[str] = []
    worth: list[Floats] = []
    prompts = desk.prompts[:40]
    for number, rate in enumerate((0.02, 0.05, 0.1, 0.3, 0.8)):
        setting = Setting(rate=rate, decay=1e-4, has_second=number % 2 == 0, texts=300, noise=NOISE)
        said = train(desk.source, setting, (1_500,), 10 * seed + number)[0].write(prompts, random)
        texts += words_of(said)
        worth.append(desk.source.quality(said))
    quality = np.concatenate(worth)
    outputs = Outputs(item=np.tile(np.arange(40), 5), texts=OutputTexts(outputs=texts))
    names = tuple(str(number) for number in range(len(texts)))
    found = {}
    for without, comparer in learned.items():

        def decide(first: Ints, second: Ints, comparer: Comparer = comparer) -> Floats:
            return comparer.compare(outputs, first, second).outcome

        scores = {"points": (play_common(names, decide, seed=seed), "points")}
        if without == "all":
            scores["10,000 plays"] = (play_outputs(names, decide, seed=seed), "glicko2")
        for words, (games, method) in scores.items():
            rated = {int(one.contestant): one.rating for one in rate_games(games, method, replays=0).contestants}
            found[f"comparer, {without}, {words}"] = correlation([rated[n] for n in range(len(texts))], quality)
    found["no comparison: discriminator"] = correlation([desk.score([text]) for text in texts], quality)
    found["BLEU"] = correlation(score_bleu(texts, [*desk.references[:40]] * 5), quality)
    return found


def correlation(scores: Sequence[float] | Floats, quality: Floats) -> float:
    """Spearman's; 0 where all scores are the same."""
    return float(spearmanr(scores, quality).statistic) if np.ptp(scores) > 0 else 0.0
