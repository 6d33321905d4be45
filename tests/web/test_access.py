"""Who may do what: every route with every role, tokens, cookies, origins, limits."""

import re
import time
from dataclasses import replace

import pytest

from quorate.errors import UnknownError
from quorate.web.access import cookie_name, digest_of
from quorate.web.api import ROUTERS
from quorate.web.invitations import invite
from quorate.web.pages import PAGES
from quorate.web.settings import Settings

O, A, S, P = "owner", "annotator", "submitter", "anybody"
API = "/api/v1/studies/{study}"
ROUTES = {
    "GET /": {P},
    "GET /enter": {P},
    "GET /join/{token}": {P},
    "GET /health": {P},
    "GET /metrics": {P},  # told by address, see test_operating
    "GET /api": {P},
    "POST /api/v1/session": {P},
    "GET /studies/{study}": {A},
    "GET /studies/{study}/owner": {O},
    "GET /studies/{study}/owner/questions": {O},
    "GET /studies/{study}/owner/annotators": {O},
    "GET /studies/{study}/owner/access": {O},
    "GET /studies/{study}/owner/statements": {O},
    "GET /studies/{study}/submit": {O, S},
    "GET /studies/{study}/leaderboard": {P},
    f"GET {API}/leaderboard": {P},
    f"DELETE {API}/session": {O, A, S},
    f"GET {API}/guide": {O, A, S},
    f"POST {API}/consent": {A},
    f"POST {API}/ask": {O, A},
    f"POST {API}/tell": {O, A},
    f"POST {API}/retract": {O, A},
    f"POST {API}/skip": {O, A},
    f"GET {API}/progress": {O, A},
    f"GET {API}/overview": {O},
    f"GET {API}/stream": {O},
    f"GET {API}/questions": {O},
    f"GET {API}/annotators": {O},
    f"GET {API}/events": {O},
    f"GET {API}/export": {O},
    f"GET {API}/report": {O},
    f"GET {API}/statements": {O},
    f"POST {API}/label": {O},
    f"POST {API}/questions/{{number}}/release": {O},
    f"POST {API}/questions/{{number}}/retract": {O},
    f"POST {API}/annotators/{{number}}/exclude": {O},
    f"POST {API}/annotators/{{number}}/readmit": {O},
    f"POST {API}/annotators/{{number}}/erase": {O},
    f"POST {API}/pause": {O},
    f"POST {API}/items": {O},
    f"POST {API}/outputs": {O},
    f"POST {API}/scores": {O},
    f"POST {API}/predictions": {O},
    f"POST {API}/resume": {O},
    f"POST {API}/close": {O},
    f"POST {API}/invitations": {O},
    f"GET {API}/invitations": {O},
    f"POST {API}/invitations/{{id}}/revoke": {O},
    f"GET {API}/settings": {O},
    f"PUT {API}/settings": {O},
    f"GET {API}/items": {O, S},
    f"DELETE {API}/systems": {O, S},
    f"POST {API}/systems": {O, S},
    f"POST {API}/systems/file": {O, S},
}


def all_routes():
    for prefix, routers in (("/api/v1", ROUTERS), ("", PAGES)):
        for router in routers:
            for route in router.routes:
                for method in route.methods - {"HEAD"}:
                    yield method, prefix + route.path


def test_every_route_is_listed_with_its_roles(serve):
    found = {f"{method} {path}" for method, path in all_routes()}
    assert found == set(ROUTES), "say in ROUTES who may use it"
    paths = serve().client.get("/api/v1/openapi.json").json()["paths"]
    described = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert described == {route for route in ROUTES if " /api/v1" in route}


@pytest.mark.parametrize("who", ["nobody", "wrong", "open", O, A, S, "elsewhere"])
def test_every_route_lets_in_its_roles_and_nobody_else(serve, who):
    bench = serve(settings=Settings(wrong_tokens_per_minute=1000))
    bench.tokens["wrong"] = "q_" + "x" * 43
    allowed_somewhere = 0
    for method, path in all_routes():
        roles = ROUTES[f"{method} {path}"]
        if P in roles or path.endswith("/stream"):
            continue
        token = bench.tokens[A] if who == "elsewhere" else bench.tokens.get(who)
        place = re.sub(r"\{(number|id)\}", "1", path).replace("{study}", "winter" if who == "elsewhere" else "fall")
        headers = {"Authorization": f"Bearer {token}"} if token else {"Origin": "http://testserver"}
        response = bench.client.request(method, place, json={}, headers=headers, follow_redirects=False)
        if who in roles:
            allowed_somewhere += 1
            assert response.status_code not in (401, 403), (method, path, response.text)
        else:
            assert response.status_code in ({401} if who in ("nobody", "wrong") else {403}), (method, path, who)
    assert (allowed_somewhere > 0) == (who in (O, A, S))


