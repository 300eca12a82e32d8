import { fork } from "node:child_process";
import { once } from "node:events";
import type { HostileCounts, HostileOrder } from "./hostileSender.ts";

/** Starts a process that sends 2,000 samples a call on so many connections at once, whatever it is answered. */
export function startHostileKey(order: HostileOrder) {
  const child = fork(new URL("./hostileSender.ts", import.meta.url));
  child.send(order);
  return {
    stop: async (): Promise<HostileCounts> => {
      const answer = once(child, "message");
      child.send("stop");
      const [counts] = (await answer) as [HostileCounts];
      return counts;
    },
  };
}
