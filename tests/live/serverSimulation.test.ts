import { describe, expect, test } from "vitest";
import { pickAirframe } from "../../demo/simulator/airframes.ts";
import type { DroneBase } from "../../demo/simulator/drones.ts";
import { createSimulation } from "../../demo/simulator/simulation.ts";
import type { SimulatedFault } from "../../server/settings/faultNames.ts";
import type { SampleBatch } from "../../server/telemetry/fleet/sampleColumns.ts";
import { setupFleet } from "./setupFleet.ts";

const start = 1_800_000_000_000;

interface SampleSnapshot {
  readonly t: number;
  readonly lat: number;
  readonly lon: number;
  readonly h: number;
  readonly speed: number;
  readonly climb: number;
  readonly heading: number;
  readonly battery: number;
  readonly phase: number;
  readonly pct: number;
  readonly traffic: number;
}

function simulate(count: number, seconds: number, seed = 1) {
  const bases = Array.from({ length: count }, (_, d): DroneBase => {
    const hangar = d % 2 === 0;
    // 30.03 N 110.02 E is 3.9 km from the first.
    const forbidden = d === 0 ? { lat: 30.03, lon: 110.02 } : undefined;
    return {
      lat: 30 + d * 0.05,
      lon: 110,
      altitude: 500,
      airframe: pickAirframe(d, hangar),
      hangar,
      forbidden,
    };
  });
  const samplesByDrone = Array.from({ length: count }, (): SampleSnapshot[] => []);
  const flights = Array.from({ length: count }, () => 0);
  const collectBatch = (batch: SampleBatch, t: number) => {
    for (let row = 0; row < batch.count; row++) {
      const value = (name: keyof SampleBatch["values"]) => batch.values[name][row] ?? Number.NaN;
      samplesByDrone[batch.slot[row] ?? 0]?.push({
        t,
        lat: value("lat"),
        lon: value("lon"),
        h: value("hRel"),
        speed: value("vH"),
        climb: value("vV"),
        heading: value("heading"),
        battery: value("batPct"),
        phase: value("phase"),
        pct: value("pct"),
        traffic: value("traffic"),
      });
    }
    return [];
  };
  const simulation = createSimulation(
    bases,
    seed,
    start,
    { ingest: collectBatch, photo: () => {}, complete: () => {} },
    {
      scheduleNext: (d, _plan, readyAt) => ({
        startAt: readyAt,
        open: () => {
          flights[d] = (flights[d] ?? 0) + 1;
          return d;
        },
      }),
    },
  );
  simulation.advanceTo(start + seconds * 1_000);
  return { simulation, samples: samplesByDrone, flights };
}

describe("simulated flights", () => {
  const { samples, flights } = simulate(10, 3_600);

  test("go through realistic phases, and start again after charging", () => {
    for (const own of samples) {
      const phases = own.map(({ phase }) => phase).filter((phase, i, all) => phase !== all[i - 1]);
      // preparing, takeoff, mission with hovers in between, returning, landing, landed
      const text = phases.join(" ").replaceAll(/4( 6 4)+/g, "4");
      expect(text).toMatch(/^2 3 4 7 8 9/);
    }
    expect(Math.min(...flights)).toBeGreaterThan(1);
  });

  test("never move or turn in a physically impossible way", () => {
    for (const own of samples) {
      for (const [i, now] of own.entries()) {
        const before = own[i - 1];
        if (!before || now.t - before.t !== 1_000) continue;
        const north = (now.lat - before.lat) * 1e-7 * 111_320;
        const east = (now.lon - before.lon) * 1e-7 * 111_320 * Math.cos((now.lat * 1e-7 * Math.PI) / 180);
        expect(Math.hypot(north, east)).toBeLessThan(16);
        expect(Math.abs(now.h - before.h)).toBeLessThan(6);
        expect(Math.abs(now.speed - before.speed)).toBeLessThan(2.5);
        const turned = Math.abs(((now.heading - before.heading + 540) % 360) - 180);
        // The turn rate is limited to 3 m/s² lateral acceleration.
        if (before.speed > 8 && now.speed > 8)
          expect(((turned * Math.PI) / 180) * Math.min(before.speed, now.speed)).toBeLessThan(3.6);
      }
    }
  });

  test("land where they took off", () => {
    for (const own of samples) {
      const first = own[0];
      const landed = own.find(({ phase }) => phase === 9);
      expect(Math.abs((landed?.lat ?? 0) - (first?.lat ?? 0))).toBeLessThan(400);
      expect(landed?.h).toBe(0);
    }
  });

  test("use battery in the air and land with a reserve", () => {
    for (const own of samples) {
      const landed = own.find(({ phase }) => phase === 9);
      expect(landed?.battery).toBeLessThan(95);
      expect(landed?.battery).toBeGreaterThan(10);
    }
  });

  test("have no sample rejected by the fleet", () => {
    const own = samples[3] ?? [];
    const { send, rejected } = setupFleet();
    for (const { t, lat, lon, h, speed } of own) send({ tSrc: t, lat, lon, hRel: h, vH: speed });
    expect(rejected).toEqual([]);
  });

  test("are the same for the same seed and differ for another", () => {
    expect(simulate(4, 400).samples).toEqual(simulate(4, 400).samples);
    expect(simulate(4, 400).samples).not.toEqual(simulate(4, 400, 2).samples);
  });
});

