/** HTTP: who I am, tables, seats, records. What happens in a match comes through the socket. */

import type { RefusedInfo } from "./protocol";
import { say, settings } from "./settings.svelte";
import { W } from "./texts";

/** The server said no, and why: a rule and a sentence in the page's language. */
export class Refusal extends Error {
  constructor(
    readonly rule: string,
    readonly reason: string,
    readonly status: number,
    readonly wait: number | null = null,
  ) {
    super(reason);
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {}

/** Why something failed, in a sentence for the page. */
export const reasonOf = (error: unknown): string => (error instanceof Refusal ? error.reason : say(W.unreachable));
/** Whether there is no such thing, or not for whoever asks. */
export const isMissing = (error: unknown): boolean => error instanceof Refusal && error.status === 404;

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { "accept-language": settings.lang };
  if (body !== undefined) headers["content-type"] = "application/json";
  let answer: Response;
  try {
    const sent = body === undefined ? null : JSON.stringify(body);
    answer = await fetch(`/api/v1${path}`, { method, headers, body: sent, credentials: "same-origin" });
  } catch (error) {
    throw new Unreachable(String(error));
  }
  if (answer.ok) return (await answer.json()) as T;
  throw await refusal(answer);
}

async function refusal(answer: Response): Promise<Error> {
  try {
    const said = (await answer.json()) as RefusedInfo;
    return new Refusal(said.rule, said.reason, answer.status, said.wait ?? null);
  } catch {
    // Whatever stands before the server (a proxy) does not speak our language.
    return new Unreachable(`${answer.status}`);
  }
}

export const api = {
  get: <T>(path: string) => call<T>("GET", path),
  post: <T>(path: string, body?: unknown) => call<T>("POST", path, body),
  put: <T>(path: string, body: unknown) => call<T>("PUT", path, body),
};
