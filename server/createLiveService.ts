import { and, eq, exists, isNull, lt, or, sql } from "drizzle-orm";
import type { RejectionReason } from "../adapters/contract/telemetry.ts";
import { type AlarmOptions, createAlarmService } from "./alarms/alarmService.ts";
import type { Db } from "./db/handle.ts";
import { isAmong } from "./db/isAmong.ts";
import { drones } from "./db/schema/drone.ts";
import { flights } from "./db/schema/flight.ts";
import { createAttendance, type WatchingConsole } from "./duty/attendance.ts";
import { createFlyingNow } from "./duty/flyingNow.ts";
import { readConsoles } from "./duty/sharedConsoles.ts";
import { createLiveAlarms, type LiveAlarmsOptions } from "./telemetry/alarms/liveAlarms.ts";
import type { DutyFacts } from "./telemetry/alarms/siteRules.ts";
import type { FeedRegistry } from "./telemetry/feed/feedRegistry.ts";
import { createLiveFeed, type LiveFeed } from "./telemetry/feed/liveFeed.ts";
import { createSlotColumns } from "./telemetry/fleet/slotColumns.ts";
import { createFlightRegistry, type FlightRegistry } from "./telemetry/flights/flightRegistry.ts";
import { storeSignOfLife } from "./telemetry/flights/recordDowntime.ts";
import type { TaskListener } from "./telemetry/flights/registryState.ts";
import {
  loadTaskNumberGenerator,
  type TaskNumberGenerator,
} from "./telemetry/flights/taskNumberGenerator.ts";
import { createWriteBehind } from "./telemetry/flights/writeBehind.ts";
import { createAccessKeyUses } from "./telemetry/ingest/accessKeyUses.ts";
import { createClockCorrections } from "./telemetry/ingest/clockCorrections.ts";
import { createTakeOffWatch } from "./telemetry/ingest/groundState.ts";
import { createIngestStatus } from "./telemetry/ingest/ingestStatus.ts";
import { createLines } from "./telemetry/ingest/lines.ts";
import { createOwnOutage } from "./telemetry/ingest/ownOutage.ts";
import type { LivePlatform, LiveService, SampleCounters } from "./telemetry/liveService.ts";
import { createLivePicture } from "./telemetry/relay/livePicture.ts";
import { createZoneService } from "./zones/zoneService.ts";

const tickMs = 1_000;
/** A tick that comes later than this means that the server itself was suspended: paused, swapped out or migrated. */
const stallMs = 3_000;
/** When drones and access keys were last seen is stored this often; what is newer is in memory. */
const storeSeenEveryTicks = 60;

/** What else the live service works with. */
export interface LiveServiceOptions extends AlarmOptions {
  /** Set where the alarm rules run; what they find goes to the alarms' life cycle unless `sink` is given. */
  readonly rules?: Partial<LiveAlarmsOptions>;
}

