"""One example for each public name of quorate: `docs/python` shows them, a test runs them beside outputs.jsonl."""


def define():
    import quorate

    study = quorate.define("signs", "outputs.jsonl", question="Which translation is better?", budget=36)
    print(study.ask("ada").words)  # Which translation is better?


def estimate():
    import quorate

    votes = [{"model_a": "m1", "model_b": "m2", "winner": "model_a", "judge": f"j{n}"} for n in range(20)]
    findings = quorate.estimate(votes)
    print(findings.answer)  # m1 is better than m2.
    print(findings.to_dict()["votes"])  # 20


def rate():
    import quorate

    votes = [{"model_a": "m1", "model_b": "m2", "winner": "model_a"} for n in range(20)]
    found = quorate.rate(votes, method="glicko2", settings={"tie_ratio": 0.1})
    print(found.answer)  # m1 is rated highest, before m2; whether other orders of the games say so too


def select():
    import quorate

    chosen = quorate.select("outputs.jsonl", budget=4, seed=1)
    chosen.write("items.csv")
    study = quorate.define("few", "outputs.jsonl", selection=chosen.selection)
    print(study.design.chosen.label)


def plan():
    import quorate

    planned = quorate.plan("winner", systems=5, outputs=200, people=8, seconds=25, cost=0.2)
    print(planned)
    print(quorate.plan("scores", gamma=1, rho=0.5, width=0.2).plan.rows[0].judgments)  # 385


def replay():
    import quorate

    judgments = [{"item": n, "system_a": "m1", "system_b": "m2", "outcome": int(n % 4 > 0)} for n in range(40)]
    played = quorate.replay(judgments, policies="uniform", runs=4, horizon=100, jobs=1)
    print(played.headline)


def score():
    import quorate

    def words(outputs):
        return [len(output.split()) for output in outputs]

    scored = quorate.score("outputs.jsonl", metric="words", own={"words": words}, jobs=1)
    print(scored.headline)
    scored.write("scored.jsonl")


def variance():
    import quorate

    ratings = [
        {"item": item, "system": "m1", "annotator": who, "score": 1 + (item + len(who)) % 5}
        for item in range(12)
        for who in ("ada", "benno")
    ]
    (found,) = quorate.variance(ratings)
    print(found.outputs)  # 12


def verify():
    import quorate

    study = quorate.define("signs", "outputs.jsonl", seed=1)
    study.tell(study.ask("ada").number, "left", annotator="ada")
    found = quorate.verify(study)
    print(found.holds, found.questions)  # True 1


def add_system():
    import quorate

    study = quorate.define("signs", "outputs.jsonl", seed=1)
    words = study.index.items
    rows = [{"item": word, "output": word.upper(), "length": len(word)} for word in words[:5]]
    print(quorate.add_system(study, rows, system="loud"))


def add_items():
    import quorate

    study = quorate.define("signs", "outputs.jsonl", seed=1)
    new = [{"item": "new", "system": name, "output": name, "source": "Neu"} for name in study.index.systems]
    added = quorate.add_items(study, new)
    print(added, added.count)
    print(study.index.items[-1])  # new


def add_outputs():
    import quorate

    rows = [{"item": n, "system": name, "output": f"{name} {n}"} for n in range(5) for name in ("a", "b")]
    study = quorate.define("small", rows[:9], seed=1)
    print(quorate.add_outputs(study, rows[9:], system="b"))  # 1 output of b joined small.


def add_scores():
    import quorate

    study = quorate.define("signs", "outputs.jsonl", seed=1)
    item, system = study.index.items[0], study.index.systems[0]
    print(quorate.add_scores(study, [{"item": item, "system": system, "chrf": 41.5}], signature="chrF2"))


def add_predictions():
    import quorate

    study = quorate.define("signs", "outputs.jsonl", seed=1)
    one, other, *_ = study.index.systems
    said = [{"item": study.index.items[0], "system_a": one, "system_b": other, "win": 0.7, "tie": 0.1}]
    print(quorate.add_predictions(study, said, called="judge"))  # 1 prediction of judge joined signs.


def simulate():
    import quorate

    study = quorate.define("signs", "outputs.jsonl", budget=30, seed=1)
    done = quorate.simulate(study, quorate.crowd(3, seed=1), quorate.Strengths({"fluent": 1.0}), seed=1)
    print(done.judgments, done.rest)


