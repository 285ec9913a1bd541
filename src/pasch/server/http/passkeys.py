"""Passkeys: they secure a name, also when all its devices are gone. Only where the page has https and a domain."""

from hashlib import sha256
from importlib.util import find_spec
from ipaddress import ip_address
from secrets import token_bytes
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from litestar import Response, Router
from litestar.params import JSONBody

from pasch.server.http import bodies
from pasch.server.http.api import Asked, TheNode, TheVisitors, get, me_of, post
from pasch.server.http.devices import described
from pasch.server.http.identity import counted, stored
from pasch.server.node import Node
from pasch.server.store.belongings import Ticket
from pasch.server.store.securing import Passkey
from pasch.server.table.refusals import NO_PASSKEYS, NOT_SECURED, NotAllowed

SECURE, SIGN_IN = "secure", "sign-in"
"""What a challenge is for."""
SECONDS = 300.0
MOST = 20
"""Passkeys of one person."""
LARGEST = 1400
"""Letters of a passkey's name, and bytes of its key."""
IS_INSTALLED = find_spec("webauthn") is not None


class Site(NamedTuple):
    origin: str
    host: str


def site_of(request: Asked) -> Site:
    """The page that asks; raise where browsers know no passkeys."""
    origin = request.headers.get("origin", "")
    try:
        to = urlsplit(origin)
        host = to.hostname or ""
        is_secure = host == "localhost" or (to.scheme == "https" and "." in host and not _is_number(host))
    except ValueError:
        is_secure = False
    if not is_secure or not IS_INSTALLED:
        raise NotAllowed(NO_PASSKEYS)
    return Site(origin, host)


def _is_number(host: str) -> bool:
    try:
        return bool(ip_address(host))
    except ValueError:
        return False


async def _challenge(node: Node, kind: str, person: str | None) -> bytes:
    """Something to sign, once and soon."""
    from webauthn.helpers import bytes_to_base64url

    challenge, now = token_bytes(32), node.clock()
    name = stored(bytes_to_base64url(challenge))
    await node.belongings.issue(Ticket(name, kind, person, now + SECONDS, ""), now)
    return challenge


async def _answered(node: Node, kind: str, credential: dict[str, Any], person: str | None) -> bytes:
    """The challenge that a passkey has signed: one of ours, for this, and not used yet."""
    from webauthn.helpers import base64url_to_bytes

    try:
        said = msgspec.json.decode(base64url_to_bytes(credential["response"]["clientDataJSON"]))["challenge"]
        challenge = base64url_to_bytes(said)
    except Exception as error:
        raise NotAllowed(NOT_SECURED) from error
    ticket = await node.belongings.ticket(kind, stored(said), node.clock())
    if ticket is None or ticket.person != person or not await node.belongings.take(ticket):
        raise NotAllowed(NOT_SECURED)
    return challenge


# Securing a name


@get("/me/passkeys", summary="Whether this server knows passkeys, and which secure my name")
async def my_passkeys(request: Asked, node: TheNode, visitors: TheVisitors) -> bodies.PasskeysInfo:
    return await _mine(node, await visitors.person(request))


async def _mine(node: Node, person: str | None) -> bodies.PasskeysInfo:
    mine = await node.securing.of(person) if person else []
    return bodies.PasskeysInfo(
        IS_INSTALLED,
        [bodies.PasskeyInfo(one.id, one.kind, one.device, one.created) for one in mine],  # type: ignore[arg-type]
    )


@post("/me/passkeys/begin", summary="What my browser needs to make a passkey", status_code=200)
async def begin_passkey(request: Asked, node: TheNode, visitors: TheVisitors) -> dict[str, Any]:
    profile, site = await visitors.known_profile(request), site_of(request)
    from webauthn import base64url_to_bytes, generate_registration_options, options_to_json
    from webauthn.helpers import structs

    options = generate_registration_options(
        rp_id=site.host,
        rp_name="Pasch",
        user_id=sha256(b"pasch passkey\n" + profile.id.encode()).digest()[:16],
        user_name=profile.name,
        challenge=await _challenge(node, SECURE, profile.id),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(base64url_to_bytes(one.name))
            for one in await node.securing.of(profile.id)
        ],
    )
    made: dict[str, Any] = msgspec.json.decode(options_to_json(options))
    return made


@post("/me/passkeys", summary="A passkey secures my name", status_code=200)
async def keep_passkey(
    data: JSONBody[bodies.NewPasskey], request: Asked, node: TheNode, visitors: TheVisitors
) -> bodies.PasskeysInfo:
    person, site = await visitors.known_person(request), site_of(request)
    challenge = await _answered(node, SECURE, data.credential, person)
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url

    try:
        made = verify_registration_response(
            credential=data.credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except Exception as error:
        raise NotAllowed(NOT_SECURED) from error
    name, mine = bytes_to_base64url(made.credential_id), await node.securing.of(person)
    is_large = max(len(name), len(made.credential_public_key)) > LARGEST
    if is_large or len(mine) >= MOST or await node.securing.find(stored(name)) is not None:
        raise NotAllowed(NOT_SECURED)
    kind, device = described(request.headers.get("user-agent", ""))
    key, uses = made.credential_public_key, made.sign_count
    await node.securing.keep(Passkey(stored(name), person, name, key, uses, node.clock(), kind, device))
    return await _mine(node, person)


@post("/me/passkeys/remove", summary="A passkey secures my name no more; the others", status_code=200)
async def remove_passkey(
    data: JSONBody[bodies.RemovePasskey], request: Asked, node: TheNode, visitors: TheVisitors
) -> bodies.PasskeysInfo:
    person = await visitors.known_person(request)
    await node.securing.remove(person, data.id)
    return await _mine(node, person)


# Being recognised by it


@post("/passkeys/begin", summary="What a browser needs to say by passkey who I am", status_code=200)
async def begin_sign_in(request: Asked, node: TheNode) -> dict[str, Any]:
    site = site_of(request)
    from webauthn import generate_authentication_options, options_to_json

    options = generate_authentication_options(rp_id=site.host, challenge=await _challenge(node, SIGN_IN, None))
    made: dict[str, Any] = msgspec.json.decode(options_to_json(options))
    return made


@post("/passkeys/use", summary="This device is mine, as my passkey says", status_code=200)
async def sign_in(
    data: JSONBody[bodies.UsePasskey], request: Asked, node: TheNode, visitors: TheVisitors
) -> Response[bodies.Restored]:
    site = site_of(request)
    challenge = await _answered(node, SIGN_IN, data.credential, None)
    passkey = await node.securing.find(stored(f"{data.credential.get('id')}"))
    if passkey is None:
        raise NotAllowed(NOT_SECURED)
    from webauthn import verify_authentication_response

    try:
        seen = verify_authentication_response(
            credential=data.credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=passkey.key,
            credential_current_sign_count=passkey.uses,
        )
    except Exception as error:
        raise NotAllowed(NOT_SECURED) from error
    await node.securing.used(passkey, seen.new_sign_count)
    owner, now = await node.storage.profile(passkey.person), await visitors.profile(request)
    if owner is None:
        raise NotAllowed(NOT_SECURED)
    if now is not None and (now.id == owner.id or not data.replace):
        return Response(bodies.Restored(me_of(owner), me_of(now) if now.id != owner.id else None))
    return Response(bodies.Restored(me_of(owner)), cookies=[await visitors.move_in(request, owner.id)])


passkeys = Router(
    "/api/v1",
    guards=[counted("passkeys")],
    route_handlers=[my_passkeys, begin_passkey, keep_passkey, remove_passkey, begin_sign_in, sign_in],
)
