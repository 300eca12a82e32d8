import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { writeAudit } from "../audit/writeAudit.ts";
import type { Actor, AuditNote, Call, FileAnswer, Signer, UploadedFile } from "../call.ts";
import type { Db } from "../db/handle.ts";
import type { ExportDesk } from "../exports/exportDesk.ts";
import type { Platform } from "../platform.ts";
import type { Live } from "../telemetry/live.ts";
import { worthRepeating } from "./databaseFault.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import type { ParsedInput } from "./parseInput.ts";
import { once, requestIdOf } from "./repeatable.ts";

/** A handler with its types worn off: the registry has checked them against the contract. */
export type LooseHandler = LooseRun | { readonly prepare: (input: object, call: Call) => Promise<LooseRun> };
type LooseRun = (input: object, call: Call) => Promise<unknown>;

/** The platform with what runs on it. */
export type Serving = Platform & { readonly live: Live; readonly exports: ExportDesk };

export interface Incoming {
  readonly endpoint: Endpoint;
  readonly handler: LooseHandler;
  readonly input: ParsedInput & { readonly file?: UploadedFile };
  readonly actor: Actor | null;
  readonly signer: Signer | null;
  readonly address: string;
  readonly header: (name: string) => string | undefined;
}

export type Ran = { readonly outcome: Outcome } | { readonly file: FileAnswer };

const attempts = 3;

/** Runs a call's handler: an audited one in a transaction with its audit row, and once for each `requestId`. */
export async function runCall(platform: Serving, incoming: Incoming): Promise<Ran> {
  const run = await runOf(platform, incoming);
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptCall(platform, { ...incoming, handler: run });
    } catch (fault) {
      if (attempt === attempts || !worthRepeating(fault)) throw fault;
    }
  }
}

/** The handler itself, its slow part done: once, however often the transaction is repeated. */
async function runOf(platform: Serving, incoming: Incoming): Promise<LooseRun> {
  const { handler } = incoming;
  if (typeof handler === "function") return handler;
  const early = () => {
    throw new Error(`${incoming.endpoint.path} records something before its transaction`);
  };
  return handler.prepare(incoming.input, callOf(platform, incoming, platform.db, [], early));
}

type Runnable = Incoming & { readonly handler: LooseRun };

async function attemptCall(platform: Serving, incoming: Runnable): Promise<Ran> {
  const effects: (() => void | Promise<void>)[] = [];
  const ran = incoming.endpoint.audit
    ? await platform.db.transaction((tx) => audited(platform, incoming, tx, effects))
    : await plain(platform, incoming, effects);
  for (const effect of effects) {
    // What is committed stays committed, whatever becomes of telling others.
    await Promise.resolve()
      .then(effect)
      .catch((fault) => platform.onFault(fault, incoming.endpoint.path));
  }
  return ran;
}

type Effects = (() => void | Promise<void>)[];

async function plain(platform: Serving, incoming: Runnable, effects: Effects): Promise<Ran> {
  const call = callOf(platform, incoming, platform.db, effects, () => {
    throw new Error(`${incoming.endpoint.path} is not declared as audited`);
  });
  return ranOf(incoming.endpoint, await incoming.handler(incoming.input, call));
}

async function audited(platform: Serving, incoming: Runnable, tx: Db, effects: Effects): Promise<Ran> {
  const { endpoint, input, actor } = incoming;
  const now = platform.clock();
  const work = async (): Promise<Ran> => {
    const notes: AuditNote[] = [];
    const call = callOf(platform, incoming, tx, effects, (note) => notes.push(note));
    const ran = ranOf(endpoint, await incoming.handler(input, call));
    const [note] = notes;
    if (!note || notes.length > 1)
      throw new Error(`${endpoint.path} wrote ${notes.length} audit rows, not 1`);
    const id = platform.newId();
    await writeAudit(tx, { id, at: now, actor, address: incoming.address, endpoint }, note);
    return ran;
  };
  const requestId = requestIdOf(input);
  if (!actor || requestId === undefined) return work();
  const act = { staffId: actor.id, call: `${endpoint.method} ${endpoint.path}`, requestId };
  return { outcome: await once(tx, act, input, now, async () => outcomeIn(await work())) };
}

const ranOf = (endpoint: Endpoint, returned: unknown): Ran =>
  endpoint.kind === "blob" && isFile(returned)
    ? { file: returned }
    : { outcome: outcomeOf(endpoint, returned) };

const isFile = (returned: unknown): returned is FileAnswer =>
  typeof returned === "object" && returned !== null && "stream" in returned;

function outcomeIn(ran: Ran): Outcome {
  if ("outcome" in ran) return ran.outcome;
  throw new Error("An export takes no requestId");
}

function callOf(
  platform: Serving,
  { actor, signer, address, header }: Incoming,
  db: Db,
  effects: Effects,
  audit: (note: AuditNote) => void,
): Call {
  return {
    db,
    outside: platform.db,
    now: platform.clock(),
    newId: platform.newId,
    randomBytes: platform.randomBytes,
    secretKey: platform.secretKey,
    sms: platform.settings.sms,
    demo: !platform.settings.production,
    publish: platform.bus.publish,
    live: platform.live,
    exports: platform.exports,
    address,
    header,
    audit,
    get signer() {
      if (!signer) throw new Error("Only a signed call has a signer");
      return signer;
    },
    get actor() {
      if (!actor) throw new Error("A public call has nobody behind it");
      return actor;
    },
    afterCommit: (effect) => {
      effects.push(effect);
    },
  };
}
