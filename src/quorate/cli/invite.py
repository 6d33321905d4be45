"""`quorate invite`: links for annotators, submitters and owners."""

from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress

Annotators = Annotated[
    int | None,
    typer.Option("--annotators", min=1, max=1000, metavar="N", help="How many annotators to make links for."),
]
People = Annotated[
    list[str] | None, typer.Option("--annotator", "-a", metavar="WHO", help="A link for this annotator; repeatable.")
]
Open = Annotated[
    bool, typer.Option("--open", help="One link for anybody, such as the people of a crowd platform (Prolific).")
]
Submitters = Annotated[int | None, typer.Option("--submitters", min=1, max=1000, metavar="N", help="Links to submit.")]
OwnerLink = Annotated[bool, typer.Option("--owner", help="A link for another owner.")]
Days = Annotated[float, typer.Option("--days", min=0.01, max=3650, metavar="DAYS", help="How long the links hold.")]
Most = Annotated[
    int | None, typer.Option("--most", min=1, max=999_999, metavar="N", help="How many people may join by open links.")
]
Address = Annotated[str, typer.Option("--at", metavar="URL", help="Where the study is served; else where it last was.")]


def invite(
    name: Name,
    *,
    annotators: Annotators = None,
    annotator: People = None,
    open_link: Open = False,
    submitters: Submitters = None,
    owner: OwnerLink = False,
    days: Days = 30.0,
    most: Most = None,
    at: Address = "",
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Make links that let people in, each with its name. Each is shown this once: only its fingerprint is kept.

    They lead to where the study was last served (`quorate serve` remembers it), unless --at says otherwise.

    \b
    Example:
      quorate invite fall --annotators 20
      quorate invite fall --annotator ann --annotator ben
      quorate invite fall --open --most 200 --at https://studies.example.org
    """
    from typing import Any

    from quorate.cli.opening import opened
    from quorate.cli.output import say
    from quorate.errors import InputError
    from quorate.web.addresses import USUAL, remembered
    from quorate.web.invitations import ensure_codes, link_to
    from quorate.web.invitations import invite as make

    wanted: list[dict[str, Any]] = []
    wanted += [{"role": "annotator", "count": annotators}] if annotators else []
    wanted += [{"role": "annotator", "names": annotator}] if annotator else []
    wanted += [{"role": "annotator", "is_open": True}] if open_link else []
    wanted += [{"role": "submitter", "count": submitters}] if submitters else []
    wanted += [{"role": "owner"}] if owner else []
    if not wanted:
        raise InputError("Whom to invite? Say --annotators 20, --annotator WHO, --open, --submitters 1 or --owner.")
    with opened(name, store) as study:
        ensure_codes(study.store, name)
        if most is not None:
            study.store.change_settings(name, {"most_joins": str(most)})
        known = remembered(study.store, name)
        address = (at or known or USUAL).rstrip("/")
        made = [
            {"role": one["role"], "annotator": invited.annotator, "link": link_to(address, invited)}
            for one in wanted
            for invited in make(study.store, name, days=days, label="quorate invite", **one)
        ]
    called = [one["annotator"] or ("anybody" if one["role"] == "annotator" else one["role"]) for one in made]
    width = max(map(len, called))
    lines = [f"{who:<{width}}  {one['link']}" for who, one in zip(called, made, strict=True)]
    say("\n".join(lines), {"study": name, "links": made}, as_json=as_json)
    if not (at or known):
        typer.echo(f"The study was not served yet: the links lead to {USUAL}, where `quorate serve` begins.", err=True)
