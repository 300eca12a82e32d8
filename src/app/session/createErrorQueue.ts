import type { CallError } from "../../../adapters/http/callError.ts";
import type { Emitter } from "../../pageApi/createEmitter.ts";

/** The call errors of one session, for one listener. */
export interface ErrorQueue {
  readonly subscribe: Emitter<[CallError]>["subscribe"];
  readonly stop: () => void;
}

/** Queues call errors until the shell, which renders later, subscribes. */
export function createErrorQueue(errors: Emitter<[CallError]>): ErrorQueue {
  const pending: CallError[] = [];
  let listener: ((error: CallError) => void) | null = null;
  const stop = errors.subscribe((error) => {
    if (listener) listener(error);
    else pending.push(error);
  });
  return {
    stop,
    subscribe(nextListener) {
      listener = nextListener;
      for (const error of pending.splice(0)) nextListener(error);
      return () => {
        listener = null;
      };
    },
  };
}
