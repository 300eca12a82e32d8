import type { CallError } from "../../../adapters/http/callError.ts";

/** Where the console, once loaded, hears of failed calls; before that nobody listens and the login page speaks. */
export interface FaultHub {
  readonly tell: (fault: CallError) => void;
  readonly listen: (told: (fault: CallError) => void) => () => void;
}

export function createFaultHub(): FaultHub {
  const listeners = new Set<(fault: CallError) => void>();
  return {
    tell: (fault) => {
      for (const told of listeners) told(fault);
    },
    listen(told) {
      listeners.add(told);
      return () => listeners.delete(told);
    },
  };
}
