"""A host on the official MCP client that makes paid calls when it is told to, and times them.

  python client.py pays PROGRAM ARG...    pays itself, by the official x402 client
  python client.py plain PROGRAM ARG...   knows nothing of payments

Prints "ready"; then for each number on a line of its input the nanoseconds of one call.
"""

import asyncio
import os
import sys
import time

import mcp
from mcp.client.stdio import StdioServerParameters, stdio_client

KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"


def paying(session):
    from eth_account import Account
    from x402 import x402Client
    from x402.mcp import x402MCPSession
    from x402.mechanisms.evm.exact import ExactEvmClientScheme
    from x402.mechanisms.evm.signers import EthAccountSigner

    wallet = x402Client()
    wallet.register("eip155:*", ExactEvmClientScheme(EthAccountSigner(Account.from_key(KEY))))
    return x402MCPSession(session, wallet)


async def main(mode, command, *args):
    server = StdioServerParameters(command=command, args=list(args), env=dict(os.environ))
    async with stdio_client(server) as streams, mcp.ClientSession(*streams) as session:
        await session.initialize()
        host = paying(session) if mode == "pays" else session
        print("ready", flush=True)
        while number := (await asyncio.to_thread(sys.stdin.readline)).strip():
            begin = time.perf_counter_ns()
            result = await host.call_tool("paid", {"text": f"call {number}"})
            duration = time.perf_counter_ns() - begin
            if result.content[0].text != "done":
                raise RuntimeError(result)
            print(duration, flush=True)


asyncio.run(main(*sys.argv[1:]))
