import type { AlarmFlood } from "../../adapters/contract/alarm.ts";
import type { AlarmRecord } from "../db/schema/alarm.ts";
import { isDatabaseUnavailable } from "../http/databaseError.ts";
import type { Platform } from "../platform.ts";
import type { AlarmSignal, AlarmSink } from "../telemetry/alarms/signals.ts";
import type { LiveFeed } from "../telemetry/feed/liveFeed.ts";
import type { FlightRegistry } from "../telemetry/flights/flightRegistry.ts";
import type { WriteBehind } from "../telemetry/flights/writeBehind.ts";
import type { OwnOutage } from "../telemetry/ingest/ownOutage.ts";
import { type AlarmOperation, type BatchResult, storeBatch } from "./alarmBatch.ts";
import { createAlarmQueue } from "./alarmQueue.ts";
import { toAlarmRow } from "./alarmRow.ts";
import { readOpenAlarms } from "./alarmStore.ts";
import { createAlarm, createAlarmNames, type RaisedCause, type SignalFlight } from "./createAlarm.ts";
import { findDueChanges } from "./dueChanges.ts";
import { countFolded, createFloodWatch, floodWindowMs, withoutFolded } from "./flood.ts";
import { type GetShiftLeader, isNotifyDue, nobodyOnDuty } from "./notifyLeader.ts";
import { type Cause, createOpenAlarms, repeatMs, toCauseKey, toFrameBits } from "./openAlarms.ts";
import { createPlatformLine, type LineLoss } from "./platformLine.ts";

/** The life of alarms: takes causes from the rules, stores what becomes of them, and tells everybody. */
export interface AlarmService extends AlarmSink {
  /** Takes over the alarms that were open when the server stopped. Call it once the flights are restored. */
  readonly restore: () => Promise<void>;
  /** Does what time brings: shelving ends, causes that nobody confirms are over, a leader is told. Once a second. */
  readonly tick: (now: number) => void;
  /** Waits until everything that has happened is stored. */
  readonly flush: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly getFlood: () => AlarmFlood;
}

export type AlarmPlatform = Pick<Platform, "db" | "bus" | "clock" | "newId" | "onError">;

export interface AlarmParts {
  readonly registry: FlightRegistry;
  readonly feed: LiveFeed;
  readonly writes: WriteBehind;
  readonly ownOutage: OwnOutage;
}

export interface AlarmOptions {
  readonly getShiftLeader?: GetShiftLeader;
  /** Whether SMS can be sent. */
  readonly hasSmsGateway?: boolean;
}

/** Alarms in one message to the sockets. */
const maxRowsPerMessage = 100;
/** Without a leader, one is looked for again after this time. */
const leaderRetryMs = 60_000;
/** A flight may be stored a little after its first alarm. */
const youngFlightMs = 5_000;

