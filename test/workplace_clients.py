"""Two days at a workplace by the genuine Python clients, for served-workplace.test.ts: a client's name, a server, and a file with the
suite, the task, the seed and the moves. Prints what the client saw as one JSON object."""

import asyncio
import json
import os
import sys


def environment_of(client_name, url, suite):
    if client_name == "openreward":
        os.environ["OPENREWARD_API_URL"] = url
        os.environ["OPENREWARD_SESSION_URL"] = url
        from openreward import OpenReward

        api = OpenReward().environments
        return api, api.get(suite)
    from ors.client import ORS

    client = ORS(base_url=url)
    return client, client.environment(suite)


def by_ors(client_name, url, suite, task, seed, moves):
    client, env = environment_of(client_name, url, suite)
    found = next(one for one in env.list_tasks("all") if one.task_spec["id"] == task)
    found.task_spec["seed"] = seed
    with env.session(found) as session:
        prompt = "".join(block.text for block in session.get_prompt())
        tools = [tool.name for tool in session.list_tools()]
        outputs = [session.call_tool(name, given) for name, given in moves]
        end = session.call_tool("submit", {"final_answer": ""})
    client.close()
    blocks = [block for output in outputs for block in output.blocks]
    return {
        "prompt": prompt,
        "tools": tools,
        "texts": [block.text for block in blocks if block.type == "text"],
        "pictures": sorted({block.mimeType for block in blocks if block.type == "image"}),
        "outcome": end.metadata,
        "end": [end.reward, end.finished],
    }


async def by_openenv(url, suite, task, seed, moves):
    from openenv.core.generic_client import GenericEnvClient

    async with GenericEnvClient(base_url=f"{url}/openenv/{suite}") as env:
        reset = await env.reset(id=task, seed=int(seed))
        tools = await env.step({"type": "list_tools"})
        step = lambda name, given: env.step({"type": "call_tool", "tool_name": name, "arguments": given})
        results = [await step(name, given) for name, given in moves]
        end = await step("submit", {"final_answer": ""})
    content = [block for result in results for block in result.observation["result"]["content"]]
    return {
        "prompt": reset.observation["task"],
        "tools": [tool["name"] for tool in tools.observation["tools"]],
        "texts": [block["text"] for block in content if block["type"] == "text"],
        "pictures": sorted({block["mimeType"] for block in content if block["type"] == "image"}),
        "outcome": end.observation["verify_result"],
        "end": [end.reward, end.done],
    }


def main(client_name, url, path):
    with open(path, encoding="utf-8") as file:
        asked = json.load(file)
    seen = asyncio.run(by_openenv(url, **asked)) if client_name == "openenv" else by_ors(client_name, url, **asked)
    print(json.dumps(seen))


main(*sys.argv[1:])