test("skipped time is a gap, and flights continue from where they were", () => {
  const { simulation, samples } = simulate(1, 200);
  const sent = samples[0]?.length ?? 0;
  const last = samples[0]?.at(-1);
  simulation.skipTo(start + 260_400);
  expect(simulation.now()).toBe(start + 260_000);
  simulation.advanceTo(start + 261_000);
  const next = samples[0]?.[sent];
  expect((next?.t ?? 0) - (last?.t ?? 0)).toBe(61_000);
  expect(Math.abs((next?.lat ?? 0) - (last?.lat ?? 0))).toBeLessThan(2_000);
});

describe("an injected fault", () => {
  const simulateFault = (kind: SimulatedFault, seconds = 30) => {
    const { simulation, samples } = simulate(1, 200);
    expect(simulation.injectFault(0, kind, 600)).toBe(true);
    const sent = samples[0]?.length ?? 0;
    simulation.advanceTo(start + 200_000 + seconds * 1_000);
    return (samples[0] ?? []).slice(sent);
  };
  const simulateUndisturbed = (seconds: number) =>
    simulate(1, 200 + seconds).samples[0]?.slice(-seconds) ?? [];

  test("link loss: nothing is sent, but the drone flies on", () =>
    expect(simulateFault("linkLoss")).toEqual([]));

  test("no satellites: the position is unknown", () =>
    expect(simulateFault("gpsLoss").every(({ lat }) => Number.isNaN(lat))).toBe(true));

  test("low battery: the drone returns by itself", () =>
    expect(simulateFault("lowBattery").at(-1)?.phase).toBe(7));

  test("stalled: the route progress stops", () => {
    const pcts = simulateFault("stalled").map(({ pct }) => pct);
    expect(pcts.length).toBeGreaterThan(20);
    expect(pcts.at(-1)).toBe(pcts[5]);
  });

  test("drift: the drone leaves its route by more than the limit of 30 m", () => {
    const drifted = simulateFault("drift", 60).at(-1);
    const right = simulateUndisturbed(60).at(-1);
    const north = ((drifted?.lat ?? 0) - (right?.lat ?? 0)) / 1e7;
    const east = (((drifted?.lon ?? 0) - (right?.lon ?? 0)) / 1e7) * Math.cos((30 * Math.PI) / 180);
    const metres = Math.hypot(north, east) * 111_320;
    expect(metres).toBeGreaterThan(30);
    expect(metres).toBeLessThan(130);
  });

  test("zone breach: the drone flies into the nearby restricted zone", () => {
    const metres = simulateFault("zoneBreach", 540).map(
      ({ lat, lon }) =>
        Math.hypot(lat / 1e7 - 30.03, (lon / 1e7 - 110.02) * Math.cos((30 * Math.PI) / 180)) * 111_320,
    );
    expect(metres[0]).toBeGreaterThan(2_000);
    expect(Math.min(...metres)).toBeLessThan(100);
  });

  test("aircraft near: the traffic level rises", () => {
    expect(simulateFault("aircraftNear").map(({ traffic }) => traffic)).toEqual(
      Array.from({ length: 30 }, () => 3),
    );
    expect(simulateUndisturbed(1).map(({ traffic }) => traffic)).toEqual([0]);
  });

  test("ends after its duration", () => {
    const { simulation, samples } = simulate(1, 200);
    simulation.injectFault(0, "linkLoss", 20);
    const sent = samples[0]?.length ?? 0;
    simulation.advanceTo(start + 230_000);
    expect((samples[0]?.length ?? 0) - sent).toBe(11);
  });

  test("is refused for a drone on the ground, and a zone breach without a zone nearby", () => {
    const { simulation } = simulate(2, 200);
    expect(simulation.injectFault(7, "linkLoss", 60)).toBe(false);
    expect(simulation.injectFault(1, "zoneBreach", 60)).toBe(false);
    expect(simulate(1, 0).simulation.injectFault(0, "linkLoss", 60)).toBe(false);
  });
});
