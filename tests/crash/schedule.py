"""What is called and who is killed when: all of it follows from a seed."""

import random
from dataclasses import dataclass

STREAMS = ("to_server", "from_server", "to_proxy", "from_proxy")


@dataclass
class Call:
    tool: str
    text: str


@dataclass
class Kill:
    whom: str  # "proxy", "host", "both", "server"
    when: str  # "time", or the stream of which a byte decides
    where: float  # 0 to 1: of the time, or of the bytes, that the calls take
    at: float = 0  # the same in seconds after the calls, or in bytes of the stream

    def __str__(self):
        return f"{self.whom} at {self.where:.4f} of {self.when}"


@dataclass
class Round:
    """Calls that a host makes at once, and repeats after each kill until all are answered."""

    number: int
    calls: list
    kills: list

    def copies(self, text):
        return sum(call.text == text and call.tool == "paid_echo" for call in self.calls)


def _kill(chance):
    whom = chance.choices(["proxy", "host", "both", "server"], [10, 5, 4, 1])[0]
    when = "time" if chance.random() < 0.5 else chance.choice(STREAMS)
    return Kill(whom, when, chance.random())


def round_of(seed, number):
    chance = random.Random(f"{seed}/{number}")
    texts = [f"call {number}.{i}" for i in range(chance.choices([1, 2, 3], [6, 3, 1])[0])]
    if chance.random() < 0.2:
        texts.append(texts[0])  # an equal call, made beside the first
    calls = [Call("paid_echo", text) for text in texts]
    if chance.random() < 0.4:
        calls.insert(chance.randrange(len(calls) + 1), Call("echo", f"free {number}"))
    kills = [_kill(chance)]
    while chance.random() < 0.35:
        kills.append(_kill(chance))
    return Round(number, calls, kills)


def rounds_of(seed, first, kills):
    """Rounds from `first` on until there are so many kills; the last one may be cut short."""
    number = first
    while kills > 0:
        one = round_of(seed, number)
        one.kills = one.kills[:kills]
        kills -= len(one.kills)
        number += 1
        yield one
