import { and, eq, gt, inArray, isNull, or } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { alarmRules } from "../../db/schema/alarmRule.ts";
import { drones } from "../../db/schema/drone.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { tasks } from "../../db/schema/task.ts";
import { controlZones } from "../../db/schema/zone.ts";
import type { Platform } from "../../platform.ts";
import type { Terrain } from "../../terrain/terrain.ts";
import { isInAir } from "../flights/flightPhases.ts";
import type { FlightRegistry } from "../flights/flightRegistry.ts";
import type { TaskListener } from "../flights/registryState.ts";
import { createAlarmStage } from "./alarmStage.ts";
import type { FlightPermit } from "./flightFacts.ts";
import { createRuleSet, type StoredRule } from "./ruleSet.ts";
import type { AlarmSink } from "./signals.ts";
import { createSiteRules, type RuleHangar } from "./siteRules.ts";
import type { RuleZone } from "./zoneTable.ts";

/** The alarm rules on the flights of this process. */
export interface LiveAlarms {
  /** Gets every sample and event of the open tasks. */
  readonly listener: TaskListener;
  readonly tick: (now: number) => void;
  /** Reads rules and zones; until then the general rules apply as they come. Their changes follow by themselves. */
  readonly load: () => Promise<void>;
  /** Takes what a device finds wrong with itself: 0 a notice, 1 a reminder, 2 a warning, null nothing. */
  readonly setDeviceHealth: (droneSn: string, level: number | null, codes: readonly string[]) => void;
  /** Waits for reads under way. */
  readonly stop: () => Promise<void>;
}

export interface LiveAlarmsOptions {
  readonly sink: AlarmSink;
  /** Whether somebody is on duty; absent where nobody knows, and 无人值守 is not judged. */
  readonly hasDutySession?: (() => boolean) | undefined;
  /** Absent where no tiles are configured. */
  readonly terrain?: Terrain | null;
}

type AlarmsPlatform = Pick<Platform, "db" | "bus" | "clock" | "onError">;

/** Hangars report every 2 s; those in trouble are read so often, and permits of flights with them. */
const readEveryTicks = 2;
/** Flights whose permits are read at once; more take turns. */
const maxPermits = 2_000;

/**
 * Puts the stage behind the registry.
 * @param getRegistry the registry reports to this listener, so it is created after it
 * @param capacity how many slots the fleet has
 */
export function createLiveAlarms(
  { db, bus, clock, onError }: AlarmsPlatform,
  getRegistry: () => FlightRegistry,
  capacity: number,
  { sink, hasDutySession, terrain = null }: LiveAlarmsOptions,
): LiveAlarms {
  const site = createSiteRules(sink);
  let stored: readonly StoredRule[] = [];
  let rules = createRuleSet(stored);
  let stage: ReturnType<typeof createStage> | undefined;
  const getStage = () => {
    stage ??= createStage(getRegistry(), capacity, sink, terrain);
    return stage;
  };
  let ticks = 0;
  let opened: number[] = [];
  /** Reads follow each other, so that an older one never replaces a newer one. */
  let reading: Promise<void> = Promise.resolve();
  const read = (what: string, run: () => Promise<void>): Promise<void> => {
    reading = reading.then(run).catch((error: unknown) => onError(error, what));
    return reading;
  };

  const loadRules = () =>
    read("alarm rules", async () => {
      stored = await readRules(db);
      rules = createRuleSet(stored);
      getStage().setRules(rules);
    });
  const loadZones = () =>
    read("zones of the alarm rules", async () => {
      getStage().setZones(await readZones(db), clock().getTime());
    });
  const unsubscribe = [
    bus.subscribe("alarmRule.changed", () => void loadRules()),
    bus.subscribe("zone.changed", () => void loadZones()),
  ];

  /** Reads which of the drones that came since the last tick are micro. */
  const findMicro = () => {
    if (opened.length === 0) return;
    const bySerialNumber = new Map(
      opened.flatMap((slot) => {
        const open = getRegistry().getBySlot(slot);
        return open ? [[open.task.droneSn, slot] as const] : [];
      }),
    );
    opened = [];
    void read("drones of the alarm rules", async () => {
      for (const sn of await readMicro(db, [...bySerialNumber.keys()])) {
        const slot = bySerialNumber.get(sn) ?? -1;
        if (getRegistry().getBySlot(slot)?.task.droneSn === sn) getStage().setMicro(slot);
      }
    });
  };

  let isReadingHangars = false;
  const updateHangars = async (now: number) => {
    // Only one read waits for a slow database.
    if (isReadingHangars) return;
    isReadingHangars = true;
    await read("hangars of the alarm rules", async () => {
      site.updateHangars(await readTroubled(db, stored), rules, now);
    });
    isReadingHangars = false;
  };

  let isReadingPermits = false;
  let permitCursor = 0;
  /** Reads permits again: one may be given or withdrawn while the drone flies. */
  const updatePermits = async () => {
    const { slots, count, getBySlot } = getRegistry();
    if (isReadingPermits || count() === 0) return;
    isReadingPermits = true;
    if (permitCursor >= count()) permitCursor = 0;
    const turn = [...slots.subarray(permitCursor, Math.min(count(), permitCursor + maxPermits))];
    permitCursor += maxPermits;
    await read("permits of the alarm rules", async () => {
      const permits = await readPermits(
        db,
        turn.flatMap((slot) => getBySlot(slot)?.task.id ?? []),
      );
      for (const slot of turn) {
        const open = getBySlot(slot);
        const permit = open && permits.get(open.task.id);
        if (permit) getStage().setPermit(slot, permit);
      }
    });
    isReadingPermits = false;
  };

  return {
    listener: {
      onOpened: ({ slot, task }) => {
        getStage().open(slot, task);
        opened.push(slot);
      },
      onClosed: ({ slot }) => getStage().close(slot, clock().getTime()),
      onRenaming: () => {},
      onRenamed: ({ slot, task }) => getStage().setPlan(slot, task),
      onSample: ({ slot, flight }) => {
        if (flight) getStage().sample(slot, getRegistry().fleet.getLastAt(slot));
      },
      onEvent: ({ slot, task }, { kind, to, at }) => {
        if (kind !== "ended" || to !== "failed") return;
        const { fleet } = getRegistry();
        const { landingLng = null, landingLat = null } = fleet.getPlace(slot, "landing");
        const place = { slot, droneSn: task.droneSn, lng: landingLng, lat: landingLat };
        site.failTask(place, task.companyId, fleet.modeReason[slot] ?? "", rules, Date.parse(at));
      },
    },
    tick: (now) => {
      findMicro();
      getStage().tick(now);
      if (hasDutySession) site.updateDuty(countFlying(getRegistry()), hasDutySession(), rules, now);
      if (++ticks % readEveryTicks !== 0) return;
      void updateHangars(now);
      void updatePermits();
    },
    load: async () => {
      await Promise.all([loadRules(), loadZones()]);
    },
    setDeviceHealth: (droneSn, level, codes) => {
      const open = getRegistry().getByDrone(droneSn);
      if (open) getStage().setHealth(open.slot, level, codes.join(" "));
    },
    stop: async () => {
      for (const end of unsubscribe) end();
      await reading;
    },
  };
}

