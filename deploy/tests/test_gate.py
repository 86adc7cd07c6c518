"""Without staff whoever is at the screen is believed, and nobody else reads the log."""

import pytest

from deploy.gate import OpenGate
from deploy.peers import Kind, Peer
from engine.events import ShoeStarted
from engine.looking import AskCoups
from engine.messages import Asked, AskedLog, Message
from engine.people.denied import Why
from engine.session import Heard, Inquired


def said(_message: Message) -> None:
    raise AssertionError("the gate has nothing to say")


@pytest.mark.parametrize("kind", [Kind.SCREEN, Kind.TECHNICIAN])
def test_a_question_to_the_log_is_the_screens_alone(kind: Kind) -> None:
    put: list[Heard | Inquired] = []
    OpenGate(put.append)(Peer(kind, 1000, 1), AskedLog(AskCoups(), "1"), said)
    assert isinstance(put[0], Inquired)
    denied = put[0].denied
    assert (None if denied is None else denied.why) == (None if kind is Kind.SCREEN else Why.NOT_FOR_DUTY)


def test_a_request_passes_whoever_asks() -> None:
    put: list[Heard | Inquired] = []
    OpenGate(put.append)(Peer(Kind.TECHNICIAN, 1000, 1), Asked(ShoeStarted(), "1", None), said)
    assert isinstance(put[0], Heard)
    assert put[0].denied is None
