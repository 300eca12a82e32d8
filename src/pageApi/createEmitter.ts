/** Any number of listeners; an event without a listener is dropped. */
export interface Emitter<Args extends readonly unknown[] = []> {
  readonly emit: (...args: Args) => void;
  /** Returns the unsubscribe function. */
  readonly subscribe: (listener: (...args: Args) => void) => () => void;
}

export function createEmitter<Args extends readonly unknown[] = []>(): Emitter<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    emit(...args) {
      for (const listener of listeners) listener(...args);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
