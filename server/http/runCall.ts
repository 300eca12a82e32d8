import * as z from "zod/mini";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { namedPhone } from "../../adapters/contract/phoneKeyword.ts";
import { writeAudit } from "../audit/writeAudit.ts";
import type { Actor, AuditNote, Call, Effect, FileAnswer, Signer, UploadedFile } from "../call.ts";
import { CommitUnknown } from "../db/commitUnknown.ts";
import type { Db } from "../db/handle.ts";
import type { ExportDesk } from "../exports/exportDesk.ts";
import type { PageQuery } from "../list/listSource.ts";
import { maskNamed } from "../list/phoneKeyword.ts";
import type { PhoneSearches } from "../list/phoneSearches.ts";
import type { CallFacts } from "../log/logCalls.ts";
import type { Platform } from "../platform.ts";
import type { Live } from "../telemetry/live.ts";
import { worthRepeating } from "./databaseFault.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import type { ParsedInput } from "./parseInput.ts";
import { once, requestIdOf } from "./repeatable.ts";
import type { UnknownCommits } from "./unknownCommits.ts";

/** A handler with its types worn off: the registry has checked them against the contract. */
export type LooseHandler = LooseRun | { readonly prepare: (input: object, call: Call) => Promise<LooseRun> };
type LooseRun = (input: object, call: Call) => Promise<unknown>;

/** The platform with what runs on it. */
export type Serving = Platform & {
  readonly live: Live;
  readonly exports: ExportDesk;
  readonly phoneSearches: PhoneSearches;
  readonly unknownCommits: UnknownCommits;
};

export interface Incoming {
  readonly endpoint: Endpoint;
  readonly handler: LooseHandler;
  readonly input: ParsedInput & { readonly file?: UploadedFile };
  readonly actor: Actor | null;
  readonly signer: Signer | null;
  readonly address: string;
  readonly reqId: string;
  readonly addFacts: (facts: CallFacts) => void;
  readonly header: (name: string) => string | undefined;
}

export type Ran = { readonly outcome: Outcome } | { readonly file: FileAnswer };

const attempts = 3;
const counted = z.object({ total: z.int() });

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
  return handler.prepare(incoming.input, callOf(platform, incoming, dbOf(platform, incoming), [], early));
}

/** Signing in and signed telemetry go before lists. */
const dbOf = ({ callDb, priorityDb }: Serving, { endpoint: { access } }: Incoming): Db =>
  access === "public" || access === "signed" ? priorityDb : callDb;

type Runnable = Incoming & { readonly handler: LooseRun };

async function attemptCall(platform: Serving, incoming: Runnable): Promise<Ran> {
  const after: AfterCommit = { auditId: null, effects: [] };
  const runEffects = async (isAnswered: boolean) => {
    for (const effect of after.effects) {
      // What is committed stays committed, whatever becomes of telling others.
      await Promise.resolve(isAnswered)
        .then(effect)
        .catch((fault) => platform.onFault(fault, incoming.endpoint.path, incoming.reqId));
    }
  };
  try {
    const ran = await searchingPhones(platform, incoming, () =>
      incoming.endpoint.audit
        ? dbOf(platform, incoming).transaction((tx) => audited(platform, incoming, tx, after))
        : plain(platform, incoming, after),
    );
    await runEffects(true);
    return ran;
  } catch (fault) {
    if (fault instanceof CommitUnknown && after.auditId !== null && after.effects.length > 0)
      platform.unknownCommits.whenStored({ auditId: after.auditId, call: incoming.endpoint.path }, () =>
        runEffects(false),
      );
    throw fault;
  }
}

/** What is still to be done once a call's transaction is stored. */
interface AfterCommit {
  /** Its audit row, by which can be seen that it is; null until that is written. */
  auditId: string | null;
  readonly effects: Effect[];
}

/**
 * Runs a call. A search that names a phone is counted against the session's limit first, and its audit row is written
 * before it is answered: who, when, from where, which list, the phone masked, how many records it found. An export has
 * an audit row of its own.
 */
async function searchingPhones(
  platform: Pick<Serving, "callDb" | "clock" | "newId" | "phoneSearches">,
  { endpoint, input, actor, address, reqId }: Incoming,
  run: () => Promise<Ran>,
): Promise<Ran> {
  const { pageNo, pageSize, sort, ...conditions } = (input.body ?? {}) as Partial<PageQuery>;
  const named = endpoint.findsPhones && conditions.keyword ? namedPhone(conditions.keyword) : null;
  if (!named || !actor) return run();
  const search = platform.phoneSearches.begin(
    actor.sessionId,
    // One number is one search, however it is written.
    JSON.stringify([
      endpoint.method,
      endpoint.path,
      { ...conditions, keyword: named.whole ?? named.lastFour },
    ]),
  );
  const ran = await run();
  if (endpoint.audit || search.isRecorded || !("outcome" in ran)) return ran;
  const { total } = counted.parse(ran.outcome.data);
  const who = { id: platform.newId(), at: platform.clock(), actor, address, reqId, endpoint };
  await writeAudit(platform.callDb, who, {
    entityId: null,
    after: { keyword: maskNamed(named), count: total },
  });
  search.recorded();
  return ran;
}

async function plain(platform: Serving, incoming: Runnable, after: AfterCommit): Promise<Ran> {
  const call = callOf(platform, incoming, dbOf(platform, incoming), after.effects, () => {
    throw new Error(`${incoming.endpoint.path} is not declared as audited`);
  });
  return ranOf(incoming.endpoint, await incoming.handler(incoming.input, call));
}

async function audited(platform: Serving, incoming: Runnable, tx: Db, after: AfterCommit): Promise<Ran> {
  const { endpoint, input, actor } = incoming;
  const now = platform.clock();
  const work = async (): Promise<Ran> => {
    const notes: AuditNote[] = [];
    const call = callOf(platform, incoming, tx, after.effects, (note) => notes.push(note));
    const ran = ranOf(endpoint, await incoming.handler(input, call));
    const [note] = notes;
    if (!note || notes.length > 1)
      throw new Error(`${endpoint.path} wrote ${notes.length} audit rows, not 1`);
    const id = platform.newId();
    await writeAudit(
      tx,
      { id, at: now, actor, address: incoming.address, reqId: incoming.reqId, endpoint },
      note,
    );
    after.auditId = id;
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
  { actor, signer, address, addFacts, header }: Incoming,
  db: Db,
  effects: Effect[],
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
    addFacts,
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
