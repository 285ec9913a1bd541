"""A passkey of the tests' own: what a browser and its authenticator answer (WebAuthn, level 2, without attestation)."""

from hashlib import sha256
from secrets import token_bytes
from typing import Any

import cbor2
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url as b64

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40
SITE = {"origin": "https://pasch.example.org", "host": "pasch.example.org"}
"""Where it is used, as headers."""


class Authenticator:
    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = token_bytes(16)

    def made(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to `/me/passkeys/begin`."""
        point = self.key.public_key().public_numbers()
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)})
        data = self._data(PRESENT | VERIFIED | WITH_KEY) + bytes(16) + len(self.name).to_bytes(2) + self.name + cose
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(self._client(options, "webauthn.create"), attestationObject=b64(attested))

    def signed(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to `/passkeys/begin`."""
        data, client = self._data(PRESENT | VERIFIED), self._client(options, "webauthn.get")
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer(client, authenticatorData=b64(data), signature=b64(signature))

    def _data(self, flags: int) -> bytes:
        return sha256(SITE["host"].encode()).digest() + bytes([flags]) + bytes(4)

    def _client(self, options: dict[str, Any], kind: str) -> bytes:
        return msgspec.json.encode({"type": kind, "challenge": options["challenge"], "origin": SITE["origin"]})

    def _answer(self, client: bytes, **more: str) -> dict[str, Any]:
        name = b64(self.name)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "response": {"clientDataJSON": b64(client), **more},
        }
