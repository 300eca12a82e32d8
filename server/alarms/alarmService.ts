import type { DutyScope } from "../../adapters/contract/dutyScope.ts";
import type { AlarmFloods } from "../bus/bus.ts";
import { isDatabaseUnavailable } from "../db/databaseError.ts";
import { createDutyDesks, type DutyDesks } from "../duty/dutyDesks.ts";
import type { Platform } from "../platform.ts";
import type { AlarmSignal, AlarmSink } from "../telemetry/alarms/signals.ts";
import type { LiveFeed } from "../telemetry/feed/liveFeed.ts";
import type { FlightRegistry } from "../telemetry/flights/flightRegistry.ts";
import type { WriteBehind } from "../telemetry/flights/writeBehind.ts";
import type { OwnOutage } from "../telemetry/ingest/ownOutage.ts";
import { type AlarmOperation, type BatchResult, storeBatch } from "./alarmBatch.ts";
import { type AlarmBroadcast, createAlarmBroadcast } from "./alarmBroadcast.ts";
import { createAlarmQueue } from "./alarmQueue.ts";
import { readOpenAlarms } from "./alarmStore.ts";
import { createAlarmNames, type RaisedCause, type SignalFlight } from "./createAlarm.ts";
import { findDueChanges, type Unconfirmed } from "./dueChanges.ts";
import { floodWindowMs } from "./flood.ts";
import { findLostLines, isOfLine, toLineCause, toLineSignal } from "./lineSignals.ts";
import { createLineWatch, type LineWatch } from "./lineWatch.ts";
import { createLeaderSearch, type GetShiftLeader, nobodyOnDuty } from "./notifyLeader.ts";
import {
  type Cause,
  createOpenAlarms,
  createSlotMarker,
  isNoNews,
  isOpen,
  type LineFacts,
  type OpenAlarms,
  type RankedCause,
  repeatMs,
  silenceKinds,
  toCause,
  toCauseKey,
} from "./openAlarms.ts";
import { getShownRanges, type ShownRanges } from "./shownRanges.ts";

declare module "../telemetry/liveService.ts" {
  interface LiveService {
    readonly alarms: AlarmService;
  }
}

/** The life of alarms: takes causes from the rules, stores what becomes of them, and publishes it. */
export interface AlarmService extends AlarmSink {
  /** Takes over the alarms that were open when the server stopped. Call it once the flights are restored. */
  readonly restore: () => Promise<void>;
  /** Tells screens of all that it knows: the process that kept the alarms before may not have come to it. */
  readonly publishAll: () => void;
  /** Does what time brings: shelving ends, causes that nobody confirms are over, a leader gets an SMS. Once a second. */
  readonly tick: (now: number) => void;
  /** Waits until everything that has happened is stored. */
  readonly flush: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly getFloods: () => AlarmFloods;
  readonly getFlood: AlarmBroadcast["getFlood"];
  readonly listWaitingP1: OpenAlarms["listWaitingP1"];
  /** How many alarms a screen of a scope shows; null where that is not known here. */
  readonly getShownRanges: (scope: DutyScope, now: number) => ShownRanges | null;
  /** Those on duty, who watch the alarms. */
  readonly listDesks: DutyDesks["list"];
  /** Those of which an alarm is open. */
  readonly listHangars: () => readonly string[];
  /** Those that are lost by an alarm: an open one may wait for nothing but its acknowledgement. */
  readonly listScreens: () => readonly string[];
}

export type AlarmPlatform = Pick<Platform, "db" | "bus" | "clock" | "newId" | "onError">;

export interface AlarmParts {
  readonly registry: FlightRegistry;
  readonly feed: LiveFeed;
  readonly writes: WriteBehind;
  readonly ownOutage: OwnOutage;
  /** Whether a hangar that was in trouble has fallen silent. */
  readonly isHangarSilent: (id: string) => boolean;
}

export interface AlarmOptions {
  readonly getShiftLeader?: GetShiftLeader;
  /** Whether SMS can be sent. */
  readonly hasSmsGateway?: boolean;
  readonly hasMailServer?: boolean;
}

/** A flight may be stored a little after its first alarm. */
const youngFlightMs = 5_000;

