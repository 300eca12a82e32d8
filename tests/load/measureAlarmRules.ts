import { createSeededRandom } from "../../demo/simulator/seededRandom.ts";
import { createAlarmStage } from "../../server/telemetry/alarms/alarmStage.ts";
import type { RuleZone } from "../../server/telemetry/alarms/zoneTable.ts";
import { createFleet } from "../../server/telemetry/fleet/fleet.ts";
import { createBatch } from "../../server/telemetry/fleet/sampleColumns.ts";
import { createSlotColumns } from "../../server/telemetry/fleet/slotColumns.ts";
import type { BenchResult } from "./report.ts";

const t0 = 1_800_000_000_000;
const metresPerDegree = 111_320;
/** Degrees in which drones and zones lie together: about 400 km, as a busy province. */
const extent = 4;

export interface RulesCost {
  /** CPU seconds that all rules take for one second of flight, at 1 Hz. */
  readonly cpuPerSecond: number;
  readonly raised: number;
}

/** Flies drones among zones for some seconds, and measures what the rules alone take. */
export function measureRules(drones: number, zones: number, seconds: number): RulesCost {
  const random = createSeededRandom(20);
  const between = (least: number, most: number) => least + random() * (most - least);
  const slots = Uint32Array.from({ length: drones }, (_, slot) => slot);
  let raised = 0;
  const slotColumns = createSlotColumns(drones);
  const fleet = createFleet(slotColumns, {
    prepareSample: () => true,
    onAccepted: () => {},
    onRejected: () => {},
    onPhaseChanged: () => {},
    onLinkChanged: () => {},
    onRecorded: () => undefined,
    onChunkRecorded: () => {},
  });
  const { values, columns, modeReason } = fleet;
  const { groupAt, getLastAt } = fleet;
  const view = {
    values,
    columns,
    modeReason,
    positionAt: groupAt.position,
    getLastAt,
    isInAir: () => true,
  };
  let openCount = 0;
  const openSlots = { slots, count: () => openCount };
  const stage = createAlarmStage(slotColumns, view, openSlots, { raise: () => raised++, clear: () => {} });
  stage.setZones(
    Array.from({ length: zones }, (_, n) => createZone(n, between)),
    t0,
  );
  const heading = Float64Array.from(slots, () => between(0, 2 * Math.PI));
  const batch = createBatch(drones);
  for (const slot of slots) {
    const [lon, lat] = [between(105, 105 + extent), between(38, 38 + extent)];
    const route = Array.from({ length: 16 }, (_, i): [number, number, number] => [lon + i / 500, lat, 60]);
    fleet.open(slot);
    openCount = slot + 1;
    stage.open(slot, { droneSn: `SN${slot}`, companyId: "1", airspace: "suitable", route });
    batch.slot[slot] = slot;
    batch.values.lon[slot] = Math.round(lon * 1e7);
    batch.values.lat[slot] = Math.round(lat * 1e7);
  }
  batch.count = drones;
  const usual = {
    hAgl: 60,
    hRel: 60,
    hEll: 1_060,
    vH: 15,
    fix: 2,
    sats: 18,
    batPct: 70,
    rthPct: 20,
    phase: 4,
  };
  for (const [field, value] of Object.entries(usual)) batch.values[field as keyof typeof usual].fill(value);

  let micros = 0;
  for (let second = 1; second <= seconds; second++) {
    const now = t0 + second * 1_000;
    for (const slot of slots) {
      const [sin, cos] = [Math.sin(heading[slot] ?? 0), Math.cos(heading[slot] ?? 0)];
      const { lat, lon } = batch.values;
      lat[slot] = Math.round((lat[slot] ?? 0) + (15 * cos * 1e7) / metresPerDegree);
      lon[slot] = Math.round((lon[slot] ?? 0) + (15 * sin * 1e7) / metresPerDegree / 0.77);
      batch.tSrc[slot] = now;
    }
    fleet.ingest(batch, now);
    fleet.refresh(slots, drones, now, 0);
    const before = process.threadCpuUsage();
    for (const slot of slots) stage.sample(slot, fleet.getLastAt(slot));
    stage.tick(now);
    const { user, system } = process.threadCpuUsage(before);
    // The first seconds look every zone up at once.
    if (second > seconds / 2) micros += user + system;
  }
  return { cpuPerSecond: micros / 1e6 / Math.floor(seconds / 2), raised };
}

const kinds = ["noFly", "limited", "warning", "temporary", "fence"] as const;

function createZone(n: number, between: (least: number, most: number) => number): RuleZone {
  const center = [between(105, 105 + extent), between(38, 38 + extent)] as const;
  const radius = between(0.005, 0.03);
  const corner = (i: number): [number, number] => [
    center[0] + radius * Math.sin((i / 10) * Math.PI * -2),
    center[1] + radius * Math.cos((i / 10) * Math.PI * -2),
  ];
  return {
    id: String(n + 1),
    name: `区${n}`,
    kind: kinds[n % kinds.length] ?? "noFly",
    shape:
      n % 3 === 0
        ? { type: "Circle", center: [...center], radius: radius * 100_000 }
        : { type: "Polygon", coordinates: [Array.from({ length: 11 }, (_, i) => corner(i % 10))] },
    floor: 0,
    ceiling: 120,
    datum: "agl",
    status: "active",
    fromAt: null,
    toAt: null,
    weekly: n % 7 === 0 ? [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, to: 1_440 })) : [],
    companyId: null,
  };
}

/** All rules over 20,000 drones and 2,000 zones at 1 Hz. */
export async function measureAlarmRules(): Promise<BenchResult[]> {
  const { cpuPerSecond, raised } = measureRules(20_000, 2_000, 60);
  return [
    {
      label: "alarm rules, 20,000 drones, 2,000 zones: CPU",
      measured: `${cpuPerSecond.toFixed(3)} s/s, ${raised} raised`,
      budget: "≤ 0.15 s/s",
      isWithinBudget: cpuPerSecond <= 0.15,
    },
  ];
}

if (import.meta.main) console.log(await measureAlarmRules());
