import type { CallError } from "../../../adapters/http/callError.ts";
import type { Hub } from "../entry/hub.ts";

/** The failed calls of one session, for one listener. */
export interface HeldFaults {
  readonly listen: Hub<CallError>["listen"];
  readonly stop: () => void;
}

/** Keeps what failed from the session's first call on until somebody listens: the shell comes a moment later. */
export function heldFaults(faults: Hub<CallError>): HeldFaults {
  const waiting: CallError[] = [];
  let told: ((fault: CallError) => void) | null = null;
  const stop = faults.listen((fault) => {
    if (told) told(fault);
    else waiting.push(fault);
  });
  return {
    stop,
    listen(next) {
      told = next;
      for (const fault of waiting.splice(0)) next(fault);
      return () => {
        told = null;
      };
    },
  };
}
