"""The host's own dialog for questions that wait for the user."""

import inspect
import logging
import math
from collections.abc import Awaitable, Callable
from typing import Any

import anyio

from tollpass._native import Kernel, Question, TollpassError
from tollpass.answers import Approve, Deny
from tollpass.mcp.off_loop import off_loop, to_its_end

Answer = Approve | Deny | None
OnAsk = Callable[[Question], Answer | Awaitable[Answer]]

logger = logging.getLogger("tollpass")


class Asking:
    """Puts each question of a kernel to the user once, and carries the answer to the kernel."""

    def __init__(self, kernel: Kernel, on_ask: OnAsk | None) -> None:
        self._kernel = kernel
        self._on_ask = on_ask

    @property
    def has_dialog(self) -> bool:
        return self._on_ask is not None

    async def ask(self, approval_id: str, called_at_ms: int) -> None:
        """Puts the question of the call that the host made then to the user, unless that was done.
        One that could not be put, or whose answer could not be carried, is put again when an equal
        call is made."""
        if not self._kernel._first_to_ask(approval_id, called_at_ms):
            return
        is_done = False
        try:
            pending = await off_loop(self._kernel.pending)
            for question in pending:
                if question.id == approval_id:
                    await self._carry(question, await self._answer(question))
            is_done = True
        except TollpassError as error:
            logger.warning("a question could not be answered: %s", error)
        except anyio.get_cancelled_exc_class():
            # It ends the connection only if that is what was cancelled, and not the dialog.
            if anyio.current_effective_deadline() == -math.inf:
                raise
            logger.warning("on_ask was cancelled; the question %s still waits", approval_id)
        except Exception:
            # A dialog that breaks answers nothing; payments of other calls go on.
            logger.exception("on_ask failed; the question %s still waits", approval_id)
        finally:
            if not is_done:
                self._kernel._not_asked(approval_id, called_at_ms)

    async def _answer(self, question: Question) -> Answer:
        assert self._on_ask is not None
        if _is_async(self._on_ask):
            said = self._on_ask(question)
        else:
            said = await off_loop(self._on_ask, question)
        answer: Answer = await said if inspect.isawaitable(said) else said
        return answer

    async def _carry(self, question: Question, answer: Answer) -> None:
        if isinstance(answer, Deny):
            await to_its_end(self._kernel.deny, question.id)
        elif isinstance(answer, Approve):
            await to_its_end(self._approve, question.id, answer)
        elif answer is not None:
            # It may be a passphrase by mistake.
            kind = type(answer).__name__
            raise TypeError(f"on_ask gives Approve, Deny or None, not what is a {kind}")

    def _approve(self, approval_id: str, answer: Approve) -> None:
        self._kernel.approve(
            approval_id,
            passphrase=answer.passphrase,
            up_to=answer.up_to,
            seconds=answer.seconds,
        )


def _is_async(function: Any) -> bool:
    call = getattr(function, "__call__", None)
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(call)
