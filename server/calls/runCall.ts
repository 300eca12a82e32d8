import { setImmediate as endOfTurn } from "node:timers/promises";
import * as z from "zod/mini";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { writeAudit } from "../audit/writeAudit.ts";
import type { Author, Publish } from "../bus/bus.ts";
import type { AuditEntry, FileResponse, UntypedHandlerFunction } from "../call.ts";
import { CommitUnknownError } from "../db/commitUnknownError.ts";
import type { Db } from "../db/handle.ts";
import { retryConflicts } from "../db/retryConflicts.ts";
import { type Outcome, toOutcome } from "../http/toOutcome.ts";
import type { PageQuery } from "../list/listSource.ts";
import { runPhoneSearch } from "../list/runPhoneSearch.ts";
import { createScopedDb } from "../scope/createScopedDb.ts";
import { assertInScope, getCallScope } from "./callScope.ts";
import {
  type AfterCommit,
  type CallServices,
  createAfterCommit,
  createCall,
  createPublish,
  type IncomingCall,
} from "./createCall.ts";
import { getRequestId, idempotent } from "./idempotent.ts";
import { isOwnerCall } from "./ownerCalls.ts";

export type CallResult = { readonly outcome: Outcome } | { readonly file: FileResponse };

const countedData = z.object({ total: z.int() });

/** Runs a call; if audited, in a transaction with its audit row and once per `requestId`. Retries conflicts. */
export async function runCall(platform: CallServices, incoming: IncomingCall): Promise<CallResult> {
  const { endpoint, input, actor } = incoming;
  if (endpoint.audit && actor) await assertInScope(platform.callDb, getCallScope(platform, incoming), input);
  const handler = await resolveHandler(platform, incoming);
  return retryConflicts(() => attemptCall(platform, { ...incoming, handler }));
}

/** Runs the slow part, once for all attempts, and returns the handler. */
async function resolveHandler(
  platform: CallServices,
  incoming: IncomingCall,
): Promise<UntypedHandlerFunction> {
  const { handler } = incoming;
  if (typeof handler === "function") return handler;
  const rejectEarlyRecord = () => {
    throw new Error(`${incoming.endpoint.path} records something before its transaction`);
  };
  return handler.prepare(
    incoming.input,
    createCall(
      platform,
      incoming,
      selectVisibleDb(platform, incoming),
      createAfterCommit(),
      rejectEarlyRecord,
    ),
  );
}

/** Sign-in and signed telemetry have priority over lists. */
const selectDb = ({ callDb, priorityDb }: CallServices, { endpoint: { access } }: IncomingCall): Db =>
  access === "public" || access === "signed" ? priorityDb : callDb;

const selectVisibleDb = (platform: CallServices, incoming: IncomingCall): Db =>
  createScopedDb(selectDb(platform, incoming), getCallScope(platform, incoming));

type ResolvedCall = IncomingCall & { readonly handler: UntypedHandlerFunction };

async function attemptCall(platform: CallServices, incoming: ResolvedCall): Promise<CallResult> {
  const afterCommit = createAfterCommit();
  const runEffects = async (isAnswered: boolean) => {
    afterCommit.isCommitted = true;
    for (const effect of afterCommit.effects) {
      // A failed effect does not undo the commit.
      await Promise.resolve(isAnswered)
        .then(effect)
        .catch((error) => platform.onError(error, incoming.endpoint.path, incoming.reqId));
    }
  };
  try {
    const result = await runPhoneSearch(
      platform,
      { ...incoming, conditions: getConditions(incoming) },
      () =>
        incoming.endpoint.audit
          ? selectDb(platform, incoming).transaction(async (tx) => {
              if (isOwnerCall(incoming.endpoint)) await platform.cluster?.fence(tx);
              const audited = await runAudited(platform, incoming, tx, afterCommit);
              await platform.bus.store(tx, afterCommit.messages);
              return audited;
            })
          : runPlain(platform, incoming, afterCommit),
      // An export has its own audit row.
      (result) =>
        incoming.endpoint.audit || !("outcome" in result)
          ? null
          : countedData.parse(result.outcome.data).total,
    );
    await runEffects(true);
    // The consoles are told of the changes before the answer, see `relayChanges`.
    if (afterCommit.effects.length > 0) await endOfTurn();
    return result;
  } catch (error) {
    if (error instanceof CommitUnknownError && afterCommit.auditId !== null && afterCommit.effects.length > 0)
      platform.unknownCommits.whenStored({ auditId: afterCommit.auditId, call: incoming.endpoint.path }, () =>
        runEffects(false),
      );
    throw error;
  }
}

