"""The OpenAPI document, arranged for the documentation page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

_REFERENCE: Final = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    where: str
    required: bool
    type: str
    description: str
    sample: str


@dataclass(frozen=True, slots=True)
class Answer:
    status: str
    description: str
    shape: str


@dataclass(frozen=True, slots=True)
class Call:
    """One endpoint and method."""

    name: str
    method: str
    path: str
    summary: str
    description: str
    tag: str
    #: The shape of the request body, if any; and whether a token or a session is required.
    body: str
    guarded: bool
    parameters: tuple[Parameter, ...]
    answers: tuple[Answer, ...]

    @property
    def inputs(self) -> tuple[Parameter, ...]:
        """The query parameters."""
        return tuple(each for each in self.parameters if each.where == "query")

    @property
    def can_be_tried(self) -> bool:
        """Whether a plain form or link can safely make the call."""
        return self.method == "GET"

    @property
    def sample_path(self) -> str:
        """The path with sample values."""
        path = self.path
        for each in self.parameters:
            if each.where == "path":
                path = path.replace(f"{{{each.name}}}", quote(each.sample, safe=""))
        return path


@dataclass(frozen=True, slots=True)
class Shape:
    """A JSON object: the name, type and description of its fields."""

    name: str
    description: str
    fields: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Guide:
    title: str
    version: str
    description: str
    calls: tuple[Call, ...]
    shapes: tuple[Shape, ...]

    @property
    def tags(self) -> Mapping[str, tuple[Call, ...]]:
        """Calls by tag, in the order in which the tags first occur."""
        found: dict[str, list[Call]] = {}
        for call in self.calls:
            found.setdefault(call.tag, []).append(call)
        return {tag: tuple(calls) for tag, calls in found.items()}


def guide(document: Mapping[str, Any]) -> Guide:
    """Arrange an OpenAPI document."""
    info = document["info"]
    schemas: Mapping[str, Any] = document["components"]["schemas"]
    return Guide(
        title=info["title"],
        version=info["version"],
        description=_description(info),
        calls=tuple(_calls(document)),
        shapes=tuple(
            Shape(
                name,
                _description(schema),
                tuple((field, _type(inner), _description(inner)) for field, inner in schema["properties"].items()),
            )
            for name, schema in schemas.items()
            if "properties" in schema
        ),
    )


def _calls(document: Mapping[str, Any]) -> Iterator[Call]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield Call(
                name=operation["operationId"],
                method=method.upper(),
                path=path,
                summary=operation["summary"],
                description=_description(operation),
                tag=operation["tags"][0],
                body=_body(operation.get("requestBody")),
                guarded=bool(operation.get("security")) and {} not in operation["security"],
                parameters=tuple(_parameter(each) for each in operation.get("parameters", ())),
                answers=tuple(_answer(status, each) for status, each in operation["responses"].items()),
            )


def _body(record: Mapping[str, Any] | None) -> str:
    contents = list(record["content"].values()) if record else []
    return _type(contents[0]["schema"]) if contents else ""


def _parameter(record: Mapping[str, Any]) -> Parameter:
    schema = record["schema"]
    sample = schema.get("default", (schema.get("examples") or [""])[0])
    return Parameter(
        name=record["name"],
        where=record["in"],
        required=record.get("required", False),
        type=_type(schema),
        description=_description(record),
        sample=str(sample),
    )


def _answer(status: str, record: Mapping[str, Any]) -> Answer:
    contents = [content.get("schema", {}) for content in record.get("content", {}).values()]
    return Answer(status, _description(record), _type(contents[0]) if contents else "")


def _type(schema: Mapping[str, Any]) -> str:
    """A schema's type in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(_REFERENCE)
    for key in ("oneOf", "anyOf", "allOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(_type(each) for each in schema[key]))
    kind = schema.get("type", "object")
    if kind == "array":
        return f"list of {_type(schema['items'])}"
    if "enum" in schema:
        return " or ".join("null" if each is None else f"“{each}”" for each in schema["enum"])
    words = " or ".join(kind) if isinstance(kind, list) else str(kind)
    if "minimum" in schema and "maximum" in schema:
        words += f" from {schema['minimum']} to {schema['maximum']}"
    return words


def _description(record: Mapping[str, Any]) -> str:
    return str(record.get("description", ""))
