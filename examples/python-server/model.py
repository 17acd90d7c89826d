"""The content model of this example and the entries of it, kept in memory."""

from datetime import datetime, timezone
from threading import Lock

# Attribute types by name. A dictionary stands for a relation to one entry of another content type.
CONTENT_TYPES = {
    "articles": {
        "title": "string",
        "text": "text",
        "views": "integer",
        "featured": "boolean",
        "author": {"relation": "authors"},
    },
    "authors": {"name": "string", "email": "string"},
}

STANDARD = {"createdAt": "datetime", "updatedAt": "datetime"}

# Keys that clients send back with what they read. They are no attributes to write.
READ_ONLY = {"id", "createdAt", "updatedAt", "createdBy", "updatedBy"}

PYTHON_TYPES = {"string": str, "text": str, "integer": int, "boolean": bool}


class Problem(Exception):
    """An error that a client caused, with the HTTP status of its response."""

    def __init__(self, status, message, name="ValidationError"):
        super().__init__(message)
        self.status, self.message, self.name = status, message, name


def is_relation(kind):
    return isinstance(kind, dict)


def fields_of(type_name):
    """The attributes that a response holds without populate, by name."""
    plain = {name: kind for name, kind in CONTENT_TYPES[type_name].items() if not is_relation(kind)}
    return {**plain, **STANDARD}


def relations_of(type_name):
    return {name: kind["relation"] for name, kind in CONTENT_TYPES[type_name].items() if is_relation(kind)}


class Store:
    """Entries by content type and id. Each method holds the lock, so that requests do not mix."""

    def __init__(self):
        self.entries = {name: {} for name in CONTENT_TYPES}
        self.next_id = {name: 1 for name in CONTENT_TYPES}
        self.lock = Lock()

    def all(self, type_name):
        with self.lock:
            return [dict(entry) for entry in self.entries[type_name].values()]

    def get(self, type_name, entry_id):
        with self.lock:
            found = self.entries[type_name].get(entry_id)
            return dict(found) if found else None

    def create(self, type_name, data):
        values = self.checked(type_name, data)
        with self.lock:
            entry_id = self.next_id[type_name]
            self.next_id[type_name] += 1
            empty = {name: None for name in CONTENT_TYPES[type_name]}
            time = now()
            entry = {"id": entry_id, **empty, **values, "createdAt": time, "updatedAt": time}
            self.entries[type_name][entry_id] = entry
            return dict(entry)

    def update(self, type_name, entry_id, data):
        values = self.checked(type_name, data)
        with self.lock:
            entry = self.entries[type_name].get(entry_id)
            if entry is None:
                raise Problem(404, "Not Found", "NotFoundError")
            entry.update(values, updatedAt=now())
            return dict(entry)

    def delete(self, type_name, entry_id):
        with self.lock:
            entry = self.entries[type_name].pop(entry_id, None)
            if entry is None:
                raise Problem(404, "Not Found", "NotFoundError")
            return entry

    def checked(self, type_name, data):
        """The values of a body by attribute, after each was checked. Nothing is written yet."""
        attributes = CONTENT_TYPES[type_name]
        values = {}
        for name, value in data.items():
            if name in READ_ONLY:
                continue
            if name not in attributes:
                raise Problem(400, f"Invalid key {name}: {type_name} has {', '.join(attributes)}")
            kind = attributes[name]
            values[name] = self.related(name, kind, value) if is_relation(kind) else plain(name, kind, value)
        return values

    def related(self, name, kind, value):
        """The id in one of the forms of section 4.1, rule 2; of several ids the last (section 4.4, rule 5)."""
        if value is None:
            return None
        if isinstance(value, list):
            return self.related(name, kind, value[-1]) if value else None
        if isinstance(value, dict) and "id" in value:
            value = value["id"]
        if isinstance(value, bool) or not isinstance(value, int) or not self.get(kind["relation"], value):
            raise Problem(400, f"{name}: there is no entry {value!r} in {kind['relation']}")
        return value


def plain(name, kind, value):
    expected = PYTHON_TYPES[kind]
    # In Python True is an int too.
    if value is not None and (not isinstance(value, expected) or (expected is int and isinstance(value, bool))):
        raise Problem(400, f"{name} must be a {kind}")
    return value


def now():
    """The time as section 2.4 has it: an ISO 8601 timestamp, here with milliseconds and in UTC."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
