"""Owners watch a study live, correct it, invite people; the public sees the leaderboard; a system is submitted."""

import json

import pytest
from owning_pages import answer, opened
from studies_to_answer import SYSTEMS, material

from quorate.records.guide import Guide
from quorate.records.material import Items, Material, SystemOutputs

pytestmark = [pytest.mark.browser]
GUIDE = Guide(title="Lighthouses")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
HOSTILE = (
    "<script>window.broken = 1</script>",
    '"><img src=x onerror="window.broken = 1">',
    "\u202eturned\u202c",
    "نظام" * 12,
    "w" * 199,
    "{{ 7 * 7 }}",
)


def hostile_material() -> Material:
    names = tuple(f"item {number} <b onclick='window.broken=1'>" for number in range(12))
    return Material(
        items=Items(names=names, texts={"source": ("<svg onload='window.broken=1'>",) * 12}, columns={}),
        systems=tuple(
            SystemOutputs(name=name, texts=tuple(f"{name} {number}" for number in range(12))) for name in HOSTILE
        ),
    )


def test_the_owner_watches_the_ranking_change_without_a_reload(browser, served):
    study = served.define("watched", guide=GUIDE)
    with opened(browser, served, "watched") as owner:
        owner.enter()
        owner.wait_until("document.getElementById('sentence').textContent.startsWith('Nothing is known')")
        owner.tab.evaluate("window.isSame = true")
        answer(study, "ada", SYSTEMS[2], 12)
        owner.wait_until("document.getElementById('judgments').textContent === '12'")
        assert owner.ranked()[0] == SYSTEMS[2]
        answer(study, "bea", SYSTEMS[0], 24)
        owner.wait_until("document.getElementById('judgments').textContent === '36'")
        assert owner.ranked()[0] == SYSTEMS[0]
        assert f"{SYSTEMS[0]} leads" in owner.words("#sentence")
        owner.wait_until(
            "/can give .* more answers|until certain/.test(document.getElementById('sentence').textContent)"
        )
        assert owner.tab.title().startswith(f"{SYSTEMS[0]} leads")
        assert owner.tab.evaluate("window.isSame")
        assert owner.words("#live") == "Live"


def test_done_is_said_with_the_claim(browser, served):
    study = served.define("decided", policy="certified", guide=GUIDE)
    with opened(browser, served, "decided") as owner:
        owner.enter()
        answer(study, "ada", SYSTEMS[1], 120)
        owner.wait_until("document.getElementById('sentence').dataset.stage === 'done'")
        said = f"Done: {SYSTEMS[1]} loses to nobody by more than 5 points of win rate, error ≤ 5 %."
        assert owner.words("#sentence").endswith(said)
        assert owner.words("#state") == "At rest"
        assert owner.tab.locator("tr.is-best").count() == 0, "near best is not best"


def test_pause_resume_and_close(browser, served):
    study = served.define("conducted", guide=GUIDE)
    with opened(browser, served, "conducted") as owner:
        owner.enter()
        owner.tab.wait_for_selector("#toggle:not([hidden])")
        owner.tab.click("#toggle")
        owner.tab.fill("dialog textarea", "lunch")
        owner.tab.click("dialog button[type=submit]")
        owner.wait_until("document.getElementById('state').textContent === 'Paused'")
        assert study.ask("ada").reason == "paused"
        owner.tab.click("#toggle")
        owner.wait_until("document.getElementById('state').textContent === 'Open'")
        owner.tab.click("#close")
        owner.tab.keyboard.press("Escape")
        owner.tab.wait_for_selector("dialog", state="detached")
        assert study.history.closed is None
        owner.tab.click("#close")
        owner.tab.keyboard.press("Tab")
        owner.tab.fill("dialog textarea", "enough")
        owner.tab.click("dialog button[type=submit]")
        owner.wait_until("document.getElementById('state').textContent === 'Closed'")
        assert study.history.closed == "enough"
        assert not owner.tab.is_visible("#close")


