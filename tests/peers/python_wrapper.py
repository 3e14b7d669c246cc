"""A host that embeds Tollpass, before a paid server that others wrote.

  python_wrapper.py SERVER-COMMAND...

Needs the packages tollpass and mcp. The server is x402_server.py, or one like it. Prints one JSON
object: the texts of a free and a paid call, everything that the session read, and the log.
"""

import asyncio
import json
import sys

import mcp
from mcp.client.stdio import StdioServerParameters, stdio_client

import tollpass
from tollpass.mcp import messages

PAY_TO = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"


def policy(command):
    return f"""
[server.peer]
command  = {json.dumps(command)}
pay_to   = ["{PAY_TO}"]
per_call = "0.01 USDC"
per_day  = "0.01 USDC"
"""


def keeping(stream, kept):
    """`stream`, whose items are added to `kept` as text."""
    receive = stream.receive

    async def receive_and_keep():
        item = await receive()
        is_error = isinstance(item, Exception)
        kept.append(repr(item) if is_error else messages.written(item).decode())
        return item

    stream.receive = receive_and_keep
    return stream


async def main(command):
    kernel = tollpass.open_test(policy(command))
    params = StdioServerParameters(command=command[0], args=command[1:])
    kept, texts = [], {}
    async with (
        stdio_client(params) as streams,
        tollpass.mcp.paid(streams, kernel, server="peer") as (read, write),
        mcp.ClientSession(keeping(read, kept), write) as session,
    ):
        await session.initialize()
        for tool in ("free_echo", "paid_echo"):
            result = await session.call_tool(tool, {"text": f"of {tool}"})
            texts[tool] = result.content[0].text
    print(json.dumps({"texts": texts, "seen": kept, "log": kernel.log()}))


asyncio.run(main(sys.argv[1:]))
