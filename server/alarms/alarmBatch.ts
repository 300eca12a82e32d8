import { eq, inArray, sql } from "drizzle-orm";
import type { AlarmKind } from "../../adapters/contract/alarm.ts";
import { formatMeasured, formatSubject, joinParts } from "../../adapters/contract/alarmLine.ts";
import type { Db } from "../db/handle.ts";
import { insertAll } from "../db/insertAll.ts";
import { type AlarmRecord, alarmEvents, alarms, openCauseKey } from "../db/schema/alarm.ts";
import { flights } from "../db/schema/flight.ts";
import { tasks } from "../db/schema/task.ts";
import { readAudience, storeNotices } from "../notification/notify.ts";
import { isUniqueViolation } from "../records/refusals.ts";
import { notifyRole } from "./alarmSms.ts";
import { lockAlarms, readHoldingAlarms, toAlarmEvent } from "./alarmStore.ts";
import { type AlarmEvent, applyAlarmEvent } from "./alarmTransition.ts";
import { type AlarmNames, createAlarm, type RaisedCause } from "./createAlarm.ts";
import { isNotifyDue, notifyLeader, type ShiftLeader } from "./notifyLeader.ts";
import {
  type Cause,
  createOpenAlarms,
  isNoNews,
  isOpen,
  type OpenAlarms,
  type RankedCause,
  toCause,
  toCauseKey,
} from "./openAlarms.ts";

/** Something that waits to be stored, in the order in which it happened. */
export type AlarmOperation =
  /** `id` is for a new alarm, where the cause counts up none. */
  | { readonly type: "raise"; readonly id: string; readonly cause: RaisedCause }
  | { readonly type: "clear"; readonly cause: Cause; readonly at: number }
  /** What is known of an open alarm has changed, and nothing else of it. */
  | {
      readonly type: "note";
      readonly cause: Cause;
      readonly set: Partial<Pick<AlarmRecord, "values" | "noDataSince">>;
      readonly at: number;
    }
  | {
      readonly type: "change";
      readonly id: string;
      readonly event: Exclude<AlarmEvent, { readonly type: "raise" }>;
      readonly at: number;
    }
  /** Somebody else has changed it. */
  | { readonly type: "reload"; readonly id: string }
  | {
      readonly type: "notify";
      readonly id: string;
      readonly leader: ShiftLeader;
      readonly hasGateway: boolean;
      readonly at: number;
    };

export interface BatchContext {
  readonly db: Db;
  readonly newId: () => string;
  readonly names: AlarmNames;
  /** The alarms as this process knows them. */
  readonly open: OpenAlarms;
  readonly getSuppressor: (signal: RankedCause, open: OpenAlarms) => AlarmKind | null;
  /** Whether SMS can be sent. */
  readonly hasSmsGateway: boolean;
  /** Whether mails can be sent. */
  readonly hasMailServer: boolean;
}

/** What a batch has done once it is stored. */
export interface BatchResult {
  /** The alarms that it names, as they are now. */
  readonly alarms: readonly AlarmRecord[];
  /** Ids of those that it changed; the others were read again. */
  readonly changed: ReadonlySet<string>;
  readonly raised: readonly AlarmRecord[];
  readonly queuedSms: number;
  /** Ids of the staff members who were notified. */
  readonly told: readonly string[];
}

/** How often a batch meets alarms of other processes before its error is reported. */
const maxAttempts = 5;

/**
 * Applies operations to the alarms as they are stored now, in one transaction with their lines of the duty log. Nothing
 * is remembered between two batches but what is stored, so it does not matter when the server is killed. Of two processes
 * that raise one cause the second takes up the alarm of the first.
 */
export async function storeBatch(
  context: BatchContext,
  operations: readonly AlarmOperation[],
): Promise<BatchResult> {
  await context.names.load(
    context.db,
    listRaises(operations).map(({ cause }) => cause),
  );
  let remaining = operations;
  for (let attempt = 1; ; attempt++)
    try {
      return await storeOnce(context, remaining);
    } catch (error) {
      if (attempt === maxAttempts || !isUniqueViolation(error, openCauseKey)) throw error;
      remaining = await takeUp(context, remaining);
    }
}

