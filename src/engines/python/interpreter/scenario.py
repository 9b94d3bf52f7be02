"""The process of a scenario: executes the source once over its image and is then forked for each episode. What runs here is from
outside, so it is shut in before the first line of it is read."""
import containment
import system_calls
import zygote
from channel import Closed
from environment import Environment
from source import Refused


def become(channel, folder, scratch, settings):
    limits, contained = settings["limits"], settings["contained"]
    if contained:
        containment.seclude()
    zygote.limit(limits["memory"], limits["file"], limits["processes"] if contained else None, limits["seconds"], 256)
    if contained:
        system_calls.restrict(may_fork=True, may_write=True)
    channel.send({"hello": True})
    spec, image = channel.receive()
    environment = Environment(spec)
    try:
        described = environment.load(spec["source"], f"{folder}/data.db", image)
    except Refused as refused:
        return channel.send({"refused": refused.reason, "message": str(refused)})
    except MemoryError:
        return channel.send({"lost": "memory-limit"})
    del spec, image
    # Made once for all that will be forked.
    system_calls.program(False, True)
    channel.send(described, environment.image)
    zygote.serve(channel.descriptor, scratch, lambda line, own: episode(line, own, environment, settings))


def episode(channel, folder, environment, settings):
    if settings["contained"]:
        zygote.limit(settings["limits"]["memory"], settings["limits"]["file"], 0, settings["limits"]["seconds"], 64)
        system_calls.restrict(may_fork=False, may_write=True)
    environment.begin(f"{folder}/data.db")
    channel.send({"hello": True})
    while True:
        try:
            request, _ = channel.receive()
        except Closed:
            return
        if request["op"] == "image":
            channel.send({}, environment.database.image())
        else:
            answer(channel, environment, request, settings["limits"]["answer"])


def answer(channel, environment, request, most):
    try:
        answered = environment.call(request)
    except MemoryError:
        return channel.send({"lost": "memory-limit"})
    if len(answered["body"]) > most:
        return channel.send({"lost": "memory-limit"})
    channel.send(answered)
