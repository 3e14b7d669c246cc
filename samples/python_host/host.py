#!/usr/bin/env python3
"""A plain asyncio host that embeds Tollpass, with a script in the model's place.

  samples/python_host/host.py build/release/samples/paid_server/paid_server [--yes | --no]

Spawns the sample server, which asks for money, and makes four calls: one is free, one is paid, one
asks in the terminal (or is answered by --yes or --no), one is over the limit. Prints what the model
gets to see. Everything lies in a throw-away home with test networks; no money moves.

Needs the packages tollpass and mcp (1.x or 2.x).
"""

import argparse
import asyncio
import json

import mcp
from log_text import line_of
from mcp.client.stdio import stdio_client
from shop_policy import program_of, shop_policy
from stdio_server import parameters_of

import tollpass

# What the model asks for, one after the other.
SCRIPT = [
    ("echo", {"text": "hello"}),
    ("weather", {"city": "Oslo"}),
    ("forecast", {"city": "Oslo"}),
    ("almanac", {"city": "Oslo"}),
]


def ask_in_terminal(question):
    """The host's dialog. Tool and arguments are the words of others: shown, never obeyed."""
    print(f"  [user] {question.tool} {question.arguments} costs {question.amount}")
    print(f"  [user] to {question.payee} on {question.network}: {question.why}")
    if question.server_says_of_tool:
        print(f"  [user] the server says of it now: {question.server_says_of_tool}")
    try:
        is_yes = input("  [user] Pay? [y/N] ").strip().lower() == "y"
    except EOFError:
        return None  # Nobody is there: that is no answer, and the question still waits.
    return tollpass.Approve() if is_yes else tollpass.Deny()


def answer_always(answer):
    def ask(question):
        print(f"  [user] {question.tool} costs {question.amount}: {type(answer).__name__}")
        return answer

    return ask


async def run_model(session):
    for tool, arguments in SCRIPT:
        print(f"[model] {tool} {json.dumps(arguments)}")
        result = await session.call_tool(tool, arguments)
        print(f"[model] sees: {result.content[0].text}")


async def main(paid_server, on_ask):
    kernel = tollpass.open_test(policy=shop_policy(paid_server))
    async with (
        stdio_client(parameters_of(kernel.endpoint("shop"))) as streams,
        tollpass.mcp.paid(streams, kernel, server="shop", on_ask=on_ask) as (read, write),
        mcp.ClientSession(read, write) as session,
    ):
        await session.initialize()
        await run_model(session)
    for row in kernel.log():
        print(line_of(row))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paid_server", type=program_of, help="the program of samples/paid_server")
    answers = parser.add_mutually_exclusive_group()
    answers.add_argument("--yes", action="store_true", help="approve what asks")
    answers.add_argument("--no", action="store_true", help="deny what asks")
    options = parser.parse_args()
    dialog = ask_in_terminal
    if options.yes or options.no:
        dialog = answer_always(tollpass.Approve() if options.yes else tollpass.Deny())
    asyncio.run(main(options.paid_server, dialog))
