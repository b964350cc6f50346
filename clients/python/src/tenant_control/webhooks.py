"""Webhooks: verifies that the service has sent a delivery (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping

from .generated.models.event import Event

#: Seconds by which the timestamp of a delivery may differ from the clock.
TOLERANCE = 300


class InvalidSignature(Exception):
    """The delivery was not sent by the service, was changed on the way, or is too old."""


class Webhook:
    """Verifies the deliveries of a webhook endpoint with its secret, `whsec_...`."""

    def __init__(self, secret: str) -> None:
        try:
            self._key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        except binascii.Error as error:
            raise ValueError("the secret of a webhook endpoint begins with whsec_") from error

    def verify(self, body: bytes, headers: Mapping[str, str], *, now: float | None = None) -> Event:
        """The event of a delivery. `body` must be the bytes as they were received.

        Raises `InvalidSignature` if they are not signed with the secret.
        """
        sent = {name.lower(): value for name, value in headers.items()}
        message_id, timestamp = sent.get("webhook-id", ""), sent.get("webhook-timestamp", "")
        if not message_id or not timestamp.isdigit():
            raise InvalidSignature("webhook-id or webhook-timestamp is missing")
        if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE:
            raise InvalidSignature("the timestamp is too old or in the future")
        signed = f"{message_id}.{timestamp}.".encode() + body
        expected = base64.b64encode(hmac.new(self._key, signed, hashlib.sha256).digest())
        # While a secret is rotated there are two signatures.
        for signature in sent.get("webhook-signature", "").split():
            scheme, _, value = signature.partition(",")
            if scheme == "v1" and hmac.compare_digest(value.encode(), expected):
                return Event.from_dict(json.loads(body))
        raise InvalidSignature("no signature matches")
