"""What clients say to the core: a request goes on through the gate, and what is none of theirs is answered here."""

import time
from collections.abc import Callable
from typing import Final, TypeAlias

from deploy.connection import MOST_UNANSWERED, Connection
from deploy.peers import Kind, Peer
from engine.lines import EventError
from engine.messages import ASK_HEALTH, LONGEST_LINE, Asked, AskedLog, Fault, Health, Message, asked, asked_log, encode
from engine.ports import Finding
from engine.session import Reply

MOST_WRONG: Final = 64
"""Lines of one connection that ask for nothing it may have."""
HEALTH_S: Final = 1.0
"""Who asks again how the devices are gets findings of up to this age, in seconds: finding them may take as long."""

Gate: TypeAlias = Callable[[Peer, Asked | AskedLog, Reply], None]
"""Takes a request on its way to the table. Each must be answered, at once or later, from any thread; never blocks."""
Say: TypeAlias = Callable[[Connection, bytes], None]
"""Sends a line to a client. Any thread, never blocks."""


class Hearing:
    """Takes what clients say, in the clients' thread.

    Args:
        gate: takes each request.
        health: answers who asks how the devices are: it may take a second.
    """

    def __init__(self, gate: Gate, health: Callable[[], tuple[Finding, ...]]) -> None:
        self._gate = gate
        self._health = health
        self._findings: tuple[float, bytes] | None = None

    def listen_to(self, client: Connection, say: Say) -> bool:
        """Take what the client has said; ``False``: it is gone, or must go."""
        if client.is_held_up:
            return True
        if not client.read() or not self.hear(client, say):
            return False
        if client.is_endless:
            _fault(client, say, f"a line of over {LONGEST_LINE} bytes: send one JSON object a line")
        return not client.is_endless

    def hear(self, client: Connection, say: Say) -> bool:
        """Take the lines that have arrived, as long as it may ask more; ``False``: it must go."""
        while (line := client.line()) is not None:
            self._take(client, line, say)
            if client.wrong > MOST_WRONG:
                _fault(client, say, f"more than {MOST_WRONG} lines that ask for nothing: connect again to ask")
                return False
        if client.is_held_up and not client.is_warned:
            client.is_warned = True
            _fault(client, say, f"{MOST_UNANSWERED} requests wait for an answer: more are read as they get theirs")
        return True

    def _take(self, client: Connection, line: bytes, say: Say) -> None:
        if line + b"\n" == ASK_HEALTH:
            say(client, self._fresh_findings())
        elif client.peer.kind is Kind.WATCHER:
            client.wrong += 1
            _fault(client, say, "who watches may ask nothing but health: ask as the screen's user or a technician")
        else:
            try:
                request = asked_log(line) or asked(line)
            except EventError as error:
                client.wrong += 1
                _fault(client, say, str(error))
            else:
                self._pass_on(client, request, say)

    def _pass_on(self, client: Connection, request: Asked | AskedLog, say: Say) -> None:
        number = client.asked()

        def reply(message: Message) -> None:
            client.answered(number)
            say(client, encode(message))

        self._gate(client.peer, request, reply)

    def _fresh_findings(self) -> bytes:
        now = time.monotonic()
        if self._findings is None or now - self._findings[0] > HEALTH_S:
            self._findings = (time.monotonic(), encode(Health(findings=self._health())))
        return self._findings[1]


def _fault(client: Connection, say: Say, text: str) -> None:
    say(client, encode(Fault(text=text)))
