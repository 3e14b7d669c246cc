"""A paid server on the official Python server class of 2.x, which speaks MCP 2026-07-28: no handshake.

  modern_server.py PAY_TO PRICE

It asks as x402 does, in a text alone, and takes every payment unseen: what is tried is the revision.
"""

import json
import sys

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import CallToolResult, TextContent

PAY_TO, PRICE = sys.argv[1:]
server = MCPServer("modern")


def demand(tool, price):
    offer = {
        "scheme": "exact",
        "network": "eip155:84532",
        "amount": price,
        "asset": "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
        "payTo": PAY_TO,
        "maxTimeoutSeconds": 60,
        "extra": {"name": "USDC", "version": "2"},
    }
    message = {
        "x402Version": 2,
        "error": "Payment required",
        "resource": {"url": f"mcp://tool/{tool}"},
        "accepts": [offer],
    }
    text = TextContent(type="text", text=json.dumps(message, indent=2))
    return CallToolResult(is_error=True, content=[text])


def is_paid(ctx):
    meta = ctx.request_context.meta or {}
    meta = meta if isinstance(meta, dict) else meta.model_dump(by_alias=True)
    return "x402/payment" in meta


def answer(ctx, tool, text, price):
    if not is_paid(ctx):
        return demand(tool, price)
    return CallToolResult(content=[TextContent(type="text", text=text)])


@server.tool()
async def echo(text: str) -> str:
    return text


@server.tool()
async def paid_echo(text: str, ctx: Context) -> CallToolResult:
    return answer(ctx, "paid_echo", text, PRICE)


@server.tool()
async def almanac(city: str, ctx: Context) -> CallToolResult:
    return answer(ctx, "almanac", city, PRICE + "000")


server.run("stdio")