def test_a_token_is_256_bits_and_only_its_digest_is_kept(serve):
    bench = serve()
    token = bench.tokens[O]
    assert len(token) == 2 + 43  # 32 bytes in base64
    for kept in bench.study.store.tokens("fall"):
        assert token not in repr(kept)
    assert bench.study.store.find_token(digest_of(token))[0] == "fall"
    assert bench.study.store.find_token(token) is None


def test_an_expired_token_is_refused_in_words(serve):
    bench = serve()
    (made,) = invite(bench.study.store, "fall", names=["late"], days=1e-9)
    time.sleep(0.01)
    bench.tokens["late"] = made.token
    error = bench.post("/ask", who="late", status=401)["error"]
    assert "expired" in error["words"]
    assert "new one" in error["words"]


def test_a_revoked_token_is_out_at_once(serve):
    bench = serve()
    bench.post("/ask")
    listed = bench.get("/invitations", who=O)
    (mine,) = [one for one in listed if one["annotator"] == "annotator"]
    assert bench.post(f"/invitations/{mine['id']}/revoke", who=O)["revoked"] is not None
    assert "taken back" in bench.post("/ask", status=401)["error"]["words"]
    assert bench.post("/invitations/0123456789abcdef/revoke", who=O, status=404)["error"]["kind"] == "unknown"


def test_other_processes_see_a_revocation_with_the_next_request(serve):
    bench = serve()
    bench.post("/ask")
    bench.study.store.revoke_token("fall", digest_of(bench.tokens[A]), time.time())
    bench.post("/ask", status=401)


def test_erasing_a_person_ends_their_token(serve):
    bench = serve()
    bench.post("/ask")
    bench.post("/annotators/1/erase", who=O)
    bench.post("/ask", status=401)
    assert "annotator" not in [token.annotator for token in bench.study.store.tokens("fall")]


def test_a_link_becomes_a_cookie_that_scripts_cannot_read(serve):
    bench = serve()
    origin = {"Origin": "http://testserver"}
    response = bench.client.post("/api/v1/session", json={"token": bench.tokens[A]}, headers=origin)
    assert response.json() == {"role": "annotator", "study": "fall", "address": "/studies/fall"}
    cookie = response.headers["set-cookie"]
    assert cookie.startswith(cookie_name("annotator", "fall"))
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert bench.client.get("/studies/fall").status_code == 200
    assert bench.client.get("/studies/fall/owner").status_code == 403
    turn = bench.client.post("/api/v1/studies/fall/ask", json={}, headers=origin)
    assert turn.status_code == 200
    assert bench.client.delete("/api/v1/studies/fall/session", headers=origin).status_code == 204
    assert bench.client.get("/studies/fall").status_code == 401


def test_cookies_are_secure_on_https(serve):
    bench = serve(settings=Settings(origin="https://studies.example.org"))
    origin = {"Origin": "https://studies.example.org"}
    response = bench.client.post("/api/v1/session", json={"token": bench.tokens[A]}, headers=origin)
    assert "Secure" in response.headers["set-cookie"]
    link = bench.post("/invitations", {}, who=O, status=201)[0]["link"]
    assert link.startswith("https://studies.example.org/enter#q_")


