"""A content service in memory, on nothing but Python's standard library: `python3 server.py [port]`."""

import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from model import CONTENT_TYPES, Problem, Store
from query import matches, ordered, page_of, parse_query, shown

LONGEST_BODY = 1_000_000
METHODS = {"list": ["GET", "HEAD", "POST"], "entry": ["GET", "HEAD", "PUT", "DELETE"]}


class Server(ThreadingHTTPServer):
    # The default of 5 makes clients that open several connections at once wait for a second.
    request_queue_size = 128


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    store = Store()

    def answer(self):
        """Every response is JSON, those to mistakes of clients included."""
        self.body = self.read_body()
        try:
            status, result, headers = 200, self.result(), {}
        except Problem as problem:
            error = {"status": problem.status, "name": problem.name, "message": problem.message, "details": {}}
            status, result, headers = problem.status, {"data": None, "error": error}, {}
            if problem.status == 405:
                headers = {"Allow": problem.message.rpartition(": ")[2]}
        text = json.dumps(result, ensure_ascii=False).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json; charset=utf-8", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = answer

    def read_body(self):
        """The bytes of the body. One that is too long is left unread, so the connection ends with the response."""
        length = self.headers.get("Content-Length", "0")
        if not length.isdigit() or int(length) > LONGEST_BODY or "Transfer-Encoding" in self.headers:
            self.close_connection = True
            return None
        return self.rfile.read(int(length))

    def result(self):
        address = urlsplit(self.path)
        found = re.fullmatch(r"/api/([a-z-]+)(?:/([^/]+))?/?", address.path)
        if not found or found[1] not in CONTENT_TYPES:
            raise Problem(404, "Not Found", "NotFoundError")
        type_name, segment = found.groups()
        allowed = METHODS["list" if segment is None else "entry"]
        if self.command not in allowed:
            raise Problem(405, f"Method Not Allowed, use: {', '.join(allowed)}", "MethodNotAllowedError")
        query = parse_query(address.query)
        if segment is None:
            return self.listed(type_name, query) if self.command != "POST" else self.created(type_name, query)
        # Ids have one spelling: digits without sign and leading zero.
        if not re.fullmatch(r"[1-9][0-9]{0,15}", segment):
            raise Problem(404, "Not Found", "NotFoundError")
        return self.one(type_name, int(segment), query)

    def listed(self, type_name, query):
        filters = query.get("filters", {})
        entries = [entry for entry in self.store.all(type_name) if matches(self.store, type_name, entry, filters)]
        entries, pagination = page_of(ordered(type_name, entries, query.get("sort", "id")), query.get("pagination", {}))
        data = [shown(self.store, type_name, entry, query) for entry in entries]
        return {"data": data, "meta": {"pagination": pagination}}

    def created(self, type_name, query):
        entry = self.store.create(type_name, self.data())
        return self.written(type_name, entry, query)

    def one(self, type_name, entry_id, query):
        if "filters" in query:
            raise Problem(400, "Invalid parameter filters: only lists take filters")
        if self.command == "PUT":
            return self.written(type_name, self.store.update(type_name, entry_id, self.data()), query)
        if self.command == "DELETE":
            return self.written(type_name, self.store.delete(type_name, entry_id), query)
        entry = self.store.get(type_name, entry_id)
        if entry is None:
            raise Problem(404, "Not Found", "NotFoundError")
        return {"data": shown(self.store, type_name, entry, query), "meta": {}}

    def written(self, type_name, entry, query):
        return {"data": {**shown(self.store, type_name, entry, query), "meta": {}}, "meta": {}}

    def data(self):
        """The object `data` of the body."""
        if self.body is None:
            raise Problem(413, f"The body is longer than {LONGEST_BODY} bytes or has no length", "PayloadTooLargeError")
        try:
            body = json.loads(self.body)
        except ValueError:
            raise Problem(400, "The body is not valid JSON") from None
        if not isinstance(body, dict) or not isinstance(body.get("data"), dict):
            raise Problem(400, 'The body takes an object data, for example {"data": {"title": "…"}}')
        return body["data"]

    def log_message(self, *args):
        """Logs nothing: a run of the suite sends thousands of requests."""


def seed(store):
    """Something to read: two authors and seven articles."""
    authors = [store.create("authors", {"name": name})["id"] for name in ("Ada", "Grace")]
    for views, title in enumerate(["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo"]):
        text = f"About the {title.lower()}"
        store.create("articles", {"title": title, "text": text, "views": views, "author": authors[views % 2]})


def main():
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 1337
    seed(Handler.store)
    server = Server(("127.0.0.1", port), Handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


if __name__ == "__main__":
    main()