export function createAlarmService(
  platform: AlarmPlatform,
  { registry, feed, writes, ownOutage }: AlarmParts,
  { getShiftLeader = nobodyOnDuty, hasSmsGateway = false }: AlarmOptions = {},
): AlarmService {
  const { db, bus, clock, newId, onError } = platform;
  const open = createOpenAlarms();
  const names = createAlarmNames();
  const floodWatch = createFloodWatch();
  const line = createPlatformLine(registry, ownOutage.getSince);
  const queue = createAlarmQueue(store, onError);
  /** Causes that begin while the platform hears nobody: they are raised if they still hold when it does again. */
  const held = new Map<string, RaisedCause>();
  /** Restored alarms whose cause no rule has found since. */
  const unconfirmed = new Set<string>();
  /** Ids of alarms that screens have, but the database does not. */
  const announced = new Set<string>();
  const leaderAskedAt = new Map<string, number>();
  const alarmedSlots = new Set<number>();
  /** Set where the telemetry runs; other processes only pass on what that one and their own calls publish. */
  let isRestored = false;
  let restoredAt = clock().getTime();
  let flood: AlarmFlood = { isActive: false, folded: [] };

  const isSilenced = () => line.isSilencing(clock().getTime());

  const enqueue = (cause: RaisedCause) => queue.add({ type: "raise", id: newId(), cause });

  function raise(signal: AlarmSignal, at: number): void {
    const alarm = open.findByCause(signal, at);
    // After a restart the rules find again what is open: that is no repeat, nor is it less urgent than it was.
    if (alarm && unconfirmed.delete(alarm.id) && alarm.isHolding && signal.priority >= alarm.priority) return;
    const cause = { signal, at, flight: getFlight(registry, signal) };
    if (!alarm && signal.kind !== "platformLost" && isSilenced()) held.set(toCauseKey(signal), cause);
    else enqueue(cause);
  }

  function clear(cause: Cause, at: number): void {
    if (held.delete(toCauseKey(cause))) return;
    queue.add({ type: "clear", cause, at });
  }

  async function store(operations: readonly AlarmOperation[]): Promise<void> {
    if (operations.some((operation) => operation.type === "raise" && isYoung(operation.cause)))
      await writes.flush();
    const context = {
      db,
      newId,
      names,
      open,
      getSuppressor: (cause: Cause, alarms: typeof open) => alarms.getSuppressor(cause, isSilenced()),
    };
    try {
      take(await storeBatch(context, operations));
    } catch (error) {
      if (isDatabaseUnavailable(error)) announceUnsaved(operations);
      throw error;
    }
  }

  const isYoung = ({ at, flight }: RaisedCause) => {
    const startedAt = flight && registry.getByTask(flight.taskId)?.flight?.startedAt;
    return typeof startedAt === "number" && at - startedAt < youngFlightMs;
  };

  function take({ alarms, changed, raised, queuedSms }: BatchResult): void {
    for (const alarm of alarms) open.set(alarm);
    for (const { raisedAt, state } of raised) if (state !== "suppressed") floodWatch.add(raisedAt.getTime());
    if (queuedSms > 0) bus.publish("sms.queued", { count: queuedSms });
    publish(alarms.filter(({ id }) => changed.has(id)));
    for (const { id } of raised) announced.delete(id);
    markSlots();
    queueDueChanges(clock().getTime());
  }

  /** Tells all processes what has changed, and what a flood folds. */
  function publish(changed: readonly AlarmRecord[]): void {
    const wasActive = flood.isActive;
    flood = countFolded(floodWatch.advance(clock().getTime()), open.values());
    if (changed.length === 0 && flood.isActive === wasActive) return;
    const unfolded = wasActive && !flood.isActive ? [...open.values()].filter(isOpen) : [];
    const rows = [...new Set([...changed, ...unfolded])].map(toAlarmRow);
    for (let start = 0; start === 0 || start < rows.length; start += maxRowsPerMessage)
      bus.publish("alarm.changed", { alarms: rows.slice(start, start + maxRowsPerMessage), flood });
  }

  /** The database is away: screens show new alarms as they will be stored. */
  function announceUnsaved(operations: readonly AlarmOperation[]): void {
    const alarms = operations.flatMap((operation) => {
      if (operation.type !== "raise" || announced.has(operation.id)) return [];
      if (open.findByCause(operation.cause.signal, operation.cause.at)) return [];
      announced.add(operation.id);
      return toAlarmRow(createAlarm(operation.id, operation.cause, names, null));
    });
    if (alarms.length > 0) feed.emitAlarmsChanged({ alarms, flood });
  }

  /** The frames' bits of all drones with open alarms. */
  function markSlots(): void {
    const bits = new Map<number, number>();
    for (const alarm of open.values()) {
      const slot = alarm.droneSn === "" ? undefined : registry.getByDrone(alarm.droneSn)?.slot;
      if (slot !== undefined) bits.set(slot, (bits.get(slot) ?? 0) | toFrameBits(alarm));
    }
    for (const slot of alarmedSlots) if (!bits.has(slot)) registry.fleet.setAlarmBits(slot, 0);
    alarmedSlots.clear();
    for (const [slot, bit] of bits) {
      registry.fleet.setAlarmBits(slot, bit);
      alarmedSlots.add(slot);
    }
  }

  function queueDueChanges(now: number): void {
    if (!isRestored || !queue.isEmpty()) return;
    const facts = { now, restoredAt, unconfirmed, registry, isSilenced: isSilenced() };
    for (const operation of findDueChanges(open, facts)) queue.add(operation);
  }

  function watchLine(now: number): void {
    const change = line.advance(now);
    if (change === "back") clear(platformCause, now);
    else if (change) enqueue({ signal: toLineSignal(change.lost), at: now, flight: null });
    if (held.size === 0 || isSilenced()) return;
    for (const cause of held.values()) enqueue(cause);
    held.clear();
  }

  function tellLeaders(now: number): void {
    for (const alarm of open.values()) {
      if (!isNotifyDue(alarm, now) || now - (leaderAskedAt.get(alarm.id) ?? 0) < leaderRetryMs) continue;
      const isFirst = !leaderAskedAt.has(alarm.id);
      leaderAskedAt.set(alarm.id, now);
      tellLeader(alarm.id, isFirst, now).catch((error: unknown) => onError(error, "alarm to the leader"));
    }
    for (const id of leaderAskedAt.keys()) if (!open.get(id)) leaderAskedAt.delete(id);
  }

  async function tellLeader(id: string, isFirst: boolean, at: number): Promise<void> {
    const leader = await getShiftLeader();
    if (leader) queue.add({ type: "notify", id, leader, hasGateway: hasSmsGateway, at });
    else if (isFirst)
      writes.insertPlatformEvent({ id: newId(), at: new Date(at), kind: "unattended", durationMs: 0 });
  }

  const unsubscribe = bus.subscribe("alarm.changed", ({ alarms, flood: known }) => {
    if (known) flood = known;
    feed.emitAlarmsChanged({ alarms: withoutFolded(alarms, flood), flood });
    if (!isRestored || known) return;
    // Changed by a call, perhaps on another process.
    for (const { id, version } of alarms)
      if (open.get(id)?.version !== version) queue.add({ type: "reload", id });
  });

  return {
    raise,
    clear,
    restore: async () => {
      restoredAt = clock().getTime();
      for (const alarm of await readOpenAlarms(
        db,
        new Date(restoredAt - Math.max(repeatMs, floodWindowMs)),
      )) {
        open.set(alarm);
        if (alarm.isHolding && isOpen(alarm)) unconfirmed.add(alarm.id);
        if (alarm.state !== "suppressed") floodWatch.add(alarm.raisedAt.getTime());
      }
      isRestored = true;
      publish([]);
      markSlots();
      queueDueChanges(restoredAt);
    },
    tick: (now) => {
      watchLine(now);
      open.forget(now);
      tellLeaders(now);
      queueDueChanges(now);
      publish([]);
      markSlots();
      queue.retry();
    },
    flush: queue.flush,
    stop: async () => {
      unsubscribe();
      await queue.flush();
    },
    getFlood: () => flood,
  };
}

const isOpen = ({ state }: AlarmRecord) => state !== "gone";

const platformCause = { kind: "platformLost", droneSn: "", hangarId: null, zoneId: null } as const;

const toLineSignal = (loss: LineLoss): AlarmSignal => ({
  ...platformCause,
  priority: "p1",
  slot: null,
  lng: null,
  lat: null,
  values: { ...loss },
});

/** What is open of a signal's drone. */
function getFlight(registry: FlightRegistry, { slot, droneSn }: AlarmSignal): SignalFlight | null {
  const found = slot === null ? registry.getByDrone(droneSn) : registry.getBySlot(slot);
  if (!found) return null;
  const { id, taskNo, name, companyId } = found.task;
  return { flightId: found.flight?.id ?? null, taskId: id, taskNo, taskName: name, companyId };
}
