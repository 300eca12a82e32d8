import type { Platform } from "../../server/platform.ts";
import type { FlightDesk } from "../../server/telemetry/flights/flightDesk.ts";
import type { Live } from "../../server/telemetry/live.ts";
import { createSimulator } from "../../server/telemetry/simulator/simulator.ts";

const everyMs = 200;

/** A simulated fleet whose own flying is counted apart: outside of the bench it happens in the air, not in the server. */
export interface SimulatorApart {
  /** Microseconds of CPU that the flying has taken, without what the server does with its samples. */
  readonly spent: () => number;
  readonly stop: () => void;
}

export async function simulatorApart(platform: Platform, live: Live, fleet: number): Promise<SimulatorApart> {
  let flying = 0;
  let taking = 0;
  const take: FlightDesk["take"] = (...batch) => {
    const before = process.threadCpuUsage();
    const rejected = live.desk.take(...batch);
    taking += passed(before);
    return rejected;
  };
  // The desk's other parts are its own, some of them computed anew at each asking.
  const desk: FlightDesk = Object.create(live.desk, { take: { value: take } });
  const simulator = await createSimulator(platform, { ...live, desk }, fleet);
  const timer = setInterval(() => {
    const before = process.threadCpuUsage();
    simulator.run();
    flying += passed(before);
  }, everyMs);
  return { spent: () => flying - taking, stop: () => clearInterval(timer) };
}

function passed(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return user + system;
}
