"""Plays episodes in the corner shop with the genuine clients of the Open Reward Standard.

ors_clients.py CLIENT URL, where CLIENT is `openreward` or `ors`. The server has two environments: the corner shop, which is the
first, and `talkative`, whose tools answer at length. Prints what it saw as one line of JSON. The token, if the server asks for one,
is in the client's own variable: OPENREWARD_API_KEY or ORS_API_KEY.
"""

import json
import os
import sys

ORDER = {"sku": "SKU-2", "quantity": 18}
ANSWER = 'Done. {"ordered": "SKU-2", "quantity": 18}'
SECRETS = {"OPENAI_API_KEY": "hush"}


def environments_of(client_name, url):
    """Something to close, the first environment, and the other one."""
    if client_name == "openreward":
        os.environ["OPENREWARD_API_URL"] = url
        os.environ["OPENREWARD_SESSION_URL"] = url
        from openreward import OpenReward

        api = OpenReward().environments
        return api, api.get("corner-shop"), api.get("any/name", variant="Talkative")
    from ors.client import ORS

    client = ORS(base_url=url)
    return client, client.environment("Corner-Shop"), client.environment("talkative")


def shown(output):
    return {
        "text": "".join(block.text for block in output.blocks),
        "metadata": output.metadata,
        "reward": output.reward,
        "finished": output.finished,
    }


def refusal(session, name, given):
    try:
        session.call_tool(name, given)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def solved(env, task):
    with env.session(task) as session:
        prompt = "".join(block.text for block in session.get_prompt())
        tools = [tool.name for tool in session.list_tools()]
        listed = shown(session.call_tool("list_scenario_tools", {}))
        wrong = refusal(session, "no_such_tool", {})
        called = shown(session.call_tool("call_scenario_tool", {"tool_name": "place_order", "arguments": ORDER}))
        end = shown(session.call_tool("submit", {"final_answer": ANSWER}))
        after = refusal(session, "list_items", {})
    steps = {"listed": listed, "called": called, "end": end}
    return {"prompt": prompt, "tools": tools, "wrong": wrong, "after": after, **steps}


def ended_with(env, name, given):
    with env.session(split="all", index=0) as session:
        return shown(session.call_tool(name, given))


def talk(env):
    with env.session(env.get_task("all", 1), secrets=SECRETS) as session:
        return session.call_tool("list_items", {}).blocks[0].text


def main(client_name, url):
    client, env, other = environments_of(client_name, url)
    tasks = env.list_tasks("all")
    seen = {
        "splits": env.list_splits(),
        "tasks": [task.task_spec["id"] for task in tasks],
        "num_tasks": env.num_tasks("all"),
        "last": env.get_task("all", -1).task_spec["id"],
        "range": [task.task_spec["id"] for task in env.get_task_range("all", -2, None)],
        "shared": [tool.name for tool in env.list_tools()],
        "openai": [tool["name"] for tool in env.list_tools(format="openai")],
        "solved": solved(env, tasks[0]),
        "failed": ended_with(env, "submit", {"final_answer": "nothing was done"}),
        "broken": ended_with(env, "break_down", {}),
        "talk": talk(other),
    }
    client.close()
    print(json.dumps(seen))


main(*sys.argv[1:])
