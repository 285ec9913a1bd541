/** SHA-256 and HMAC: by the browser where it offers them, else by hand (a page without https, as on a home network). */

export type Bytes = Uint8Array<ArrayBuffer>;

export async function sha256(bytes: Bytes): Promise<Bytes> {
  const subtle = globalThis.crypto?.subtle;
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : sha256ByHand(bytes);
}

/** HMAC-SHA-256 of many messages with one key. */
export async function hmacWith(key: Bytes): Promise<(message: Bytes) => Promise<Bytes>> {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return (message) => Promise.resolve(hmacByHand(key, message));
  const kept = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) => new Uint8Array(await subtle.sign("HMAC", kept, message));
}

export function joined(...parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

// FIPS 180-4 and RFC 2104

const BLOCK = 64;

/** The first 32 bits of the fractional parts of the roots of the first primes: they need no table. */
function fractions(count: number, root: (prime: number) => number): Uint32Array {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++)
    if (isPrime(number)) found.push(Math.floor((root(number) % 1) * 2 ** 32));
  return Uint32Array.from(found);
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false;
  return true;
}

const START = fractions(8, Math.sqrt);
const ROUND = fractions(64, Math.cbrt);

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export function sha256ByHand(bytes: Bytes): Bytes {
  const state = Uint32Array.from(START);
  const whole = padded(bytes);
  for (let at = 0; at < whole.length; at += BLOCK) compress(state, new DataView(whole.buffer, at, BLOCK));
  const digest = new Uint8Array(32);
  const view = new DataView(digest.buffer);
  state.forEach((word, at) => view.setUint32(4 * at, word));
  return digest;
}

/** A 1 bit, zeros, and the length in bits, so that whole blocks come out. */
function padded(bytes: Bytes): Bytes {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  new DataView(whole.buffer).setBigUint64(whole.length - 8, BigInt(bytes.length) * 8n);
  return whole;
}

function compress(state: Uint32Array, block: DataView): void {
  const words = new Uint32Array(64);
  for (let at = 0; at < 16; at++) words[at] = block.getUint32(4 * at);
  for (let at = 16; at < 64; at++) {
    const early = words[at - 15]!;
    const late = words[at - 2]!;
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = words[at - 16]! + small + words[at - 7]! + large;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUND[at]! + words[at]!;
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] = state[at]! + word));
}

export function hmacByHand(key: Bytes, message: Bytes): Bytes {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256ByHand(key) : key);
  const inner = sha256ByHand(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256ByHand(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}
