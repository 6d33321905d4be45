"""A labeller answers a stream of inputs within its patience, whatever people do, and its log is all there is."""

import itertools
import random
import threading

import pytest

import quorate
from quorate.errors import AnswerError, ExistsError, InputError, UnknownError
from quorate.policies import Rest
from quorate.records.claims import RestReason
from quorate.records.events import ItemAnswered
from quorate.simulation import VirtualClock
from quorate.study import verify
from quorate.workflows.label_define import define_labelling
from quorate.workflows.labeller import Labeller

LABELS = ("bill", "login")
WORDS = ["please", "my", "account", "the", "page", "month", "card", "site", "again", "today"]


def ticket(rng: random.Random) -> tuple[str, str]:
    label = rng.choice(LABELS)
    said = rng.choice(["invoice", "charged"] if label == "bill" else ["password", "sign in"])
    return " ".join([*rng.choices(WORDS, k=4), said]), label


def opened(clock, store="memory:", **options):
    options = {"labels": LABELS, "model": "head", "cost": 0.02, "patience": 5.0, **options}
    return Labeller.open("tickets", store=store, clock=clock, **options)


def drive(labeller, clock, name, answer, *, people=("ada", "bob", "cyd"), seconds=1.0, most=200):
    """Let people who are there answer, one after the other, until an input has its labels."""
    for who in itertools.islice(itertools.cycle(people), most):
        labeller.step()
        done = labeller.answer_of(name)
        if done is not None:
            return done
        question = labeller.study.ask(who)
        clock.advance(clock.now + seconds / len(people))
        if not isinstance(question, Rest):
            said = answer(question, who)
            if said is not None:
                labeller.study.tell(question.number, said, annotator=who, seconds=seconds)
    raise AssertionError("no answer")


def play(labeller, clock, stream, wrong=0.1, seed=0):
    rng = random.Random(seed)
    found = []
    for number, (text, label) in enumerate(stream):
        clock.advance(clock.now + 1.0)
        name = labeller.submit(text, id=f"t{number}")
        other = next(one for one in LABELS if one != label)

        def answer(_question, _who, said=(label, other)):
            return said[rng.random() < wrong]

        done = drive(labeller, clock, name, answer)
        found.append((done, label))
    return found


@pytest.fixture(scope="module")
def played():
    clock, rng = VirtualClock(1e9), random.Random(1)
    labeller = opened(clock)
    return labeller, play(labeller, clock, [ticket(rng) for _ in range(150)])


def test_it_asks_less_and_less_and_stays_right(played):
    _, found = played
    asked = [sum(one.questions) for one, _ in found]
    assert sum(asked[-50:]) < 0.7 * sum(asked[:50])
    assert sum(one.labels[0] == label for one, label in found[-75:]) >= 70


def test_the_log_reproduces_every_question_and_every_answer(played):
    labeller, found = played
    checked = verify(labeller.study)
    assert checked.holds, checked.problems
    assert checked.questions == sum(sum(one.questions) for one, _ in found)


def test_an_answer_that_was_changed_in_the_log_is_found():
    clock = VirtualClock(1e9)
    labeller = opened(clock)
    name = labeller.submit("my invoice")
    item = labeller.study.ledger.whole_index.item(name)
    drive_to = labeller.study
    with drive_to.ledger._holding():
        drive_to.ledger.append(
            ItemAnswered(
                time=clock.now,
                item=item,
                values=(1.0,),
                seen=drive_to.ledger.history.position,
                detail={"expected": 0.99, "policy": drive_to.policy.signature},
            )
        )
    assert "would have got other labels" in verify(drive_to).problems[0]


def test_whoever_opens_it_again_knows_the_same_and_returns_what_was_returned(tmp_path):
    store, clock, rng = f"{tmp_path}/jobs.db", VirtualClock(1e9), random.Random(2)
    stream = [ticket(rng) for _ in range(30)]
    first = opened(clock, store)
    found = play(first, clock, stream)
    again = Labeller.open("tickets", store=store, clock=clock)
    assert again.label(stream[3][0], id="t3") == found[3][0]
    name = first.submit("please reset my password", id="new")
    second = again.study.returning
    again.study.ledger.read_on()
    assert again.submit("please reset my password", id="new") == name
    clock.advance(clock.now + 60)
    one, other = (lab.study.returning._policy.learned.at(lab.study.history).reply(30, 0) for lab in (first, again))
    assert one.chances.tolist() == other.chances.tolist()
    done = second.answer({30: "patience"})
    assert list(done) == [30]
    assert first.study.returning.answer({30: "patience"}) == {}  # nobody gets two answers
    assert verify(again.study).holds