@pytest.mark.parametrize(
    "headers", [{}, {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_another_sites_page_cannot_act(serve, headers):
    bench = serve()
    bench.client.cookies.set(cookie_name("annotator", "fall"), bench.tokens[A])
    response = bench.client.post("/api/v1/studies/fall/ask", json={}, headers=headers)
    assert response.status_code == 403
    assert response.json()["error"]["kind"] == "origin"


def test_an_open_link_gives_everybody_a_token_of_their_own(serve):
    bench = serve()
    join = f"/join/{bench.tokens['open']}"
    first = bench.client.get(f"{join}?PROLIFIC_PID=5f3a&STUDY_ID=1&SESSION_ID=2", follow_redirects=False)
    assert first.status_code == 303
    assert first.headers["location"] == "/studies/fall"
    assert bench.tokens["open"] not in first.headers["set-cookie"]
    origin = {"Origin": "http://testserver"}
    number = bench.client.post("/api/v1/studies/fall/ask", json={}, headers=origin).json()["questions"][0]["number"]
    bench.client.cookies.clear()
    elsewhere = f"{join}?PROLIFIC_PID=5f3a&SESSION_ID=2"  # the same person on another machine, in the same session
    bench.client.get(elsewhere, follow_redirects=False)
    again = bench.client.post("/api/v1/studies/fall/ask", json={}, headers=origin).json()
    assert again["questions"][0]["number"] == number
    assert "prolific:5f3a" in bench.study.store.annotators("fall").values()
    bench.client.cookies.clear()
    bench.client.get(join)
    cookies = dict(bench.client.cookies)
    bench.client.get(join)  # a second visit of a guest is the same guest
    assert dict(bench.client.cookies) == cookies
    assert bench.client.get(f"{join}?PROLIFIC_PID={{{{%25PID%25}}}}").status_code == 422
    assert bench.client.get(f"/join/{bench.tokens[A]}").status_code == 401
    assert bench.client.get("/join/q_nonsense").status_code == 401


def test_too_many_requests_have_to_wait(serve):
    bench = serve(settings=Settings(requests_per_second=1, burst=3))
    for _ in range(3):
        bench.get("/progress")
    response = bench.send("GET", "/progress")
    assert response.status_code == 429
    assert int(response.headers["retry-after"]) >= 1
    assert bench.send("GET", "/overview", who=O).status_code == 200


def test_too_many_wrong_tokens_have_to_wait(serve):
    bench = serve(settings=Settings(wrong_tokens_per_minute=3))
    origin = {"Origin": "http://testserver"}
    statuses = [
        bench.client.post("/api/v1/session", json={"token": f"q_{guess}"}, headers=origin).status_code
        for guess in range(5)
    ]
    assert statuses == [401, 401, 401, 429, 429]


def test_too_large_a_body_is_refused(serve):
    bench = serve(settings=Settings(body_limit=1000, upload_limit=5000))
    big = {"number": 1, "answer": "x" * 2000}
    assert bench.send("POST", "/tell", big).status_code == 413
    headers = {**bench.header(A), "content-type": "application/json"}
    pieces = (b" " * 100 for _ in range(100))
    streamed = bench.client.post("/api/v1/studies/fall/tell", content=pieces, headers=headers)
    assert streamed.status_code == 413
    assert streamed.json()["error"]["kind"] == "size"
    outputs = {"name": "new", "outputs": {"item": "x" * 2000}}
    assert bench.send("POST", "/systems", outputs, who=S).status_code == 422
    assert bench.send("POST", "/systems", {"name": "new", "outputs": {"a": "x" * 6000}}, who=S).status_code == 413


def test_pages_and_api_carry_the_headers_that_tie_them_down(serve):
    bench = serve()
    for path in ("/", "/enter", "/static/base.css", "/nowhere", "/api", "/studies/fall", "/api/v1/openapi.json"):
        headers = bench.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_no_template_has_inline_script_or_style():
    from quorate.web.rendering import STATIC

    for template in (STATIC.parent / "templates").glob("*.html"):
        text = template.read_text(encoding="utf-8")
        assert not re.search(r"\son\w+\s*=|style\s*=|<style|javascript:", text), template.name
        for tag in re.findall(r"<script[^>]*>", text):
            assert "src=" in tag or 'type="application/json"' in tag, template.name
        assert not re.search(r"""(src|href)=["'](https?:)?//""", text), template.name


def test_tokens_are_known_to_their_study_alone(serve):
    bench = serve()
    with pytest.raises(UnknownError):
        bench.study.store.revoke_token("fall", "0" * 64, 1.0)
    token = bench.study.store.tokens("fall")[0]
    assert replace(token, revoked=1.0).holds(token.made) is False
    assert token.holds(token.made)