/** @param capacity how many tasks may be open at the same time */
export function createLiveService(
  platform: LivePlatform,
  capacity: number,
  { rules: ruleOptions, ...alarmOptions }: LiveServiceOptions = {},
): LiveService {
  const { clock, newId } = platform;
  const writes = createWriteBehind(platform.db, platform.onError);
  const slotColumns = createSlotColumns(capacity);
  const picture = platform.cluster
    ? createLivePicture(platform.cluster, {
        capacity,
        getRegistry: (): FlightRegistry => registry,
        getFeed: (): LiveFeed => feed,
        onError: platform.onError,
      })
    : null;
  const feed = createLiveFeed((): FeedRegistry => picture?.getShown() ?? registry, clock, picture?.isCurrent);
  const alarmRules = ruleOptions
    ? createLiveAlarms(platform, (): FlightRegistry => registry, slotColumns, {
        sink: {
          raise: (signal, at) => alarms.raise(signal, at),
          clear: (signal, at) => alarms.clear(signal, at),
        },
        judgeDuty: () => judgeDuty(),
        listAlarmedHangars: () => alarms.listHangars(),
        listAlarmedScreens: () => alarms.listScreens(),
        ...ruleOptions,
      })
    : null;
  const shown = picture ? notifyBoth(feed.listener, picture.listener) : feed.listener;
  const listener = alarmRules ? notifyBoth(alarmRules.listener, shown) : shown;
  const { registry, samples } = countSamples(createFlightRegistry({ slotColumns, newId, writes, listener }));
  const zones = createZoneService(platform, feed.emitZonesChanged);
  const ingestStatus = createIngestStatus();
  const clockCorrections = createClockCorrections();
  const takeOffs = createTakeOffWatch({
    hasFlight: (droneSn) => (registry.getByDrone(droneSn)?.flight ?? null) !== null,
    onHeld: (companyId, droneSn, held) =>
      writes.holdSamples({ sender: companyId ?? "", droneSn, samples: held }),
  });
  const lines = createLines();
  const accessKeyUses = createAccessKeyUses();
  const ownOutage = createOwnOutage();
  const isHangarSilent = (id: string) => alarmRules?.isHangarSilent(id) ?? false;
  const alarms = createAlarmService(
    platform,
    { registry, feed, writes, ownOutage, isHangarSilent },
    alarmOptions,
  );
  const flying = createFlyingNow(registry);
  // Until the sockets are there, nobody is missing.
  let judgeDuty = (): DutyFacts => ({ state: "attended", flying: 0, companies: [] });
  let listOwnConsoles: () => readonly WatchingConsole[] = () => [];
  let tickCount = 0;
  let timer: NodeJS.Timeout | undefined;
  let following: NodeJS.Timeout | undefined;
  let lastTickAt = Number.NaN;
  /** Time of the tick before the last stall after which this process was found to be still the owner. */
  let verifiedTick = Number.NaN;
  let verifying: Promise<void> | null = null;

  const storeSeen = async () => {
    try {
      await storeLastSeen(platform.db, ingestStatus.takeSeenDevices());
      const now = clock();
      const devices = [...ingestStatus.listDevices()];
      await setSilentOffline(
        platform.db,
        now,
        devices.filter(({ lastAt }) => isNewlySilent(now.getTime() - lastAt)).map(({ sn }) => sn),
      );
      await accessKeyUses.store(platform.db);
      await storeSignOfLife(platform.db, now);
    } catch (error) {
      platform.onError(error, "last seen drones and keys");
    }
  };

  const recordStall = (now: number, ms: number) =>
    writes.insertPlatformEvent({ id: newId(), at: new Date(now), kind: "stall", durationMs: Math.round(ms) });

  const tick = (stalledMs = 0) => {
    const now = clock().getTime();
    if (stalledMs > 0) recordStall(now, stalledMs);
    const outage = ownOutage.advance(now);
    if (outage.endedAfterMs > stallMs) recordStall(now, outage.endedAfterMs);
    alarms.tick(now);
    // Where both are known, they are the same time without samples.
    registry.tick(now, Math.max(stalledMs, outage.stalledMs));
    alarmRules?.tick(now);
    feed.tick(now);
    picture?.tick(now);
    zones.tick(now);
    void writes.flush();
    if (++tickCount % storeSeenEveryTicks === 0) void storeSeen();
  };

  return {
    registry,
    feed,
    writes,
    samples,
    ingestStatus,
    clockCorrections,
    takeOffs,
    lines,
    accessKeyUses,
    ownOutage,
    alarms,
    alarmRules,
    flying,
    setConsoles: (listConsoles) => {
      listOwnConsoles = listConsoles;
      const listAll = () => [
        ...listConsoles(),
        ...readConsoles(platform.cluster?.listOthersConsoles() ?? []),
      ];
      judgeDuty = createAttendance({ ...platform, ...alarms, flying, listConsoles: listAll });
    },
    listOwnConsoles: () => listOwnConsoles(),
    zones,
    simulatedHangars: new Set(),
    getTaskNumbers: createTaskNumberLoader(platform),
    tick,
    follow: () => {
      picture?.follow();
      following ??= setInterval(() => zones.tick(clock().getTime()), tickMs);
    },
    start: () => {
      clearInterval(following);
      feed.restart();
      lastTickAt = clock().getTime();
      timer ??= setInterval(() => {
        const now = clock().getTime();
        const lateMs = now - lastTickAt - tickMs;
        // Another process may own the picture by now: nothing is published until that is known.
        if (platform.cluster && lateMs > stallMs && verifiedTick !== lastTickAt) {
          verifying ??= platform.cluster.verifyLive().then(() => {
            verifiedTick = lastTickAt;
            verifying = null;
          });
          return;
        }
        lastTickAt = now;
        tick(lateMs > stallMs ? lateMs : 0);
      }, tickMs);
    },
    stop: async () => {
      clearInterval(timer);
      clearInterval(following);
      picture?.stop();
      zones.stop();
      registry.persistTracks();
      await alarmRules?.stop();
      await writes.flush();
      await alarms.stop();
      if (platform.cluster?.isLive() ?? true) await storeSeen();
    },
  };
}

