"""Web Push: a message encrypted for one browser (RFC 8291) and signed by this server (VAPID, RFC 8292)."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from secrets import token_bytes
from urllib.parse import urlsplit

import httpx
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from pasch.server.store.wishing import Subscription

CURVE = ec.SECP256R1()
RECORD = 4096
"""The longest message, encrypted."""
KEPT = 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is off."""
NO_ANSWER = 0
VALID = 12 * 3600
"""Seconds for which a signature holds; more than a day is refused."""


def new_key() -> str:
    """What a server signs with; all its nodes share it, and browsers know it."""
    return f"{ec.generate_private_key(CURVE).private_numbers().private_value:064x}"


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def unb64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def encrypted(text: bytes, key: bytes, auth: bytes) -> bytes:
    """As only the browser with this key can read it; the service that delivers it cannot."""
    own, salt = ec.generate_private_key(CURVE), token_bytes(16)
    mine = _point(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, key))
    both = _derived(auth, shared, b"WebPush: info\0" + key + mine, 32)
    cipher = AESGCM(_derived(salt, both, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derived(salt, both, b"Content-Encoding: nonce\0", 12)
    last = b"\x02"
    return b"".join(
        [salt, RECORD.to_bytes(4), bytes([len(mine)]), mine, cipher.encrypt(nonce, text + last, None)],
    )


class Signature:
    """Says to push services who sends, and whom to write to about it."""

    def __init__(self, key: str, contact: str) -> None:
        self._key = ec.derive_private_key(int(key, 16), CURVE)
        self._contact = contact
        self.public = b64(_point(self._key.public_key()))

    def of(self, endpoint: str, now: float) -> str:
        to = urlsplit(endpoint)
        claims = {"aud": f"{to.scheme}://{to.netloc}", "exp": int(now) + VALID, "sub": self._contact}
        head = b64(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))
        signed = f"{head}.{b64(msgspec.json.encode(claims))}"
        numbers = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        token = f"{signed}.{b64(b''.join(one.to_bytes(32) for one in numbers))}"
        return f"vapid t={token}, k={self.public}"


class WebPush:
    """The way to push services."""

    def __init__(self, key: str, contact: str, seconds: float) -> None:
        self._signature = Signature(key, contact)
        self.public = self._signature.public
        self._http = httpx.AsyncClient(timeout=seconds, follow_redirects=False)

    def is_key(self, key: str, auth: str) -> bool:
        """Whether something can be encrypted for such a browser."""
        try:
            encrypted(b"", unb64(key), unb64(auth))
        except ValueError:
            return False
        return True

    async def send(self, to: Subscription, message: bytes, topic: str, now: float) -> int:
        """The status that the push service answers. A later message of the same topic replaces one that still waits."""
        headers = {
            "authorization": self._signature.of(to.endpoint, now),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": f"{KEPT}",
            "topic": topic,
        }
        body = encrypted(message, unb64(to.key), unb64(to.auth))
        try:
            return (await self._http.post(to.endpoint, content=body, headers=headers)).status_code
        except (httpx.HTTPError, httpx.InvalidURL):
            return NO_ANSWER

    async def close(self) -> None:
        await self._http.aclose()
