import type { Db } from "../../db/handle.ts";
import type { Platform } from "../../platform.ts";
import type { Terrain } from "../../terrain/terrain.ts";
import type { SlotColumns } from "../fleet/slotColumns.ts";
import { isInAir } from "../flights/flightPhases.ts";
import type { FlightRegistry } from "../flights/flightRegistry.ts";
import type { OpenTask } from "../flights/openTasks.ts";
import type { TaskListener } from "../flights/registryState.ts";
import { createAlarmStage } from "./alarmStage.ts";
import { toDegrees } from "./flightFacts.ts";
import { readMicro, readPermits, readRules, readScreens, readTroubled, readZones } from "./ruleReads.ts";
import { createRuleSet, type StoredRule } from "./ruleSet.ts";
import { createScreenRules } from "./screenRules.ts";
import type { AlarmSink } from "./signals.ts";
import { createSiteRules, type DutyFacts } from "./siteRules.ts";

/** The alarm rules on the flights of this process. */
export interface LiveAlarms {
  /** Gets every sample and event of the open tasks. */
  readonly listener: TaskListener;
  readonly tick: (now: number) => void;
  /** Reads rules and zones; until then the general rules apply as they come. Their changes follow by themselves. */
  readonly load: () => Promise<void>;
  /** Takes what a device finds wrong with itself: 0 a notice, 1 a reminder, 2 a warning, null nothing. */
  readonly setDeviceHealth: (droneSn: string, level: number | null, codes: readonly string[]) => void;
  /** Takes that the plan of a drone has failed, which its maker says; nothing where the drone has no task. */
  readonly failPlan: (droneSn: string, reason: string, now: number) => void;
  /** Whether a hangar that was in trouble has fallen silent. */
  readonly isHangarSilent: (id: string) => boolean;
  /** Waits for reads under way. */
  readonly stop: () => Promise<void>;
}

export interface LiveAlarmsOptions {
  readonly sink: AlarmSink;
  /** Whether somebody is there; absent where nobody knows, and 无人值守 is not judged. */
  readonly judgeDuty?: (() => DutyFacts) | undefined;
  /** Hangars of which an alarm is open: they are read although they may be silent. */
  readonly listAlarmedHangars?: (() => readonly string[]) | undefined;
  /** Screens of which an alarm is open. */
  readonly listAlarmedScreens?: (() => readonly string[]) | undefined;
  /** Absent where no tiles are configured. */
  readonly terrain?: Terrain | null;
}

type AlarmsPlatform = Pick<Platform, "db" | "bus" | "clock" | "onError">;

/** Hangars report every 2 s; those in trouble are read so often, and permits of flights with them. */
const readEveryTicks = 2;
/** Screens report every 30 s. */
const readScreensEveryTicks = 10;
/** Flights whose permits are read at once; more take turns. */
const maxPermits = 2_000;

/**
 * Puts the stage behind the registry.
 * @param getRegistry the registry reports to this listener, so it is created after it
 * @param slotColumns those of the fleet
 */