const storeOnce = (context: BatchContext, operations: readonly AlarmOperation[]): Promise<BatchResult> =>
  context.db.transaction(async (tx) => {
    const batch = createBatch({ ...context, db: tx });
    await batch.lock(operations);
    for (const operation of operations) await batch.apply(operation);
    return batch.store();
  });

const listRaises = (operations: readonly AlarmOperation[]) =>
  operations.filter((operation) => operation.type === "raise");

/** Gets to know the alarms that others have of the causes. @returns the operations, without what those say already */
async function takeUp(
  { db, open }: BatchContext,
  operations: readonly AlarmOperation[],
): Promise<readonly AlarmOperation[]> {
  const causes = listRaises(operations).map(({ cause }) => toCause(cause.signal));
  const found = new Map<string, AlarmRecord>();
  for (const alarm of await readHoldingAlarms(db, causes)) {
    if (!open.get(alarm.id)) found.set(toCauseKey(alarm), alarm);
    open.set(alarm);
  }
  return operations.map((operation) => {
    if (operation.type !== "raise") return operation;
    const alarm = found.get(toCauseKey(toCause(operation.cause.signal)));
    return alarm && isNoNews(alarm, operation.cause.signal) ? { type: "reload", id: alarm.id } : operation;
  });
}

type EventInsert = typeof alarmEvents.$inferInsert;
type Of<T extends AlarmOperation["type"]> = Extract<AlarmOperation, { readonly type: T }>;

function createBatch({
  db,
  newId,
  names,
  open: known,
  getSuppressor,
  hasSmsGateway,
  hasMailServer,
}: BatchContext) {
  /** The known alarms; those that the batch touches are as they are stored. */
  const open = createOpenAlarms();
  for (const alarm of known.values()) open.set(alarm);
  const lockedIds = new Set<string>();
  const changedIds = new Set<string>();
  const raisedIds: string[] = [];
  /** Ids of new alarms, with the role that gets an SMS about each. */
  const smsRoles = new Map<string, "maintainer">();
  const events: EventInsert[] = [];
  let queuedSms = 0;

  const find = (operation: Of<"raise" | "clear" | "note">): AlarmRecord | undefined =>
    operation.type === "raise"
      ? open.findByCause(toCause(operation.cause.signal), operation.cause.at)
      : open.findByCause(operation.cause, operation.at);

  function keep(alarm: AlarmRecord): void {
    open.set(alarm);
    changedIds.add(alarm.id);
  }
  function log(alarm: AlarmRecord, at: number, kind: EventInsert["kind"], remark = ""): void {
    events.push(toAlarmEvent({ newId, now: new Date(at), by: null }, alarm, kind, remark));
  }
  function change(alarm: AlarmRecord | undefined, event: AlarmEvent, at: number): void {
    const applied = alarm && applyAlarmEvent(alarm, event, new Date(at), null);
    if (!applied) return;
    const changed = { ...alarm, ...applied.set };
    keep(changed);
    if (applied.logged) log(changed, at, applied.logged, applied.remark);
  }
  function raise({ id, cause }: Of<"raise">): void {
    const { signal, at } = cause;
    const alarm = open.findByCause(toCause(signal), at);
    if (alarm)
      return change(alarm, { type: "raise", priority: signal.priority, values: { ...signal.values } }, at);
    const suppressedBy = getSuppressor(signal, open);
    const created = createAlarm(id, cause, names, suppressedBy);
    raisedIds.push(id);
    if (signal.smsTo && !suppressedBy) smsRoles.set(id, signal.smsTo);
    keep(created);
    log(created, at, suppressedBy ? "suppress" : "raise");
  }
  function note(operation: Of<"note">): void {
    const alarm = find(operation);
    if (alarm && isOpen(alarm)) keep({ ...alarm, ...operation.set, updatedAt: new Date(operation.at) });
  }
  async function notify({ id, leader, hasGateway, at }: Of<"notify">): Promise<void> {
    const alarm = open.get(id);
    // Acknowledged in the meantime, or told already.
    if (!alarm || !isNotifyDue(alarm, at)) return;
    const told = await notifyLeader({ db, newId, now: new Date(at), by: null }, alarm, leader, hasGateway);
    keep(told.alarm);
    if (told.isQueued) queuedSms += 1;
  }

  return {
    /** Reads and locks every alarm that an operation may change. */
    lock: async (operations: readonly AlarmOperation[]): Promise<void> => {
      const ids = operations.flatMap((operation) =>
        "cause" in operation ? (find(operation)?.id ?? []) : operation.id,
      );
      if (ids.length === 0) return;
      for (const alarm of await lockAlarms(db, [...new Set(ids)])) {
        lockedIds.add(alarm.id);
        open.set(alarm);
      }
    },
    apply: async (operation: AlarmOperation): Promise<void> => {
      if (operation.type === "raise") raise(operation);
      else if (operation.type === "clear") change(find(operation), { type: "clear" }, operation.at);
      else if (operation.type === "change") change(open.get(operation.id), operation.event, operation.at);
      else if (operation.type === "note") note(operation);
      else if (operation.type === "notify") await notify(operation);
    },
    store: async (): Promise<BatchResult> => {
      const get = (id: string) => open.get(id) ?? [];
      const raised = raisedIds.flatMap(get);
      // First, as the cause of a new one may have had one that is over now.
      for (const alarm of [...changedIds].flatMap(get))
        if (lockedIds.has(alarm.id)) await updateAlarm(db, alarm);
      await insertAll(db, alarms, raised);
      await insertAll(db, alarmEvents, events);
      await countAlarms(db, raised);
      for (const alarm of raised) {
        const role = smsRoles.get(alarm.id);
        const context = { db, newId, now: alarm.raisedAt, by: null };
        if (role) queuedSms += await notifyRole(context, alarm, role, hasSmsGateway);
      }
      const told = await notifyOfLost({ db, newId, hasSmsGateway, hasMailServer }, raised);
      const touched = new Set([...lockedIds, ...changedIds]);
      return { alarms: [...touched].flatMap(get), changed: changedIds, raised, queuedSms, told };
    },
  };
}

