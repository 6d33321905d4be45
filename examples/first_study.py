"""A first study: which of three systems translates signs best? Run it in this folder."""

from quorate import Design, Study, read_material, write_report

study = Study.define("signs", read_material("outputs.jsonl"), design=Design(stopping={"budget": 36}, seed=1))
while question := study.ask("me"):
    left, right = question.outputs
    answer = "left" if len(left) < len(right) else "right"  # put the question to a person here, who may like it short
    study.tell(question.number, answer, annotator="me")
findings = study.findings()
best = findings.ranking.estimates[0]
print(findings.answer.words)
print(f"{best.subject[0]}: {best.value:.2f} ({best.interval.low:.2f} to {best.interval.high:.2f})")
print(findings.signature)
write_report(findings, "report.html")
