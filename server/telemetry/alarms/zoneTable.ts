import type { AlarmKind } from "../../../adapters/contract/alarm.ts";
import type { ZoneRow, ZoneShape } from "../../../adapters/contract/zone.ts";
import { getZoneState, type ZoneSchedule } from "../../../adapters/contract/zoneSchedule.ts";
import type { IndexedZone } from "../../zones/zoneIndex.ts";
import { createZoneIndex, type ZoneIndex } from "../../zones/zoneIndex.ts";

/** What the rules read of a zone's record. */
export interface RuleZone extends ZoneSchedule, Pick<ZoneRow, "id" | "name" | "floor" | "ceiling" | "datum"> {
  readonly kind: ZoneRow["kind"];
  readonly shape: ZoneShape;
  /** Null for a zone that concerns everybody. */
  readonly companyId: string | null;
}

/** The kind of alarm that each kind of zone raises inside; a fence raises outside. */
export const kindByZone = {
  noFly: "noFlyBreach",
  temporary: "temporaryBreach",
  limited: "limitedEntry",
  warning: "warningEntry",
  fence: "fenceExit",
} as const satisfies Readonly<Record<RuleZone["kind"], AlarmKind>>;

/** The zones that rules look at, by their number, with what is in force now. */
export interface ZoneTable {
  readonly index: ZoneIndex<NumberedZone>;
  readonly get: (zone: number) => IndexedZone<NumberedZone> | undefined;
  /** Number of the zone with this id; undefined where there is none. */
  readonly find: (id: string) => number | undefined;
  /** Whether a zone is in force at a time that may lie a little back: samples of an outage come late. */
  readonly isInForce: (zone: number, at: number) => boolean;
  /** Looks what has begun or ended since the last call. */
  readonly advance: (now: number) => void;
}

export interface NumberedZone extends RuleZone {
  readonly n: number;
}

export function createZoneTable(zones: readonly RuleZone[], now: number): ZoneTable {
  const numbered = zones.map((zone, n): NumberedZone => ({ ...zone, n }));
  const index = createZoneIndex(numbered);
  const byId = new Map(numbered.map(({ id, n }) => [id, n]));
  const inForce = new Uint8Array(zones.length);
  /** When the state was read, and when it ends. */
  const from = new Float64Array(zones.length);
  const until = new Float64Array(zones.length);

  const advance = (at: number) => {
    for (let n = 0; n < numbered.length; n++) {
      const zone = numbered[n];
      if (!zone || ((until[n] ?? 0) > at && (from[n] ?? 0) <= at)) continue;
      const state = getZoneState(zone, at);
      inForce[n] = state.state === "inForce" ? 1 : 0;
      from[n] = at;
      until[n] = state.until ?? Number.POSITIVE_INFINITY;
    }
  };
  from.fill(Number.POSITIVE_INFINITY);
  advance(now);
  return {
    index,
    get: (zone) => index.zones[zone],
    find: (id) => byId.get(id),
    isInForce: (n, at) => {
      if (at >= (from[n] ?? 0) && at < (until[n] ?? 0)) return inForce[n] === 1;
      const zone = numbered[n];
      return zone !== undefined && getZoneState(zone, at).state === "inForce";
    },
    advance,
  };
}
