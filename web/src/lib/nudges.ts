/** Being told that it is my turn, or that my circle invites, while the page is closed: whether this browser can, and how it is switched on. */

import { api } from "./api";
import type { NewNudges, NudgeInfo, Subscribe } from "./protocol";
import { settings } from "./settings.svelte";

/** `install`: an iPhone, where the page must lie on the home screen first. `blocked`: the browser was told no. */
export type Way = "ready" | "install" | "blocked" | "insecure" | "none";

export function wayHere(): Way {
  if (!isSecureContext) return "insecure";
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (can) return Notification.permission === "denied" ? "blocked" : "ready";
  return /iPhone|iPad/.test(navigator.userAgent) ? "install" : "none";
}

export const askNudges = () => api.get<NudgeInfo>("/me/nudges");

/** Where I live, as the time zone database calls it. */
export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** What I want, on all my devices. */
export const wish = (wanted: Omit<NewNudges, "zone">) =>
  api.put<NudgeInfo>("/me/nudges", { ...wanted, zone: zone() } satisfies NewNudges);

/** Show them on this device; false: the browser does not want to. */
export async function showHere(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  try {
    const worker = await navigator.serviceWorker.ready;
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint = "", keys = {} } = made.toJSON();
    const here = { endpoint, key: keys.p256dh ?? "", auth: keys.auth ?? "", lang: settings.lang };
    await api.post("/me/nudges/here", { here } satisfies Subscribe);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

/** Show none here any more. */
export async function hideHere(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  await (await worker?.pushManager?.getSubscription())?.unsubscribe();
  await api.post("/me/nudges/here", { here: null } satisfies Subscribe);
}

/** Whoever looks at a table or a circle need not be told of it any more. */
export async function putAway(tag: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const one of (await worker?.getNotifications({ tag })) ?? []) one.close();
}

export const poke = (table: string, seat: number) => api.post(`/tables/${table}/seats/${seat}/nudge`);
