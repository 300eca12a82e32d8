import type { ConnectionView } from "../machines/socket.machine.ts";

/** A live connection that stands as it is told; `listeners` is how many follow it. */
export function simulatedLine(first: ConnectionView = { phase: "online", since: null }) {
  let view = first;
  const told = new Set<() => void>();
  return {
    view: () => view,
    subscribe: (changed: () => void) => {
      told.add(changed);
      return () => void told.delete(changed);
    },
    becomes: (phase: ConnectionView["phase"], since: number | null) => {
      view = { phase, since };
      for (const tell of told) tell();
    },
    listeners: () => told.size,
  };
}
