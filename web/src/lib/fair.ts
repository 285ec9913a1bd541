/** The browser's own check of the dice and cards of a match, written from docs/fairness.md alone. */

import { commitmentOf, type Draw, type Drawn, fallOf, type Follow, fromHex, isScheme, mixedOf } from "./fair-draw";
import { type Numbers, numbersOf, type Pick, rolled, saidBy, termsOf, toHex, valuesIn, waysOf } from "./fair-draw";
import { sha256 } from "./fair-hash";
import { type Fields, isFields, isHex, isListOf, isPart, isSame, isText, isWhole, type Part } from "./fair-json";
import type { Text } from "./settings.svelte";

/** Something that does not fit: at which event (from 0; null: in the proof as a whole), and what. */
export interface Fault {
  readonly about: About;
  readonly event: number | null;
  readonly what: Text;
}

/** The parts of the check. */
export type About = "record" | "seal" | "noted" | "parts" | "lot" | "draws";

/** What this browser noted before the first draw; null where it did not see it. */
export interface Noted {
  readonly seal: string | null;
  readonly terms: string | null;
  /** What this device revealed, where the server has taken it, by seat. */
  readonly mine: { readonly [seat: string]: string };
  /** How many draws this browser saw in the match, at least. */
  readonly draws: number;
}
export const NOTHING: Noted = { seal: null, terms: null, mine: {}, draws: 0 };

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

/** What a seat added to the dice. */
export interface Added {
  readonly how: "revealed" | "hidden" | "nothing" | "bot";
  readonly words: string;
}

export interface Verdict {
  /** Everything could be checked, and everything fits. */
  readonly ok: boolean;
  /** `opened`: checked. `sealed`: the match still runs, and nothing can be checked yet. `none`: played without proof. */
  readonly envelope: "opened" | "sealed" | "none";
  readonly seal: string | null;
  /** The hash of what was settled before anything was revealed; null in the first scheme. */
  readonly terms: string | null;
  /** Whether it is what this browser noted before the match; `seal`: it noted no more than that; null: nothing. */
  readonly noted: "all" | "seal" | "other" | null;
  /** What each seat added. */
  readonly added: readonly Added[];
  /** The seat that the lot said begins; null: it was agreed. */
  readonly lot: number | null;
  /** How many dice were rolled, and cards drawn, in draws that fit. */
  readonly dice: number;
  readonly cards: number;
  readonly draws: readonly Recomputed[];
  readonly faults: readonly Fault[];
}

type Found = {
  -readonly [Key in Exclude<keyof Verdict, "ok" | "dice" | "cards" | "draws" | "faults">]: Verdict[Key];
} & {
  draws: Recomputed[];
  faults: Fault[];
};
interface Readable extends Fields {
  readonly players: number;
  readonly options: Fields;
  readonly events: readonly Fields[];
}
type Say = (about: About, event: number | null, de: string, en: string) => void;

/**
 * Recompute every draw of a record. `follow` says what its game draws from: it reads the events, and nobody else is
 * believed. `noted` is what this browser saw before the match. `progress` hears how far it is, from 0 to 1.
 */
export async function check(
  record: unknown,
  follow: Follow | null,
  noted: Noted = NOTHING,
  progress: (part: number) => void = () => undefined,
): Promise<Verdict> {
  const found: Found = {
    envelope: "none",
    seal: null,
    terms: null,
    noted: null,
    added: [],
    lot: null,
    draws: [],
    faults: [],
  };
  const fault: Say = (about, event, de, en) => void found.faults.push({ about, event, what: { de, en } });
  if (!isReadable(record)) {
    fault("record", null, "Das ist kein Protokoll einer Partie.", "This is not the record of a match.");
    return verdictOf(found);
  }
  const numbers = await opened(record, follow?.lots ?? {}, noted, found, fault);
  checkSeen(record, noted, fault);
  if (numbers && follow) await recompute(record, follow, numbers, found, fault, progress);
  else if (numbers) fault("draws", null, "Dieses Spiel kenne ich nicht.", "I do not know this game.");
  return verdictOf(found);
}

function isReadable(record: unknown): record is Readable {
  if (!isFields(record) || record.pasch !== 1) return false;
  return isWhole(record.players) && isFields(record.options ?? {}) && isListOf(record.events, isFields);
}

function verdictOf(found: Found): Verdict {
  const fresh = (type: Draw["type"]) =>
    found.draws.reduce((sum, one) => sum + (one.fits && one.type === type ? one.fresh : 0), 0);
  const ok = found.envelope === "opened" && found.faults.length === 0;
  return { ...found, ok, dice: fresh("dice"), cards: fresh("cards") };
}

