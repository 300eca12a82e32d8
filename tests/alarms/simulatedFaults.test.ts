import { expect, test } from "vitest";
import { pickAirframe } from "../../demo/simulator/airframes.ts";
import { degreesPerMetreNorth } from "../../demo/simulator/drones.ts";
import { createSimulation } from "../../demo/simulator/simulation.ts";
import type { SimulatedFault } from "../../server/settings/faultNames.ts";
import { type AlarmStage, createAlarmStage } from "../../server/telemetry/alarms/alarmStage.ts";
import { createRuleSet } from "../../server/telemetry/alarms/ruleSet.ts";
import type { RuleZone } from "../../server/telemetry/alarms/zoneTable.ts";
import { createFleet } from "../../server/telemetry/fleet/fleet.ts";
import { isAirborne } from "../../server/telemetry/fleet/phaseRules.ts";
import { createSlotColumns } from "../../server/telemetry/fleet/slotColumns.ts";
import { getPhase } from "../../server/telemetry/flights/flightPhases.ts";
import { createZone } from "./setupStage.ts";

const start = 1_800_000_000_000;
const [lat, lon] = [30, 110];

interface Flight {
  readonly fault?: SimulatedFault;
  /** Seconds since the start at which the fault begins, and for how long it stays. */
  readonly from?: number;
  readonly duration?: number;
  readonly seconds?: number;
  readonly zones?: readonly RuleZone[];
  readonly drones?: number;
  readonly plan?: object;
}

/** Lets the simulator fly with a fault; returns what the rules found of the first drone, as `raise kind` and `clear kind`. */
function fly({ fault, from = 90, duration = 60, seconds = 400, zones = [], drones = 1, plan = {} }: Flight) {
  const heard: string[] = [];
  const slots = Uint32Array.from({ length: drones }, (_, slot) => slot);
  const slotColumns = createSlotColumns(drones);
  const fleet = createFleet(slotColumns, {
    prepareSample: () => true,
    onAccepted: (slot) => stage.sample(slot, fleet.getLastAt(slot)),
    onRejected: () => {},
    onPhaseChanged: () => {},
    onLinkChanged: () => {},
    onRecorded: () => undefined,
    onChunkRecorded: () => {},
  });
  const { values, columns, modeReason, groupAt, getLastAt } = fleet;
  const isInAir = (slot: number) => isAirborne(getPhase(fleet, slot) ?? "standby");
  const stage: AlarmStage = createAlarmStage(
    slotColumns,
    { values, columns, modeReason, positionAt: groupAt.position, getLastAt, isInAir },
    { slots, count: () => drones },
    {
      raise: ({ kind, priority, droneSn }) => droneSn === "SN0" && heard.push(`raise ${priority} ${kind}`),
      clear: ({ kind, droneSn }) => droneSn === "SN0" && heard.push(`clear ${kind}`),
    },
  );
  stage.setRules(createRuleSet([]));
  stage.setZones(zones, start);
  const airframe = pickAirframe(0, true);
  const forbidden = { lat, lon: lon + 1_500 * degreesPerMetreNorth };
  const base = { lat, lon, altitude: 500, airframe, hangar: true, forbidden };
  const simulation = createSimulation(
    Array.from({ length: drones }, () => base),
    7,
    start,
    {
      ingest: (batch, at) => {
        fleet.ingest(batch, at);
        return [];
      },
      photo: () => {},
      complete: () => {},
    },
    {
      scheduleNext: (d, { waypoints }, readyAt) => ({
        startAt: readyAt,
        open: () => {
          const east = degreesPerMetreNorth / Math.cos((lat * Math.PI) / 180);
          const route = [{ x: 0, y: 0, h: 0 }, ...waypoints, { x: 0, y: 0, h: 0 }].map(
            ({ x, y, h }): [number, number, number] => [lon + x * east, lat + y * degreesPerMetreNorth, h],
          );
          fleet.open(d);
          stage.open(d, { droneSn: `SN${d}`, companyId: "1", airspace: "suitable", route, ...plan });
          return d;
        },
      }),
    },
  );
  for (let second = 1; second <= seconds; second++) {
    simulation.advanceTo(start + second * 1_000);
    if (second === from && fault) simulation.injectFault(0, fault, duration);
    fleet.refresh(slots, drones, start + second * 1_000, 0);
    stage.tick(start + second * 1_000 + 1);
  }
  return heard;
}

const forbiddenZone = (kind: RuleZone["kind"]) =>
  createZone({
    kind,
    shape: { type: "Circle", center: [lon + 1_500 * degreesPerMetreNorth, lat], radius: 900 },
    ceiling: 300,
  });
const home = createZone({
  kind: "fence",
  shape: { type: "Circle", center: [lon, lat], radius: 2_000 },
  ceiling: 300,
});

/** Each kind once raised and once cleared; others may come with it. */
const cases: readonly (readonly [kind: string, priority: string, flight: Flight])[] = [
  [
    "noFlyBreach",
    "p1",
    { fault: "zoneBreach", duration: 200, seconds: 1_500, zones: [forbiddenZone("noFly")] },
  ],
  [
    "approaching",
    "p2",
    { fault: "zoneBreach", duration: 200, seconds: 1_500, zones: [forbiddenZone("noFly")] },
  ],
  [
    "temporaryBreach",
    "p1",
    { fault: "zoneBreach", duration: 200, seconds: 1_500, zones: [forbiddenZone("temporary")] },
  ],
  [
    "limitedEntry",
    "p2",
    { fault: "zoneBreach", duration: 200, seconds: 1_500, zones: [forbiddenZone("limited")] },
  ],
  [
    "warningEntry",
    "p3",
    { fault: "zoneBreach", duration: 200, seconds: 1_500, zones: [forbiddenZone("warning")] },
  ],
  ["fenceExit", "p1", { fault: "flyAway", duration: 250, seconds: 1_500, zones: [home] }],
  ["tooHigh", "p3", { fault: "tooHigh" }],
  ["lost", "p2", { fault: "linkLoss", duration: 30 }],
  ["delayed", "p3", { fault: "slowLink", duration: 40 }],
  ["batteryLow", "p2", { fault: "lowBattery" }],
  ["autoReturn", "p2", { fault: "lowBattery", seconds: 900 }],
  ["batteryCritical", "p1", { fault: "criticalBattery", seconds: 900 }],
  ["batteryReturn", "p2", { fault: "shortOfReturn" }],
  ["forcedLanding", "p1", { fault: "forcedLanding", seconds: 400 }],
  ["traffic", "p1", { fault: "aircraftNear" }],
  ["offRoute", "p3", { fault: "drift", duration: 250, seconds: 1_500 }],
  ["positionLost", "p2", { fault: "gpsLoss" }],
  ["positionJump", "p3", { fault: "positionJump", duration: 30 }],
  ["taskStalled", "p3", { fault: "stalled", duration: 150 }],
  ["weather", "p3", { fault: "strongWind" }],
  ["noPermit", "p1", { seconds: 2_500, plan: { airspace: "controlled", permitNo: "" } }],
  ["outsidePermit", "p2", { seconds: 2_500, plan: { permitTo: new Date(start + 100_000) } }],
  ["proximity", "p1", { drones: 2 }],
];

test.each(cases)("%s is raised and cleared by the simulator", (kind, priority, flight) => {
  const own = fly(flight).filter((line) => line.endsWith(` ${kind}`));
  expect(own[0]).toBe(`raise ${priority} ${kind}`);
  expect(own).toContain(`clear ${kind}`);
});

test("a flight without a fault raises nothing", () => {
  expect(fly({ seconds: 2_500, zones: [home] })).toEqual([]);
});
