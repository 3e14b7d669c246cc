"""What a host's dialog says to a question."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Approve:
    """Yes, once: the waiting call pays, or, if it waits no longer, the next equal one.

    Raises TypeError for a field of another type, and tells none of its value.

    passphrase: of the approval key; empty for a home without one, as open_test makes. bytes or a
        bytearray can be wiped afterwards.
    up_to: the most that may be paid, "0.02 USDC"; empty: what is asked.
    seconds: how long the answer holds; at most 30 days.
    """

    passphrase: str | bytes | bytearray = field(default="", repr=False)
    up_to: str = ""
    seconds: int = 3600

    def __post_init__(self) -> None:
        _check("passphrase", self.passphrase, str, bytes, bytearray)
        _check("up_to", self.up_to, str)
        _check("seconds", self.seconds, int)


@dataclass(frozen=True)
class Deny:
    """No. The call is declined, and so are equal ones while the question would have lived."""


def _check(name: str, value: object, *types: type) -> None:
    if not isinstance(value, types):
        allowed = ", ".join(one.__name__ for one in types)
        raise TypeError(f"{name} is {allowed}, not {type(value).__name__}")
