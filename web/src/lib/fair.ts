/** The browser's own check of the dice and cards of a match, written from docs/fairness.md alone. */

import {
  type Draw,
  fallOf,
  fromHex,
  type Numbers,
  numbersOf,
  type Pick,
  rolled,
  toHex,
  valuesIn,
  waysOf,
} from "./fair-draw";
import { sha256 } from "./fair-hash";
import { type Fields, isFields, isHex, isListed, isListOf, isSame, isText, isWhole, type Listed } from "./fair-json";
import type { Text } from "./settings.svelte";

export const SCHEME = "pasch-dice-1";

/** Something that does not fit: at which event (from 0; null: in the proof as a whole), and what. */
export interface Fault {
  readonly about: About;
  readonly event: number | null;
  readonly what: Text;
}

/** The parts of the check. */
export type About = "record" | "seal" | "noted" | "words" | "lot" | "draws";

/** One draw: what the record says that fell, and what the secret says. */
export interface Recomputed {
  readonly n: number;
  readonly event: number;
  readonly type: "dice" | "cards";
  /** What the event calls itself: roll, deal, draw … */
  readonly name: string;
  readonly recorded: readonly Pick[];
  readonly right: readonly Pick[];
  /** How many of them are chance: dice that were held and cards that were certain are not. */
  readonly fresh: number;
  readonly fits: boolean;
}

export interface Verdict {
  /** Everything could be checked, and everything fits. */
  readonly ok: boolean;
  /** `opened`: checked. `sealed`: the match still runs, and nothing can be checked yet. `none`: played without proof. */
  readonly envelope: "opened" | "sealed" | "none";
  readonly seal: string | null;
  /** Whether the seal is the one that this browser noted before the match; null: it noted none. */
  readonly noted: boolean | null;
  readonly words: readonly string[];
  /** The seat that the lot said begins; null: it was agreed. */
  readonly lot: number | null;
  /** How many dice were rolled, and cards drawn, in draws that fit. */
  readonly dice: number;
  readonly cards: number;
  readonly draws: readonly Recomputed[];
  readonly faults: readonly Fault[];
}

interface Found {
  envelope: Verdict["envelope"];
  seal: string | null;
  noted: boolean | null;
  words: string[];
  lot: number | null;
  draws: Recomputed[];
  faults: Fault[];
}

/**
 * Recompute every draw of a record. `draws` is the list that the server makes for those who do not know the rules, and
 * `noted` the seal that this browser saw before the match. `progress` hears how far it is, from 0 to 1.
 */
export async function check(
  record: unknown,
  draws: unknown,
  noted: string | null = null,
  progress: (part: number) => void = () => undefined,
): Promise<Verdict> {
  const found: Found = { envelope: "none", seal: null, noted: null, words: [], lot: null, draws: [], faults: [] };
  const fault: Say = (about, event, de, en) => void found.faults.push({ about, event, what: { de, en } });
  if (!isFields(record) || record.pasch !== 1 || !isListOf(record.events, isFields) || !isWhole(record.players)) {
    fault("record", null, "Das ist kein Protokoll einer Partie.", "This is not the record of a match.");
    return verdictOf(found);
  }
  const numbers = await opened(record, record.players, noted, found, fault);
  const list = numbers && matching(record.events, draws, fault);
  if (numbers && list) await recompute(record.events, list, numbers, found, fault, progress);
  return verdictOf(found);
}

type Say = (about: About, event: number | null, de: string, en: string) => void;

function verdictOf(found: Found): Verdict {
  const fresh = (type: Draw["type"]) =>
    found.draws.reduce((sum, one) => sum + (one.fits && one.type === type ? one.fresh : 0), 0);
  const ok = found.envelope === "opened" && found.faults.length === 0;
  return { ...found, ok, dice: fresh("dice"), cards: fresh("cards") };
}

/** The envelope: proof, seal, words, lot. What can be drawn from the secret, if it is there. */
async function opened(
  record: Fields,
  players: number,
  noted: string | null,
  found: Found,
  fault: Say,
): Promise<Numbers | null> {
  const proof = record.proof;
  if (proof === undefined) return null;
  found.envelope = "sealed";
  if (!isFields(proof) || proof.scheme !== SCHEME || typeof proof.lot !== "boolean") {
    fault("seal", null, "Diese Art von Beweis kenne ich nicht.", "I do not know this kind of proof.");
    return null;
  }
  if (isHex(proof.seal)) found.seal = proof.seal;
  else fault("seal", null, "Das Siegel ist unleserlich.", "The seal cannot be read.");
  checkNoted(noted, found, fault);
  if (isListOf(proof.words, isText) && proof.words.length === players) found.words = proof.words;
  else {
    fault(
      "words",
      null,
      `Es fehlt der Spruch von einem der ${players} Plätze.`,
      `The words of one of the ${players} seats are missing.`,
    );
    return null;
  }
  if (proof.secret === undefined) {
    if (isFields(record.result))
      fault(
        "seal",
        (record.events as unknown[]).length,
        "Die Partie ist aus, aber der Umschlag ist noch zu.",
        "The match is over, but the envelope is still closed.",
      );
    return null;
  }
  found.envelope = "opened";
  if (!isHex(proof.secret)) {
    fault("seal", null, "Die geheime Zahl ist unleserlich.", "The secret number cannot be read.");
    return null;
  }
  const secret = fromHex(proof.secret);
  if (found.seal !== null && toHex(await sha256(secret)) !== found.seal)
    fault("seal", null, "Die geheime Zahl passt nicht zum Siegel.", "The secret number does not fit the seal.");
  const numbers = await numbersOf(secret, found.words);
  if (proof.lot) await checkLot(record, players, numbers, found, fault);
  if (proof.lots !== undefined) await checkLots(proof.lots, record, players, numbers, fault);
  return numbers;
}

