import type { ConnectionStatus } from "../../machines/socketPort.ts";

/** A connection whose phase a test sets. `countListeners` returns the number of subscribers. */
export function createFakeConnection(
  initial: ConnectionStatus = { phase: "online", since: null, isSilent: false },
) {
  let status = initial;
  const subscribers = new Set<() => void>();
  return {
    getStatus: () => status,
    subscribe: (changed: () => void) => {
      subscribers.add(changed);
      return () => void subscribers.delete(changed);
    },
    setPhase: (phase: ConnectionStatus["phase"], since: number | null) => {
      status = { phase, since, isSilent: false };
      for (const notify of subscribers) notify();
    },
    countListeners: () => subscribers.size,
  };
}