/** Stores what events change of an alarm; what it is about stays. */
async function updateAlarm(db: Db, alarm: AlarmRecord): Promise<void> {
  const { id, createdAt, raisedAt, search, ...changing } = alarm;
  await db.update(alarms).set(changing).where(eq(alarms.id, id));
}

/** Tells those who have to find drones that they are lost, unless another alarm explains it. */
async function notifyOfLost(
  {
    db,
    newId,
    hasSmsGateway,
    hasMailServer,
  }: Pick<BatchContext, "db" | "newId" | "hasSmsGateway" | "hasMailServer">,
  raised: readonly AlarmRecord[],
): Promise<string[]> {
  const lost = raised.filter(
    ({ kind, state }) => (kind === "lost" || kind === "accessLost") && state !== "suppressed",
  );
  const [first] = lost;
  if (!first) return [];
  const audience = await readAudience(db, "deviceLost");
  const notices = lost.flatMap((alarm) =>
    audience.map(({ id: staffId }) => ({
      kind: "deviceLost" as const,
      staffId,
      // The notice says itself that something is lost.
      text: joinParts(" · ", formatSubject(alarm), formatMeasured(alarm, null)),
      recordId: alarm.id,
    })),
  );
  return storeNotices(
    { db, newId, now: first.raisedAt, channels: { sms: hasSmsGateway, mail: hasMailServer } },
    notices,
  );
}

/** Counts the alarms of the tasks and flights of new ones: anew, so that no count is ever off. */
async function countAlarms(db: Db, raised: readonly AlarmRecord[]): Promise<void> {
  const taskIds = [...new Set(raised.flatMap(({ taskId }) => taskId ?? []))];
  const flightIds = [...new Set(raised.flatMap(({ flightId }) => flightId ?? []))];
  if (taskIds.length > 0)
    await db
      .update(tasks)
      .set({ alarmCount: sql`(select count(*) from ${alarms} where ${alarms.taskId} = ${tasks.id})` })
      .where(inArray(tasks.id, taskIds));
  if (flightIds.length > 0)
    await db
      .update(flights)
      .set({ alarmCount: sql`(select count(*) from ${alarms} where ${alarms.flightId} = ${flights.id})` })
      .where(inArray(flights.id, flightIds));
}
