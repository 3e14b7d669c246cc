#!/usr/bin/env python3
"""Shows, call by call, what the host saw, what the server asked, and what Tollpass noted.

  side_by_side.py HOST SERVER TOLLPASS

HOST is the output of plain_client.py, SERVER the log of the sample server, TOLLPASS the output of
`tollpass log --json`. Every tool is called at most once.
"""

import json
import sys
import textwrap
from pathlib import Path

WIDTH = 100
LABEL_WIDTH = 15


def host_calls(text):
    """Pairs of a call as it was asked for and the line that the host got back."""
    lines = text.splitlines()
    return [
        (lines[at].removeprefix("> "), lines[at + 1].strip())
        for at in range(len(lines) - 1)
        if lines[at].startswith("> ") and not lines[at].startswith("> initialize")
    ]


def server_words(events, tool):
    said = []
    for event in events:
        if event["event"] == "challenged" and event["tool"] == tool:
            asked = event["requirements"]
            way = "by a signed quote" if "quote" in event else "by x402"
            said.append(
                f"{event['error']} ({way}): {asked['amount']} atomic units of {asked['asset']} on "
                f"{asked['network']} to {asked['payTo']}"
            )
        if event["event"] == "delivered" and event["tool"] == tool:
            said.append(f"got {event['value']} atomic units from {event['from']}, and delivered")
    return said or ["nothing"]


def tollpass_words(rows, tool):
    said = []
    for row in rows:
        if row["tool"] == tool:
            amount = (row.get("amount") or {}).get("text", "")
            said.append(f"{row['verdict']} {amount} ({row['reason']}), money: {row['money']}")
    return said or ["nothing"]


def show(label, texts):
    for text in texts:
        indent = " " * (LABEL_WIDTH + 2)
        print(
            textwrap.fill(
                text,
                WIDTH,
                initial_indent=f"  {label:<{LABEL_WIDTH}}",
                subsequent_indent=indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
        )
        label = ""


def main(host, server, tollpass):
    events = [json.loads(line) for line in Path(server).read_text().splitlines()]
    rows = json.loads(Path(tollpass).read_text())
    for call, answer in host_calls(Path(host).read_text()):
        tool = call.split(" ", 1)[0]
        print(f"\n{call}")
        show("host saw", [answer])
        show("server asked", server_words(events, tool))
        show("tollpass log", tollpass_words(rows, tool))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
