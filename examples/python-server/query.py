"""Query parameters of lists and entries: sections 4.2 and 4.3 of the specification."""

import re
from urllib.parse import unquote_plus

from model import Problem, fields_of, relations_of

DEFAULT_LIMIT = 25
MAX_LIMIT = 100
PARAMETERS = {"sort", "pagination", "filters", "fields", "populate", "publicationState", "locale"}


def parse_query(text):
    """Reads `filters[id][$in][0]=1` into nested dictionaries; dictionaries with index keys become lists."""
    tree = {}
    for part in filter(None, text.split("&")):
        key, _, value = part.partition("=")
        name, *path = re.findall(r"[^\[\]]+", unquote_plus(key)) or [""]
        if name not in PARAMETERS:
            raise Problem(400, f"Invalid parameter {name}: there are {', '.join(sorted(PARAMETERS))}")
        node = tree
        for step in [name, *path][:-1]:
            node = node.setdefault(step, {})
            if not isinstance(node, dict):
                raise Problem(400, f"Invalid parameter {unquote_plus(key)}")
        node[[name, *path][-1]] = unquote_plus(value)
    return with_lists(tree)


def with_lists(node):
    if not isinstance(node, dict):
        return node
    if node and all(key.isdigit() for key in node):
        return [with_lists(node[key]) for key in sorted(node, key=int)]
    return {key: with_lists(value) for key, value in node.items()}


def as_list(value):
    return value if isinstance(value, list) else [value]


# Filters


def as_type(kind, text, name):
    """A value of the query string as the attribute has it."""
    if kind == "integer":
        if not re.fullmatch(r"-?\d+", str(text)):
            raise Problem(400, f"{name} takes whole numbers, not {text!r}")
        return int(text)
    if kind == "boolean":
        return is_true(text)
    return text


def is_true(text):
    if text in ("true", "t", "1"):
        return True
    if text in ("false", "f", "0"):
        return False
    raise Problem(400, f"{text!r} is neither true nor false")


def text_test(compare):
    """The operators `contains`, `startsWith` and `endsWith` over text."""
    return lambda value, wanted: compare(str(value), str(wanted))


def folded(test):
    return lambda value, wanted: test(str(value).casefold(), str(wanted).casefold())


contains = text_test(lambda value, wanted: wanted in value)
starts_with = text_test(str.startswith)
ends_with = text_test(str.endswith)

# Operators with one value. Those in NEGATED hold where the operator behind them does not.
OPERATORS = {
    "$eq": lambda value, wanted: value == wanted,
    "$eqi": folded(lambda value, wanted: value == wanted),
    "$lt": lambda value, wanted: value < wanted,
    "$lte": lambda value, wanted: value <= wanted,
    "$gt": lambda value, wanted: value > wanted,
    "$gte": lambda value, wanted: value >= wanted,
    "$contains": contains,
    "$containsi": folded(contains),
    "$startsWith": starts_with,
    "$startsWithi": folded(starts_with),
    "$endsWith": ends_with,
    "$endsWithi": folded(ends_with),
}
NEGATED = {"$ne": "$eq", "$notContains": "$contains", "$notContainsi": "$containsi"}


def holds(operator, value, wanted, kind, name):
    """Whether an operator holds for a value. Entries without a value match `$null` and nothing else."""
    if operator in ("$null", "$notNull"):
        return (value is None) == (is_true(wanted) == (operator == "$null"))
    if operator in ("$in", "$notIn", "$between"):
        listed = [as_type(kind, one, name) for one in as_list(wanted)]
        if operator == "$between":
            if len(listed) != 2:
                raise Problem(400, f"$between of {name} takes two values")
            return value is not None and listed[0] <= value <= listed[1]
        return value is not None and (value in listed) == (operator == "$in")
    test = OPERATORS.get(NEGATED.get(operator, operator))
    if test is None:
        raise Problem(400, f"Invalid operator {operator} in filters of {name}")
    if isinstance(wanted, (list, dict)):
        raise Problem(400, f"{operator} of {name} takes one value")
    wanted = as_type(kind, wanted, name)
    return value is not None and test(value, wanted) == (operator not in NEGATED)


def matches(store, type_name, entry, filters):
    """Whether an entry meets all conditions of a filter group."""
    if not isinstance(filters, dict):
        raise Problem(400, "filters takes attributes with operators")
    return all([meets(store, type_name, entry, name, condition) for name, condition in filters.items()])


