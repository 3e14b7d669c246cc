"""What the recorded numbers say: the table of targets, row by row."""

from dataclasses import dataclass
from statistics import median

US = 1e3  # nanoseconds
MS = 1e6


@dataclass
class Row:
    what: str
    floor: str  # what it is compared with
    measured: str
    median: float
    least: float  # the same from the fastest rounds of both: what is left when nobody disturbs
    target: float
    unit: str = "×"

    @property
    def met(self):
        return self.median <= self.target


def of_lane(lane, pick=median):
    return pick(lane["rounds_ns"])


def added(lanes, name, pick=median):
    """What a call takes more than one that goes directly."""
    return of_lane(lanes[name], pick) - of_lane(lanes["direct"], pick)


def _micro_row(micro, what, subject, floor, floor_text, target):
    values = {pick: pick(micro[subject]) / pick(micro[floor]) for pick in (median, min)}
    text = f"{median(micro[subject]) / US:.2f} µs against {median(micro[floor]) / US:.2f} µs"
    return Row(what, floor_text, text, values[median], values[min], target)


def _message_rows(micro):
    for kind, words in [("prose", "text"), ("table", "numbers and short keys")]:
        for size in (2_000, 200_000):
            yield _micro_row(
                micro,
                f"message without a demand, {size // 1000} kB of {words}",
                f"PassNotification/{kind}/{size}",
                f"OneScan/{kind}/{size}",
                "one look at each byte",
                2.0,
            )


def _stdio_rows(lanes):
    for name, floor_text, target in [
        ("relay", "a byte relay in C++", 1.15),
        ("node", "a byte relay in Node", 0.5),
    ]:
        ratios = [
            added(lanes, "tollpass", pick) / added(lanes, name, pick) for pick in (median, min)
        ]
        ours, theirs = added(lanes, "tollpass") / US, added(lanes, name) / US
        text = f"{ours:.1f} µs against {theirs:.1f} µs added"
        yield Row("free call through the stdio proxy", floor_text, text, *ratios, target)


def floors_of_paid_call(lanes, pick=median):
    return [of_lane(lanes[name], pick) for name in ("commit", "sign", "parse")]


def paid_added(lanes, pick=median):
    """What a paid call takes more than its two calls through a byte relay."""
    return of_lane(lanes["tollpass"], pick) - of_lane(lanes["relay"], pick)


def _paid_row(lanes):
    ratios = [
        paid_added(lanes, pick) / sum(floors_of_paid_call(lanes, pick)) for pick in (median, min)
    ]
    floor = sum(floors_of_paid_call(lanes)) / US
    text = f"{paid_added(lanes) / US:.0f} µs against {floor:.0f} µs"
    what = "paid call, more than its two calls through the C++ relay"
    return Row(what, "one durable commit, one signature, one parse", text, *ratios, 1.3)


def _decide_rows(micro):
    for tools in (1, 1_000, 10_000):
        times = micro[f"Decide/{tools}"]
        what = f"policy decision, {tools:,} tool sections"
        text = f"{median(times) / US:.2f} µs"
        yield Row(what, "–", text, median(times) / US, min(times) / US, 1.0, " µs")


def charge_sizes(charges):
    return sorted(int(name) for name in charges)


def charge_ratio(charges, payments, small):
    """By how much a charge takes longer: the median of what each round says, in which the ledgers
    take turns."""
    larger, smaller = (charges[str(size)]["rounds_ns"] for size in (payments, small))
    return median(a / b for a, b in zip(larger, smaller))


def _charge_rows(charges):
    small, *larger = charge_sizes(charges)
    for payments in larger:
        lanes = charges[str(payments)], charges[str(small)]
        times = " against ".join(f"{of_lane(lane) / US:.0f} µs" for lane in lanes)
        least = of_lane(lanes[0], min) / of_lane(lanes[1], min)
        what = f"charge in a ledger of {payments * 4:,} rows"
        ratio = charge_ratio(charges, payments, small)
        yield Row(what, f"one of {small * 4} rows", times, ratio, least, 1.2)


def _start_rows(lanes):
    times = lanes["tollpass"]["first_ns"]
    direct = median(lanes["direct"]["first_ns"]) / MS
    text = f"{median(times) / MS:.1f} ms; the server alone {direct:.1f} ms"
    what = "first answer after the start of the proxy and its server"
    yield Row(what, "–", text, median(times) / MS, min(times) / MS, 15.0, " ms")
    for kind, words in [("rss_kib", "resident"), ("pss_kib", "resident, shared pages in part")]:
        size = lanes["tollpass"][kind] / 1024
        yield Row(f"idle proxy, {words}", "–", f"{size:.1f} MiB", size, size, 12.0, " MiB")


def rows(numbers):
    micro = numbers["micro"]
    return [
        *_message_rows(micro),
        *_stdio_rows(numbers["stdio"]),
        _paid_row(numbers["paid"]),
        *_decide_rows(micro),
        *_charge_rows(numbers["charge"]),
        *_start_rows(numbers["start"]),
    ]
