#!/usr/bin/env python3
"""A LangGraph agent whose MCP tools cost money, with a script in the model's place.

  samples/python_host/langchain_host.py build/release/samples/paid_server/paid_server

Needs the packages tollpass, langchain-mcp-adapters and langgraph. No network is used, no money
moves.
"""

import argparse
import asyncio
import sys

from shop_policy import program_of, shop_policy


def paid_server_of_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paid_server", type=program_of, help="the program of samples/paid_server")
    return parser.parse_args().paid_server


# Before the packages below, so that --help needs none of them.
PAID_SERVER = paid_server_of_arguments() if __name__ == "__main__" else None

try:
    import mcp
    from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
    from langchain_core.messages import AIMessage
    from langchain_mcp_adapters.tools import load_mcp_tools
    from langgraph.graph import START, MessagesState, StateGraph
    from langgraph.prebuilt import ToolNode, tools_condition
    from log_text import line_of
    from mcp.client.stdio import stdio_client
    from stdio_server import parameters_of

    import tollpass
except ImportError as error:
    sys.exit(
        f"{error}. This host needs the package tollpass (docs/python.md), and:\n"
        "  pip install langchain-mcp-adapters langgraph"
    )


def tool_call(number, name, **arguments):
    call = {"id": f"call-{number}", "name": name, "args": arguments}
    return AIMessage(content="", tool_calls=[call])


SCRIPT = [
    tool_call(1, "weather", city="Oslo"),
    tool_call(2, "almanac", city="Oslo"),
    AIMessage(content="It snows in Oslo; a whole year is too dear."),
]


def agent(tools):
    """A model and tools that take turns. A real host has a chat model here, bound to the tools."""
    model = GenericFakeChatModel(messages=iter(SCRIPT))

    async def think(state):
        return {"messages": [await model.ainvoke(state["messages"])]}

    graph = StateGraph(MessagesState)
    graph.add_node("model", think)
    graph.add_node("tools", ToolNode(tools))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", tools_condition)
    graph.add_edge("tools", "model")
    return graph.compile()


async def main(paid_server):
    kernel = tollpass.open_test(policy=shop_policy(paid_server))
    async with (
        stdio_client(parameters_of(kernel.endpoint("shop"))) as streams,
        tollpass.mcp.paid(streams, kernel, server="shop") as (read, write),
        mcp.ClientSession(read, write) as session,
    ):
        await session.initialize()
        tools = await load_mcp_tools(session)
        question = {"messages": [("user", "What is the weather like in Oslo?")]}
        for message in (await agent(tools).ainvoke(question))["messages"]:
            print(f"[{message.type}] {message.content}")
    for row in kernel.log():
        print(line_of(row))


if __name__ == "__main__":
    asyncio.run(main(PAID_SERVER))
