import type { ConnectionStatus } from "../../machines/socketPort.ts";

/** A connection whose phase a test sets. `countListeners` returns the number of subscribers. */
export function createFakeConnection(initial: ConnectionStatus = { phase: "online", since: null }) {
  let view = initial;
  const subscribers = new Set<() => void>();
  return {
    view: () => view,
    subscribe: (changed: () => void) => {
      subscribers.add(changed);
      return () => void subscribers.delete(changed);
    },
    setPhase: (phase: ConnectionStatus["phase"], since: number | null) => {
      view = { phase, since };
      for (const notify of subscribers) notify();
    },
    countListeners: () => subscribers.size,
  };
}
