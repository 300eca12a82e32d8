/** One emitter, any number of listeners; an event without a listener is dropped. */
export interface Emitter<T> {
  readonly emit: (event: T) => void;
  readonly subscribe: (listener: (event: T) => void) => () => void;
}

/** Between the entry, which is always there, and the console, which is loaded later and ends with the session. */
export function createEmitter<T>(): Emitter<T> {
  const listeners = new Set<(event: T) => void>();
  return {
    emit(event) {
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
