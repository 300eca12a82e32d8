import type { AlarmFlood } from "../../adapters/contract/alarm.ts";
import { isDatabaseUnavailable } from "../http/databaseError.ts";
import type { Platform } from "../platform.ts";
import type { AlarmSignal, AlarmSink } from "../telemetry/alarms/signals.ts";
import type { LiveFeed } from "../telemetry/feed/liveFeed.ts";
import type { FlightRegistry } from "../telemetry/flights/flightRegistry.ts";
import type { WriteBehind } from "../telemetry/flights/writeBehind.ts";
import type { OwnOutage } from "../telemetry/ingest/ownOutage.ts";
import { type AlarmOperation, type BatchResult, storeBatch } from "./alarmBatch.ts";
import { createAlarmBroadcast } from "./alarmBroadcast.ts";
import { createAlarmQueue } from "./alarmQueue.ts";
import { readOpenAlarms } from "./alarmStore.ts";
import { createAlarmNames, type RaisedCause, type SignalFlight } from "./createAlarm.ts";
import { findDueChanges } from "./dueChanges.ts";
import { floodWindowMs } from "./flood.ts";
import { createLeaderSearch, type GetShiftLeader, nobodyOnDuty } from "./notifyLeader.ts";
import {
  type Cause,
  createOpenAlarms,
  createSlotMarker,
  isOpen,
  type OpenAlarms,
  type RankedCause,
  repeatMs,
  toCauseKey,
} from "./openAlarms.ts";
import { createPlatformLine, type LineLoss } from "./platformLine.ts";

/** The life of alarms: takes causes from the rules, stores what becomes of them, and publishes it. */
export interface AlarmService extends AlarmSink {
  /** Takes over the alarms that were open when the server stopped. Call it once the flights are restored. */
  readonly restore: () => Promise<void>;
  /** Does what time brings: shelving ends, causes that nobody confirms are over, a leader gets an SMS. Once a second. */
  readonly tick: (now: number) => void;
  /** Waits until everything that has happened is stored. */
  readonly flush: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly getFlood: () => AlarmFlood;
  /** When the newest alarm of priority 1 that nobody has acknowledged became one, UTC ms; null for none. */
  readonly getNewestWaitingP1: () => number | null;
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
  const markSlots = createSlotMarker(registry, open);
  const line = createPlatformLine(registry, ownOutage.getSince);
  const queue = createAlarmQueue(store, platform);
  /** Restored alarms whose cause no rule has found since. */
  const unconfirmed = new Set<string>();
  /** Set where the telemetry runs; other processes only pass on what that one and their own calls publish. */
  let isRestored = false;
  let restoredAt = clock().getTime();
  const broadcast = createAlarmBroadcast(platform, feed, open, names, ({ id, version }) => {
    if (isRestored && open.get(id)?.version !== version) queue.add({ type: "reload", id });
  });
  const findLeaders = createLeaderSearch({
    alarms: open,
    getShiftLeader,
    onLeader: (id, leader, at) => queue.add({ type: "notify", id, leader, hasGateway: hasSmsGateway, at }),
    onNobody: (at) =>
      writes.insertPlatformEvent({ id: newId(), at: new Date(at), kind: "unattended", durationMs: 0 }),
    onError: (error) => onError(error, "alarm to the leader"),
  });

  const isSilenced = () => line.isSilencing(clock().getTime());

  const intake = createIntake({ platform, registry, open, line, queue, unconfirmed });

  async function store(operations: readonly AlarmOperation[]): Promise<void> {
    if (operations.some((operation) => operation.type === "raise" && isYoung(registry, operation.cause)))
      await writes.flush();
    const context = {
      db,
      newId,
      names,
      open,
      getSuppressor: (cause: RankedCause, alarms: typeof open) => alarms.getSuppressor(cause, isSilenced()),
    };
    try {
      take(await storeBatch(context, operations));
    } catch (error) {
      if (isDatabaseUnavailable(error)) broadcast.announceUnsaved(operations);
      throw error;
    }
  }

