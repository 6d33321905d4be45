"""Papers that methods are from, as they are cited in a text, in its list of references and in BibTeX."""

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """A paper.

    Attributes:
        authors: Surnames, as they stand on it.
        year: When it appeared.
        title: Its title.
        venue: Where.
    """

    authors: tuple[str, ...]
    year: int
    title: str
    venue: str

    @property
    def short(self) -> str:
        """As a text names it: one name, two, or the first and others."""
        first, *rest = self.authors
        name = first if not rest else f"{first} and {rest[0]}" if len(rest) == 1 else f"{first} et al."
        return f"{name}, {self.year}"

    @property
    def full(self) -> str:
        """As a list of references has it."""
        return f"{', '.join(self.authors)} ({self.year}). {self.title}. {self.venue}."

    def bibtex(self, key: str) -> str:
        """As an entry of BibTeX."""
        fields = {"author": " and ".join(self.authors), "title": f"{{{self.title}}}", "journal": self.venue}
        lines = [f"  {name} = {{{text}}}," for name, text in {**fields, "year": str(self.year)}.items()]
        return "\n".join([f"@article{{{key},", *lines, "}"])


def _paper(authors: str, year: int, title: str, venue: str) -> Paper:
    return Paper(tuple(authors.split(", ")), year, title, venue)


