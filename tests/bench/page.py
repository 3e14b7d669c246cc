"""The table on the terminal, and the page with its plots."""

from statistics import median

from plot import bars
from ratios import (
    MS,
    US,
    added,
    charge_sizes,
    floors_of_paid_call,
    of_lane,
    paid_added,
    rows,
)

QUICK = " **A quick run: it shows that everything works, and no number of it counts.**"
HEAD = "| what | against | measured | median | fastest | target | |"

PAGE = """# Performance

What Tollpass costs, measured by `tests/bench/run.py`, which builds with `-O2`, measures, and writes this page and
[the numbers](performance/numbers.json). Two things that are compared were measured in turn within one run: on a machine
that does other work too, a ratio means something and a time alone does not. "Median" is the ratio of the medians over
all rounds, by which a target is met or missed; "fastest" that of the fastest rounds.

{machine}

## Targets

{table}

- *Message without a demand*: a notification in the interceptor alone, from bytes to the decision that they pass. It is
  scanned for what a payment could need, and read as strict JSON once; nothing of it is copied. The floor adds up a table
  entry for each byte. In text most of the work is one comparison of many bytes at once. Where names and numbers are
  short, the order of them all has to be looked at to tell that the line is JSON, which a host that waits for an answer
  depends on (below: `AcceptByLibrary`, the same by a common library); that is done for sixty-four bytes at once.
- *Free call*: a `tools/call` and its result over pipes. The relays copy bytes and look at none:
  `tests/bench/byte_relay.cc`, `tests/bench/node_relay.mjs`. {relay_floor}
- *Paid call*: the host's one call through the proxy, against its two halves (one that is answered by a demand, one that
  carries a payment) sent by hand through the C++ relay. The floor is what no payer that survives a power cut can leave
  out: one row in SQLite with `synchronous=FULL` on the same disk, one bare secp256k1 signature, one reading of the demand.
  Between two calls 3 ms pass, in which the end of a payment is recorded.
  [Below](#what-a-paid-call-is-made-of): what its promises add to that.
- *Policy decision*: with a mandate of `tollpass allow`, for a tool that has a section of its own.
- *Charge*: begin, check four sums, commit. A finished payment is four rows. The ledgers take turns, twenty charges each;
  "median" is here that of the ratios turn by turn. A larger ledger has deeper trees, of whose leaves fewer stay in
  memory. {charge_means}

{plots}

## What a paid call is made of

{parts}

- *Rows of a charge*: the call, the charge with its proof, the event, its sums and the head of the chain, in one commit
  with `synchronous=FULL`, by a program that does nothing else: it looks up nothing, checks nothing and hashes nothing.
  Limits that hold across processes, a repeat that gets the identical bytes and a log that can be verified need these
  rows; they lie on some twelve pages, where the floor's one row lies on two.
- *Checked signature*: what is signed is built from typed fields, and no signature leaves that does not recover to its own
  account: to recover one costs as much again as to make it.
- *Hand-over*: a loop that must pass on free calls at any time cannot wait for a disk, so a thread of its own pays. Two
  threads that sleep are woken, one after the other.
- *Authorisation in full*: all of that but the demand and the hand-over, and what is read and checked for it (policy,
  mandate, sums, chain of events, mirror, key, who may write the files), by the kernel alone.
- *Pauses*: before each of these parts 3 ms pass too, as between two calls, in which other programs have the processor and
  its caches. What is done only then takes longer than the same over and over; the line without a pause says by how much.

## Official payers

{clients}

The same paid call, against the same server, which takes every payment unseen: hosts on the official MCP clients that pay
by the official x402 packages, and the same hosts without them through `tollpass proxy`. {missing}Latency is as the host
sees it. Processor time and memory are those of the host{proxy_counts}. The official payers keep no ledger: they write
nothing to a disk and cannot tell a repeated call from a new one.

## One operation each

{micro}
"""


def _cells(row):
    return [
        row.what,
        row.floor,
        row.measured,
        f"{row.median:.2f}{row.unit}",
        f"{row.least:.2f}{row.unit}",
        f"≤ {row.target:g}{row.unit}",
        "met" if row.met else "**missed**",
    ]


def print_table(numbers):
    table = rows(numbers)
    for row in table:
        what, floor, measured, middle, least, target, met = _cells(row)
        print(f"{what:58} {middle:>10} {least:>10}  {target:10} {met.strip('*'):6} ({measured})")
    print(f"{sum(row.met for row in table)} of {len(table)} targets are met")


def _table(numbers):
    lines = [HEAD, "|---|---|---|---|---|---|---|"]
    return "\n".join(lines + ["| " + " | ".join(_cells(row)) + " |" for row in rows(numbers)])


def _machine(numbers):
    machine = numbers["machine"]
    return (
        f"Measured on {machine['date']} at revision {machine['revision']}: {machine['processor']}, "
        f"{machine['cores']} processors, Linux {machine['kernel']}, {machine['compiler']}, Node "
        f"{machine['node']}. Programs that wanted a processor: {numbers['load_before']:.1f} before, "
        f"{numbers['load_after']:.1f} after (this run's own are among them)."
        + (QUICK if numbers.get("quick") else "")
    )


CLIENTS = [
    "TypeScript pays",
    "TypeScript through tollpass",
    "Python pays",
    "Python through tollpass",
    "tollpass alone",
]