def crowd():
    import quorate

    people = quorate.crowd(3, seed=1, accuracy=0.9, tie_rate=0.1)
    print(len(people))  # 3


def Strengths():
    import quorate

    truth = quorate.Strengths({"fluent": 1.0, "literal": -0.5})  # on the logit scale; others have 0
    study = quorate.define("signs", "outputs.jsonl", budget=10, seed=1)
    quorate.simulate(study, quorate.crowd(2, seed=1), truth, seed=1)


def copy_study():
    import quorate
    from quorate.stores import open_store

    study = quorate.define("signs", "outputs.jsonl", store="studies.db")
    events = quorate.copy_study(study.store, open_store("archive.db"), "signs")
    print(events)  # the definition, and one for each system


def read_material():
    import quorate

    material = quorate.read_material("outputs.jsonl")
    print([system.name for system in material.systems])


def read_judgments():
    from pathlib import Path

    import quorate

    Path("judgments.csv").write_text("item,system_a,system_b,outcome\n1,m1,m2,left\n2,m1,m2,tie\n")
    print(quorate.read_judgments("judgments.csv").value)  # [1.  0.5]


def write_report():
    import quorate

    study = quorate.define("signs", "outputs.jsonl", seed=1)
    study.tell(study.ask("ada").number, "left", annotator="ada")
    quorate.write_report(study.findings(), "report.html")  # or .txt, .tex, .json


def Study():
    import quorate

    study = quorate.Study.define("signs", quorate.read_material("outputs.jsonl"), store="studies.db")
    question = study.ask("ada")
    study.tell(question.number, "left", annotator="ada")
    again = quorate.Study.open("signs", "studies.db")
    print(again.history.count, again.state.words)


def Design():
    import quorate

    design = quorate.Design(kind="comparison", question={"words": "Which is better?"}, stopping={"budget": 30}, seed=1)
    study = quorate.Study.define("signs", quorate.read_material("outputs.jsonl"), design=design)
    print(study.design.policy)  # certified


def Guide():
    import quorate

    guide = quorate.Guide(title="Signs", instructions="Read both. Choose the better one.", cap=40)
    study = quorate.define("signs", "outputs.jsonl", guide=guide)
    print(study.design.guide.cap)  # 40


def Material():
    import quorate

    material: quorate.Material = quorate.read_material("outputs.jsonl")
    print(len(material.items.names), material.systems[0].texts[0])


def Question():
    import quorate

    question = quorate.define("signs", "outputs.jsonl", seed=1).ask("ada")
    assert isinstance(question, quorate.Question)
    print(question.words, question.item, question.outputs)


def Judgment():
    import quorate

    study = quorate.define("signs", "outputs.jsonl", seed=1)
    judgment: quorate.Judgment = study.tell(study.ask("ada").number, "tie", annotator="ada", seconds=4.2)
    print(judgment.number)  # 1


def Rest():
    import quorate

    study = quorate.define("signs", "outputs.jsonl", budget=1, seed=1)
    study.tell(study.ask("ada").number, "left", annotator="ada")
    rest = study.ask("ada")
    assert isinstance(rest, quorate.Rest)  # and false, so that `while question := study.ask("ada")` ends
    print(rest.words)


def Findings():
    import quorate

    study = quorate.define("signs", "outputs.jsonl", budget=30, seed=1)
    quorate.simulate(study, quorate.crowd(3, seed=1), quorate.Strengths({"fluent": 2.0}), seed=1)
    findings = study.findings(slices=["domain"])
    print(findings.answer.brief)
    for estimate in findings.ranking.estimates:
        print(estimate.subject[0], estimate.value, estimate.interval.low, estimate.interval.high)
    frame = findings.to_frame()  # pandas, Polars or Arrow, whichever is installed
    print(len(frame))


def train_comparer():
    import quorate

    rows = [
        {"item": n, "system": s, "output": f"{s} says {n}", "reference": f"What a person wrote about {n}."}
        for n in range(40)
        for s in ("small", "large")
    ]
    comparer = quorate.train_comparer(rows)  # from references; with comparisons=… from people
    print(comparer.predict(rows[:2]))  # rows for add_predictions: win, tie, spread