/** The envelope: proof, seal, what was mixed in, lot. What can be drawn from the secret, if it is there. */
async function opened(
  record: Readable,
  pools: NonNullable<Follow["lots"]>,
  noted: Noted,
  found: Found,
  fault: Say,
): Promise<Numbers | null> {
  const proof = record.proof;
  if (proof === undefined) {
    if (noted.seal !== null)
      fault(
        "noted",
        null,
        "Der Beweis ist abgeschnitten: Dieses Gerät hatte sich ein Siegel gemerkt.",
        "The proof has been cut off: this device had noted a seal.",
      );
    return null;
  }
  found.envelope = "sealed";
  if (!isFields(proof) || !isScheme(proof.scheme) || typeof proof.lot !== "boolean") {
    fault("seal", null, "Diese Art von Beweis kenne ich nicht.", "I do not know this kind of proof.");
    return null;
  }
  if (isHex(proof.seal)) found.seal = proof.seal;
  else fault("seal", null, "Das Siegel ist unleserlich.", "The seal cannot be read.");
  const mixed = await mixedIn(record, proof, found, fault);
  checkNoted(proof, noted, found, fault);
  if (mixed === null) return null;
  if (proof.secret === undefined) {
    if (isFields(record.result))
      fault(
        "seal",
        record.events.length,
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
  const numbers = await numbersOf(secret, proof.scheme, mixed);
  if (proof.lot) await checkLot(record, numbers, found, fault);
  if (proof.lots !== undefined) await checkLots(proof.lots, pools, record, numbers, fault);
  return numbers;
}

/** What the seats have added, and what is mixed in with the secret. */
async function mixedIn(record: Readable, proof: Fields, found: Found, fault: Say) {
  const { players } = record;
  if (proof.scheme === "pasch-dice-1" && isListOf(proof.words, isText) && proof.words.length === players) {
    found.added = proof.words.map((words) => ({ how: words ? "revealed" : "nothing", words }));
    return saidBy(proof.words);
  }
  if (proof.scheme === "pasch-dice-2" && isListOf(proof.seats, isPart) && proof.seats.length === players) {
    found.added = proof.seats.map(addedBy);
    await checkParts(proof.seats, found, fault);
    found.terms = await termsOf(settled(record, proof, proof.seats));
    const revealed = proof.seats.map(({ random = "", words = "" }) => ({ random, words }));
    return mixedOf(found.terms, revealed);
  }
  fault(
    "parts",
    null,
    `Es fehlt, was die ${players} Plätze dazugegeben haben.`,
    `What the ${players} seats added is missing.`,
  );
  return null;
}

function addedBy({ bot, commitment, random, words = "" }: Part): Added {
  return { how: bot ? "bot" : random ? "revealed" : commitment ? "hidden" : "nothing", words };
}

/** What was revealed is what was committed to. */
async function checkParts(seats: readonly Part[], found: Found, fault: Say): Promise<void> {
  for (const [seat, { bot, commitment, random = "", words = "" }] of seats.entries()) {
    const isEmpty = !random && !words;
    const fits = isEmpty || (found.seal && commitment === (await commitmentOf(found.seal, seat, { random, words })));
    if (!fits || (words && !random) || (bot && commitment))
      fault(
        "parts",
        null,
        `Platz ${seat + 1} hat etwas anderes aufgedeckt, als vorher im Umschlag lag.`,
        `Seat ${seat + 1} revealed something else than it had put into its envelope.`,
      );
  }
}

/** All that was settled before anything was revealed. */
function settled(record: Readable, proof: Fields, seats: readonly Part[]): object {
  const lots = isFields(proof.lots) ? proof.lots : {};
  const isDrawn = (name: string) => Object.hasOwn(lots, name) || (name === "first" && proof.lot === true);
  return {
    scheme: proof.scheme,
    table: proof.table,
    game: record.game,
    players: record.players,
    options: Object.fromEntries(Object.entries(record.options ?? {}).filter(([name]) => !isDrawn(name))),
    lot: proof.lot,
    lots,
    seal: proof.seal,
    commitments: seats.map(({ commitment = "" }) => commitment),
  };
}

function checkNoted(proof: Fields, noted: Noted, found: Found, fault: Say): void {
  if (noted.seal === null || found.seal === null) return;
  found.noted = found.terms !== null && noted.terms === null ? "seal" : "all";
  const other: Say = (...what) => {
    found.noted = "other";
    fault(...what);
  };
  if (noted.seal !== found.seal)
    other(
      "noted",
      null,
      "Vor der Partie lag ein anderes Siegel auf dem Tisch: Dieses Gerät hat es sich gemerkt.",
      "Another seal lay on the table before the match: this device noted it.",
    );
  else if (noted.terms !== null && noted.terms !== found.terms)
    other(
      "noted",
      null,
      "Vor dem ersten Wurf war etwas anderes abgemacht: Dieses Gerät hat es sich gemerkt.",
      "Something else was settled before the first draw: this device noted it.",
    );
  const seats = isListOf(proof.seats, isPart) ? proof.seats : [];
  for (const [seat, random] of Object.entries(noted.mine))
    if (seats[Number(seat)]?.random !== random)
      other(
        "noted",
        null,
        "Was dieses Gerät dazugegeben hat, wurde weggelassen.",
        "What this device added was left out.",
      );
}

async function checkLot(record: Readable, numbers: Numbers, found: Found, fault: Say): Promise<void> {
  if (record.players < 1) return;
  found.lot = Number(await numbers("lot ", 0, BigInt(record.players)));
  const first = record.options?.first;
  if (first !== found.lot)
    fault(
      "lot",
      null,
      `Das Los fiel auf Platz ${found.lot + 1}, angefangen hat ${isWhole(first) ? `Platz ${first + 1}` : "niemand"}.`,
      `The lot fell on seat ${found.lot + 1}, but ${isWhole(first) ? `seat ${first + 1}` : "nobody"} began.`,
    );
}

/** What else was drawn before the match: for each option, something from its pool for every seat. */
async function checkLots(
  lots: unknown,
  pools: NonNullable<Follow["lots"]>,
  record: Readable,
  numbers: Numbers,
  fault: Say,
): Promise<void> {
  for (const [at, [name, told]] of Object.entries(isFields(lots) ? lots : {}).entries()) {
    const pool = pools[name];
    if (!pool || !isSame(told, pool) || pool.length < record.players) {
      fault("lot", null, "Daraus wird in diesem Spiel nicht gelost.", "No lots are drawn from that in this game.");
      continue;
    }
    const draw: Draw = { type: "cards", pool, count: record.players, taken: [] };
    const right = fallOf(draw, await numbers("lot ", at + 1, waysOf(draw)));
    if (!isSame(record.options?.[name], right))
      fault("lot", null, `Gelost wurde ${right.join(" ")}.`, `What was drawn by lot is ${right.join(" ")}.`);
  }
}

const drawsIn = (record: Readable) => record.events.filter((event) => !("seat" in event)).length;

/** A record can be cut off at its end, and all that is left still fits: whoever was there has seen more. */
function checkSeen(record: Readable, noted: Noted, fault: Say): void {
  const told = drawsIn(record);
  if (told < noted.draws)
    fault(
      "draws",
      record.events.length,
      `Dieses Gerät hat gesehen, dass ${noted.draws} Mal gezogen wurde, im Protokoll steht es nur ${told} Mal: Da fehlt etwas.`,
      `This device saw ${noted.draws} draws, the record has only ${told}: something was left out.`,
    );
}

/** Follow the events, and compute what must have fallen at each of chance. */
async function recompute(
  record: Readable,
  follow: Follow,
  numbers: Numbers,
  found: Found,
  fault: Say,
  progress: (part: number) => void,
): Promise<void> {
  const { players, events, options = {} } = record;
  const chance = drawsIn(record);
  let at = 0;
  try {
    for (const drawn of follow({ players, events, options })) {
      at = drawn.event;
      found.draws.push(await recomputed(drawn, found.draws.length, events[at]!, numbers, fault));
      progress(found.draws.length / chance);
    }
  } catch {
    fault("draws", at, "Ab hier ergibt das Protokoll keinen Sinn.", "From here the record makes no sense.");
    return;
  }
  if (found.draws.length !== chance)
    fault(
      "draws",
      events.length,
      `Gezogen wurde ${found.draws.length} Mal, im Protokoll steht ${chance} Mal.`,
      `There were ${found.draws.length} draws, the record says ${chance}.`,
    );
}

async function recomputed(
  { event, draw, written }: Drawn,
  n: number,
  told: Fields,
  numbers: Numbers,
  fault: Say,
): Promise<Recomputed> {
  const picks = fallOf(draw, await numbers("draw", n, waysOf(draw)));
  const wanted = written(picks);
  const lastOf = (outcome: unknown) => valuesIn(outcome).slice(-picks.length) as Pick[];
  const [recorded, right] = [lastOf(told), lastOf(wanted)];
  const fits = isSame(told, wanted);
  if (!fits)
    fault(
      "draws",
      event,
      `Gefallen ist ${right.join(" ")}, im Protokoll steht ${recorded.join(" ")}.`,
      `What fell is ${right.join(" ")}, the record says ${recorded.join(" ")}.`,
    );
  const fresh = draw.type === "dice" ? rolled(draw) : draw.count;
  return { n, event, type: draw.type, name: String(told.type), recorded, right, fresh, fits };
}