def test_a_judgment_is_retracted_and_an_annotator_excluded(browser, served):
    study = served.define("corrected", policy="certified", guide=GUIDE)
    answer(study, "ada", SYSTEMS[0], 6)
    answer(study, "bea", SYSTEMS[1], 9)
    with opened(browser, served, "corrected") as owner:
        owner.enter()
        owner.wait_until("document.getElementById('judgments').textContent === '15'")
        owner.visit("/owner/questions?status=judged")
        owner.tab.wait_for_selector("#questions li")
        assert owner.words("#count") == "15 questions"
        first = owner.tab.locator("#questions li").first
        number = int(first.get_attribute("data-number"))
        first.locator("summary").click()
        assert "by a rule whose probability has no closed form" in first.inner_text()
        first.get_by_role("button", name="Retract the judgment").click()
        assert "certificate becomes void" in owner.words("dialog")
        owner.tab.click("dialog button[type=submit]")  # a reason is needed
        assert study.history.is_live(number)
        owner.tab.fill("dialog textarea", "a slip")
        owner.tab.click("dialog button[type=submit]")
        owner.wait_until("document.getElementById('count').textContent.startsWith('14')")
        assert not study.history.is_live(number)
        owner.visit("/owner/annotators")
        row = owner.tab.locator("#people tr", has_text="bea")
        row.get_by_role("button").click()
        assert "void already" in owner.words("dialog")
        owner.tab.fill("dialog textarea", "clicks through")
        owner.tab.click("dialog button[type=submit]")
        owner.tab.locator("#people tr", has_text="excluded: clicks through").wait_for()
        owner.visit("/owner")
        owner.wait_until("document.getElementById('sentence').dataset.stage === 'void'")
        assert owner.words("#judgments") in {"5", "6"}
        assert "1 annotator is excluded" in owner.words("#asked")


def test_an_entry_that_somebody_opened_meanwhile_stays_open(browser, served):
    study = served.define("read", guide=GUIDE)
    answer(study, "ada", SYSTEMS[0], 3)
    with opened(browser, served, "read") as owner:
        owner.enter()
        owner.visit("/owner/questions")
        owner.tab.wait_for_selector("#questions li")
        held = []
        owner.tab.route("**/questions?*", lambda route: held.append(route))  # noqa: PLW0108 - no builtin can listen
        answer(study, "bea", SYSTEMS[1], 1)
        owner.wait_for(lambda: held)
        owner.tab.locator("#questions summary").first.click()
        for route in held:
            route.continue_()
        owner.tab.unroute("**/questions?*")
        owner.tab.wait_for_selector("#newer:not([hidden])")
        assert owner.tab.locator("#questions details[open]").count() == 1
        owner.tab.click("#newer")
        owner.wait_until("document.querySelectorAll('#questions li').length === 4")


def test_people_are_shown_as_they_are_not_as_they_were_when_asked_for(browser, served):
    study = served.define("people", guide=GUIDE)
    answer(study, "ada", SYSTEMS[0], 3)
    with opened(browser, served, "people") as owner:
        owner.enter()
        held = []
        owner.tab.route("**/api/**/annotators", lambda route: held.append((route, route.fetch())), times=1)
        owner.visit("/owner/annotators")
        owner.wait_for(lambda: held)
        study.owner.exclude("ada", "clicks through")
        study.owner.pause()
        owner.wait_until("document.getElementById('state').textContent === 'Paused'")
        ((route, before),) = held
        route.fulfill(response=before)
        owner.tab.wait_for_selector("#people tr:has-text('excluded: clicks through')")


def test_links_are_made_followed_and_revoked(browser, served):
    study = served.define("invited", guide=GUIDE)
    with opened(browser, served, "invited") as owner, opened(browser, served, "invited") as guest:
        owner.enter()
        owner.visit("/owner/access")
        owner.tab.wait_for_selector("#invitations tr")
        owner.tab.fill("[name=count]", "2")
        owner.tab.fill("[name=label]", "pilot")
        owner.tab.click("#invite button")
        owner.tab.wait_for_selector("#links li")
        links = owner.tab.locator("#links code").all_inner_texts()
        assert len(links) == 2
        guest.tab.goto(links[0])
        guest.tab.wait_for_url("**/studies/invited")
        assert "q_" not in guest.tab.url
        owner.tab.locator("#invitations tr", has_text="pilot").first.get_by_role("button").click()
        owner.tab.click("dialog button[type=submit]")
        owner.tab.locator("#invitations tr", has_text="revoked").wait_for()
        assert sum(token.revoked is not None for token in study.store.tokens("invited")) == 1


def test_prices_are_saved_and_shown(browser, served):
    study = served.define("priced", guide=GUIDE)
    answer(study, "ada", SYSTEMS[0], 10)
    with opened(browser, served, "priced") as owner:
        owner.enter()
        owner.tab.wait_for_selector("#cost-link:not([hidden])")
        # However late the saved settings come, they do not wipe out what was typed.
        owner.tab.route("**/settings", lambda route: (owner.tab.wait_for_timeout(800), route.continue_()))
        owner.tab.click("#cost-link")
        owner.tab.fill("[name=price_judgment]", "0.25")
        owner.tab.fill("[name=currency]", "€")
        owner.tab.wait_for_timeout(1000)
        owner.tab.click("#settings button")
        owner.wait_until("document.getElementById('saved').textContent === 'Saved.'")
        owner.visit("/owner")
        owner.wait_until("/2\\.50/.test(document.getElementById('cost').textContent)")