def test_nobody_there_answers_with_the_model_within_the_patience_and_says_so():
    clock = VirtualClock(1e9)
    labeller = opened(clock)
    name = labeller.submit("my invoice is wrong")
    clock.advance(clock.now + 4.9)
    assert not labeller.step()
    clock.advance(clock.now + 0.2)
    assert labeller.step() == 1
    done = labeller.answer_of(name)
    assert done.why == "nobody was there to ask"
    assert (done.questions, done.cost, done.expected) == ((0,), 0.0, 0.5)


def test_without_a_clock_it_answers_by_itself():
    labeller = Labeller.open("real", labels=LABELS, model="head", patience=0.2)
    done = labeller.label("my invoice")
    assert 0.2 <= done.seconds < 2
    assert done.why == "nobody was there to ask"


def test_what_somebody_leaves_unanswered_goes_to_somebody_else_and_late_answers_are_lessons():
    clock = VirtualClock(1e9)
    labeller = opened(clock, patience=20.0, lease=2.0)
    study = labeller.study
    name = labeller.submit("my invoice")
    left = study.ask("ada")
    assert study.ask("bob").reason is RestReason.STANDBY  # one open question a position
    clock.advance(clock.now + 2.1)
    taken = study.ask("bob")
    assert taken.number != left.number
    assert taken.item == left.item
    study.tell(taken.number, "bill", annotator="bob", seconds=1.0)
    clock.advance(clock.now + 20)
    labeller.step()
    assert labeller.answer_of(name).answers == 1
    learned = study.policy.learned
    before = learned.at(study.history).trainee.lessons
    study.tell(left.number, "bill", annotator="ada", seconds=22.0)  # too late for the input, not for the model
    assert learned.at(study.history).trainee.lessons == before + 1
    assert verify(study).holds


def test_nobody_is_asked_the_same_twice():
    clock = VirtualClock(1e9)
    labeller = opened(clock, lease=1.0, patience=60.0, cost=1e-6)
    labeller.submit("my invoice")
    for _ in range(3):
        question = labeller.study.ask("ada")
        if isinstance(question, Rest):
            break
        clock.advance(clock.now + 2)
    assert question.reason is RestReason.STANDBY


def test_an_annotator_who_always_says_the_same_is_found_out():
    clock, rng = VirtualClock(1e9), random.Random(3)
    labeller = opened(clock, cost=0.005)
    right = 0
    for number in range(120):
        text, label = ticket(rng)
        clock.advance(clock.now + 1)
        name = labeller.submit(text, id=str(number))

        def answer(_question, who, label=label):
            return "bill" if who == "eve" else label

        done = drive(labeller, clock, name, answer, people=("eve", "ada", "bob"))
        right += number >= 60 and done.labels[0] == label
    learned = labeller.study.policy.learned.at(labeller.study.history)
    numbers = {name: number for number, name in labeller.study.store.annotators("tickets").items()}
    reliability = learned.trainee.crowd.reliability()
    assert reliability[numbers["eve"]] < min(reliability[numbers["ada"]], reliability[numbers["bob"]])
    assert right >= 56


def test_inputs_faster_than_people_fill_a_queue_of_a_fixed_size_and_nothing_is_lost():
    clock = VirtualClock(1e9)
    labeller = opened(clock, queue=5)
    names = [labeller.submit(f"ticket {number}") for number in range(12)]
    assert labeller.step() == 7
    whys = [None if (done := labeller.answer_of(name)) is None else done.why for name in names]
    assert whys == [None] * 5 + ["inputs come faster than people answer"] * 7
    clock.advance(clock.now + 5)
    assert labeller.step() == 5
    assert all(labeller.answer_of(name) for name in names)


@pytest.mark.parametrize("text", ["", "   \n"])
def test_an_empty_text_is_refused(text):
    with pytest.raises(InputError, match="nothing to label"):
        opened(VirtualClock(1e9)).submit(text)


def test_a_label_that_nobody_named_is_refused():
    labeller = opened(VirtualClock(1e9))
    labeller.submit("my invoice")
    question = labeller.study.ask("ada")
    with pytest.raises(AnswerError, match=r"There is no label 'spam'\. Labels: bill, login"):
        labeller.study.tell(question.number, "spam", annotator="ada")


