"""What the page of each benchmark shows: what is measured, one picture, and the rows of one short table."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import geometric_mean


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of a page's table.

    Attributes:
        name: Name of the figures.
        of: Only those whose case begins so.
        words: What the line is called; the name unless given.
        worst: `min` or `max`: which of several figures is the worst.
    """

    name: str
    of: str = ""
    words: str = ""
    worst: Callable[..., dict] = max

    def figures(self, figures: Sequence[dict]) -> list[dict]:
        """The figures of this line."""
        return [one for one in figures if one["name"] == self.name and one["case"].startswith(self.of)]


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A picture of figures: one series for each name, one line for each case.

    Attributes:
        title: What it shows.
        unit: The unit, below the scale.
        series: What a series is called → the name of its figures.
        label: What of a case is written at its line: the first group of this expression; without it no line.
        bar: What the figures are held against.
        is_ordered: Put the least first.
    """

    title: str
    unit: str
    series: dict[str, str]
    label: str = "(.+)"
    bar: float | None = None
    is_ordered: bool = False

    def values(self, figures: Sequence[dict]) -> dict[str, dict[str, float]]:
        """Series → case → value."""
        found: dict[str, dict[str, float]] = {}
        for words, name in self.series.items():
            kind = [one for one in figures if one["name"] == name and re.match(self.label, one["case"])]
            kind = sorted(kind, key=lambda one: one["value"]) if self.is_ordered else kind
            found[words] = {re.match(self.label, one["case"])[1]: one["value"] for one in kind}
        return found


@dataclass(frozen=True, kw_only=True)
class Overhead(Chart):
    """How many times its lower bound each policy needs: the geometric mean over the sets."""

    def values(self, figures: Sequence[dict]) -> dict[str, dict[str, float]]:
        """Policy → times the bound."""
        bounds = {one["case"]: one["value"] for one in figures if one["name"].startswith("lower bound")}
        ratios: dict[str, list[float]] = {}
        for one in figures:
            what, _, policy = one["name"].partition("annotation complexity, ")
            if not what and policy:
                ratios.setdefault(policy, []).append(one["value"] / bounds[one["case"]])
        means = sorted((geometric_mean(values), policy) for policy, values in ratios.items())
        return {name: {policy: mean for mean, policy in means} for name in self.series}


@dataclass(frozen=True, kw_only=True)
class Page:
    """One benchmark's page.

    Attributes:
        about: Two sentences: what is measured.
        picture: What is drawn, or the name of a picture that the benchmark itself has drawn.
        rows: The lines of the table: what has a bar, the worst case, what a user gets.
    """

    about: str
    picture: Chart | str
    rows: tuple[Row, ...]


PAGES = {
    "thread": Page(
        about="How long one question and one answer take in a single thread, with logs of 1,000 to 1,000,000 judgments "
        "in SQLite and PostgreSQL. How long it takes to load material, to open a log, and to turn it into "
        "estimates. Room: a million statements of a hundred systems, items that join while others ask, replays of "
        "studies that grew, and CPU beside that of the version before questions could be about parts.",
        picture=Chart(
            title="Time of an ask and a tell by the length of the log",
            unit="ms",
            series={name: name for name in ("ask p50", "ask p99", "tell p50", "tell p99")},
            label="(.+ judgments)$",
        ),
        rows=(
            Row(name="ask p50"),
            Row(name="ask p99"),
            Row(name="tell p50"),
            Row(name="tell p99"),
            Row(name="ask p50 at the longest log over ask p50 at 1,000"),
            Row(name="open and fold"),
            Row(name="memory of the process"),
            Row(name="load material"),
            Row(name="log to win matrix and strengths with intervals"),
            Row(name="import quorate"),
            Row(name="quorate --help"),
            Row(name="statements: define, CPU"),
            Row(name="statements: open, CPU"),
            Row(name="statements: ask p50, CPU"),
            Row(name="statements: memory of the process"),
            Row(name="growing: lost questions, answers or items"),
            Row(name="growing: ask p99 over that without additions"),
            Row(name="verified after growth: differences"),
            Row(name="ask p50, CPU: now over before"),
            Row(name="tell p50, CPU: now over before"),
            Row(name="open and fold, CPU: now over before"),
        ),
    ),
    "duels": Page(
        about="How many judgments the published policies need until they name the winner for good (annotation "
        "complexity), on twelve past evaluations, beside the figures of their evaluation paper and its lower "
        "bound. How fast the compiled policies are beside the paper's code.",
        picture=Overhead(
            title="Annotation complexity over the lower bound, geometric mean of twelve sets",
            unit="times the lower bound",
            series={"published policies": ""},
        ),
        rows=(
            *(
                Row(name=f"annotation complexity over the paper's, {policy}")
                for policy in ("rmed1", "rcs", "rucb", "uniform")
            ),
            Row(name="sets within 35 % of the paper, or its figure in the interval", worst=min),
            Row(name="sets better than the paper", worst=min),
            Row(name="speed over the paper's code, geometric mean"),
            Row(name="speed over the paper's code, lowest"),
            Row(name="the whole table, CPU"),
        ),
    ),
    "certified": Page(
        about="When the claim *best if there is a winner* is made, as a multiple of the lower bound of that claim, and "
        "how often it is wrong. What it costs where strengths mislead; the claims a study ends with are in [the "
        "benchmark of crowds](certified_crowds.md).",
        picture=Chart(
            title="Judgments at the stop over the lower bound, set by set",
            unit="times the lower bound",
            series={
                "default (tie-safe)": "scope items, tie-safe default: stop / bound",
                "strict": "scope items, strict: stop / bound",
            },
            label="([^:]+):",
        ),
        rows=(
            Row(name="scope items, tie-safe default: stop / bound, mean"),
            Row(name="scope items, tie-safe default: stop / bound", words="… set by set"),
            Row(name="scope items, tie-safe default: wrong winners"),
            Row(name="scope items, strict: stop / bound, mean"),
            Row(name="hidden refuter, strict: stop / bound, mean"),
            Row(name="hidden refuter, strict: stop / bound, worst member"),
            Row(name="hidden refuter, strict: wrong or unstopped"),
            Row(name="far from Bradley–Terry: stop / bound"),
            Row(name="annotation complexity against RMED, mean"),
            Row(name="annotation complexity against corrected double Thompson, mean"),
            Row(name="false winners"),
            Row(name="false verified claims"),
            Row(name="choosing the next question, p50"),
        ),
    ),
    "certified_crowds": Page(
        about="How the claims that users get (*near best*, and *beats every other* with `--exact`) stand up to crowds: "
        "answers that take longer because of what they say, people who leave, panels. What it costs in judgments "
        "and time to draw who is asked.",
        picture=Chart(
            title="False claims where a crowd is split 70/30 both ways",
            unit="% of studies",
            series={
                "open crowd": "split crowd, level as a whole: false claims, open crowd",
                "as they came, if read alike": "split crowd, as they came: false if it had said everybody alike",
            },
            label=r"(.+?), [\d,]+ questions",
            bar=5.0,
        ),
        rows=(
            Row(name="split crowd, level as a whole: false claims, open crowd"),
            Row(name="people leave, split 70/30: false about those who were there"),
            Row(name="two equal, open crowd through Study.ask and tell: false claims"),
            Row(name="only some answers lost, stronger sentence false"),
            Row(name="panel: false answers"),
            Row(name="panel: median share of the census asked"),
            Row(name="price: asked / asked as it arrives"),
            Row(name="price: time / time as it arrives"),
            Row(
                name="near best: judgments, mean",
                of="2 systems, the best 0 points",
                words="near best, two equal systems, margin 5",
            ),
            Row(
                name="near best: judgments, mean",
                of="5 systems, 60/40",
                words="near best, five systems, one at 60/40, margin 5",
            ),
            Row(name="near best: false just beyond the margin"),
            Row(name="beats every other: stop / bound, mean"),
            Row(name="beats every other: wrong or unstopped"),
            Row(name="choosing the next question, p50"),
        ),
    ),
    "claims": Page(
        about="Whether anything is said about a table of ratings that the table cannot support: 10,000 tables made at "
        "random, with everything that people's files have, are read sentence by sentence. How often chance leads "
        "to a false relation, and whether intervals cover.",
        picture=Chart(
            title="Tables with a false relation, by how the table was made",
            unit="% of tables",
            series={"false": "tables with a false relation"},
            label="([^,]+),",
            bar=6.3,
        ),
        rows=(
            Row(name="tables with a contradiction or a warning"),
            Row(name="tables with a false relation"),
            Row(name="named and called better than every other", worst=min),
            Row(name="coverage of 95 %", worst=min),
        ),
    ),
    "door": Page(
        about="Whether what people have is understood in the shape they have it: files of 15 tools and made files of "
        "every shape, outputs through `quorate define --preview`, votes, rankings and ratings through `quorate "
        "estimate`. Right is: the systems, the items and what annotators see, how many judgments, as a person read "
        "them off the files; what is no outputs, or no judgments, is refused in one line that says why. Then six "
        "lots of shapes, each written down when the readers of the one before were finished, and mended where they "
        "failed; how often a shape that nobody knew was read at the first try is in the notes. Then ten things "
        "that people come for, each one command or at most twelve lines, done.",
        picture=Chart(title="Cases understood rightly", unit="cases", series={"rightly": "understood rightly"}),
        rows=(
            Row(name="understood rightly", of="files of other tools", worst=min),
            Row(name="understood rightly", of="made files", worst=min),
            Row(name="understood wrongly"),
            Row(name="estimated rightly", worst=min),
            Row(name="estimated wrongly"),
            Row(name="read rightly", worst=min),
            Row(name="read rightly, or asked where nobody can know", worst=min),
            Row(name="read as something else"),
            Row(name="tasks done", worst=min),
        ),
    ),
    "scores": Page(
        about="How many judgments metrics save: what one judgment is worth beside the plain mean, from nothing but 50 "
        "judged items (20 of small sets) and their metrics, on 52 past evaluations. Whether intervals hold, "
        "whatever the metrics are.",
        picture=Chart(
            title="What a judgment is worth, set by set (1: as much as without metrics)",
            unit="times the plain mean's",
            series={
                "a score": "data efficiency of the default, one score",
                "a difference": "data efficiency of the default, difference over the paired mean",
            },
            label=r"(.+?), n = ",
            bar=1.0,
            is_ordered=True,
        ),
        rows=(
            Row(name="data efficiency of the default, one score", of="mean of 52 sets"),
            Row(name="data efficiency of the default, difference over the paired mean", of="mean of 52 sets"),
            Row(name="width over the plain mean's, useless metrics"),
            Row(name="coverage of the default, mean over cells", worst=min),
            Row(name="coverage of the default, least cell", worst=min),
            Row(name="coverage with repeats, least cell", worst=min),
            Row(name="named best is best: default over the plain mean", worst=min),
            Row(name="sequential data efficiency", worst=min),
            Row(name="sequential coverage, betting, every look"),
            Row(name="data efficiency at n = 200", words="data efficiency at n = 200 on the paper's data", worst=min),
            Row(name="next question, slowest of 300"),
        ),
    ),
    "items": Page(
        about="Which items to judge, at budgets of 5 to 50 % of them (25 to 75 % of small sets), and what may be read "
        "off them. *Default* is what `quorate select` and `quorate estimate` do: balanced random items, "
        "calibrated by all metrics.",
        picture="items-spearman.svg",
        rows=(
            Row(name="rank correlation at 5 %", of="random, mean"),
            Row(name="rank correlation at 5 %", of="top metric-variance"),
            Row(name="rank correlation at 5 %", of="default, mean of"),
            Row(name="error of differences over random's", of="default, mean of"),
            Row(name="coverage of 95 %, mean", of="top metric-variance"),
            Row(name="coverage of 95 %, mean", of="default, mean of", worst=min),
            Row(name="coverage of 95 %, least of set × budget", of="default, mean of"),
            Row(name="share needed to match random's rank correlation, at most", of="default, mean of"),
            Row(name="rank correlation on parts above top variance's", of="default, 24 parts"),
            Row(name="default above random, least of all sets"),
            Row(name="default above random, mean of all sets"),
            Row(name="coverage of 95 %, documents, mean", worst=min),
        ),
    ),
    "service": Page(
        about="How many judgments a second the service takes with SQLite and PostgreSQL, and how long people wait. What"
        " is left after processes are killed and connections cut. Generator, servers and database share two "
        "cores.",
        picture=Chart(
            title="Judgments per second (policy-systems-judgments before)",
            unit="judgments per second",
            series={"16 connections at full speed": "judgments per second"},
            label=r"(.+), 16 connections$",
        ),
        rows=(
            Row(name="judgments per second", words="judgments per second", worst=min),
            Row(name="latency p99"),
            Row(name="joining p99"),
            Row(name="start to first page"),
            Row(name="slower with 100,000 judgments"),
            Row(name="peak memory"),
            Row(name="acknowledged judgments lost"),
            Row(name="judgments twice"),
            Row(name="log verifies", worst=min),
        ),
    ),
    "votes": Page(
        about="A file of votes: processor time and memory at a million votes, strengths beside choix and evalica where "
        "the model is the same, and how often intervals hold the mean win rate over all annotators and items, where "
        "annotators differ in whom they like; with their width, which is the price. The planted fault takes every vote "
        "as independent.",
        picture=Chart(
            title="Coverage of intervals at level 95 %",
            unit="%",
            series={"clustered": "coverage", "planted fault": "coverage of the planted fault"},
            label="(.+?):",
            bar=95,
        ),
        rows=(
            Row(name="processor time"),
            Row(name="memory"),
            Row(name="strengths beside choix"),
            Row(name="strengths beside evalica"),
            Row(name="coverage", of="annotators and items", words="coverage, by annotator and item", worst=min),
            Row(name="width", of="annotators and items", words="width, by annotator and item"),
            Row(name="coverage", of="annotators alone", words="coverage, by annotator alone", worst=min),
            Row(name="width", of="annotators alone", words="width, by annotator alone"),
            Row(name="coverage of the planted fault"),
            Row(name="width", of="every vote", words="width of the planted fault"),
            Row(name="files with a false claim", of="annotators and items"),
        ),
    ),
    "comparers": Page(
        about="How often comparers say what people said on four tasks, how fast ratings are, how well a comparer "
        "orders systems, and what it is worth while models train: choices among runs and checkpoints of generators "
        "whose quality is known, and stops that are wrong.",
        picture=Chart(
            title="Win, tie or loss told as people do",
            unit="%",
            series={
                "light comparer": "accuracy",
                "two people agree": "two people agree",
                "most frequent outcome": "most frequent outcome alone",
            },
            label="(Grammarly|E2E|ParaBank, single judgments|WMT12 deu-eng)$",
        ),
        rows=(
            *(Row(name="accuracy", of=case) for case in ("Grammarly", "E2E", "ParaBank", "WMT12")),
            Row(name="accuracy, lower end (95 %)", worst=min),
            Row(name="accuracy, upper end (95 %)"),
            Row(name="two people agree", worst=min),
            Row(name="calibration error"),
            Row(name="AUROC of errors by confidence", worst=min),
            Row(name="AUROC of errors by confidence, mean"),
            Row(name="swapped pairs that are not mirrored"),
            *(
                Row(
                    name="three-way accuracy, numbers, words and meaning, all parts",
                    of=case,
                    words="accuracy with nearness in meaning by MiniLM",
                )
                for case in ("E2E", "ParaBank", "WMT12")
            ),
            Row(
                name="calibration error, numbers, words and meaning, all parts",
                words="calibration error with nearness in meaning",
            ),
            Row(name="meaning above numbers and words", words="nearness in meaning beside the light comparer"),
            Row(name="meaning above numbers and words: standard error", words="its standard error"),
            Row(name="training"),
            Row(name="Glickman's example, rating: off by"),
            Row(name="Glickman's example, deviation: off by"),
            Row(name="Glickman's example, volatility: off by"),
            Row(name="time to rate games"),
            Row(name="model level, mean of three sets: rating by comparer"),
            Row(name="model level: rating by comparer", worst=min),
            Row(name="choice of runs: comparer at least as good", worst=min),
            Row(name="early stopping: comparer at least as good", worst=min),
            Row(name="choice of runs: the best was chosen", of="by comparer"),
            Row(name="early stopping: the best was chosen", of="by comparer"),
            Row(name="sample level, Spearman", of="comparer, no weak"),
            Row(name="sample level, Spearman", of="no comparison"),
            Row(name="stopped although it improves by m or more"),
            Row(name="comparisons until it stops, median"),
            Row(name="planted fault: stopped although it improves"),
        ),
    ),
    "judges": Page(
        about="How fast chrF and BLEU are, how often metrics and a light comparer say win, tie or loss as people do, "
        "and what is found about model judges. Thresholds and comparer are fitted on other items or other systems.",
        picture=Chart(
            title="Win, tie or loss told as people do",
            unit="%",
            series={
                "chrF, linear": "three-way accuracy of chrf, linear",
                "BLEU, linear": "three-way accuracy of bleu, linear",
                "light comparer": "three-way accuracy of the light comparer",
            },
            label="(Grammarly|ParaBank|E2E|CoNLL)$",
        ),
        rows=(
            Row(name="chrf and bleu, 100,000 outputs"),
            Row(name="chrf, largest difference from sacrebleu"),
            Row(name="bleu, largest difference from sacrebleu"),
            Row(name="chrf, linear: distance from the paper"),
            Row(name="chrf, linear: distance from the paper, counted as there"),
            Row(name="three-way accuracy of the light comparer", of="Grammarly"),
            Row(name="light comparer above the best single metric", worst=min),
            Row(name="calibration error of the light comparer"),
            Row(name="swapped pairs that are not mirrored"),
            Row(name="agreement of GPT-4 with people, ties counted"),
            Row(name="agreement of GPT-4 with people, without ties"),
            Row(name="agreement of people among themselves, ties counted"),
            Row(name="agreement of people among themselves, without ties"),
            *(
                Row(name="position bias", of=f"vicuna80, {name}", words=f"position bias of {name}")
                for name in ("gpt4", "gpt35", "claude", "bard", "vicuna-13b")
            ),
            Row(name="judges refused"),
            Row(name="judges that toss a coin and are not refused"),
            Row(name="correlations: largest difference from scipy"),
            Row(name="pairwise accuracy: difference from a slow twin"),
            Row(name="false positives of the test between metrics"),
            Row(name="calls without an answer"),
            Row(name="answers that came and were lost, but for calls under way at a kill"),
            Row(name="calls made again because they were under way at a kill, as reported"),
            Row(name="pairs without both verdicts"),
            Row(name="times the key stands in what was written"),
            Row(name="width of the split over the better of people alone and half"),
            Row(name="false alarms about judges that stay"),
            Row(name="false alarms of a plain test in each round"),
            Row(name="changed judges found", worst=min),
            Row(name="crowds in which somebody alike is flagged"),
            Row(name="annotators found who follow a judge"),
            *(
                Row(name="coverage beside peers", of=f"wmt23_ende, 30 people, {peer}", words=f"coverage, {peer}")
                for peer in ("quorate", "ppi-python", "glide-py")
            ),
            Row(name="alternative annotator test: difference from a plain twin"),
            *(
                Row(name=f"{what}, {metric}, {way}", words=f"{words}, {metric}, {way}")
                for metric, ways in (
                    ("light comparer", ("mix", "uncertainty by bald", "eliminate", "both by bald")),
                    ("chrf", ("both",)),
                    ("XCOMET-Ensemble", ("both",)),
                    ("MetricX-23", ("both",)),
                    ("GEMBA-MQM", ("both",)),
                )
                for way in ways
                for what, words in (
                    ("mean change of annotation complexity", "RMED: mean change of annotation complexity"),
                    ("mean of runs that name a wrong winner", "wrong winners"),
                )
            ),
            *(
                Row(name=f"change of annotation complexity, {metric}", words=f"change, {metric}, its favourite wins")
                for metric in ("light comparer, both by bald", "chrf, both")
            ),
        ),
    ),
    "sets": Page(
        about="Precision, recall and F1 of systems whose outputs are sets of statements, on sets whose truth is known "
        "(TREC-COVID, CLEF-TAR, BenchIE) and on made ones: how narrow intervals are, whether they hold, and how few "
        "judgments the next system needs.",
        picture=Chart(
            title="Statements judged for the next system, to the certainty of 150 draws",
            unit="newly judged statements",
            series={
                "TREC-COVID, round 1": "newly judged for the next system, trec-covid-r1",
                "TREC-COVID, round 3": "newly judged for the next system, trec-covid-r3",
                "made": "newly judged for the next system, made",
            },
            label="(system .+)",
        ),
        rows=(
            Row(name="figure 3.2: distance from the printed precision and recall", words="figure 3.2, error"),
            *(
                Row(name=f"width of {method} / simple", of=name, words=f"width of {method} / simple, {name}")
                for name in ("trec-covid-r1", "trec-covid-r3")
                for method in ("published", "balance", "optimal", "distinct")
            ),
            Row(name="width of joint recall / simple", of="clef-tar-2017"),
            Row(name="systems with |z| > 2", words="systems off by more than two standard errors"),
            Row(name="largest |z|", words="largest error in standard errors"),
            Row(
                name="pooled: median |bias| of precision",
                words="pooled without its team: median error of precision",
                worst=min,
            ),
            Row(name="coverage of 95 % intervals", of="precision", words="coverage, precision", worst=min),
            Row(name="coverage of 95 % intervals", of="recall, clef", words="coverage, recall", worst=min),
            Row(name="coverage of 95 % intervals", of="F1, benchie", words="coverage, F1", worst=min),
            Row(name="missed at some look, intervals for every look"),
            Row(name="draws / fixed", of="trec-covid-r1", words="adaptive: draws / fixed number"),
            Row(name="draws / fixed, last ten", of="trec-covid-r1", words="adaptive: draws / fixed number, last ten"),
            Row(name="as served: asked / fixed", of="trec-covid-r1"),
            Row(name="as served: asked / fixed, last ten", of="trec-covid-r1"),
            Row(name="root mean squared error / target", words="adaptive: root mean squared error / target"),
            Row(name="as served: root mean squared error / target"),
            Row(name="variance with informative scores / without"),
            Row(name="variance with shuffled scores / without"),
            Row(name="variance with scores / without"),
            Row(name="left out of the pool: median bias of F1", of="made"),
            Row(name="1 M rows, 100 systems: weights and all scores"),
            Row(name="one more system: planned, drawn and scored"),
            Row(name="largest memory of the process"),
            Row(name="service: acknowledged answers that are not in the log"),
            Row(name="service: systems that joined and are not there"),
            Row(name="service: largest difference from the undisturbed run, any number"),
            Row(name="service: judgments"),
        ),
    ),
    "onthejob": Page(
        about="Labels for a stream of inputs: tags of 657 sentences and the kind of 1,995 film reviews, with the "
        "answers of five people to each and the seconds they took, played by a clock. A model learns on the way, and "
        "people are asked where it pays. What is published is from chapter 5 of *Humans in the loop* (2018). Then "
        "simulated audits, and a service whose processes are killed.",
        picture=Chart(
            title="Questions asked, from the first fifth of the stream to the last",
            unit="a token, or a review",
            series={
                what: f"questions over the stream, {what}"
                for what in ("tags", "reviews, words", "reviews, words and vectors")
            },
            label=".*(fifth \\d)",
        ),
        rows=(
            Row(name="votes: F1 off the published one", words="tags, votes: F1 off the published one"),
            Row(name="votes: time off the published one", words="tags, votes: time off the published one"),
            *(
                Row(name=name, of=f"look-ahead at {price}", words=f"look-ahead at {price}, {words}", worst=worst)
                for price in ("0.006", "0.002")
                for name, words, worst in (("F1", "F1", min), ("questions at that F1", "questions a token", max))
            ),
            *(
                Row(name=name, of=f"look-ahead at 0.002, {order}", words=f"{order} sentences: {words}")
                for order in ("reversed", "shuffled")
                for name, words in (("F1", "F1"), ("questions at that F1", "questions a token"))
            ),
            Row(name="F1 falls as the price falls, at most by"),
            Row(name="best F1 at 280 ms a token or less"),
            Row(name="expected less true accuracy, a tenth checked"),
            Row(name="expected less true accuracy, answers alone"),
            Row(name="wrong labels that most people gave", of="look-ahead at 0.002"),
            Row(name="F1", of="threshold", words="threshold, as published: F1"),
            Row(name="F1", of="model alone", words="nobody asked, truth told afterwards: F1"),
            Row(name="F1", of="tree search", words="tree search: F1"),
            Row(name="questions at that F1", of="tree search", words="tree search: questions a token"),
            Row(name="votes: accuracy off the published one", words="reviews, votes: accuracy off the published one"),
            Row(name="accuracy", of="look-ahead, words and vectors", words="reviews, look-ahead: accuracy"),
            Row(name="questions at that accuracy", of="look-ahead, words and vectors", words="questions a review"),
            Row(name="decision"),
            Row(name="learning step"),
            Row(name="learning step, last third against second"),
            Row(name="audit bound false"),
            Row(name="mean bound at accuracy .95", words="audit: mean bound at accuracy .95", worst=min),
            *(
                Row(name=name, words=f"live: {name}")
                for name in (
                    "a question reaches somebody, p95",
                    "a question reaches somebody, 5 s from any kill and its end, p95",
                    "a question reaches somebody, median",
                    "questions an input",
                    "inputs lost, or answered otherwise than the log says",
                    "inputs answered twice",
                    "answers of people that were acknowledged and lost",
                    "questions with two answers",
                    "decisions and replies that the log does not reproduce",
                    "away after a kill, longest",
                )
            ),
        ),
    ),
}