def meets(store, type_name, entry, name, condition):
    if name in ("$and", "$or"):
        results = [matches(store, type_name, entry, group) for group in as_list(condition)]
        return all(results) if name == "$and" else any(results)
    if name == "$not":
        return not matches(store, type_name, entry, condition)
    relations = relations_of(type_name)
    if name in relations:
        # An entry without a target is compared as one whose attributes are all absent.
        target = store.get(relations[name], entry[name]) or {}
        return matches(store, relations[name], target, condition)
    kinds = {"id": "integer", **fields_of(type_name)}
    if name not in kinds:
        raise Problem(400, f"Invalid key {name} in filters: {type_name} has {', '.join(kinds)}")
    operators = condition if isinstance(condition, dict) else {"$eq": condition}
    return all([holds(operator, entry.get(name), wanted, kinds[name], name) for operator, wanted in operators.items()])


# Order and pages


def ordered(type_name, entries, sort):
    """Sorts by the last key first: Python keeps the order of equal entries."""
    keys = ["id", *fields_of(type_name)]
    for item in reversed(as_list(sort)):
        name, _, direction = item.partition(":") if isinstance(item, str) else ("", "", "")
        if name not in keys or direction not in ("", "asc", "desc"):
            raise Problem(400, f"Invalid sort {item}: take one of {', '.join(keys)}, with :asc or :desc")
        # Entries without a value come first ascending and last descending.
        entries.sort(key=lambda entry: (entry[name] is not None, entry[name]), reverse=direction == "desc")
    return entries


def page_of(entries, pagination):
    """Returns the entries of a page, and `meta.pagination`."""
    if not isinstance(pagination, dict):
        raise Problem(400, "pagination takes page and pageSize, or start and limit")
    by_page, by_offset = {"page", "pageSize"} & set(pagination), {"start", "limit"} & set(pagination)
    unknown = set(pagination) - by_page - by_offset - {"withCount"}
    if unknown or (by_page and by_offset):
        raise Problem(400, "pagination takes page and pageSize, or start and limit, and withCount")
    number = lambda name, default, least: at_least(pagination.get(name, default), least, name)
    counted = is_true(pagination.get("withCount", "true"))
    total = len(entries)
    if by_offset:
        start, limit = number("start", 0, 0), min(number("limit", DEFAULT_LIMIT, 1), MAX_LIMIT)
        meta = {"start": start, "limit": limit, **({"total": total} if counted else {})}
    else:
        page, limit = number("page", 1, 1), min(number("pageSize", DEFAULT_LIMIT, 1), MAX_LIMIT)
        start = (page - 1) * limit
        totals = {"pageCount": -(-total // limit), "total": total} if counted else {}
        meta = {"page": page, "pageSize": limit, **totals}
    return entries[start : start + limit], meta


def at_least(text, least, name):
    if not re.fullmatch(r"\d{1,15}", str(text)) or int(text) < least:
        raise Problem(400, f"pagination[{name}] takes a whole number from {least}, not {text!r}")
    return int(text)


# Responses


def chosen_fields(type_name, fields):
    """The names of the attributes that a response holds."""
    names = list(fields_of(type_name))
    if fields is None or "*" in as_list(fields):
        return names
    unknown = [name for name in as_list(fields) if name != "id" and name not in names]
    if unknown:
        raise Problem(400, f"Invalid key {unknown[0]} in fields: {type_name} has {', '.join(names)}")
    return [name for name in names if name in as_list(fields)]


def populated(type_name, populate):
    """The relations that a response holds: `*`, a name, a list of names, or an object of switches."""
    relations = relations_of(type_name)
    if populate is None:
        return {}
    if populate == "*":
        return relations
    wanted = populate if isinstance(populate, dict) else {name: "true" for name in as_list(populate)}
    for name in wanted:
        if name not in relations:
            raise Problem(400, f"Invalid key {name} in populate: {type_name} has {', '.join(relations) or 'none'}")
    return {name: relations[name] for name, switch in wanted.items() if is_true(switch)}


def shown(store, type_name, entry, query):
    """An entry record as section 2.2 has it: the id beside the attributes, populated relations inside them."""
    attributes = {name: entry[name] for name in chosen_fields(type_name, query.get("fields"))}
    for name, target_type in populated(type_name, query.get("populate")).items():
        target = store.get(target_type, entry[name])
        attributes[name] = {"data": shown(store, target_type, target, {}) if target else None}
    return {"id": entry["id"], "attributes": attributes}
