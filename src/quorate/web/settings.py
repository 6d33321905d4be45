"""What a server is told at its start."""

from dataclasses import dataclass

DAY = 86_400.0


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Limits and addresses of a server.

    Attributes:
        origin: Address that browsers use, such as `https://studies.example.org`; empty: the one they say they use.
        stranger_limit: Bytes a request without a good token may bring.
        body_limit: Bytes a request with one may bring.
        upload_limit: Bytes the outputs of a new system may take, from its submitter or the owner.
        output_limit: Characters one output of a submitter's system may have.
        systems_per_link: Systems that may come through one submitter's link.
        requests_per_second: What one token may ask for, on average.
        burst: How many requests of one token may come at once.
        bytes_per_request: A body counts as one request more for each so many bytes.
        wrong_tokens_per_minute: Wrong tokens from one address before more of them are told to wait; good ones pass.
        joins_per_minute: People who may join from one address through open links, and at once.
        link_joins_per_minute: People who may join through one open link, and at once.
        lookup_seconds: How long a token is believed without looking again, unless somebody is erased or a link revoked.
        session_days: How long the token of somebody who joined through an open link lasts.
        stream_seconds: Least time between two messages of a stream.
        head_seconds: How long the head of a request may take to arrive.
        body_seconds: How long its body may take.
        head_limit: Bytes the head of a request may have.
        slowest_upload: Bytes per second at which those with a token may send their body on top of that.
        thinking_seconds: How long a connection of somebody with a token stays open between two requests; others' 5.
        metrics_for: Addresses and networks that `/metrics` answers.
        strangers: Connections without a token that a process keeps; beyond them the oldest ends.
    """

    origin: str = ""
    stranger_limit: int = 8 * 1024
    body_limit: int = 512 * 1024
    upload_limit: int = 32 * 1024 * 1024
    output_limit: int = 100_000
    systems_per_link: int = 5
    requests_per_second: float = 50.0
    burst: int = 100
    bytes_per_request: int = 16 * 1024
    wrong_tokens_per_minute: int = 30
    joins_per_minute: int = 60
    link_joins_per_minute: int = 1000
    lookup_seconds: float = 30.0
    session_days: float = 30.0
    stream_seconds: float = 1.0
    head_seconds: float = 10.0
    body_seconds: float = 10.0
    head_limit: int = 64 * 1024
    slowest_upload: float = 50_000.0
    thinking_seconds: int = 75
    metrics_for: str = "127.0.0.1,::1"
    strangers: int = 2000