def _client_table(clients):
    lines = [
        "| host | median call | processor time a call | memory of the host | start to ready |",
        "|---|---|---|---|---|",
    ]
    for name in CLIENTS:
        lane = clients.get(name)
        if lane is None:
            continue
        lines.append(
            f"| {name} | {of_lane(lane) / MS:.2f} ms | {lane['cpu_ns_per_call'] / MS:.2f} ms "
            f"| {lane['rss_kib'] / 1024:.0f} MiB | {median(lane['first_ns']) / MS:.0f} ms |"
        )
    return "\n".join(lines) if len(lines) > 2 else "Not measured: no registry was in reach."


def _relay_floor(stdio):
    """Whether half of a Node relay's time can be reached by anything, in a sentence."""
    relay, node = added(stdio, "relay") / US, added(stdio, "node") / US
    text = (
        f"One more pipe each way, and waking the program between them, cost the C++ relay "
        f"{relay:.1f} µs of the Node relay's {node:.1f} µs, {relay / node:.2f} of it"
    )
    if relay <= node / 2:
        return text + "."
    return text + ": half is less than what is spent before anybody looks at a byte."


def _charge_means(charges):
    """What medians leave out."""
    means = ", ".join(
        f"{charges[str(size)]['mean_ns'] / US:.0f} µs with {size * 4:,} rows"
        for size in charge_sizes(charges)
    )
    return (
        "No median shows the few commits that [bring the log into the file]"
        "(ledger.md#when-the-log-comes-into-the-file): with them a charge takes, by the mean of all, "
        f"{means}."
    )


def _micro_table(micro):
    lines = ["| operation | median | fastest |", "|---|---|---|"]
    for name, times in sorted(micro.items()):
        shown = name.removesuffix("/real_time")
        lines.append(f"| `{shown}` | {median(times) / US:.2f} µs | {min(times) / US:.2f} µs |")
    return "\n".join(lines)


def _parts(numbers):
    """What stands between the floor of a paid call and what it takes."""
    paid, micro = numbers["paid"], numbers["micro"]
    row, sign, parse = floors_of_paid_call(paid)
    lines = ["| part | median |", "|---|---|"]
    if "authorize" in paid and "AuthorizeCall/real_time" in micro:
        parts = ["rows", "checked", "demand", "handover"]
        rows_of_charge, checked, demand, handover = (of_lane(paid[part]) for part in parts)
        needed = rows_of_charge + checked + demand + handover
        authorize, whole = of_lane(paid["authorize"]), paid_added(paid)
        for name, time in [
            ("one row, durable", row),
            ("one bare signature", sign),
            ("one parse", parse),
            ("the floor of the table above: these three", row + sign + parse),
            ("rows of a charge, durable, instead of one row", rows_of_charge),
            ("checked signature, instead of a bare one", checked),
            ("demand read and understood, instead of parsed", demand),
            ("hand-over to a thread and back", handover),
            ("what these promises cannot leave out: these four", needed),
            ("authorisation in full", authorize),
            ("the same over and over, without a pause", median(micro["AuthorizeCall/real_time"])),
            ("authorisation, demand and hand-over", authorize + demand + handover),
            ("a paid call, more than its two calls through the C++ relay", whole),
        ]:
            lines.append(f"| {name} | {time / US:.0f} µs |")
        for name, less in [
            ("what cannot be left out", needed),
            ("authorisation, demand and hand-over", authorize + demand + handover),
        ]:
            lines.append(f"| the last, against {name} | {whole / less:.2f} × |")
    return "\n".join(lines)


def _plots(numbers):
    stdio, paid = numbers["stdio"], numbers["paid"]
    yield "free_call", "Free call: time added to a direct one", bars(
        "Free call: time added to a direct one (median)",
        "µs",
        [
            ("byte relay in C++", [("added", added(stdio, "relay") / US)]),
            ("tollpass proxy", [("added", added(stdio, "tollpass") / US)]),
            ("byte relay in Node", [("added", added(stdio, "node") / US)]),
        ],
    )
    commit, sign, parse = (part / US for part in floors_of_paid_call(paid))
    rest = max(paid_added(paid) / US - commit - sign - parse, 0)
    floor = [("durable commit", commit), ("signature and parse", sign + parse)]
    yield "paid_call", "Paid call: time added to its two calls", bars(
        "Paid call: time added to its two calls through a relay (median)",
        "µs",
        [("what none can leave out", floor), ("tollpass", [*floor, ("the rest", rest)])],
    )
    yield "charge", "Charge by size of the ledger", bars(
        "Charge by size of the ledger (median)",
        "µs",
        [
            (f"{size * 4:,} rows", [("", of_lane(numbers["charge"][str(size)]) / US)])
            for size in charge_sizes(numbers["charge"])
        ],
    )
    shown = [name for name in CLIENTS if name in numbers["clients"]]
    if shown:
        lanes = numbers["clients"]
        yield "clients", "Paid call as hosts see it", bars(
            "Paid call as hosts see it (median)",
            "ms",
            [(name, [("", of_lane(lanes[name]) / MS)]) for name in shown],
        )


def write_page(docs, numbers):
    folder = docs / "performance"
    images = []
    for name, title, svg in _plots(numbers):
        (folder / f"{name}.svg").write_text(svg)
        images.append(f"![{title}](performance/{name}.svg)")
    missing = numbers["clients"].get("missing", {})
    page = PAGE.format(
        machine=_machine(numbers),
        table=_table(numbers),
        relay_floor=_relay_floor(numbers["stdio"]),
        charge_means=_charge_means(numbers["charge"]),
        plots="\n\n".join(images),
        clients=_client_table(numbers["clients"]),
        missing="".join(f"{name} was not in reach ({why}). " for name, why in missing.items()),
        proxy_counts="; for processor time its children count too, so the server and the proxy do",
        micro=_micro_table(numbers["micro"]),
        parts=_parts(numbers),
    )
    (docs / "performance.md").write_text(page)
