"""Request batching: many requests in one transaction."""

import asyncio
import threading

from quorate.web.batching import RequestBatcher


def test_newcomers_who_begin_at_once_share_a_write(serve, monkeypatch):
    study = serve().study
    lots: list[int] = []
    introduce = study.store.introduce

    def counted(name, names, **more):
        lots.append(len(names))
        return introduce(name, names, **more)

    monkeypatch.setattr(study.store, "introduce", counted)
    batcher = RequestBatcher(study)
    gate = threading.Event()

    async def everybody():
        async def one(place):
            def job():
                gate.wait(10)
                turn = study.asking.turn(f"comer {place}")
                return lambda: turn.numbers

            return await batcher.do(job, for_whom=f"comer {place}")

        tasks = [asyncio.create_task(one(place)) for place in range(100)]
        await asyncio.sleep(0.05)
        gate.set()
        return await asyncio.gather(*tasks)

    numbers = asyncio.run(everybody())
    batcher.stop()
    assert len({number for (number,) in numbers}) == 100
    assert sum(lots) == 100
    assert len(lots) <= 6  # each was a write of its own


def test_a_replayed_answer_reads_one_row_not_the_log(serve, monkeypatch):
    bench = serve()
    turn = bench.post("/ask")
    number = turn["questions"][0]["number"]
    for _ in range(5):
        turn = bench.answer(turn)
    position = bench.study.history.position
    read: list[tuple[str, int]] = []
    events = bench.study.store.events
    monkeypatch.setattr(bench.study.store, "events", lambda *given: read.append(given) or events(*given))
    again = bench.post("/tell", {"number": number, "answer": "left", "seconds": 2.0})
    assert again["judgment"]["number"] == number
    assert all(after >= position for _, after in read)  # what is new is looked for, nothing is read again
