"""Episodes by OpenEnv's own clients and by the MCP package, for openenv-client.test.ts. Prints what they saw as one JSON object."""

import asyncio
import json
import sys

from openenv.core.env_server.mcp_types import CallToolAction, ListToolsAction
from openenv.core.generic_client import GenericEnvClient
from openenv.core.mcp_client import MCPToolClient


def call(name, **arguments):
    return {"type": "call_tool", "tool_name": name, "arguments": arguments}


async def generic(base, order, answer, scenario):
    """Gym style, by the WebSocket alone; two episodes on one socket."""
    async with GenericEnvClient(base_url=base) as env:
        before = await env.step({"type": "list_tools"})
        reset = await env.reset(scenario=scenario, task_idx=0, seed=7)
        state = await env.state()
        tools = await env.step({"type": "list_tools"})
        looked = await env.step(call("list_items"))
        await env.step(call("place_order", **order))
        passed = await env.step(call("submit", final_answer=answer))
        after = await env.step(call("list_items"))
        again = await env.reset(split="all", index=1)
        failed = await env.step(call("submit", final_answer="nothing"))
        return {
            "before": [tool["name"] for tool in before.observation["tools"]],
            "reset": reset.observation,
            "state": state,
            "tools": [tool["name"] for tool in tools.observation["tools"]],
            "looked": looked.observation["tool_result"],
            "passed": [passed.reward, passed.done, passed.observation["reward_type"]],
            "after": [after.reward, after.done, after.observation["reward_type"]],
            "again": again.observation["task_idx"],
            "failed": [failed.reward, failed.done],
        }


async def tools(base, order, answer):
    """The client of tool environments: a session by HTTP, a socket attached to it, and calls by both."""
    async with MCPToolClient(base_url=base) as env:
        reset = await env.reset(id="restock-2")
        names = [tool.name for tool in await env.list_tools()]
        placed = await env.call_tool("place_order", **order)
        listed = await env.step(ListToolsAction())
        seen = await env.step(CallToolAction(tool_name="list_orders", arguments={"sku": order["sku"]}))
        try:
            await env.call_tool("no_such_tool")
            unknown = None
        except RuntimeError as error:
            unknown = str(error)
        outcome = await env.call_tool("submit", final_answer=answer)
        return {
            "task": reset.observation.task,
            "names": names,
            "listed": len(listed.observation.tools),
            "placed": placed,
            "seen": seen.observation.result["data"],
            "unknown": unknown,
            "outcome": outcome,
        }


async def broken(base):
    """A world that breaks: done, and no reward."""
    async with GenericEnvClient(base_url=base) as env:
        await env.reset()
        result = await env.step(call("list_items"))
        return {"reward": result.reward, "done": result.done, "observation": result.observation}


async def crowd(base):
    """One client more than there are places."""
    async with GenericEnvClient(base_url=base) as first:
        await first.reset()
        try:
            async with GenericEnvClient(base_url=base) as second:
                await second.reset()
            refused = None
        except RuntimeError as error:
            refused = str(error)
    async with GenericEnvClient(base_url=base) as third:
        later = await third.reset()
    return {"refused": refused, "later": later.observation["reward_type"]}


async def protocol(url, order, answer):
    """The Model Context Protocol's own package for Python."""
    from mcp import ClientSession
    from mcp.client.streamable_http import streamablehttp_client

    async with streamablehttp_client(url) as (read, write, _):
        async with ClientSession(read, write) as session:
            started = await session.initialize()
            names = [tool.name for tool in (await session.list_tools()).tools]
            await session.call_tool("place_order", order)
            done = await session.call_tool("submit", {"final_answer": answer})
            return {"instructions": started.instructions, "names": names, "outcome": done.structuredContent}


SCENES = {"generic": generic, "tools": tools, "broken": broken, "crowd": crowd, "protocol": protocol}


async def main(asked):
    """All in one process: importing the packages takes longer than the episodes."""
    return {name: await SCENES[name](**options) for name, options in asked.items()}


print(json.dumps(asyncio.run(main(json.loads(sys.argv[1])))))