def test_the_leaderboard_is_public_but_hidden_from_annotators_while_open(browser, served):
    study = served.define("public", guide=GUIDE)
    for who in ("ada", "bob"):
        answer(study, who, SYSTEMS[2], 10)
    with opened(browser, served, "public") as owner, opened(browser, served, "public") as visitor:
        visitor.visit("/leaderboard")
        assert "There is no public leaderboard here" in visitor.words("body")
        owner.enter()
        owner.visit("/owner/access")
        owner.tab.click("#leaderboard")
        owner.tab.wait_for_selector("#leaderboard-link:not([hidden])")
        visitor.visit("/leaderboard")
        visitor.tab.wait_for_selector("#ranking .figure")
        assert visitor.ranked()[0] == SYSTEMS[2]
        assert visitor.words("#sentence") == f"{SYSTEMS[2]} leads."
        with opened(browser, served, "public") as annotator:
            annotator.tab.goto(served.invite("public", "ada"))
            annotator.tab.wait_for_url("**/studies/public")
            annotator.visit("/leaderboard")
            assert "hidden until it is closed" in annotator.words("body")
            assert not any(name in annotator.words("body") for name in SYSTEMS)
            study.owner.close("over")
            annotator.visit("/leaderboard")
            annotator.tab.wait_for_selector("#ranking .figure")


def test_nobody_learns_from_the_page_of_the_leaderboard_whose_outputs_they_were_shown(browser, served):
    study = served.define("steps", guide=GUIDE)
    served.store.change_settings("steps", {"leaderboard": "on"})
    answer(study, "ada", SYSTEMS[2], 3)
    with opened(browser, served, "steps") as visitor:
        visitor.visit("/leaderboard")
        assert visitor.words("#sentence") == "Not enough people have answered yet."
        assert visitor.tab.is_hidden("#board")
        for who in ("ada", "bob"):
            answer(study, who, SYSTEMS[2], 10)
        visitor.visit("/leaderboard")
        visitor.tab.wait_for_selector("#ranking .figure")
        before = visitor.words("main")
        assert "23 judgments by 2 annotators" in before
        answer(study, "ada", SYSTEMS[2], 1)
        visitor.visit("/leaderboard")
        visitor.tab.wait_for_selector("#ranking .figure")
        assert visitor.words("main") == before


def test_a_system_is_submitted_from_a_good_file_after_a_bad_one(browser, served):
    study = served.define("submitted", guide=GUIDE)
    answer(study, "ada", SYSTEMS[0], 12)
    rows = [json.dumps({"item": item, "output": f"new {item}"}) for item in study.index.items]
    bad = "\n".join([rows[0], '{"item": "item 4000", "output": "x"}'])
    with opened(browser, served, "submitted") as guest, opened(browser, served, "submitted") as owner:
        owner.enter()
        guest.enter("submitter")
        guest.tab.fill("#name", "late-model")
        send(guest, "late.jsonl", bad)
        guest.tab.wait_for_selector(".outcome.bad")
        assert "late.jsonl, line 2: item 'item 4000' is unknown" in guest.words(".outcome")
        assert not guest.tab.is_enabled("#submit")
        send(guest, "late.jsonl", "\n".join(rows))
        guest.tab.wait_for_selector(".outcome.good")
        assert len(study.history.systems) == 3, "a check lets nothing join"
        guest.tab.click("#submit")
        guest.wait_until("/It takes part/.test(document.querySelector('.outcome').textContent)")
        owner.wait_until(
            "[...document.querySelectorAll('#ranking bdi')].some(name => name.textContent === 'late-model')"
        )
        assert owner.words("#judgments") == "12"
    assert study.history.systems[-1].name == "late-model"
    assert any("late-model" in names_of(study, study.ask(f"new {number}").number) for number in range(12))


def send(guest, name, text):
    guest.tab.evaluate("document.getElementById('outcome').replaceChildren()")
    guest.tab.set_input_files("#file", files=[{"name": name, "mimeType": "text/plain", "buffer": text.encode()}])


def names_of(study, number):
    return [study.index.systems[system] for system in study.history.systems_of(number)]