function createStage(registry: FlightRegistry, capacity: number, sink: AlarmSink, terrain: Terrain | null) {
  const { fleet, slots, count, getBySlot } = registry;
  const view = {
    values: fleet.values,
    columns: fleet.columns,
    modeReason: fleet.modeReason,
    positionAt: fleet.groupAt.position,
    isInAir: (slot: number) => {
      const open = getBySlot(slot);
      return open !== undefined && isInAir(fleet, open);
    },
  };
  return createAlarmStage(capacity, view, { slots, count }, sink, terrain);
}

function countFlying({ fleet, slots, count, getBySlot }: FlightRegistry): number {
  let flying = 0;
  for (let i = 0; i < count(); i++) {
    const open = getBySlot(slots[i] ?? 0);
    if (open && isInAir(fleet, open)) flying += 1;
  }
  return flying;
}

/** The rules as they are stored. */
export const readRules = (db: Db): Promise<StoredRule[]> =>
  db
    .select({
      kind: alarmRules.kind,
      priority: alarmRules.priority,
      thresholds: alarmRules.thresholds,
      onDelayMs: alarmRules.onDelayMs,
      offDelayMs: alarmRules.offDelayMs,
      companyId: alarmRules.companyId,
      droneSn: alarmRules.droneSn,
      status: alarmRules.status,
    })
    .from(alarmRules)
    .where(isNull(alarmRules.deletedAt));

/** The zones that are not removed; those not in force are among them, as they may come. */
export const readZones = (db: Db): Promise<RuleZone[]> =>
  db
    .select({
      id: controlZones.id,
      name: controlZones.name,
      kind: controlZones.kind,
      shape: controlZones.shape,
      floor: controlZones.floor,
      ceiling: controlZones.ceiling,
      datum: controlZones.datum,
      status: controlZones.status,
      fromAt: controlZones.fromAt,
      toAt: controlZones.toAt,
      weekly: controlZones.weekly,
      companyId: controlZones.companyId,
    })
    .from(controlZones)
    .where(isNull(controlZones.deletedAt));

/** Serial numbers of the drones among these that are of the class micro. */
export async function readMicro(db: Db, serialNumbers: readonly string[]): Promise<string[]> {
  const found = await db
    .select({ sn: drones.sn })
    .from(drones)
    .where(
      and(inArray(drones.sn, [...serialNumbers]), eq(drones.uavClass, "micro"), isNull(drones.deletedAt)),
    );
  return found.map(({ sn }) => sn);
}

/** Permits as they are stored now, by task. */
async function readPermits(db: Db, taskIds: readonly string[]): Promise<ReadonlyMap<string, FlightPermit>> {
  const { id, airspace, permitNo, permitFrom, permitTo, permitCeiling } = tasks;
  const found = await db
    .select({ id, airspace, permitNo, permitFrom, permitTo, permitCeiling })
    .from(tasks)
    .where(inArray(id, [...taskIds]));
  return new Map(found.map((task) => [task.id, task]));
}

/** Hangars with a fault, or with weather that any rule may mind. */
function readTroubled(db: Db, stored: readonly StoredRule[]): Promise<RuleHangar[]> {
  const general = createRuleSet([]).resolve(null, "").weather?.thresholds;
  const limits = [general, ...stored.filter(({ kind }) => kind === "weather").map((rule) => rule.thresholds)];
  const getLeast = (name: "windMs" | "rainMmH") =>
    Math.min(...limits.map((thresholds) => thresholds?.[name] ?? Number.POSITIVE_INFINITY));
  const widest = Math.max(...limits.map((thresholds) => thresholds?.["clearMs"] ?? 0));
  const { id, companyId, status, cover, windSpeed, rainfall, lng, lat } = hangars;
  return db
    .select({ id, companyId, status, cover, windSpeed, rainfall, lng, lat })
    .from(hangars)
    .where(
      and(
        isNull(hangars.deletedAt),
        or(
          eq(status, "fault"),
          eq(cover, "fault"),
          gt(windSpeed, getLeast("windMs") - widest),
          gt(rainfall, getLeast("rainMmH")),
        ),
      ),
    );
}
