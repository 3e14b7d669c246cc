"""Messages of the package `mcp` as bytes, and back. What is only passed on is never rewritten."""

import dataclasses
import json
from typing import Any

from mcp import types
from mcp.shared.message import SessionMessage
from pydantic_core import PydanticCustomError, ValidationError

NOT_READ = "what the server sent could not be read: it is no JSON-RPC message"
# How the package's transports begin the errors that they make themselves and that say what came.
_MADE_BY_A_TRANSPORT = ("Failed to parse ", "SSE stream failed: ", "Unexpected content type: ")


def written(item: SessionMessage) -> bytes:
    """The JSON-RPC message of `item`, as the package's transports write it. Explicit nulls stay:
    only what nobody set is left out."""
    message = item.message
    try:
        text: str = message.model_dump_json(by_alias=True, exclude_unset=True)
        return text.encode()
    except ValueError:
        # Half of a surrogate pair, which only an escape can write.
        plain = message.model_dump(by_alias=True, exclude_unset=True)
        return json.dumps(plain, separators=(",", ":"), default=str).encode()


def read(message: bytes, metadata: Any) -> SessionMessage:
    """`message` with what travels beside it."""
    try:
        parsed = _parsed(message)
    except ValidationError:
        plain = _with_half_pairs(message)
        if plain is None:
            raise
        parsed = _unchecked(plain)
    return SessionMessage(parsed, metadata)


def _parsed(message: bytes) -> Any:
    if hasattr(types, "jsonrpc_message_adapter"):  # from 2.0 on
        return types.jsonrpc_message_adapter.validate_json(message, by_name=False)
    return types.JSONRPCMessage.model_validate_json(message)


def _with_half_pairs(message: bytes) -> dict[str, Any] | None:
    """The members of a message if there is half of a surrogate pair in it, which the package's
    reader refuses; None if not."""
    try:
        plain: dict[str, Any] = json.loads(message)
        json.dumps(plain, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return plain
    except ValueError:
        pass
    return None


def _unchecked(plain: dict[str, Any]) -> Any:
    """A message of the package with these members, whatever their texts hold."""
    if "method" in plain:
        kind = types.JSONRPCRequest if "id" in plain else types.JSONRPCNotification
    elif "error" in plain:
        kind = types.JSONRPCError
        plain["error"] = types.ErrorData.model_construct(**plain["error"])
    else:
        kind = types.JSONRPCResponse
    message = kind.model_construct(**plain)
    if hasattr(types, "jsonrpc_message_adapter"):
        return message
    return types.JSONRPCMessage.model_construct(root=message)


def request_key(item: SessionMessage) -> str | None:
    """The id of a request as JSON text; None for all other messages."""
    message = _envelope(item)
    return _key(message.id) if hasattr(message, "method") and hasattr(message, "id") else None


def response_key(item: SessionMessage) -> str | None:
    """The id of a response as JSON text; None for all other messages."""
    message = _envelope(item)
    return None if hasattr(message, "method") else _key(message.id)


def cancelled_key(item: SessionMessage) -> str | None:
    """The id of the request that a notification takes back; None for all other messages."""
    message = _envelope(item)
    if getattr(message, "method", None) != "notifications/cancelled":
        return None
    return _key((message.params or {}).get("requestId"))


def for_another_attempt(metadata: Any) -> Any:
    """What travels beside a request, for sending it once more. Its resumption token would ask for
    the rest of the first attempt's stream instead."""
    if getattr(metadata, "resumption_token", None) is None:
        return metadata
    return dataclasses.replace(metadata, resumption_token=None)


def without_its_input(error: Exception) -> Exception:
    """An exception of a transport, for the host. One about a message that could not be read holds
    words of that message, and these may be a demand for money."""
    if not _holds_what_was_read(error):
        return error
    if not isinstance(error, ValidationError):
        return ValueError(NOT_READ)
    what = PydanticCustomError("not_json_rpc", NOT_READ)
    told: Exception = ValidationError.from_exception_data(
        error.title, [{"type": what, "input": None}]
    )
    return told


def without_what_was_not_read(item: SessionMessage) -> SessionMessage:
    """`item`, or the same error without the server's words if a transport made it, in answer to a
    request, of what it could not read."""
    message = _envelope(item)
    error = getattr(message, "error", None)
    if error is None or not error.message.startswith(_MADE_BY_A_TRANSPORT):
        return item
    told = {"code": error.code, "message": NOT_READ}
    answer = {"jsonrpc": "2.0", "id": message.id, "error": told}
    return read(json.dumps(answer).encode(), item.metadata)


def _holds_what_was_read(error: BaseException) -> bool:
    """All that read texts and JSON raise ValueErrors, and these have what they read in them."""
    seen: list[BaseException] = []
    left: list[BaseException | None] = [error]
    while left:
        one = left.pop()
        if isinstance(one, ValueError):
            return True
        if one is not None and one not in seen:
            seen.append(one)
            left += [one.__cause__, one.__context__, *getattr(one, "exceptions", ())]
    return False


def _envelope(item: SessionMessage) -> Any:
    return getattr(item.message, "root", item.message)


def _key(message_id: Any) -> str:
    return json.dumps(message_id, ensure_ascii=False)
