import { and, eq, isNull } from "drizzle-orm";
import { getZoneState } from "../../adapters/contract/zoneSchedule.ts";
import { controlZones } from "../db/schema/zone.ts";
import type { Platform } from "../platform.ts";
import { createZoneIndex, type ZoneIndex } from "./zoneIndex.ts";

type ZoneRecord = typeof controlZones.$inferSelect;
/** An active zone, in force or not. */
export type ActiveZone = Pick<
  ZoneRecord,
  | "id"
  | "name"
  | "kind"
  | "shape"
  | "floor"
  | "ceiling"
  | "datum"
  | "companyId"
  | "status"
  | "fromAt"
  | "toAt"
  | "weekly"
>;

/** The zones of one server process, kept in memory. */
export interface ZoneService {
  /** The zones in force now; another object whenever they change. */
  readonly getInForce: () => ZoneIndex<ActiveZone>;
  /** Finds zones that came into force or ended since the last tick. The first tick loads the zones. */
  readonly tick: (now: number) => void;
  /** Resolves when the last load has ended. */
  readonly loaded: () => Promise<void>;
  readonly stop: () => void;
}

/** @param onChanged called with the ids of zones that were edited, or whose state has changed with time */
export function createZoneService(
  { db, bus, clock, onError }: Pick<Platform, "db" | "bus" | "clock" | "onError">,
  onChanged: (ids: readonly string[]) => void,
): ZoneService {
  let zones: readonly ActiveZone[] = [];
  let inForce = createZoneIndex<ActiveZone>([]);
  /** When the next zone changes its state. */
  let nextChangeAt = Number.POSITIVE_INFINITY;
  let load: Promise<void> | undefined;
  let isOutdated = false;

  /** Returns the ids of the zones that are in force and were not, or were and are not. */
  const evaluate = (now: number): readonly string[] => {
    const states = zones.map((zone) => ({ zone, ...getZoneState(zone, now) }));
    nextChangeAt = Math.min(...states.map(({ until }) => until ?? Number.POSITIVE_INFINITY));
    const before = new Set(inForce.zones.map(({ zone }) => zone.id));
    inForce = createZoneIndex(states.flatMap(({ zone, state }) => (state === "inForce" ? [zone] : [])));
    const after = new Set(inForce.zones.map(({ zone }) => zone.id));
    return zones.flatMap(({ id }) => (before.has(id) === after.has(id) ? [] : [id]));
  };

  const read = async () => {
    do {
      isOutdated = false;
      zones = await db
        .select({
          id: controlZones.id,
          name: controlZones.name,
          kind: controlZones.kind,
          shape: controlZones.shape,
          floor: controlZones.floor,
          ceiling: controlZones.ceiling,
          datum: controlZones.datum,
          companyId: controlZones.companyId,
          status: controlZones.status,
          fromAt: controlZones.fromAt,
          toAt: controlZones.toAt,
          weekly: controlZones.weekly,
        })
        .from(controlZones)
        .where(and(isNull(controlZones.deletedAt), eq(controlZones.status, "active")));
    } while (isOutdated);
    evaluate(clock().getTime());
  };

  /** Loads all zones, once more if they change meanwhile; a failed load is repeated at the next tick. */
  const reload = () => {
    isOutdated = true;
    load ??= read()
      .catch((error: unknown) => {
        nextChangeAt = Number.NEGATIVE_INFINITY;
        isOutdated = true;
        onError(error, "control zones");
      })
      .finally(() => {
        load = undefined;
      });
  };

  let isStarted = false;
  const unsubscribe = bus.subscribe("zone.changed", ({ ids }) => {
    onChanged(ids);
    if (isStarted) reload();
  });
  return {
    getInForce: () => inForce,
    tick: (now) => {
      if (!isStarted || (isOutdated && load === undefined)) {
        isStarted = true;
        reload();
      } else if (now >= nextChangeAt) {
        const ids = evaluate(now);
        if (ids.length > 0) onChanged(ids);
      }
    },
    loaded: async () => load,
    stop: unsubscribe,
  };
}