def test_another_text_under_the_same_name_is_refused():
    labeller = opened(VirtualClock(1e9))
    labeller.submit("my invoice", id="1")
    with pytest.raises((InputError, ExistsError)):
        labeller.submit("my password", id="1")


def test_a_labeller_that_was_begun_otherwise_is_not_opened(tmp_path):
    store = f"{tmp_path}/jobs.db"
    opened(VirtualClock(1e9), store)
    with pytest.raises(InputError, match=r"was begun with cost 0\.02, not 0\.5"):
        opened(VirtualClock(1e9), store, cost=0.5)
    with pytest.raises(UnknownError):
        Labeller.open("mails", store=store)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"labels": ["one"]}, "2 to 50 different labels"),
        ({"labels": LABELS, "model": "forest"}, "chain or head"),
        ({"labels": LABELS, "cost": -1}, "price of a question"),
        ({"labels": LABELS, "patience": 0}, "Patience is some seconds"),
        ({"labels": LABELS, "audit": 0.1}, "An audit needs auditors"),
        ({"labels": LABELS, "policy": "psychic"}, "No policy of a tag"),
    ],
)
def test_what_makes_no_sense_is_refused(options, words):
    with pytest.raises(InputError, match=words):
        define_labelling("x", **options)


def test_words_of_a_text_are_labelled_one_by_one():
    clock = VirtualClock(1e9)
    labeller = Labeller.open("names", labels=["NAME", "-"], model="chain", clock=clock, patience=30.0, cost=0.01)

    def answer(question, _who):
        word = question.item["text"][question.part["start"] : question.part["end"]]
        return "NAME" if word in {"Ada", "Rome"} else "-"

    done = None
    for number in range(12):
        clock.advance(clock.now + 1)
        name = labeller.submit("Ada left Rome, today." if number % 2 else "Today Ada came.", id=str(number))
        done = drive(labeller, clock, name, answer, seconds=0.1)
    assert done.positions == ("Ada", "left", "Rome", ",", "today", ".")
    assert done.labels == ("NAME", "-", "NAME", "-", "-", "-")
    assert verify(labeller.study).holds


def test_a_budget_ends_the_questions_and_not_the_answers():
    clock = VirtualClock(1e9)
    labeller = opened(clock, budget=1)
    name = labeller.submit("my invoice")
    question = labeller.study.ask("ada")
    labeller.study.tell(question.number, "bill", annotator="ada")
    assert labeller.study.ask("bob").reason is RestReason.ENOUGH
    labeller.step()
    assert labeller.answer_of(name).why == "the budget is spent"


def test_auditors_get_what_was_drawn_and_nothing_else():
    clock, rng = VirtualClock(1e9), random.Random(5)
    labeller = opened(clock, audit=0.2, block=20, auditors=["chief"], patience=5.0)
    play(labeller, clock, [ticket(rng) for _ in range(20)])
    drawn = set(labeller.study.policy.audit.drawn(0).tolist())
    seen = set()
    while not isinstance(question := labeller.study.ask("chief"), Rest):
        seen.add(int(labeller.study.history.cell("item", question.number)))
        labeller.study.tell(question.number, "bill", annotator="chief")
    assert seen == drawn
    assert verify(labeller.study).holds


