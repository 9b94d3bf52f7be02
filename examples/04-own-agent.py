"""An agent in another language: newline-delimited JSON on standard input and output, nothing to install.

./practicum run --suite examples/03-own-suite --agent-command "python3 examples/04-own-agent.py"
"""
import json
import re
import sys


def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def speak(message):
    print(json.dumps(message), flush=True)
    return hear()


begin = hear()
claim = re.search(r"C-\d+", begin["brief"]).group()
seen = speak({"type": "call", "name": "get_claim", "input": {"id": claim}})
answer = json.loads(seen["blocks"][0]["text"])
decision = "approved" if answer["amount"] <= 200 and answer["receipt"] == "yes" else "sent back"
speak({"type": "call", "name": "decide_claim", "input": {"id": claim, "decision": decision}})
speak({"type": "say", "text": json.dumps({"decision": decision})})
