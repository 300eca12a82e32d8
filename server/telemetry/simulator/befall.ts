import type { TelemetrySource } from "../source.ts";
import { chanceOf } from "./chance.ts";
import type { Fault } from "./drones.ts";
import type { Simulator } from "./simulator.ts";

const everyMs = 60_000;
const lastsS = 90;
const tries = 20;

/** Every minute each of these faults befalls some flight, so that a demonstration shows all of them. */
export function befall(
  { flying, fault }: Pick<Simulator, "flying" | "fault">,
  kinds: readonly Fault[],
): TelemetrySource {
  const chance = chanceOf(kinds.length);
  let timer: NodeJS.Timeout | undefined;
  const run = () => {
    const drones = flying();
    for (const kind of kinds)
      for (let i = 0; i < tries; i++) {
        const one = drones[Math.floor(chance() * drones.length)];
        if (one !== undefined && fault(one, kind, lastsS)) break;
      }
  };
  return {
    run,
    start: () => {
      if (kinds.length > 0) timer ??= setInterval(run, everyMs);
    },
    stop: () => clearInterval(timer),
  };
}
