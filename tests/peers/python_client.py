"""The official Python client as a host: python_client.py '{"command":[...],"calls":[[TOOL,{...}],...]}'

Runs on both lines of the package: 1.x with its session class, from 2 on with its client class,
which asks for the newest revision first. Prints {"revision","tools","results"}; a call that raised
has {"thrown"} as its result.
"""

import asyncio
import contextlib
import json
import sys

import mcp
from mcp.client.stdio import StdioServerParameters, stdio_client


@contextlib.asynccontextmanager
async def connect(server):
    if hasattr(mcp, "Client"):
        async with mcp.Client(server) as client:
            yield client, client.protocol_version
        return
    async with stdio_client(server) as streams, mcp.ClientSession(*streams) as session:
        greeting = await session.initialize()
        yield session, greeting.protocolVersion


async def call(client, tool, arguments):
    try:
        result = await client.call_tool(tool, arguments)
        return result.model_dump(mode="json", by_alias=True, exclude_none=True)
    except Exception as error:  # What a host would see instead of a result.
        return {"thrown": repr(error)}


async def main(session):
    program, *args = session["command"]
    async with connect(StdioServerParameters(command=program, args=args)) as (client, revision):
        tools = [tool.name for tool in (await client.list_tools()).tools]
        results = [await call(client, tool, arguments) for tool, arguments in session["calls"]]
    print(json.dumps({"revision": revision, "tools": tools, "results": results}))


asyncio.run(main(json.loads(sys.argv[1])))
