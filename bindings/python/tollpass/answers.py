"""What a host's dialog says to a question."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Approve:
    """Yes, once: the waiting call pays, or, if it waits no longer, the next equal one.

    passphrase: of the approval key; empty for a home without one, as open_test makes. bytes or a
        bytearray can be wiped afterwards.
    up_to: the most that may be paid, "0.02 USDC"; empty: what is asked.
    seconds: how long the answer holds; at most 30 days.
    """

    passphrase: str | bytes | bytearray = field(default="", repr=False)
    up_to: str = ""
    seconds: int = 3600


@dataclass(frozen=True)
class Deny:
    """No. The call is declined, and so are equal ones while the question would have lived."""
