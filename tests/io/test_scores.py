"""Tables of scores in the shapes people have them: what is understood, and what is refused."""

import json

import pytest

from quorate.errors import InputError
from quorate.io import read_scores

ROWS = [(f"i{item}", system, (item + number) % 5) for item in range(6) for number, system in enumerate("AB")]


def read(folder, name, text, **options):
    (folder / name).write_text(text, encoding="utf-8")
    return read_scores(folder / name, **options)


def long(data):
    return sorted(
        (data.items[item], data.systems[system], data.criteria[criterion], float(score))
        for item, system, criterion, score in zip(data.item, data.system, data.criterion, data.score, strict=True)
    )


def test_other_headers_and_separators_say_the_same(tmp_path):
    plain = read(tmp_path, "a.csv", "item,system,score\n" + "\n".join(f"{i},{s},{x}" for i, s, x in ROWS))
    assert plain.notes == ()
    expected = long(plain)
    for name, text in {
        "semicolons.csv": "Prompt;Model;Rating\n" + "\n".join(f"{i};{s};{x},0" for i, s, x in ROWS),
        "tabs.tsv": "question_id\tmodel_name\tscore\n" + "\n".join(f"{i}\t{s}\t{x}" for i, s, x in ROWS),
        "bars.csv": "segment|engine|MOS\n" + "\n".join(f"{i}|{s}|{x}" for i, s, x in ROWS),
        "wide.csv": "item,A,B\n" + "\n".join(f"i{n},{n % 5},{(n + 1) % 5}" for n in range(6)),
        "rows.jsonl": "\n".join(json.dumps({"id": i, "model": s, "rating": x}) for i, s, x in ROWS),
    }.items():
        found = read(tmp_path, name, text)
        assert long(found) == expected, name
        assert "guessed; --column ROLE=NAME corrects" in found.notes[0], name


def test_criteria_may_be_columns_and_empty_cells_were_not_judged(tmp_path):
    rows = [f"i{n},{s},ann,{n % 5},{'' if n == 2 else n % 3},d{n % 2}" for n in range(6) for s in "AB"]
    text = "item,system,annotator,fluency,adequacy,domain\n" + "\n".join(rows)
    found = read(tmp_path, "c.csv", text, by=["domain"])
    assert found.criteria == ("fluency", "adequacy")
    assert len(found.score) == 22
    assert found.groups == {"domain": ("d0", "d1", "d0", "d1", "d0", "d1")}
    assert "2 of 24 cells of scores are empty: nobody judged these." in found.notes
    assert "'fluency', 'adequacy' as criteria" in found.notes[0]


def test_what_the_guess_misses_can_be_given(tmp_path):
    text = "q,m,points,price\n" + "\n".join(f"{i},{s},{x},{x}" for i, s, x in ROWS)
    found = read(tmp_path, "g.csv", text, columns={"item": ["q"], "system": ["m"], "score": ["points", "price"]})
    assert found.criteria == ("quality", "price")
    with pytest.raises(InputError, match="no role 'player'"):
        read(tmp_path, "g.csv", text, columns={"player": ["q"]})
    with pytest.raises(InputError, match="no column 'p'; columns found: q, m, points, price"):
        read(tmp_path, "g.csv", text, columns={"score": ["p"]})


def test_turns_are_items_and_their_question_is_a_document(tmp_path):
    rows = [{"question_id": q, "model": m, "judge": ["g", "v1"], "score": q + t, "turn": t, "tstamp": 1.5}
            for q in (81, 82) for m in "AB" for t in (1, 2)]  # fmt: skip
    found = read(tmp_path, "single.jsonl", "\n".join(map(json.dumps, rows)))
    assert found.items == ("81, turn 1", "81, turn 2", "82, turn 1", "82, turn 2")
    assert found.document.tolist() == [0, 0, 1, 1]
    assert found.annotators == ("g / v1",)
    assert found.has_turns