  function take({ alarms, changed, raised, queuedSms, told }: BatchResult): void {
    for (const alarm of alarms) open.set(alarm);
    broadcast.countRaised(raised);
    if (queuedSms > 0) bus.publish("sms.queued", { count: queuedSms });
    if (told.length > 0) bus.publish("notifications.changed", { staffIds: told });
    broadcast.publish(alarms.filter(({ id }) => changed.has(id)));
    markSlots();
    queueDueChanges(clock().getTime());
  }

  function queueDueChanges(now: number): void {
    if (!isRestored || !queue.isEmpty()) return;
    const facts = { now, restoredAt, unconfirmed, registry, isSilenced: isSilenced() };
    for (const operation of findDueChanges(open, facts)) queue.add(operation);
  }

  return {
    raise: intake.raise,
    clear: intake.clear,
    restore: async () => {
      restoredAt = clock().getTime();
      const since = new Date(restoredAt - Math.max(repeatMs, floodWindowMs));
      const restored = await readOpenAlarms(db, since);
      for (const alarm of restored) {
        open.set(alarm);
        if (alarm.isHolding && isOpen(alarm)) unconfirmed.add(alarm.id);
      }
      broadcast.countRaised(restored);
      isRestored = true;
      broadcast.publish([]);
      markSlots();
      queueDueChanges(restoredAt);
    },
    tick: (now) => {
      intake.watchLine(now);
      open.forget(now);
      findLeaders(now);
      queueDueChanges(now);
      broadcast.publish([]);
      markSlots();
      queue.retry();
    },
    flush: queue.flush,
    stop: async () => {
      broadcast.stop();
      await queue.flush();
    },
    getFlood: broadcast.getFlood,
    getNewestWaitingP1: open.getNewestWaitingP1,
  };
}

const platformCause = { kind: "platformLost", droneSn: "", hangarId: null, zoneId: null } as const;

const toLineSignal = (loss: LineLoss): AlarmSignal => ({
  ...platformCause,
  priority: "p1",
  slot: null,
  lng: null,
  lat: null,
  values: { ...loss },
});

interface IntakeParts {
  readonly platform: Pick<AlarmPlatform, "newId" | "clock">;
  readonly registry: FlightRegistry;
  readonly open: OpenAlarms;
  readonly line: ReturnType<typeof createPlatformLine>;
  readonly queue: ReturnType<typeof createAlarmQueue>;
  /** Restored alarms whose cause no rule has found since. */
  readonly unconfirmed: Set<string>;
}

/** Queues what the rules find, and the loss of the platform's own line. */
function createIntake({ platform: { newId, clock }, registry, open, line, queue, unconfirmed }: IntakeParts) {
  /** Causes that begin while the platform hears nobody: they are raised if they still hold when it does again. */
  const held = new Map<string, RaisedCause>();
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

  function watchLine(now: number): void {
    const change = line.advance(now);
    if (change === "back") clear(platformCause, now);
    else if (change) enqueue({ signal: toLineSignal(change.lost), at: now, flight: null });
    if (held.size === 0 || isSilenced()) return;
    for (const cause of held.values()) enqueue(cause);
    held.clear();
  }

  return { raise, clear, watchLine };
}

function isYoung(registry: FlightRegistry, { at, flight }: RaisedCause): boolean {
  const startedAt = flight && registry.getByTask(flight.taskId)?.flight?.startedAt;
  return typeof startedAt === "number" && at - startedAt < youngFlightMs;
}

/** What is open of a signal's drone. */
function getFlight(registry: FlightRegistry, { slot, droneSn }: AlarmSignal): SignalFlight | null {
  const found = slot === null ? registry.getByDrone(droneSn) : registry.getBySlot(slot);
  if (!found) return null;
  const { id, taskNo, name, companyId } = found.task;
  return { flightId: found.flight?.id ?? null, taskId: id, taskNo, taskName: name, companyId };
}
