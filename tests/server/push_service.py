"""A push service of the tests' own, and a browser that subscribes there: it reads what only it can read (RFC 8291), and
checks who has signed it (RFC 8292)."""

import asyncio
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from secrets import token_bytes
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def unb64(text: str) -> bytes:
    return urlsafe_b64decode(text + "===")


class PushService:
    """One browser's address, and what arrived there."""

    def __init__(self) -> None:
        self.origin = ""
        self.status = 201
        self.claims: dict[str, Any] = {}
        self.headers: dict[str, str] = {}
        self._key = ec.generate_private_key(CURVE)
        self._point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self._auth = token_bytes(16)
        self.arrived: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def subscription(self, lang: str = "en") -> dict[str, str]:
        return {"endpoint": f"{self.origin}/browser", "key": b64(self._point), "auth": b64(self._auth), "lang": lang}

    async def next(self) -> dict[str, Any]:
        return await asyncio.wait_for(self.arrived.get(), 100)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        self.headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        body = await reader.readexactly(int(self.headers["content-length"]))
        self._check_signature()
        self.arrived.put_nowait(msgspec.json.decode(self._read(body)))
        writer.write(f"HTTP/1.1 {self.status} X\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    def _check_signature(self) -> None:
        scheme, _, rest = self.headers["authorization"].partition(" ")
        assert scheme == "vapid"
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        signed, _, signature = parts["t"].rpartition(".")
        numbers = unb64(signature)
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unb64(parts["k"]))
        der = encode_dss_signature(int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:]))
        key.verify(der, signed.encode(), ec.ECDSA(SHA256()))
        self.claims = msgspec.json.decode(unb64(signed.split(".")[1])) | {"key": parts["k"]}
        assert self.claims["aud"] == self.origin

    def _read(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert int.from_bytes(body[16:20]) >= len(sealed)
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
        both = HKDF(SHA256(), 32, self._auth, b"WebPush: info\0" + self._point + theirs).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(both)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(both)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text.endswith(b"\x02"), "the last record ends with its mark"
        return text[:-1]


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    service = PushService()
    server = await asyncio.start_server(service.serve, "127.0.0.1", 0)
    service.origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield service