def test_numbers_that_begin_anew_in_each_document_are_other_items(tmp_path):
    rows = [f"{n},{d},{s},{n}" for n in range(3) for d in "XY" for s in "AB"]
    found = read(tmp_path, "d.csv", "seg_id,doc,system,score\n" + "\n".join(rows))
    assert found.items[:2] == ("X, 0", "Y, 0")
    assert len(found.items) == 6


def test_without_an_item_nothing_is_shared(tmp_path):
    found = read(tmp_path, "n.csv", "model,rating\nA,1\nB,2\nA,3\nB,4\n")
    assert len(found.items) == 4
    assert "each row is an item of its own" in " ".join(found.notes)


def test_score_files_of_shared_tasks_have_no_header(tmp_path):
    found = read(tmp_path, "x.seg.score", "A\t-1.0\nA\tNone\nB\t-2.5\nB\t0.0\n")
    assert long(found) == [("1", "A", "quality", -1.0), ("1", "B", "quality", -2.5), ("2", "B", "quality", 0.0)]
    found = read(tmp_path, "avg.tsv", "system mqm_avg_score seg_id\nA\t-1.000000 1\nB\t-0.000000 1\n")
    assert long(found) == [("1", "A", "quality", -1.0), ("1", "B", "quality", 0.0)]
    row = "{},{},{},{},eng,ces,{},doc.1,False,[],10.0,25.5"
    rows = [
        row.format("p1", "A", 1, "TGT", 90),
        row.format("p1", "A", 1, "BAD", 10),
        row.format("p2", "B", 1, "TGT", 70),
    ]
    found = read(tmp_path, "esa.csv", "\n".join(rows))
    assert long(found) == [("doc.1, 1", "A", "quality", 90.0), ("doc.1, 1", "B", "quality", 70.0)]
    assert found.seconds.tolist() == [15.5, 15.5]
    with pytest.raises(InputError, match=r"different numbers of segments \(A 2, B 1\)"):
        read(tmp_path, "y.score", "A\t1\nA\t2\nB\t3\n")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("half.csv", "question,model,score\n" + "\n".join(f"q,{n},{'x' if n % 2 else n}" for n in range(14)),
         "line 3: 'score' is 'x', not a finite number (also lines 5, 7, 9, 11 and 2 more)"),
        ("wide.csv", "item,A,B\n" + "\n".join(f"i{n},{n},{n if n < 3 else '?'}" for n in range(9)),
         "line 5: 'B' is '?', not a finite number (also lines 6, 7, 8, 9 and 1 more)"),
        ("spans.tsv", "system\tseg_id\trater\tcategory\tseverity\nA\t1\tr\tx\tMinor\nA\t1\tr\tx\tOdd\n",
         "line 3: the severity 'Odd' has no weight"),
        ("settings.json", '{"model": "a", "max_length": 9, "seed": 3}', "no column holds scores"),
        ("traces.json", '{"post": [{"id": "1"}], "patch": [{"id": "1"}]}', "quorate define NAME traces.json"),
        ("short.csv", "item,system,score,note\na,A,1\nb,A,2,x\n", "line 2: 3 fields where the header has 4"),
        ("words.csv", "item,text,answer\na,b,c\n", "no column holds scores"),
        ("one.csv", "item,rated\na,3\nb,4\n", "no column names the system"),
        ("bad.score", "A\t1.0\nB\t2\nB what\n", "line 3: 'B what' is no score of a segment"),
        ("esa.csv", "p,A,1,TGT,e,c,90,d,False,[],1,2\np,A,2,TGT,e,c,high,d,False,[],1,2\n",
         "line 2: no row of Appraise's scores"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_whole(tmp_path, name, text, said):
    with pytest.raises(InputError) as refused:
        read(tmp_path, name, text)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_what_the_report_is_split_by_belongs_to_items(tmp_path):
    with pytest.raises(InputError, match="item 'i1' has another 'domain'"):
        read(tmp_path, "b.csv", "item,system,score,domain\ni1,A,1,x\ni1,B,2,y\n", by=["domain"])
    with pytest.raises(InputError, match="there is no column 'dom'; columns found: item, system, domain"):
        read(tmp_path, "b.csv", "item,system,score,domain\ni1,A,1,x\ni1,B,2,x\n", by=["dom"])
