import type { NatsLink } from "../../../server/bus/natsLink.ts";
import type { Machine } from "./machine.ts";
import type { VirtualTime } from "./virtualTime.ts";

export type SimulatedNats = ReturnType<typeof createSimulatedNats>;

const [lost, repeated, late] = [0.1, 0.05, 0.02];
const maxLateMs = 20_000;

/** A NATS server that loses, delays and repeats messages. */
export function createSimulatedNats(time: VirtualTime, random: () => number) {
  const links = new Map<Machine, Map<string, (data: Uint8Array) => void>>();

  function pass(to: Machine, subject: string, data: Uint8Array): void {
    const wait = random() < late ? random() * maxLateMs : 0;
    time.after(wait, () => to.nats.send(() => to.deliver(() => links.get(to)?.get(subject)?.(data))));
  }

  return {
    /** The link of a process; it does not receive its own messages. */
    open: (machine: Machine): NatsLink => {
      const listeners = new Map<string, (data: Uint8Array) => void>();
      links.set(machine, listeners);
      return {
        isConnected: () => machine.nats.getState() === "up",
        publish: (subject, data) => {
          const bytes = typeof data === "string" ? Buffer.from(data) : data;
          machine.nats.send(() => {
            for (const to of links.keys()) {
              if (to === machine || random() < lost) continue;
              pass(to, subject, bytes);
              if (random() < repeated) pass(to, subject, bytes);
            }
          });
        },
        subscribe: (subject, listener) => {
          listeners.set(subject, (data) => listener(data, subject));
          return () => listeners.delete(subject);
        },
        close: async () => void links.delete(machine),
      };
    },
    forget: (machine: Machine) => void links.delete(machine),
  };
}
