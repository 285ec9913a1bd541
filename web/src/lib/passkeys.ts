/** Passkeys: whether this browser knows them here, making one, and being recognised by it. */

import { api } from "./api";
import type { NewPasskey, PasskeysInfo, RemovePasskey, UsePasskey } from "./protocol";

type Options<T> = T & { readonly challenge: string };

/** Only on a page with https (or on this machine) and a name of its own. */
export function canHere(): boolean {
  const hasName = location.hostname === "localhost" || /\.[a-z]+$/i.test(location.hostname);
  return isSecureContext && hasName && "parseCreationOptionsFromJSON" in (window.PublicKeyCredential ?? {});
}

export const askPasskeys = () => api.get<PasskeysInfo>("/me/passkeys");
export const removePasskey = (id: string) =>
  api.post<PasskeysInfo>("/me/passkeys/remove", { id } satisfies RemovePasskey);

/** What a passkey has signed, as JSON. */
function written(made: Credential | null): Record<string, unknown> {
  if (!made) throw new DOMException("no passkey", "NotAllowedError");
  return { ...(made as PublicKeyCredential).toJSON() };
}

/** Make one for my name; throws where somebody breaks it off. */
export async function secure(): Promise<PasskeysInfo> {
  const options = await api.post<Options<PublicKeyCredentialCreationOptionsJSON>>("/me/passkeys/begin");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = written(await navigator.credentials.create({ publicKey }));
  return api.post<PasskeysInfo>("/me/passkeys", { credential } satisfies NewPasskey);
}

/** What says who I am; throws where somebody breaks it off. */
export async function signed(replace: boolean): Promise<UsePasskey> {
  const options = await api.post<Options<PublicKeyCredentialRequestOptionsJSON>>("/passkeys/begin");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return { credential: written(await navigator.credentials.get({ publicKey })), replace };
}