function checkNoted(noted: string | null, found: Found, fault: Say): void {
  if (noted === null || found.seal === null) return;
  found.noted = noted === found.seal;
  if (!found.noted)
    fault(
      "noted",
      null,
      "Vor der Partie lag ein anderes Siegel auf dem Tisch: Dieses Gerät hat es sich gemerkt.",
      "Another seal lay on the table before the match: this device noted it.",
    );
}

async function checkLot(record: Fields, players: number, numbers: Numbers, found: Found, fault: Say): Promise<void> {
  if (players < 1) return;
  found.lot = Number(await numbers("lot ", 0, BigInt(players)));
  const first = isFields(record.options) ? record.options.first : undefined;
  if (first !== found.lot)
    fault(
      "lot",
      null,
      `Das Los fiel auf Platz ${found.lot + 1}, angefangen hat ${isWhole(first) ? `Platz ${first + 1}` : "niemand"}.`,
      `The lot fell on seat ${found.lot + 1}, but ${isWhole(first) ? `seat ${first + 1}` : "nobody"} began.`,
    );
}

/** What else was drawn before the match: for each option, something from its pool for every seat. */
async function checkLots(lots: unknown, record: Fields, players: number, numbers: Numbers, fault: Say): Promise<void> {
  const options = isFields(record.options) ? record.options : {};
  for (const [at, [name, pool]] of Object.entries(isFields(lots) ? lots : {}).entries()) {
    if (!isListOf(pool, isText) || pool.length < players) {
      fault("lot", null, "Das Los ist unleserlich.", "The lot cannot be read.");
      continue;
    }
    const draw: Draw = { type: "cards", pool, count: players, taken: [], sorted: 1 };
    const right = fallOf(draw, await numbers("lot ", at + 1, waysOf(draw)));
    if (!isSame(options[name], right))
      fault("lot", null, `Gelost wurde ${right.join(" ")}.`, `What was drawn by lot is ${right.join(" ")}.`);
  }
}

/** The list of draws, if it has one entry for each event of chance and for no other. */
function matching(events: readonly Fields[], draws: unknown, fault: Say): readonly Listed[] | null {
  const chance = events.flatMap((event, at) => ("seat" in event ? [] : [at]));
  if (!isListOf(draws, isListed)) {
    fault("draws", null, "Die Liste der Ziehungen ist unleserlich.", "The list of draws cannot be read.");
    return null;
  }
  const wrong = [...Array(Math.max(chance.length, draws.length)).keys()].find(
    (n) => draws[n]?.n !== n || draws[n]?.event !== chance[n],
  );
  if (wrong === undefined) return draws;
  fault(
    "draws",
    chance[wrong] ?? events.length,
    `Ab hier passen Protokoll und Liste der Ziehungen nicht zusammen: ${chance.length} gegen ${draws.length}.`,
    `From here the record and the list of draws do not fit together: ${chance.length} against ${draws.length}.`,
  );
  return null;
}

async function recompute(
  events: readonly Fields[],
  list: readonly Listed[],
  numbers: Numbers,
  found: Found,
  fault: Say,
  progress: (part: number) => void,
): Promise<void> {
  let lying: readonly Pick[] = [];
  for (const { n, event, draw, outcome } of list) {
    const right = fallOf(draw, await numbers("draw", n, waysOf(draw)));
    const values = valuesIn(events[event]);
    const written = values.slice(Math.max(0, values.length - right.length)) as Pick[];
    const isRight = isSame(written, right);
    const fitsList = isSame(events[event], outcome);
    if (!isRight)
      fault(
        "draws",
        event,
        `Gefallen ist ${right.join(" ")}, im Protokoll steht ${written.join(" ")}.`,
        `What fell is ${right.join(" ")}, the record says ${written.join(" ")}.`,
      );
    else if (!fitsList)
      fault(
        "draws",
        event,
        "Die Liste der Ziehungen erzählt etwas anderes als das Protokoll.",
        "The list of draws tells something else than the record.",
      );
    const isHeld = draw.type === "cards" || draw.held.every((value, at) => value === 0 || value === lying[at]);
    if (!isHeld)
      fault(
        "draws",
        event,
        "Ein Würfel soll liegen geblieben sein, lag aber nicht so.",
        "A die is said to have stayed, but it did not lie like that.",
      );
    if (draw.type === "dice") lying = right;
    const fresh = draw.type === "dice" ? rolled(draw) : draw.count;
    const name = typeof outcome.type === "string" ? outcome.type : draw.type;
    found.draws.push({
      n,
      event,
      type: draw.type,
      name,
      recorded: written,
      right,
      fresh,
      fits: fitsList && isRight && isHeld,
    });
    progress((n + 1) / list.length);
  }
}
