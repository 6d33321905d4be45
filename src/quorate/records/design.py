"""The design: what a study asks, of whom how often, and when it is enough. Immutable once defined."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from quorate.errors import InputError
from quorate.records.chosen import ChosenItems
from quorate.records.claims import Claim
from quorate.records.codec import to_json
from quorate.records.guide import Guide
from quorate.records.labelling import Labelling
from quorate.records.mixing import Mixing

Target: TypeAlias = Literal["winner", "top", "ranking"]
Scope: TypeAlias = Literal["items", "judgments", "population"]
Cluster: TypeAlias = Literal["copy", "item", "document", "annotator"]
Draws: TypeAlias = Literal["seed", "secret"]
Ending: TypeAlias = Claim | Literal["", "near best", "beats every other", "best if there is a winner"]
Evidence: TypeAlias = Literal["asked", "arrived"]
Frame: TypeAlias = Literal["panel", "open crowd", "as they came"]

_ENDINGS = (Claim.NEAR_BEST, Claim.BEATS_ALL, Claim.IF_ANY)

PATIENCE = 24  # leases that an answer is waited for where a claim counts it against itself until it comes
MARGIN = 0.05  # points of win rate that are too little to matter, where nobody says otherwise


@dataclass(frozen=True, kw_only=True)
class Design:
    """The immutable definition of a study.

    Attributes:
        kind: Kind of question, a name in `quorate.questions`.
        question: Options of the kind: the words of the question, ties allowed or not, criteria and their scales.
        policy: Which pair next, a name in `quorate.policies`; where it is empty, `certified` for comparisons and
            `uniform` for ratings.
        policy_parameters: Parameters of the policy that are not its usual ones: name → value, such as `{"alpha": 0.6}`.
        target: What the policy is to find out, where it can: the `winner`, the `top` systems as a set, the `ranking`.
        top: How many systems the set holds, for the target `top`.
        scope: For what its claim shall hold: these `items`, judged again and again; these `judgments`, one for each
            pair and item; or the `population` of inputs like these.
        strict: Whether exact ties at the top are ruled out, which saves some judgments.
        claim: What a study of the winner ends with: `near best` (loses to nobody by more than the margin, which is
            0.05 where it is not given), `beats every other`, or `best if there is a winner`, which has a condition and
            is all that the scope `judgments` has; where it is empty, the first that the scope has.
        evidence: In which order answers are taken as evidence. `asked`: as the questions were asked, every question
            belongs to the person it was put to, open ones count against a claim; holds however long answers take.
            `arrived`: as answers come, and questions that were given up go to others, as in studies defined before.
        frame: Whose opinion a claim is about. `panel`: that of the annotators named beforehand, each counted alike, on
            each of these items once. `open crowd`: that of everybody who is there, counted alike: who is asked next is
            drawn among them. `as they came`: whoever asks is asked, and weighs as much as they were asked.
        people: How many annotators are in the panel; they have the numbers from 1.
        selector: Which item next, given the pair.
        stopping: When it is enough: rule → its bound, such as `{"budget": 300, "width": 0.1}`; the first that holds.
        copies: How many annotators are asked the same question. The copies are one cluster to every estimator.
        lease: Seconds an open question is reserved for its annotator.
        ahead: How many questions beyond the first may be open for one annotator (clients that fetch ahead).
        cluster: What is not independent, for the intervals at a fixed look: copies of a question, all judgments on an
            item, on a document (items with the same value in the column `document`), or of an annotator.
        level: Level of every interval; 1 − level is the error of every claim.
        margin: How much is too little to matter, in win rate or score: of `near best`, and for "better by at least this
            much" beside "better".
        show: Which fields of an item the annotator sees beside the outputs. Where nothing is said, the study shows all
            that ask for the outputs: source, prompt, question, input, instruction, context, messages.
        seed: What simulations, bootstraps and forecasts are drawn from, and every choice where `draws` says so. Public.
        draws: What questions and checks are drawn from: the `seed`, so that whoever knows it can compute them, or a
            `secret` that is made when the study is defined and revealed when it is closed.
        guide: What annotators are told, practise on and are checked with.
        chosen: Which items are asked about, where not all are, and how they were chosen.
        mixing: A metric that decides part of the comparisons, and how; nothing of it is certified. The policy is then
            `rmed1` where none is named.
        labelling: How a stream of inputs is labelled, in a study of tags.
    """

    BEFORE: ClassVar[Mapping[str, object]] = {  # what held where a log does not say
        "guide": {},
        "claim": Claim.IF_ANY,
        "evidence": "arrived",
        "show": ["source"],
    }

    kind: str = "comparison"
    question: Mapping[str, Any] = field(default_factory=dict)
    policy: str = ""
    policy_parameters: Mapping[str, float] = field(default_factory=dict)
    target: Target = "winner"
    top: int = 1
    scope: Scope = "items"
    strict: bool = False
    claim: Ending = ""
    evidence: Evidence = "asked"
    frame: Frame = "as they came"
    people: int = 0
    selector: str = "uniform"
    stopping: Mapping[str, float] = field(default_factory=dict)
    copies: int = 1
    lease: float = 3600.0
    ahead: int = 0
    cluster: Cluster = "item"
    level: float = 0.95
    margin: float = 0.0
    show: tuple[str, ...] | None = None
    seed: int = 0
    draws: Draws = "seed"
    guide: Guide = field(default_factory=Guide)
    chosen: ChosenItems | None = None
    mixing: Mixing | None = None
    labelling: Labelling | None = None

    def __post_init__(self) -> None:
        if not self.policy:
            usual = {"comparison": "certified" if self.mixing is None else "rmed1", "tag": "look-ahead"}
            object.__setattr__(self, "policy", usual.get(self.kind, "uniform"))
        if not self.claim:
            object.__setattr__(self, "claim", Claim.IF_ANY if self.scope == "judgments" else Claim.NEAR_BEST)
        if self.finds_winner and self.claim == Claim.NEAR_BEST and not self.margin:
            object.__setattr__(self, "margin", MARGIN)
        for what, value, allowed in (
            ("A study can aim at", self.target, get_args(Target)),
            ("A claim can hold for", self.scope, get_args(Scope)),
            ("Judgments cluster by", self.cluster, get_args(Cluster)),
            ("Questions are drawn from the", self.draws, get_args(Draws)),
            ("A study of the winner can end with", self.claim, _ENDINGS),
            ("Evidence is taken as", self.evidence, get_args(Evidence)),
            ("A claim can be about the", self.frame, get_args(Frame)),
        ):
            if value not in allowed:
                raise InputError(f"{what} {', '.join(allowed)}; not {value!r}.")
        object.__setattr__(self, "claim", Claim(self.claim))
        for holds, problem in (
            (self.top >= 1, f"The top holds at least one system; top is {self.top}."),
            (self.copies >= 1, f"A design asks at least one annotator each question; copies is {self.copies}."),
            (0 < self.level < 1, f"The level of an interval lies between 0 and 1; it is {self.level}."),
            (0 < self.lease < float("inf"), f"A lease lasts some seconds; it is {self.lease}."),
            (self.ahead >= 0, f"ahead counts the questions fetched early, from 0; it is {self.ahead}."),
            (self.margin >= 0, f"The margin is how much better is worth calling better, from 0; it is {self.margin}."),
            (
                not self.finds_winner or self.margin < 0.5,
                f"A margin of win rate lies below 0.5, which is every comparison lost; it is {self.margin}.",
            ),
            (
                self.scope != "judgments" or self.claim == Claim.IF_ANY,
                f"The scope 'judgments' cannot end with {str(self.claim)!r}; choose the scope 'items'.",
            ),
            (
                self.frame == "as they came" or self.may_draw_people,
                f"The frame {self.frame!r} is for a direct claim about the winner, from one copy of each question.",
            ),
            (
                self.frame != "panel" or (self.people >= 1 and self.scope == "items" and self.guide.again == "pair"),
                "A panel has at least one annotator, its scope is 'items', and its annotators may see an item again.",
            ),
            (
                self.mixing is None or self.selector == "uniform",
                f"Where a metric decides part of the comparisons items are drawn evenly; not by {self.selector!r}.",
            ),
            (0 <= self.seed < 2**63, f"A seed is a whole number from 0 to 2^63 − 1; it is {self.seed}."),
        ):
            if not holds:
                raise InputError(problem)

    @property
    def shown(self) -> tuple[str, ...]:
        """The fields of an item that the annotator sees; a study that is defined says which."""
        return self.show or ()

    @property
    def may_draw_people(self) -> bool:
        """Whether it can be the study, not the annotators, that says who is asked how often."""
        is_direct = self.finds_winner and self.claim != Claim.IF_ANY
        return is_direct and self.evidence == "asked" and self.copies == 1 and self.selector == "uniform"

    @property
    def finds_winner(self) -> bool:
        """Whether its policy certifies a winner."""
        return self.kind == "comparison" and self.policy == "certified" and self.target == "winner"

    @cached_property
    def digest(self) -> str:
        """Eight hexadecimal digits of it; a design that does not use what came later is signed as before it came."""
        data = to_json(self)
        usual = Guide() if self.guide.hides_checks else Guide(hides_checks=False, attempts=self.guide.attempts)
        for name, is_as_before in (
            ("guide", self.guide == usual),
            ("chosen", self.chosen is None),
            ("draws", self.draws == "seed"),
            ("frame", self.frame == "as they came"),
            ("people", not data["people"]),
            ("policy_parameters", not data["policy_parameters"]),
            ("mixing", self.mixing is None),
            ("labelling", self.labelling is None),
            ("claim", data["claim"] == self.BEFORE["claim"]),
            ("evidence", data["evidence"] == self.BEFORE["evidence"]),
        ):
            if is_as_before:
                del data[name]
        if "guide" in data and not self.guide.hides_checks:  # as before checks were hidden
            del data["guide"]["hides_checks"]
        text = json.dumps(data, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:8]