def read_comparer():
    import quorate

    texts = {"small": "so so", "large": "quite a good answer"}
    rows = [{"item": n, "system": s, "output": f"{text} {n}"} for n in range(40) for s, text in texts.items()]
    votes = [{"item": n, "system_a": "small", "system_b": "large", "outcome": "right"} for n in range(40)]
    quorate.train_comparer(rows, votes).save("my-comparer")
    print(quorate.read_comparer("my-comparer").headline)


def TrainedComparer():
    import quorate

    texts = {"small": "so so", "large": "quite a good answer"}
    rows = [{"item": n, "system": s, "output": f"{text} {n}"} for n in range(80) for s, text in texts.items()]
    votes = [{"item": n, "system_a": "small", "system_b": "large", "outcome": "right"} for n in range(80)]
    comparer: quorate.TrainedComparer = quorate.train_comparer(rows[:80], votes[:40])
    found = comparer.evaluate(rows[80:], votes[40:])  # what it learned from would be left out
    print(found.headline)


def EarlyStopping():
    import quorate

    def longer(_, first, second):  # any comparer will do, such as one that was trained on people's comparisons
        return [0.5 + 0.5 * ((len(a) > len(b)) - (len(a) < len(b))) for a, b in zip(first, second, strict=True)]

    inputs = ["sun", "rain", "wind"] * 20
    stopping = quorate.EarlyStopping(comparer=longer, inputs=inputs)  # for_transformers(…) and for_lightning(…) plug in
    for epoch in range(1, 9):
        outputs = [f"It is {word}{'y' * min(epoch, 3)}." for word in inputs]  # what the model says now
        if stopping.add(epoch, outputs):
            break
    print(stopping.headline)


def pick_best():
    import quorate

    def longer(_, first, second):
        return [0.5 + 0.5 * ((len(a) > len(b)) - (len(a) < len(b))) for a, b in zip(first, second, strict=True)]

    runs = {"small": ["sun", "rain"], "large": ["a sunny day", "a rainy day"], "middle": ["sunny", "rainy"]}
    print(quorate.pick_best(runs, longer, ["today", "tomorrow"]).best)  # large


def PickedRun():
    import quorate

    runs = {"one": ["yes"], "two": ["no"]}
    found: quorate.PickedRun = quorate.pick_best(runs, lambda _, first, __: [0.5] * len(first), ["?"], most=500)
    print(found.ratings.answer)


def SkillFindings():
    import quorate

    votes = {"system_a": ["m1"] * 8, "system_b": ["m2"] * 8, "outcome": ["left"] * 5 + ["tie", "right", "right"]}
    found: quorate.SkillFindings = quorate.rate(votes, method="elo")
    for one in found.contestants:  # best first, with an interval and what the order of the games moved
        print(one.contestant, one.rating, one.low, one.high, one.moved)


def VoteFindings():
    import quorate

    votes = {"system_a": ["m1"] * 8, "system_b": ["m2"] * 8, "outcome": ["left"] * 5 + ["tie", "right", "right"]}
    findings: quorate.VoteFindings = quorate.estimate(votes)
    print(findings)  # the report as text; in a notebook the last line of a cell is a picture and a table


def ItemChoice():
    import quorate

    chosen: quorate.ItemChoice = quorate.select("outputs.jsonl", budget="25%")
    print(chosen.items, list(chosen.to_rows())[0]["probability"])


def Verification():
    import quorate

    found: quorate.Verification = quorate.verify(quorate.define("signs", "outputs.jsonl", seed=1))
    print(found.holds, list(found.problems))  # True []


def QuorateError():
    import quorate

    try:
        quorate.define("signs", "nowhere.jsonl")
    except quorate.QuorateError as error:
        print(error)  # one line: what was found, what was expected, what to do


def InputError():
    import quorate

    try:
        quorate.define("signs", "outputs.jsonl", show=["sorce"])
    except quorate.InputError as error:
        print(error)  # The items have no text 'sorce' to show. They have: source, domain.


def Labeller():
    import quorate

    labeller = quorate.Labeller.open("tickets", labels=["bill", "login"], model="head", cost=0.004, patience=0.2)
    print(labeller.label("I cannot log in any more.").why)  # nobody was there to ask


def LabelledInput():
    import quorate

    labeller = quorate.Labeller.open("names", labels=["NAME", "-"], model="chain", patience=0.2)
    answer: quorate.LabelledInput = labeller.label("Ada left Rome.")
    print(answer.positions, answer.labels, answer.expected, answer.cost, answer.seconds)
