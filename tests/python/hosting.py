"""What the tests of sessions share: homes, transports, and sessions of either line of `mcp`."""

import asyncio
import contextlib
import json

import anyio
import mcp
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.memory import create_client_server_memory_streams
from shop import serve_http

import tollpass
from tollpass.mcp import messages

DECLINED = (
    "This tool asked for a payment that the user's rules do not allow. Nothing was paid. "
    "Do not try to pay another way."
)
NEEDS_APPROVAL = (
    "This call needs the user's approval outside this chat (command: tollpass pending). Nothing "
    "was paid. After approval, call the tool again with the same arguments."
)


def home(shop, *lines, where='command = ["/usr/bin/true"]', budget=""):
    """A kernel whose policy has the section `shop`; `lines` are more of its keys."""
    section = ["[server.shop]", where, f'pay_to = ["{shop.pay_to}"]']
    if not any(line.startswith("per_call") for line in lines):
        section.append('per_call = "0.01 USDC"')
    if not any(line.startswith("per_day") for line in lines):
        section.append('per_day = "0.50 USDC"')
    return tollpass.open_test(budget + "\n".join([*section, *lines]) + "\n")


class Tap:
    """A read stream that keeps what came out of it, as text."""

    def __init__(self, stream, kept):
        self._stream = stream
        self._kept = kept

    async def receive(self):
        item = await self._stream.receive()
        is_error = isinstance(item, Exception)
        self._kept.append(repr(item) if is_error else messages.written(item).decode())
        return item

    async def aclose(self):
        await self._stream.aclose()

    def __aiter__(self):
        return self

    async def __anext__(self):
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_error):
        await self.aclose()


@contextlib.asynccontextmanager
async def in_memory(shop):
    """A transport to `shop` in this process."""
    async with create_client_server_memory_streams() as (client, server):
        serving = asyncio.create_task(_serve(shop, *server))
        try:
            yield client
        finally:
            serving.cancel()


async def _serve(shop, read, write):
    while True:
        response = shop.answer(json.loads(messages.written(await read.receive())))
        if response is not None:
            await write.send(messages.read(json.dumps(response).encode(), None))


@contextlib.asynccontextmanager
async def over_http(shop):
    server, url = serve_http(shop)
    try:
        try:
            from mcp.client.streamable_http import streamable_http_client as connect
        except ImportError:
            from mcp.client.streamable_http import streamablehttp_client as connect
        async with connect(url) as streams:
            yield streams
    finally:
        server.shutdown()
        server.server_close()


def over_stdio(command):
    return stdio_client(StdioServerParameters(command=command[0], args=command[1:]))


@contextlib.asynccontextmanager
async def session(streams):
    async with mcp.ClientSession(*streams) as one:
        await one.initialize()
        yield one


@contextlib.asynccontextmanager
async def paid_session(transport, kernel, kept=None, **options):
    """A session over `transport` that pays by `kernel`; what it reads is added to `kept`."""
    async with tollpass.mcp.paid(transport, kernel, server="shop", **options) as (read, write):
        async with session((Tap(read, [] if kept is None else kept), write)) as one:
            yield one


async def text_of(one, tool, **arguments):
    result = await one.call_tool(tool, arguments)
    return result.content[0].text


class RawHost:
    """The host's side of a connection, message by message."""

    def __init__(self, streams):
        self._read, self._write = streams

    async def send(self, message, metadata=None):
        item = messages.read(json.dumps(message).encode(), metadata)
        await self._write.send(item)
        return item

    async def receive(self):
        item = await asyncio.wait_for(self._read.receive(), 30)
        return item

    async def answer(self):
        return json.loads(messages.written(await self.receive()))

    async def call(self, tool, message_id=1, metadata=None, **arguments):
        params = {"name": tool, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": message_id, "method": "tools/call", "params": params}
        return await self.send(message, metadata)