def test_threads_share_a_labeller():
    labeller = Labeller.open("real", labels=LABELS, model="head", patience=0.3)
    done = []
    threads = [threading.Thread(target=lambda n=n: done.append(labeller.label(f"ticket {n}"))) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({one.text for one in done}) == 8


def test_it_is_found_at_the_front_door():
    assert quorate.Labeller is Labeller


def test_its_log_and_its_export_say_labels_in_words(tmp_path):
    from typer.testing import CliRunner

    from quorate.cli.application import app

    store, clock = f"{tmp_path}/jobs.db", VirtualClock(1e9)
    labeller = Labeller.open("names", store=store, labels=["NAME", "-"], model="chain", clock=clock, cost=0.2)
    name = labeller.submit("Ada ran", id="first")
    for _ in range(2):
        question = labeller.study.ask("ada")
        labeller.study.tell(question.number, "NAME", annotator="ada", seconds=1.0)
    labeller.step()
    assert labeller.answer_of(name).labels == ("NAME", "NAME")
    labeller.study.store.close()
    said = CliRunner().invoke(app, ["log", "names", "--store", store]).stdout
    assert "question 1 asked of annotator 1: part 0 of first (1 · 1 · 1)" in said
    assert "first answered: NAME NAME: sure" in said
    table = tmp_path / "judgments.csv"
    assert CliRunner().invoke(app, ["export", "names", "--store", store, "-o", str(table)]).exit_code == 0
    rows = [dict(zip(*lines, strict=True)) for lines in _rows(table.read_text())]
    assert [(row["item"], row["part"], row["answer"]) for row in rows] == [
        ("first", "0", "NAME"),
        ("first", "1", "NAME"),
    ]


def _rows(text):
    head, *rows = (line.split(",") for line in text.splitlines())
    return [(head, row) for row in rows]


@pytest.mark.parametrize("seed", range(2))
def test_what_is_learned_does_not_depend_on_how_the_log_is_read(tmp_path, seed):
    """One reads after every event, one now and then, one all at once: questions, replies and models are the same."""
    store, clock, rng = f"{tmp_path}/jobs.db", VirtualClock(1e9), random.Random(seed)
    labeller = opened(clock, store, lease=2.0, cost=0.01, patience=4.0)
    now_and_then = Labeller.open("tickets", store=store, clock=clock)
    held, seen = [], set()
    for number in range(40):
        clock.advance(clock.now + rng.random())
        text, label = ticket(rng)
        labeller.submit(text, id=str(number))
        for who in rng.sample(["ada", "bob", "cyd", "dan"], 3):
            question = labeller.study.ask(who)
            if isinstance(question, Rest) or question.number in seen:
                continue
            seen.add(question.number)
            if rng.random() < 0.8:  # the others never come
                held.append((question.number, who, label if rng.random() < 0.9 else LABELS[number % 2]))
        while held and rng.random() < 0.8:
            asked, who, said = held.pop(rng.randrange(len(held)))
            clock.advance(clock.now + rng.random())
            labeller.study.tell(asked, said, annotator=who, seconds=rng.random())
        live = [one for one in range(1, labeller.study.history.count + 1) if labeller.study.history.is_live(one)]
        if number == 20:
            labeller.study.owner.retract(live[len(live) // 2], "a wrong key")
        labeller.step()
        if number % 7 == 0:
            now_and_then.study.policy.learned.at(now_and_then.study.history)
    last = Labeller.open("tickets", store=store, clock=clock)
    states = [one.study.policy.learned.at(one.study.history) for one in (labeller, now_and_then, last)]
    first = states[0]
    for other in states[1:]:
        assert other.trainee.lessons == first.trainee.lessons
        assert other.trainee.crowd.tables.tolist() == first.trainee.crowd.tables.tolist()
        assert list(other.waiting) == list(first.waiting)
        for item in first.waiting:
            assert other.reply(item, 0).chances.tolist() == first.reply(item, 0).chances.tolist()
        believed = [one.trainee.believe(one.trainee.model.read([{"says=invoice": 1.0}]))[0] for one in (first, other)]
        assert believed[0].tolist() == believed[1].tolist()
    assert verify(last.study).holds


class Oracle:
    """Somebody's own model: it knows what the words say, or the opposite."""

    def __init__(self, wrong=False):
        self.wrong = wrong

    def predict_proba(self, texts):
        sure = [0.97 if ("invoice" in text or "charged" in text) != self.wrong else 0.03 for text in texts]
        return [[one, 1 - one] for one in sure]


def test_a_guess_is_trusted_as_far_as_answers_agree_with_it():
    asked, trust = {}, {}
    for name, own in (("none", None), ("good", Oracle()), ("bad", Oracle(wrong=True))):
        clock, rng = VirtualClock(1e9), random.Random(7)
        labeller = opened(clock, own=own)
        found = play(labeller, clock, [ticket(rng) for _ in range(40)])
        asked[name] = sum(sum(one.questions) for one, _ in found)
        trust[name] = labeller.study.policy.learned.at(labeller.study.history).guesses.trust
        assert sum(one.labels[0] == label for one, label in found[-20:]) >= 18
        assert verify(labeller.study).holds
        assert "guess" not in labeller.study.question(1).item  # nobody is swayed by it
    assert trust["good"] > 0.5
    assert trust["bad"] == 0.0
    assert asked["good"] < 0.8 * asked["none"]
    assert asked["bad"] == asked["none"]


@pytest.mark.parametrize("guess", [[0.5], [0.5, 0.6], [[0.5, 0.5], [0.5, 0.5]], [-0.1, 1.1], ["a", "b"], "bill"])
def test_a_guess_that_is_none_is_refused(guess):
    labeller = opened(VirtualClock(1e9))
    with pytest.raises(InputError, match="A guess"):
        labeller.submit("my invoice", guess=guess)
    assert not labeller.study.history.extent.items
