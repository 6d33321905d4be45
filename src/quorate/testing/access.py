"""What every store must do for the service: hold a log, and keep tokens, settings and consent outside it.

`StoreContract` in `quorate.testing.stores` has these checks too.
"""
# ruff: noqa: D102 - a check is named by the behaviour it checks

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from quorate.errors import UnknownError
from quorate.records.design import Design
from quorate.records.events import Event, JudgmentRecorded, StudyDefined, StudyPaused, SystemAdded
from quorate.stores import Store, Token
from quorate.testing.material import make_material

TOKEN = Token(digest="d" * 64, role="annotator", annotator="ann", label="first", made=1.0, expires=1e12)


def begin(store: Store, name: str = "study") -> int:
    """Define a small study; return the position of its last event."""
    material = make_material(systems=3, items=5)
    definition = StudyDefined(time=1.0, study=name, design=Design(), items=5, digest=material.items.digest)
    added = [
        SystemAdded(time=1.0, system=number, name=system.name, outputs=system.count, digest=system.digest)
        for number, system in enumerate(material.systems)
    ]
    store.create(definition, added, material)
    return 1 + len(added)


class AccessContract:
    """The checks. `StoreContract` inherits them."""

    def test_what_is_appended_in_a_hold_is_there_afterwards(self, store: Store) -> None:
        last = begin(store)
        with store.hold("study") as held:
            assert held.read(0).last == last
            held.append([StudyPaused(time=2.0)])
            held.append([StudyPaused(time=3.0)])
        assert [event.time for _, event in store.events("study", last)] == [2.0, 3.0]
        assert store.append("study", [StudyPaused(time=4.0)]) == last + 3

    def test_a_hold_that_fails_leaves_nothing(self, store: Store) -> None:
        last = begin(store)

        def fail() -> None:
            with store.hold("study") as held:
                held.append([StudyPaused(time=2.0)])
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            fail()
        assert store.read("study").last == last
        assert store.append("study", [StudyPaused(time=4.0)]) == last + 1

    def test_many_tokens_are_found_at_once(self, store: Store) -> None:
        begin(store)
        begin(store, "other")
        mine, theirs = replace(TOKEN, digest="a" * 64), replace(TOKEN, digest="b" * 64, annotator="ben")
        store.add_tokens("study", [mine])
        store.add_tokens("other", [theirs])
        found = store.find_tokens(["a" * 64, "b" * 64, "c" * 64])
        assert found == {"a" * 64: ("study", mine), "b" * 64: ("other", theirs)}
        assert store.find_tokens([]) == {}

    def test_a_hold_without_events_changes_nothing(self, store: Store) -> None:
        last = begin(store)
        with store.hold("study"):
            pass
        assert store.read("study").last == last

    def test_others_wait_while_a_log_is_held(self, store: Store) -> None:
        last = begin(store)
        is_held, may_end = threading.Event(), threading.Event()
        order: list[str] = []

        def hold() -> None:
            with store.hold("study") as held:
                is_held.set()
                may_end.wait(10)
                held.append([StudyPaused(time=2.0)])
                order.append("held")

        def append() -> None:
            is_held.wait(10)
            store.append("study", [StudyPaused(time=3.0)])
            order.append("appended")

        with ThreadPoolExecutor(2) as pool:
            both = [pool.submit(hold), pool.submit(append)]
            is_held.wait(10)
            time.sleep(0.1)
            may_end.set()
            for one in both:
                one.result()
        assert order == ["held", "appended"]
        assert [event.time for _, event in store.events("study", last)] == [2.0, 3.0]

    def test_many_hold_one_after_the_other(self, store: Store) -> None:
        last = begin(store)

        def work(_thread: int) -> None:
            for _ in range(5):
                with store.hold("study") as held:
                    here = held.read(last).last
                    held.append([StudyPaused(time=float(here))])

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(work, range(4)))
        times: list[float] = [event.time for _, event in store.events("study", last)]
        assert times == [float(last + place) for place in range(20)]  # each had seen all before it

    def test_a_judgment_held_counts_like_one_appended(self, store: Store) -> None:
        begin(store)
        event: Event = JudgmentRecorded(time=2.0, number=1, values=(1.0,), detail={"reason": "é\u2028"})
        with store.hold("study") as held:
            held.append([event])
        assert [found for _, found in store.events("study", 4)] == [event]

    def test_tokens_come_back_and_end(self, store: Store) -> None:
        begin(store)
        other = replace(TOKEN, digest="e" * 64, role="owner", annotator=None, made=2.0)
        opened = replace(TOKEN, digest="f" * 64, annotator=None, is_open=True, made=3.0)
        store.add_tokens("study", [opened, TOKEN, other])
        store.add_tokens("study", [])
        assert store.tokens("study") == [TOKEN, other, opened]
        assert store.find_token(TOKEN.digest) == ("study", TOKEN)
        assert store.find_token("0" * 64) is None
        store.revoke_token("study", TOKEN.digest, 5.0)
        found = store.find_token(TOKEN.digest)
        assert found is not None
        assert found[1].revoked == 5.0
        assert not found[1].holds(6.0)
        with pytest.raises(UnknownError):
            store.revoke_token("study", "0" * 64, 5.0)

    def test_tokens_belong_to_one_study(self, store: Store) -> None:
        begin(store, "one")
        begin(store, "two")
        store.add_tokens("two", [TOKEN])
        assert store.tokens("one") == []
        assert store.find_token(TOKEN.digest) == ("two", TOKEN)
        with pytest.raises(UnknownError):
            store.revoke_token("one", TOKEN.digest, 5.0)
        with pytest.raises(UnknownError):
            store.add_tokens("none", [TOKEN])

    def test_erasing_a_person_takes_their_name_off_their_tokens(self, store: Store) -> None:
        begin(store)
        store.add_tokens("study", [TOKEN])
        number = store.annotator("study", "ann")
        store.erase("study", number)
        (token,) = store.tokens("study")
        assert token.annotator is None
        assert not token.holds(2.0)

    def test_settings_are_kept_one_by_one(self, store: Store) -> None:
        begin(store)
        assert store.settings("study") == {}
        store.change_settings("study", {"code": "A", "leaderboard": "on"})
        store.change_settings("study", {"code": "é\u2028"})
        assert store.settings("study") == {"code": "é\u2028", "leaderboard": "on"}

    def test_the_first_consent_counts(self, store: Store) -> None:
        begin(store)
        assert store.consented("study", 1) is None
        store.consent("study", 1, 5.0)
        store.consent("study", 1, 9.0)
        assert store.consented("study", 1) == 5.0
        assert store.consented("study", 2) is None