export function createLiveAlarms(
  { db, bus, clock, onError }: AlarmsPlatform,
  getRegistry: () => FlightRegistry,
  slotColumns: SlotColumns,
  {
    sink,
    judgeDuty,
    listAlarmedHangars = () => [],
    listAlarmedScreens = () => [],
    terrain = null,
  }: LiveAlarmsOptions,
): LiveAlarms {
  const site = createSiteRules(sink);
  const screenRules = createScreenRules(sink);
  let stored: readonly StoredRule[] = [];
  let rules = createRuleSet(stored);
  let stage: ReturnType<typeof createStage> | undefined;
  const getStage = () => {
    stage ??= createStage(getRegistry(), slotColumns, sink, terrain);
    return stage;
  };
  let ticks = 0;
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

  const updateHangars = oneAtATime((now) =>
    read("hangars of the alarm rules", async () => {
      const known = new Set([...site.listTroubled(), ...listAlarmedHangars()]);
      site.updateHangars(await readTroubled(db, stored, [...known]), rules, now);
    }),
  );
  const updateScreens = oneAtATime((now) =>
    read("screens of the alarm rules", async () =>
      screenRules.update(await readScreens(db), listAlarmedScreens(), rules, now),
    ),
  );

  const failTask = (
    { slot, task: { droneSn, companyId } }: Pick<OpenTask, "slot" | "task">,
    [lng, lat]: readonly [number | null, number | null],
    reason: string,
    at: number,
  ) => site.failTask({ slot, droneSn, lng, lat }, companyId, reason, rules, at);

  const parts = { db, getRegistry, getStage, read };
  const micro = createMicroReader(parts);
  const updatePermits = createPermitReader(parts);

  return {
    listener: {
      onOpened: ({ slot, task }) => {
        getStage().open(slot, task);
        micro.add(slot);
      },
      onClosed: ({ slot }) => getStage().close(slot, clock().getTime()),
      onRenaming: () => {},
      onRenamed: ({ slot, task }) => getStage().setPlan(slot, task),
      onSample: ({ slot, flight }) => {
        if (flight) getStage().sample(slot, getRegistry().fleet.getLastAt(slot));
      },
      onEvent: ({ slot, task }, { kind, to, at }) => {
        if (kind !== "ended" || to !== "failed") return;
        const { landingLng = null, landingLat = null } = getRegistry().fleet.getPlace(slot, "landing");
        const reason = getRegistry().fleet.modeReason[slot] ?? "";
        failTask({ slot, task }, [landingLng, landingLat], reason, Date.parse(at));
      },
    },
    tick: (now) => {
      micro.read();
      getStage().tick(now);
      if (judgeDuty) site.updateDuty(judgeDuty(), rules, now);
      ticks += 1;
      if (ticks % readScreensEveryTicks === 0) void updateScreens(now);
      if (ticks % readEveryTicks !== 0) return;
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
    failPlan: (droneSn, reason, now) => {
      const open = getRegistry().getByDrone(droneSn);
      if (open) failTask(open, getLastPlace(getRegistry().fleet, open.slot), reason, now);
    },
    isHangarSilent: site.isHangarSilent,
    stop: async () => {
      for (const end of unsubscribe) end();
      await reading;
    },
  };
}

/** Leaves out a run while one is under way: only one read waits for a slow database. */
function oneAtATime(run: (now: number) => Promise<void>): (now: number) => Promise<void> {
  let isRunning = false;
  return async (now) => {
    if (isRunning) return;
    isRunning = true;
    await run(now);
    isRunning = false;
  };
}

/** WGS-84 degrees; null where none was told. */
function getLastPlace(
  { values }: FlightRegistry["fleet"],
  slot: number,
): readonly [number | null, number | null] {
  return [toDegrees(values.lon[slot]), toDegrees(values.lat[slot])];
}

interface ReaderParts {
  readonly db: Db;
  readonly getRegistry: () => FlightRegistry;
  readonly getStage: () => ReturnType<typeof createStage>;
  readonly read: (what: string, run: () => Promise<void>) => Promise<void>;
}

/** Reads which of the drones that were added since the last reading are micro. */
function createMicroReader({ db, getRegistry, getStage, read }: ReaderParts) {
  let added: number[] = [];
  return {
    add: (slot: number) => {
      added.push(slot);
    },
    read: () => {
      if (added.length === 0) return;
      const bySerialNumber = new Map(
        added.flatMap((slot) => {
          const open = getRegistry().getBySlot(slot);
          return open ? [[open.task.droneSn, slot] as const] : [];
        }),
      );
      added = [];
      void read("drones of the alarm rules", async () => {
        for (const sn of await readMicro(db, [...bySerialNumber.keys()])) {
          const slot = bySerialNumber.get(sn) ?? -1;
          if (getRegistry().getBySlot(slot)?.task.droneSn === sn) getStage().setMicro(slot);
        }
      });
    },
  };
}

/** @returns what reads permits again: one may be given or withdrawn while the drone flies */
function createPermitReader({ db, getRegistry, getStage, read }: ReaderParts): () => Promise<void> {
  let isReading = false;
  let cursor = 0;
  return async () => {
    const { slots, count, getBySlot } = getRegistry();
    if (isReading || count() === 0) return;
    isReading = true;
    if (cursor >= count()) cursor = 0;
    const turn = [...slots.subarray(cursor, Math.min(count(), cursor + maxPermits))];
    cursor += maxPermits;
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
    isReading = false;
  };
}

function createStage(
  registry: FlightRegistry,
  slotColumns: SlotColumns,
  sink: AlarmSink,
  terrain: Terrain | null,
) {
  const { fleet, slots, count, getBySlot } = registry;
  const view = {
    values: fleet.values,
    columns: fleet.columns,
    modeReason: fleet.modeReason,
    positionAt: fleet.groupAt.position,
    getLastAt: fleet.getLastAt,
    isInAir: (slot: number) => {
      const open = getBySlot(slot);
      return open !== undefined && isInAir(fleet, open);
    },
  };
  return createAlarmStage(slotColumns, view, { slots, count }, sink, terrain);
}