export function createAlarmService(
  platform: AlarmPlatform,
  { registry, feed, writes, ownOutage, isHangarSilent }: AlarmParts,
  { getShiftLeader = nobodyOnDuty, hasSmsGateway = false, hasMailServer = false }: AlarmOptions = {},
): AlarmService {
  const { db, bus, clock, newId, onError } = platform;
  const open = createOpenAlarms();
  const names = createAlarmNames();
  const markSlots = createSlotMarker(registry, open);
  const lines = createLineWatch(registry, ownOutage.getSince);
  const queue = createAlarmQueue(store, platform);
  /** Restored alarms whose cause no rule has found since. */
  const unconfirmed: Unconfirmed = new Map();
  /** Set where the telemetry runs; other processes only pass on what that one and their own calls publish. */
  let isRestored = false;
  const desks = createDutyDesks(platform);
  const ports = { bus, clock, listDesks: desks.list };
  const broadcast = createAlarmBroadcast(ports, feed, open, names, ({ id, version }) => {
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

  const getLineFacts = (): LineFacts => {
    const now = clock().getTime();
    return {
      isPlatformLost: lines.isPlatformLost(now),
      getLostLine: (droneSn) => lines.getLostLine(droneSn, now),
    };
  };

  const intake = createIntake({ platform, registry, open, lines, queue, unconfirmed });

  async function store(operations: readonly AlarmOperation[]): Promise<void> {
    if (operations.some((operation) => operation.type === "raise" && isYoung(registry, operation.cause)))
      await writes.flush();
    const context = {
      db,
      newId,
      names,
      open,
      hasSmsGateway,
      hasMailServer,
      getSuppressor: (cause: RankedCause, alarms: typeof open) => alarms.getSuppressor(cause, getLineFacts()),
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
    const facts = { now, unconfirmed, registry, isHangarSilent, lines: getLineFacts() };
    for (const operation of findDueChanges(open, facts)) queue.add(operation);
  }

  return {
    raise: intake.raise,
    clear: (signal, at) => intake.clear(toCause(signal), at),
    restore: async () => {
      const restoredAt = clock().getTime();
      const since = new Date(restoredAt - Math.max(repeatMs, floodWindowMs));
      await desks.refresh();
      const restored = await readOpenAlarms(db, since);
      for (const alarm of restored) {
        open.set(alarm);
        if (alarm.isHolding && isOpen(alarm) && !isOfLine(alarm)) unconfirmed.set(alarm.id, restoredAt);
      }
      lines.restore(findLostLines(restored, registry), restoredAt);
      broadcast.countRaised(restored);
      isRestored = true;
      broadcast.publish([]);
      markSlots();
      queueDueChanges(restoredAt);
    },
    publishAll: () => broadcast.publish([...open.values()]),
    tick: (now) => {
      intake.watchLines(now);
      void desks.refresh();
      open.forget(now);
      findLeaders(now);
      queueDueChanges(now);
      broadcast.publish([]);
      markSlots();
      queue.retry();
    },
    flush: async () => {
      await desks.refresh();
      await queue.flush();
    },
    stop: async () => {
      desks.stop();
      broadcast.stop();
      await queue.flush();
    },
    getFloods: broadcast.getFloods,
    getFlood: broadcast.getFlood,
    listWaitingP1: open.listWaitingP1,
    getShownRanges: (scope, now) =>
      isRestored
        ? getShownRanges(open.values(), { scope, isFlood: broadcast.getFloods().all.isActive, now })
        : null,
    listDesks: desks.list,
    listHangars: () =>
      [...open.values()].flatMap((alarm) =>
        alarm.hangarId !== null && isOpen(alarm) ? [alarm.hangarId] : [],
      ),
    listScreens: () =>
      [...open.values()].flatMap((alarm) =>
        alarm.kind === "screenLost" && isOpen(alarm) && alarm.isHolding ? [alarm.lineId] : [],
      ),
  };
}

interface IntakeParts {
  readonly platform: Pick<AlarmPlatform, "newId" | "clock">;
  readonly registry: FlightRegistry;
  readonly open: OpenAlarms;
  readonly lines: LineWatch;
  readonly queue: ReturnType<typeof createAlarmQueue>;
  /** Restored alarms whose cause no rule has found since. */
  readonly unconfirmed: Unconfirmed;
}

/** Queues what the rules find, and the loss of lines. */
function createIntake({
  platform: { newId, clock },
  registry,
  open,
  lines,
  queue,
  unconfirmed,
}: IntakeParts) {
  /** That drones are silent, while the platform hears nobody: it is raised if it still holds when it does again. */
  const held = new Map<string, RaisedCause>();
  const isSilenced = () => lines.isPlatformLost(clock().getTime());
  const enqueue = (cause: RaisedCause) => queue.add({ type: "raise", id: newId(), cause });

  function raise(signal: AlarmSignal, at: number): void {
    const cause = toCause(signal);
    const alarm = open.findByCause(cause, at);
    // After a restart the rules find again what is open: that is no repeat, nor is it less urgent than it was.
    if (alarm && unconfirmed.delete(alarm.id) && alarm.isHolding && isNoNews(alarm, signal)) return;
    const raised = { signal, at, flight: getFlight(registry, signal) };
    if (!alarm && silenceKinds.includes(signal.kind) && isSilenced()) held.set(toCauseKey(cause), raised);
    else enqueue(raised);
  }

  function clear(cause: Cause, at: number): void {
    if (held.delete(toCauseKey(cause))) return;
    queue.add({ type: "clear", cause, at });
  }

  function watchLines(now: number): void {
    const { lost, grown, back } = lines.advance(now);
    for (const line of back) clear(toLineCause(line), now);
    for (const loss of lost) enqueue({ signal: toLineSignal(loss), at: now, flight: null });
    // One that is lost again within a minute is the same alarm, of perhaps other drones.
    for (const loss of [...lost, ...grown]) {
      const { values } = toLineSignal(loss);
      queue.add({ type: "note", cause: toLineCause(loss.line), set: { values: { ...values } }, at: now });
    }
    if (held.size === 0 || isSilenced()) return;
    for (const cause of held.values()) enqueue(cause);
    held.clear();
  }

  return { raise, clear, watchLines };
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
