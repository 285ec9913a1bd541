/** Who I am on this device: a name behind a cookie, nothing more. */

import { api } from "./api";
import type {
  DeviceInfo,
  Erase,
  Link,
  Me,
  NewMe,
  Restore,
  Restored,
  Scan,
  Scanned,
  SignOut,
  UseCode,
  UsedCode,
} from "./protocol";
import { say } from "./settings.svelte";
import { W } from "./texts";

let known = $state.raw<Me | null>(null);

export const me = {
  /** Null for somebody who has no name here yet. */
  get now() {
    return known;
  },
  get name() {
    return known?.name ?? "";
  },
};

let asking: Promise<Me | null> | null = null;

/** Ask the server, once; `anew` also asks again. */
export function recognise({ anew = false } = {}): Promise<Me | null> {
  if (asking && !anew) return asking;
  const mine: Promise<Me | null> = api.get<Me | null>("/me").then(
    (found) => {
      // Whoever took a name meanwhile is not forgotten by a late answer.
      if (asking === mine) known = found;
      return known;
    },
    (error) => {
      if (asking === mine) asking = null;
      throw error;
    },
  );
  return (asking = mine);
}

/** Take a name; somebody unknown becomes known by it. */
export async function introduce(name: string, colour: Me["colour"] = known?.colour ?? null): Promise<Me> {
  return become(await api.post<Me>("/me", { name, colour } satisfies NewMe));
}

/** Whoever plays at once has a name, too: one that can be changed at any time. */
export async function someone(): Promise<Me> {
  return (await recognise()) ?? introduce(say(W.guest));
}

/** Whether somebody still has the name that everybody begins with. */
export const isNameless = (name: string): boolean => name === W.guest.de || name === W.guest.en;

/** A private link that makes another device mine. */
export const shareMe = () => api.post<Link>("/me/link");

/** This device is mine, too. Where it is somebody else's, nothing happens but that both are named, until `replace`. */
export async function restore(token: string, replace = false): Promise<Restored> {
  const restored = await api.post<Restored>("/me/restore", { token, replace } satisfies Restore);
  if (!restored.instead_of) become(restored.me);
  return restored;
}

/** This device belongs to whoever has the passkey, no matter whose it was before. */
export async function restoreByPasskey(): Promise<Restored> {
  const { signed } = await import("./passkeys");
  const restored = await api.post<Restored>("/passkeys/use", await signed(true));
  become(restored.me);
  return restored;
}

/** I have scanned a code of another device: whose it is, and what makes me the one who scanned it. */
export const scanCode = (token: string, replace: boolean) =>
  api.post<Scanned>("/me/code/scan", { token, replace } satisfies Scan);

/** Who this device is now; null until the other device has confirmed it. */
export async function useCode(token: string, proof: string): Promise<Me | null> {
  const { me: found } = await api.post<UsedCode>("/me/code/use", { token, proof } satisfies UseCode);
  return found && become(found);
}

/** For good. */
export async function eraseMe(): Promise<void> {
  await api.post("/me/erase", { name: me.name } satisfies Erase);
  known = null;
  asking = Promise.resolve(null);
}

export const myDevices = () => api.get<DeviceInfo[]>("/me/devices");
export const signOut = (device: string) => api.post<DeviceInfo[]>("/me/sign-out", { device } satisfies SignOut);

function become(found: Me): Me {
  known = found;
  asking = Promise.resolve(found);
  return found;
}
