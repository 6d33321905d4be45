"""Scripts and styles are sent small, once, and mean the same."""

import gzip

import pytest

from quorate.web.assets import compact


@pytest.fixture
def client(serve):
    return serve().client


def test_a_script_loses_comments_and_indentation():
    script = '// words\nif (a) {\n  b("// stays"); // this goes\n\n  /re/.test(c);\n}\n'
    assert compact(script, ".js") == 'if(a){\nb("// stays");\n/re/.test(c);\n}'


@pytest.mark.parametrize(
    ("line", "sent"),
    [
        ('say("a = b", c ? d : e);', 'say("a = b",c?d:e);'),
        ("const less = a - -b + +c;", "const less=a - -b + +c;"),
        ("return [a in b, (x) => x];", "return[a in b,(x)=>x];"),
        ("const t = `${ a } = b`;", "const t = `${ a } = b`;"),
        ("const p = 'a = b';", "const p = 'a = b';"),
        ("s.split(/ = /);", "s.split(/ = /);"),
    ],
)
def test_a_script_loses_space_beside_signs_but_not_in_texts_and_patterns(line, sent):
    assert compact(line, ".js") == sent


def test_a_script_with_a_long_text_stays_as_it_is():
    script = "// words\nconst text = `a\n  // b`;\n"
    assert compact(script, ".js") == script


def test_a_style_loses_comments_everywhere():
    style = '/* a\n b */ p > a,\nb {\n  margin: 0.5rem calc(1.5px + 0.2em);/**/\n}\nq::before { content: " : , "; }\n'
    assert compact(style, ".css") == 'p > a,b{margin:.5rem calc(1.5px + .2em)}q::before{content:" : , "}'


def test_files_are_compressed_and_not_sent_again(client):
    plain = client.get("/static/base.css", headers={"Accept-Encoding": "identity"})
    packed = client.get("/static/base.css", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])
    assert gzip.decompress(gzip.compress(plain.content)) == plain.content
    again = client.get("/static/base.css", headers={"If-None-Match": packed.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert plain.headers["content-type"].startswith("text/css")


@pytest.mark.parametrize(
    "path", ["nothing.js", "../application.py", "%2e%2e/application.py", "", "annotator", "//etc/passwd"]
)
def test_nothing_else_is_there(client, path):
    assert client.get(f"/static/{path}").status_code == 404


def test_files_are_only_read(client):
    assert client.post("/static/base.css", headers={"Authorization": "Bearer x"}).status_code == 405


def test_comments_behind_a_line_go_and_texts_that_look_like_one_stay():
    script = 'const a = 1; // one\nconst b = "x; // y";\nf(a, // first\n  b);\nconst c = /; \\/\\/ /;\n'
    assert compact(script, ".js") == 'const a=1;\nconst b = "x; // y";\nf(a,\nb);\nconst c = /; \\/\\/ /;'
