import { createEmitter } from "./createEmitter.ts";

/** What is asked of a part of the console that may not be there yet. */
export interface PendingRequest<T> {
  readonly request: (wanted: T) => void;
  /** What was asked for last, once; null for nothing. */
  readonly take: () => T | null;
  /** Calls back after each request; returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createRequest<T>(): PendingRequest<T> {
  const changes = createEmitter();
  let wanted: T | null = null;
  return {
    request(next) {
      wanted = next;
      changes.emit();
    },
    take() {
      const taken = wanted;
      wanted = null;
      return taken;
    },
    subscribe: changes.subscribe,
  };
}
