import { isPassing } from "../db/databaseError.ts";
import { setAside } from "../db/setAside.ts";
import type { Platform } from "../platform.ts";
import type { AlarmOperation } from "./alarmBatch.ts";

/** Operations in one transaction. */
const maxBatch = 300;

/** Stores operations one batch after the other; those that cannot be stored now wait for the next try. */
export function createAlarmQueue(
  store: (operations: readonly AlarmOperation[]) => Promise<void>,
  { db, onError }: Pick<Platform, "db" | "onError">,
) {
  let waiting: AlarmOperation[] = [];
  let running: Promise<void> | null = null;

  /** @returns the operations that are to be tried again */
  async function tryStore(operations: readonly AlarmOperation[]): Promise<readonly AlarmOperation[]> {
    try {
      await store(operations);
      return [];
    } catch (error) {
      if (isPassing(error) || operations.length > 1) onError(error, "alarms");
      if (isPassing(error)) return operations;
      if (operations.length === 1)
        return (await setAside({ db, onError }, "alarm", operations[0], error)) ? [] : operations;
    }
    // One of them can never be stored; the others are.
    const remaining: AlarmOperation[] = [];
    for (const operation of operations)
      remaining.push(...(remaining.length > 0 ? [operation] : await tryStore([operation])));
    return remaining;
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const remaining = await tryStore(waiting.splice(0, maxBatch));
      if (remaining.length === 0) continue;
      waiting = [...remaining, ...waiting];
      return;
    }
  }

  function start(): Promise<void> {
    // What is added in the same turn goes into one batch.
    running ??= Promise.resolve()
      .then(run)
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    add: (operation: AlarmOperation) => {
      waiting.push(operation);
      // After a failure the next tick tries again.
      void start();
    },
    isEmpty: () => waiting.length === 0,
    retry: () => {
      if (waiting.length > 0) void start();
    },
    flush: async () => {
      if (waiting.length > 0 || running) await start();
    },
  };
}
