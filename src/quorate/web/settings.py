"""What a server is told at its start."""

from dataclasses import dataclass

DAY = 86_400.0


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Limits and addresses of a server.

    Attributes:
        origin: Address that browsers use, such as `https://studies.example.org`; empty: the one they say they use.
        body_limit: Bytes a request may bring.
        upload_limit: Bytes the outputs of a new system may take.
        requests_per_second: What one token may ask for, on average.
        burst: How many requests of one token may come at once.
        wrong_tokens_per_minute: Wrong tokens from one address before it has to wait.
        lookup_seconds: How long a token is believed without looking again: within this time a revocation is known to
            every process.
        session_days: How long the token of somebody who joined through an open link lasts.
        stream_seconds: Least time between two messages of a stream.
    """

    origin: str = ""
    body_limit: int = 512 * 1024
    upload_limit: int = 32 * 1024 * 1024
    requests_per_second: float = 50.0
    burst: int = 100
    wrong_tokens_per_minute: int = 30
    lookup_seconds: float = 30.0
    session_days: float = 30.0
    stream_seconds: float = 1.0
