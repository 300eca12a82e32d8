import fastify from "fastify";
import { describe, expect, test, vi } from "vitest";
import { registerFaultRoutes } from "../../demo/simulator/faultRoutes.ts";
import { injectFaults } from "../../demo/simulator/injectFaults.ts";
import type { SimulatedFault } from "../../server/settings/faultNames.ts";
import { readSettings } from "../../server/settings/settings.ts";

const url = "/dev/simulator/faults";

function createSimulatorStub(flying: readonly string[]) {
  const injectFault = vi.fn<(droneSn: string, kind: SimulatedFault, seconds: number) => boolean>(
    (droneSn, kind) => flying.includes(droneSn) && kind !== "zoneBreach",
  );
  return { injectFault, getFlyingDrones: () => flying, run: () => {}, start: () => {}, stop: () => {} };
}

describe("the fault routes", () => {
  test("inject a fault into the given drone for the given time", async () => {
    const app = fastify();
    const simulator = createSimulatorStub(["SN1"]);
    registerFaultRoutes(app, () => simulator);
    expect((await app.inject({ url })).json()).toEqual({
      kinds: [
        "linkLoss",
        "lowBattery",
        "gpsLoss",
        "stalled",
        "drift",
        "zoneBreach",
        "aircraftNear",
        "slowLink",
        "criticalBattery",
        "shortOfReturn",
        "tooHigh",
        "forcedLanding",
        "flyAway",
        "positionJump",
        "strongWind",
      ],
      flying: ["SN1"],
    });
    const post = (payload: object) => app.inject({ method: "POST", url, payload });
    expect((await post({ droneSn: "SN1", kind: "linkLoss", seconds: 20 })).statusCode).toBe(200);
    expect(simulator.injectFault.mock.calls).toEqual([["SN1", "linkLoss", 20]]);
    expect((await post({ droneSn: "SN2", kind: "linkLoss" })).statusCode).toBe(409);
    expect((await post({ droneSn: "SN1", kind: "zoneBreach" })).json()).toEqual({
      state: -1,
      message: "该无人机没有在飞，或附近没有可闯入的管制区",
      data: null,
    });
    for (const wrong of [
      { droneSn: "SN1", kind: "explode" },
      { droneSn: "SN1", kind: "drift", seconds: 0 },
      {},
    ])
      expect((await post(wrong)).statusCode).toBe(400);
    await app.close();
  });

  test("reply with 409 before the simulator has started", async () => {
    const app = fastify();
    registerFaultRoutes(app, () => null);
    const answer = await app.inject({ method: "POST", url, payload: { droneSn: "SN1", kind: "drift" } });
    expect(answer.statusCode).toBe(409);
    await app.close();
  });
});

describe("configured faults", () => {
  test("are injected into one flight each, every minute", () => {
    vi.useFakeTimers();
    const simulator = createSimulatorStub(["SN1", "SN2", "SN3"]);
    const source = injectFaults(simulator, ["linkLoss", "drift"]);
    source.start();
    vi.advanceTimersByTime(120_000);
    source.stop();
    vi.advanceTimersByTime(120_000);
    expect(simulator.injectFault.mock.calls.map(([, kind, seconds]) => [kind, seconds])).toEqual([
      ["linkLoss", 90],
      ["drift", 90],
      ["linkLoss", 90],
      ["drift", 90],
    ]);
    vi.useRealTimers();
  });

  test("are listed in FAULTS, and a misspelled one prevents the start", () => {
    expect(readSettings({ FAULTS: "drift, linkLoss" })).toMatchObject({
      settings: { faults: ["linkLoss", "drift"] },
    });
    expect(readSettings({ FAULTS: "drift,linkloss" })).toEqual({
      errors: [
        "FAULTS must be some of linkLoss, lowBattery, gpsLoss, stalled, drift, zoneBreach, aircraftNear, slowLink, criticalBattery, shortOfReturn, tooHigh, forcedLanding, flyAway, positionJump, strongWind, separated by commas.",
      ],
    });
  });
});
