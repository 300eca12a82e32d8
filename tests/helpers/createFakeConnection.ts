import type { ConnectionStatus } from "../../machines/socket.machine.ts";

/** A live connection that stands as it is told; `listeners` is how many follow it. */
export function createFakeConnection(initial: ConnectionStatus = { phase: "online", since: null }) {
  let view = initial;
  const subscribers = new Set<() => void>();
  return {
    view: () => view,
    subscribe: (changed: () => void) => {
      subscribers.add(changed);
      return () => void subscribers.delete(changed);
    },
    becomes: (phase: ConnectionStatus["phase"], since: number | null) => {
      view = { phase, since };
      for (const notify of subscribers) notify();
    },
    listeners: () => subscribers.size,
  };
}