def test_hostile_names_and_outputs_stay_words(browser, served):
    study = served.define(
        "hostile", hostile_material(), guide=Guide(title="<i>Title</i><script>window.broken=1</script>")
    )
    answer(study, "<img src=x onerror='window.broken=1'>", HOSTILE[0], 25)
    study.owner.exclude(1, "<b>bold</b>\u202e reason")
    for who in ("eve", "zoe"):
        answer(study, who, HOSTILE[1], 20)
    served.store.change_settings("hostile", {"leaderboard": "on"})
    with opened(browser, served, "hostile") as owner:
        owner.enter()
        for path, ready in (
            ("/owner", "#ranking tr"),
            ("/owner/questions", "#questions li"),
            ("/owner/annotators", "#people tr"),
            ("/owner/access", "#invitations tr"),
            ("/leaderboard", "#ranking .figure"),
            ("/submit", "#submission"),
        ):
            owner.visit(path)
            owner.tab.wait_for_selector(ready)
            owner.tab.wait_for_timeout(300)
            assert owner.tab.evaluate("window.broken") is None, path
            assert owner.tab.query_selector("main img, main script[src], main svg[onload], bdi b, bdi i") is None, path
        owner.visit("/owner")
        owner.wait_until("document.querySelectorAll('#ranking tr').length === 6")
        assert HOSTILE[1] in owner.ranked()
        assert "turned" in owner.ranked()
        assert "{{ 7 * 7 }}" in owner.ranked()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 320)])
def test_pages_are_accessible_and_fit(browser, served, scheme, width):
    from axe_playwright_python.sync_playwright import Axe

    name = f"seen-{scheme}-{width}"
    study = served.define(name, material(), guide=GUIDE, copies=2, stopping={"budget": 300})
    for who, prefer in (("ada", SYSTEMS[0]), ("bea", SYSTEMS[0]), ("cid", SYSTEMS[1])):
        answer(study, who, prefer, 18)
    study.owner.exclude("cid", "clicks through")
    served.store.change_settings(name, {"leaderboard": "on", "price_hour": "12", "currency": "€"})
    look = {"color_scheme": scheme, "viewport": {"width": width, "height": 800}}
    with opened(browser, served, name, reduced_motion="reduce", **look) as owner:  # bars do not glide
        owner.enter()
        for path, ready in (
            ("/owner", "#ranking tr"),
            ("/owner/questions", "#questions li"),
            ("/owner/annotators", "#people tr"),
            ("/owner/access", "#invitations tr"),
            ("/leaderboard", "#ranking .figure"),
            ("/submit", "#submission"),
        ):
            owner.visit(path)
            owner.tab.wait_for_selector(ready)
            if path == "/owner/questions":
                owner.tab.locator("#questions summary").first.click()
            owner.picture(f"{path.rsplit('/', 1)[-1]}-{scheme}-{width}")
            found = Axe().run(owner.tab, options=RULES)
            assert found.violations_count == 0, f"{path}\n{found.generate_report()}"
            assert owner.tab.evaluate("document.documentElement.scrollWidth") <= width, path
        owner.visit("/owner/annotators")
        owner.tab.locator("#people button").first.click()
        owner.picture(f"exclude-{scheme}-{width}")
        assert Axe().run(owner.tab, options=RULES).violations_count == 0


def test_everything_can_be_reached_with_the_keyboard(browser, served):
    study = served.define("keyed", guide=GUIDE)
    answer(study, "ada", SYSTEMS[0], 8)
    with opened(browser, served, "keyed") as owner:
        owner.enter()
        owner.tab.wait_for_selector("#ranking tr")
        reached = set()
        for _ in range(25):
            owner.tab.keyboard.press("Tab")
            focused = owner.tab.evaluate(
                "document.activeElement.id || document.activeElement.getAttribute('aria-label')"
                " || document.activeElement.textContent.trim()"
            )
            reached.add(focused)
        assert {"Questions", "Annotators", "Access", "toggle", "close", "Report", "Export", "Win matrix"} <= reached
        owner.tab.keyboard.press("Escape")
        owner.visit("/owner/questions")
        owner.tab.wait_for_selector("#questions li")
        owner.tab.focus("#questions summary")
        owner.tab.keyboard.press("Enter")
        assert owner.tab.query_selector("#questions details[open]") is not None


def test_an_empty_win_matrix_has_no_certified_dots(browser, served):
    study = served.define("nobody-yet", guide=GUIDE)
    with opened(browser, served, "nobody-yet") as owner:
        owner.enter()
        owner.wait_until("document.querySelectorAll('td.empty').length === 6")
        assert set(owner.tab.locator("td.empty > span:first-child").all_inner_texts()) == {"–"}
        assert owner.tab.locator("td .dot").count() == 0
        answer(study, "ada", SYSTEMS[0], 1)
        owner.wait_until("document.querySelectorAll('td.empty').length < 6")
        owner.tab.evaluate("document.querySelector('#matrix')?.scrollIntoView()")
        owner.picture("matrix-begun")
