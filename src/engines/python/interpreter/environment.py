"""A loaded environment that answers calls: the application is called as a function, without ports or HTTP. In `repaired` mode a call
goes to the operation that was named, and one that raises leaves no trace."""
import json
from urllib.parse import unquote, urlencode

import sqlalchemy.orm
from fastapi.routing import APIRoute
from sqlalchemy import event
from sqlalchemy.engine import Engine
from starlette.routing import Match

import failure
import source
import stillness
from database import Database
from event_loop import InlineLoop, without_threads

CHOSEN = "practicum.operation"


class Environment:
    def __init__(self, spec):
        self.is_repaired = spec["mode"] == "repaired"
        self.key, self.name = spec["key"], spec["name"]
        self.database = Database(is_still=self.is_repaired)
        self.engines, self.out = [], 0
        self.before, self.version = None, None
        if self.is_repaired:
            stillness.freeze(spec["clock"])
            stillness.seed(self.key)

    def load(self, text, path, image):
        self.database.fill(path, image)
        without_threads()
        event.listen(Engine, "do_connect", self.database.connect)
        event.listen(Engine, "engine_connect", self.note_engine)
        event.listen(sqlalchemy.pool.Pool, "checkout", self.note_checkout)
        event.listen(sqlalchemy.pool.Pool, "checkin", self.note_checkin)
        self.loop = InlineLoop(self.is_repaired)
        module = source.execute(self.name, text)
        self.app = source.application(module)
        try:
            self.state = self.loop.run_until_complete(self.app.router.lifespan_context(self.app).__aenter__()) or {}
            openapi = self.app.openapi()
            operations = source.operations(self.app, openapi)
        except MemoryError:
            raise
        except Exception as problem:
            raise source.Refused("raised", source.described(problem)) from None
        if self.is_repaired:
            self.dispatch_by_operation()
        self.image = self.database.image()
        self.warm(module)
        return {"openapi": openapi, "routes": operations}

    def note_engine(self, connection):
        if connection.engine not in self.engines:
            self.engines.append(connection.engine)

    def note_checkout(self, *_):
        self.out += 1

    def note_checkin(self, *_):
        self.out -= 1

    def dispatch_by_operation(self):
        for route in self.app.routes:
            if isinstance(route, APIRoute):
                route.matches = chosen_only(route)

    def warm(self, module):
        """Does now what the first calls would: the mapping of classes, the middleware, one query of each table, one call.
        What that writes is in nobody's database: every episode begins with the image that was taken before."""
        try:
            sqlalchemy.orm.configure_mappers()
            self.loop.run_until_complete(self.answer({"method": "GET", "path": "/openapi.json", "query": []}))
            for engine in list(self.engines):
                self.query_all(engine, module)
            self.look()
        except MemoryError:
            raise
        except Exception:
            pass
        self.release()

    def look(self):
        """One call that asks for nothing in particular, where there is such a route."""
        plain = (route for route in self.app.routes if isinstance(route, APIRoute) and is_plain_look(route))
        route = next(plain, None)
        if self.is_repaired and route is not None:
            request = {"method": "GET", "path": route.path_format, "query": [], "operationId": source.operation_id(route)}
            self.loop.run_until_complete(self.answer(request))

    def query_all(self, engine, module):
        with sqlalchemy.orm.Session(engine) as session:
            for value in list(vars(module).values()):
                if isinstance(value, type) and hasattr(value, "__mapper__"):
                    session.execute(sqlalchemy.select(value).limit(1)).all()

    def begin(self, path):
        """In the process of an episode: a database and, where time stands still, a beginning of its own."""
        self.database.fill(path, self.image)
        if self.is_repaired:
            stillness.seed(self.key)
            self.before, self.version = self.image, self.database.version()

    def call(self, request):
        if self.is_repaired:
            stillness.advance(1)
        problem = None
        try:
            status, body = self.loop.run_until_complete(self.answer(request))
        except MemoryError:
            raise
        except Raised as raised:
            status, body, problem = raised.status, raised.body, failure.classified(raised.problem)
            raised.problem.__traceback__ = None
        except BaseException as escaped:
            status, body, problem = 500, b"Internal Server Error", failure.classified(escaped)
            self.loop = InlineLoop(self.is_repaired)
        if self.is_repaired:
            self.settle(problem is not None, status)
        return {"status": status, "body": body.decode("utf-8", "replace"), "exception": problem}

    def settle(self, has_raised, status):
        """After a call: what failed gives its connections back, and what it wrote is undone."""
        if has_raised or (status >= 400 and self.out > 0):
            self.release()
        if not has_raised:
            if self.database.version() != self.version:
                self.before, self.version = self.database.image(), self.database.version()
        elif self.database.version() != self.version:
            self.database.write(self.before)

    def release(self):
        sqlalchemy.orm.close_all_sessions()
        for engine in self.engines:
            engine.dispose()
        # What is still out belongs to nobody any more.
        self.database.disconnect()
        self.out = 0

    async def answer(self, request):
        sent, answered = body_of(request), {"status": 500, "parts": []}
        waiting = [{"type": "http.request", "body": sent, "more_body": False}]

        async def receive():
            return waiting.pop() if waiting else {"type": "http.disconnect"}

        async def send(message):
            if message["type"] == "http.response.start":
                answered["status"] = message["status"]
            elif message["type"] == "http.response.body":
                answered["parts"].append(message.get("body", b""))

        try:
            await self.app(self.scope(request, sent), receive, send)
        except Exception as problem:
            if isinstance(problem, MemoryError):
                raise
            # What goes wrong after the answer, in a task in the background, does not take the answer back.
            if answered["parts"] and answered["status"] < 500:
                return answered["status"], b"".join(answered["parts"])
            body = b"".join(answered["parts"]) or b"Internal Server Error"
            raise Raised(answered["status"], body, problem) from None
        return answered["status"], b"".join(answered["parts"])

    def scope(self, request, sent):
        headers = [(b"host", b"apiserver"), (b"accept", b"*/*")]
        if "body" in request:
            headers += [(b"content-type", b"application/json"), (b"content-length", str(len(sent)).encode())]
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": request["method"].upper(),
            "scheme": "http",
            "path": unquote(request["path"]),
            "raw_path": request["path"].encode(),
            "root_path": "",
            "query_string": urlencode([tuple(pair) for pair in request["query"]]).encode(),
            "headers": headers,
            "client": ("127.0.0.1", 50000),
            "server": ("apiserver", 80),
            "state": dict(self.state),
            CHOSEN: request.get("operationId"),
        }


class Raised(Exception):
    def __init__(self, status, body, problem):
        super().__init__()
        self.status, self.body, self.problem = status, body, problem


def body_of(request):
    return json.dumps(request["body"], ensure_ascii=False).encode() if "body" in request else b""


def is_plain_look(route):
    needed = [field for field in route.dependant.query_params if field.required]
    return "GET" in route.methods and "{" not in route.path_format and not needed and route.response_model is not None


def chosen_only(route):
    own, matches = source.operation_id(route), route.matches

    def choose(scope):
        chosen = scope.get(CHOSEN)
        return matches(scope) if chosen is None or chosen == own else (Match.NONE, {})

    return choose
