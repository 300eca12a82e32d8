import { getDegreeLengths } from "../../adapters/contract/localMetres.ts";
import { type AlarmStage, createAlarmStage } from "../../server/telemetry/alarms/alarmStage.ts";
import type { FlightPlan } from "../../server/telemetry/alarms/flightFacts.ts";
import { createRuleSet, type StoredRule } from "../../server/telemetry/alarms/ruleSet.ts";
import type { AlarmSignal } from "../../server/telemetry/alarms/signals.ts";
import type { RuleZone } from "../../server/telemetry/alarms/zoneTable.ts";
import { appendSample, type SourceSample } from "../../server/telemetry/fleet/appendSample.ts";
import { createFleet } from "../../server/telemetry/fleet/fleet.ts";
import { isAirborne } from "../../server/telemetry/fleet/phaseRules.ts";
import { createBatch } from "../../server/telemetry/fleet/sampleColumns.ts";
import { createSlotColumns } from "../../server/telemetry/fleet/slotColumns.ts";
import { getPhase } from "../../server/telemetry/flights/flightPhases.ts";
import type { Terrain } from "../../server/terrain/terrain.ts";

export const t0 = 1_800_000_000_000;
/** A place in Alxa, WGS-84 degrees. */
export const origin = [105.46, 39.92] as const;

/** So many metres east and north of the place in Alxa, in degrees. */
export function place(east: number, north: number): [number, number] {
  const { lon, lat } = getDegreeLengths(origin[1]);
  return [origin[0] + east / lon, origin[1] + north / lat];
}

/** A rectangle from the place in Alxa, metres. */
export const box = (west: number, south: number, east: number, north: number) => ({
  type: "Polygon" as const,
  coordinates: [
    [place(west, south), place(east, south), place(east, north), place(west, north), place(west, south)],
  ],
});

export const createZone = (fields: Partial<RuleZone> = {}): RuleZone => ({
  id: "7",
  name: "测试区",
  kind: "noFly",
  shape: box(0, -5_000, 2_000, 5_000),
  floor: 0,
  ceiling: 120,
  datum: "agl",
  status: "active",
  fromAt: null,
  toAt: null,
  weekly: [],
  companyId: null,
  ...fields,
});

/** What the sink got, in its order. */
export interface Heard {
  readonly what: "raise" | "clear";
  readonly kind: string;
  readonly at: number;
  readonly zoneId: string | null;
  readonly droneSn: string;
  readonly priority?: string;
  readonly values?: AlarmSignal["values"];
}

/** A real fleet with the stage behind it. Samples and ticks have times in seconds since `t0`. */
export interface StageFixture {
  readonly stage: AlarmStage;
  readonly heard: Heard[];
  readonly count: (what: Heard["what"], kind: string) => number;
  /** Sends a sample of a drone, by default the first; metres east and north of the place in Alxa. */
  readonly send: (
    second: number,
    sample: Partial<SourceSample> & { readonly x?: number; readonly y?: number },
    slot?: number,
  ) => void;
  readonly tick: (second: number) => void;
}

export interface StageOptions {
  readonly zones?: readonly RuleZone[];
  readonly rules?: readonly StoredRule[];
  readonly drones?: number;
  readonly plan?: Partial<FlightPlan>;
  readonly terrain?: Terrain;
}

export function setupStage({
  zones = [],
  rules = [],
  drones = 1,
  plan = {},
  terrain,
}: StageOptions = {}): StageFixture {
  const heard: Heard[] = [];
  const slotColumns = createSlotColumns(drones);
  const slots = Uint32Array.from({ length: drones }, (_, slot) => slot);
  const fleet = createFleet(slotColumns, {
    prepareSample: () => true,
    onAccepted: (slot) => stage.sample(slot, fleet.getLastAt(slot)),
    onRejected: () => {},
    onPhaseChanged: () => {},
    onLinkChanged: () => {},
    onRecorded: () => undefined,
    onChunkRecorded: () => {},
  });
  const view = {
    values: fleet.values,
    columns: fleet.columns,
    modeReason: fleet.modeReason,
    positionAt: fleet.groupAt.position,
    getLastAt: fleet.getLastAt,
    isInAir: (slot: number) => isAirborne(getPhase(fleet, slot) ?? "unknown"),
  };
  const stage: AlarmStage = createAlarmStage(
    slotColumns,
    view,
    { slots, count: () => drones },
    {
      raise: ({ kind, priority, zoneId, droneSn, values }, at) =>
        heard.push({ what: "raise", kind, priority, zoneId, droneSn, values, at }),
      clear: ({ kind, zoneId, droneSn }, at) => heard.push({ what: "clear", kind, zoneId, droneSn, at }),
    },
    terrain,
  );
  const batch = createBatch(1);
  stage.setRules(createRuleSet(rules));
  stage.setZones(zones, t0);
  for (const slot of slots) {
    fleet.open(slot);
    stage.open(slot, { droneSn: `SN${slot}`, companyId: "1", ...plan });
  }
  return {
    stage,
    heard,
    count: (what, kind) => heard.filter((entry) => entry.what === what && entry.kind === kind).length,
    send: (second, { x, y, ...sample }, slot = 0) => {
      const at = t0 + Math.round(second * 1_000);
      batch.count = 0;
      const [lon, lat] = place(x ?? 0, y ?? 0);
      const where =
        x === undefined && y === undefined ? {} : { lat: Math.round(lat * 1e7), lon: Math.round(lon * 1e7) };
      appendSample(batch, slot, { seq: 1, tSrc: at, ...where, ...sample });
      fleet.ingest(batch, at);
    },
    tick: (second) => {
      const now = t0 + Math.round(second * 1_000);
      fleet.refresh(slots, drones, now, 0);
      stage.tick(now);
    },
  };
}