/** A list's conditions, without the page and the order that show its result. */
function getConditions({ input }: IncomingCall): Omit<Partial<PageQuery>, "pageNo" | "pageSize" | "sort"> {
  const { pageNo, pageSize, sort, ...conditions } = (input.body ?? {}) as Partial<PageQuery>;
  return conditions;
}

async function runPlain(
  platform: CallServices,
  incoming: ResolvedCall,
  afterCommit: AfterCommit,
): Promise<CallResult> {
  const call = createCall(platform, incoming, selectVisibleDb(platform, incoming), afterCommit, () => {
    throw new Error(`${incoming.endpoint.path} is not declared as audited`);
  });
  return toCallResult(platform, incoming.endpoint, await incoming.handler(incoming.input, call));
}

async function runAudited(
  platform: CallServices,
  incoming: ResolvedCall,
  tx: Db,
  afterCommit: AfterCommit,
): Promise<CallResult> {
  const { endpoint, input, actor } = incoming;
  const now = platform.clock();
  const runHandler = async (): Promise<CallResult> => {
    const entries: AuditEntry[] = [];
    const call = createCall(platform, incoming, tx, afterCommit, (entry) => entries.push(entry));
    const result = toCallResult(platform, endpoint, await incoming.handler(input, call));
    const [entry] = entries;
    if (!entry || entries.length > 1)
      throw new Error(`${endpoint.path} wrote ${entries.length} audit rows, not 1`);
    const id = platform.newId();
    await writeAudit(
      tx,
      { id, at: now, actor, address: incoming.address, reqId: incoming.reqId, endpoint },
      entry,
    );
    afterCommit.auditId = id;
    publishChange(createPublish(platform, endpoint, afterCommit), endpoint, {
      id,
      ...entry,
      by: actor ?? entry.by,
    });
    return result;
  };
  const requestId = getRequestId(input);
  if (!actor || requestId === undefined) return runHandler();
  const requestKey = { staffId: actor.id, call: `${endpoint.method} ${endpoint.path}`, requestId };
  return {
    outcome: await idempotent(tx, requestKey, input, now, async () => requireOutcome(await runHandler())),
  };
}

/** Tells consoles of the record that a call changed, and of its line in the audit trail. */
function publishChange(
  publish: Publish,
  { audit, kind, summary }: Endpoint,
  {
    id,
    entityId,
    by,
  }: Pick<AuditEntry, "entityId"> & { readonly id: string; readonly by: Author | undefined },
): void {
  publish("records.changed", { kind: "auditTrail", ids: [id] });
  // An export changes no record.
  if (audit && kind !== "blob")
    publish("records.changed", {
      kind: audit,
      ids: entityId === null ? null : [entityId],
      by: by && { id: by.id, name: by.name },
      act: summary,
    });
}

const toCallResult = ({ reportLeftOut }: CallServices, endpoint: Endpoint, returned: unknown): CallResult =>
  endpoint.kind === "blob" && isFile(returned)
    ? { file: returned }
    : { outcome: toOutcome(endpoint, returned, reportLeftOut) };

const isFile = (returned: unknown): returned is FileResponse =>
  typeof returned === "object" && returned !== null && "stream" in returned;

function requireOutcome(result: CallResult): Outcome {
  if ("outcome" in result) return result.outcome;
  throw new Error("An export takes no requestId");
}