/** Loads the generator when it is first asked for, and again after a failure. */
function createTaskNumberLoader({ db, clock }: LivePlatform): LiveService["getTaskNumbers"] {
  let taskNumbers: Promise<TaskNumberGenerator> | undefined;
  return () => {
    taskNumbers ??= loadTaskNumberGenerator(db, clock()).catch((error: unknown) => {
      taskNumbers = undefined;
      throw error;
    });
    return taskNumbers;
  };
}

/** The rules come before the feed, which draws what they found. */
const notifyBoth = (first: TaskListener, second: TaskListener): TaskListener => ({
  onOpened: (task) => {
    first.onOpened(task);
    second.onOpened(task);
  },
  onClosed: (task) => {
    first.onClosed(task);
    second.onClosed(task);
  },
  onRenaming: (task) => {
    first.onRenaming(task);
    second.onRenaming(task);
  },
  onRenamed: (task) => {
    first.onRenamed(task);
    second.onRenamed(task);
  },
  onSample: (task) => {
    first.onSample(task);
    second.onSample(task);
  },
  onEvent: (task, event) => {
    first.onEvent(task, event);
    second.onEvent(task, event);
  },
});

/** Wraps the registry to count accepted and rejected samples. */
function countSamples(uncounted: FlightRegistry): {
  readonly registry: FlightRegistry;
  readonly samples: SampleCounters;
} {
  let accepted = 0;
  const rejectedByReason: Partial<Record<RejectionReason, number>> = {};
  const addRejected = (reason: RejectionReason, count: number) => {
    rejectedByReason[reason] = (rejectedByReason[reason] ?? 0) + count;
  };
  const ingest: FlightRegistry["ingest"] = (batch, at) => {
    const rejected = uncounted.ingest(batch, at);
    accepted += batch.count - rejected.length;
    for (const { reason } of rejected) addRejected(reason, 1);
    return rejected;
  };
  return {
    registry: { ...uncounted, ingest },
    samples: { accepted: () => accepted, rejected: () => rejectedByReason, addRejected },
  };
}

const dronesPerStatement = 1_000;

/**
 * Stores when each drone last sent something, and that it is online.
 * @param seen UTC ms by serial number
 */
async function storeLastSeen(db: Db, seen: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...seen].map(([sn, at]) => ({ sn, at: new Date(at).toISOString() }));
  for (let start = 0; start < rows.length; start += dronesPerStatement)
    await db.execute(sql`
      update ${drones} set last_seen_at = seen.at,
        status = case when ${drones.status} = 'offline' then 'online' else ${drones.status} end
      from jsonb_to_recordset(${JSON.stringify(rows.slice(start, start + dronesPerStatement))}::jsonb)
        as seen(sn text, at timestamptz)
      where ${drones.sn} = seen.sn and ${drones.deletedAt} is null`);
}

/** Three times as long as it takes at most to store that a drone was seen. */
const silentAfterMs = 3 * storeSeenEveryTicks * tickMs;

/** Long enough for one failed write in between. */
const isNewlySilent = (silentMs: number) => silentMs > silentAfterMs && silentMs <= 2 * silentAfterMs;

/**
 * Drones that report by themselves and have fallen silent are offline, also those that did before a restart.
 * @param newlySilent serial numbers of such that may have no flight: they only stood on the ground
 */
async function setSilentOffline(db: Db, now: Date, newlySilent: readonly string[]): Promise<void> {
  const reported = db
    .select({ id: flights.id })
    .from(flights)
    .where(and(eq(flights.droneSn, drones.sn), eq(flights.source, "device")));
  await db
    .update(drones)
    .set({ status: "offline" })
    .where(
      and(
        eq(drones.status, "online"),
        lt(drones.lastSeenAt, new Date(now.getTime() - silentAfterMs)),
        isNull(drones.deletedAt),
        newlySilent.length > 0 ? or(exists(reported), isAmong(drones.sn, newlySilent)) : exists(reported),
      ),
    );
}