PAPERS = {
    "bradley1952": _paper(
        "Bradley, Terry",
        1952,
        "Rank analysis of incomplete block designs: the method of paired comparisons",
        "Biometrika",
    ),
    "cameron2011": _paper(
        "Cameron, Gelbach, Miller",
        2011,
        "Robust inference with multiway clustering",
        "Journal of Business & Economic Statistics",
    ),
    "chaganty2017": _paper(
        "Chaganty, Paranjape, Liang, Manning",
        2017,
        "Importance sampling for unbiased on-demand evaluation of knowledge base population",
        "EMNLP",
    ),
    "chaganty2018": _paper(
        "Chaganty, Mussmann, Liang",
        2018,
        "The price of debiasing automatic metrics in natural language evaluation",
        "ACL",
    ),
    "davidson1970": _paper(
        "Davidson",
        1970,
        "On extending the Bradley-Terry model to accommodate ties in paired comparison experiments",
        "JASA",
    ),
    "fleiss1971": _paper(
        "Fleiss", 1971, "Measuring nominal scale agreement among many raters", "Psychological Bulletin"
    ),
    "freitag2021": _paper(
        "Freitag, Foster, Grangier, Ratnakar, Tan, Macherey",
        2021,
        "Experts, errors, and context: a large-scale study of human evaluation for machine translation",
        "TACL",
    ),
    "hall1992": _paper("Hall", 1992, "On the removal of skewness by transformation", "JRSS B"),
    "henderson1975": _paper(
        "Henderson", 1975, "Best linear unbiased estimation and prediction under a selection model", "Biometrics"
    ),
    "holm1979": _paper(
        "Holm", 1979, "A simple sequentially rejective multiple test procedure", "Scandinavian Journal of Statistics"
    ),
    "horvitz1952": _paper(
        "Horvitz, Thompson", 1952, "A generalization of sampling without replacement from a finite universe", "JASA"
    ),
    "krippendorff2011": _paper(
        "Krippendorff", 2011, "Computing Krippendorff's alpha-reliability", "University of Pennsylvania"
    ),
    "neyman1934": _paper("Neyman", 1934, "On the two different aspects of the representative method", "JRSS"),
    "orabona2024": _paper(
        "Orabona, Jun",
        2024,
        "Tight concentrations and confidence sequences from the regret of universal portfolio",
        "IEEE Transactions on Information Theory",
    ),
    "ohlsson1998": _paper("Ohlsson", 1998, "Sequential Poisson sampling", "Journal of Official Statistics"),
    "sarndal1992": _paper("Särndal, Swensson, Wretman", 1992, "Model assisted survey sampling", "Springer"),
    "student1908": _paper("Student", 1908, "The probable error of a mean", "Biometrika"),
    "ville1939": _paper("Ville", 1939, "Étude critique de la notion de collectif", "Gauthier-Villars"),
    "waudby2024": _paper(
        "Waudby-Smith, Ramdas", 2024, "Estimating means of bounded random variables by betting", "JRSS B"
    ),
    "wilcoxon1945": _paper("Wilcoxon", 1945, "Individual comparisons by ranking methods", "Biometrics Bulletin"),
    "wilson1927": _paper(
        "Wilson", 1927, "Probable inference, the law of succession, and statistical inference", "JASA"
    ),
    "yue2011": _paper("Yue, Joachims", 2011, "Beat the mean bandit", "ICML"),
    "yue2012": _paper("Yue, Broder, Kleinberg, Joachims", 2012, "The K-armed dueling bandits problem", "JCSS"),
    "wu2016": _paper("Wu, Liu", 2016, "Double Thompson sampling for dueling bandits", "NeurIPS"),
    "komiyama2015": _paper(
        "Komiyama, Honda, Kashima, Nakagawa",
        2015,
        "Regret lower bound and optimal algorithm in dueling bandit problem",
        "COLT",
    ),
    "zoghi2014": _paper(
        "Zoghi, Whiteson, Munos, de Rijke",
        2014,
        "Relative upper confidence bound for the k-armed dueling bandit problem",
        "ICML",
    ),
    "zoghi2014b": _paper(
        "Zoghi, Whiteson, de Rijke, Munos",
        2014,
        "Relative confidence sampling for efficient on-line ranker evaluation",
        "WSDM",
    ),
    "zoghi2015": _paper("Zoghi, Karnin, Whiteson, de Rijke", 2015, "Copeland dueling bandits", "NeurIPS"),
    "urvoy2013": _paper(
        "Urvoy, Clérot, Féraud, Naamane", 2013, "Generic exploration and k-armed voting bandits", "ICML"
    ),
    "szorenyi2015": _paper(
        "Szörényi, Busa-Fekete, Paul, Hüllermeier", 2015, "Online rank elicitation for Plackett-Luce", "NeurIPS"
    ),
    "falahatgar2017": _paper(
        "Falahatgar, Orlitsky, Pichapati, Suresh", 2017, "Maximum selection and ranking under noisy comparisons", "ICML"
    ),
    "falahatgar2017b": _paper(
        "Falahatgar, Hao, Orlitsky, Pichapati, Ravindrakumar",
        2017,
        "Maxing and ranking with few assumptions",
        "NeurIPS",
    ),
    "mohajer2017": _paper(
        "Mohajer, Suh, Elmahdy", 2017, "Active learning for top-K rank aggregation from noisy comparisons", "ICML"
    ),
}
POLICIES = {  # policy → paper it is from
    "if": "yue2012",
    "btm": "yue2011",
    "seq-elim": "falahatgar2017b",
    "pl": "szorenyi2015",
    "knockout": "falahatgar2017",
    "single-elim": "mohajer2017",
    "rucb": "zoghi2014",
    "rcs": "zoghi2014b",
    "rmed1": "komiyama2015",
    "savage": "urvoy2013",
    "ccb": "zoghi2015",
    "dts": "wu2016",
    "dts++": "wu2016",
}
ESTIMATORS = {  # estimator of scores → papers it is from
    "mean": ("student1908",),
    "control-variates": ("chaganty2018",),
    "tuned": ("chaganty2018",),
    "predicted": ("sarndal1992",),
    "stratified": ("neyman1934",),
    "active": ("horvitz1952",),
    "active-plain": ("horvitz1952",),
    "sequential": ("horvitz1952", "ville1939"),
    "calibrated": ("sarndal1992",),
    "two-phase": ("neyman1934",),
    "annotator-effects": ("henderson1975",),
}
_CITED = re.compile(r"\[(@[\w;@ ]+)\]")


def with_citations(text: str) -> str:
    """A text with names and years where it cites: `[@wilson1927]`, `[@wilson1927; @holm1979]`."""
    return _CITED.sub(lambda found: f"({'; '.join(PAPERS[key].short for key in _keys(found[1]))})", text)


def cited(text: str) -> list[str]:
    """The papers that a text cites, in the order of a list of references."""
    keys = {key for found in _CITED.finditer(text) for key in _keys(found[1])}
    return sorted(keys, key=lambda key: PAPERS[key].full.casefold())


def references(keys: Iterable[str]) -> list[str]:
    """A list of references."""
    return [PAPERS[key].full for key in keys]


def _keys(words: str) -> list[str]:
    return re.findall(r"@(\w+)", words)
