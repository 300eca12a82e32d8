import { DatabaseBusy } from "./databaseBusy.ts";

/** In the order in which they go first; `last` waits until nothing else is left. */
const ranks = ["priority", "write", "read", "last"] as const;
export type Rank = (typeof ranks)[number];

export interface QueueLimit {
  /** Jobs that may wait at once. */
  readonly most: number;
  /** How long one of them may wait, in milliseconds. */
  readonly maxWaitMs: number;
}

interface Job {
  readonly order: number;
  readonly run: () => Promise<void>;
}

/** One source of jobs. */
export interface QueueEntrance {
  /** Runs a job when it is its turn; rejects with `DatabaseBusy` where the entrance is limited and its limit is met. */
  readonly add: <T>(rank: Rank, job: () => Promise<T>) => Promise<T>;
}

/** Jobs that run one at a time, the more urgent ones first. */
export interface WorkQueue {
  /** Without a limit nothing is ever refused. */
  readonly entrance: (limit?: QueueLimit) => QueueEntrance;
  readonly waiting: (rank: Rank) => number;
  readonly isRunning: () => boolean;
  /** Jobs refused since the start. */
  readonly refused: () => number;
}

/** Every so many turns the oldest job goes first whatever its rank, so that lists are never starved. */
const fairTurn = 8;

/** @param onWait is told of each job how long it waited, in milliseconds */
export function createWorkQueue(onWait?: (rank: Rank, ms: number) => void): WorkQueue {
  const waiting: Record<Rank, Set<Job>> = {
    priority: new Set(),
    write: new Set(),
    read: new Set(),
    last: new Set(),
  };
  let count = 0;
  let turns = 0;
  let refused = 0;
  let running = false;

  const firstOf = (rank: Rank): readonly Job[] => {
    const [job] = waiting[rank];
    return job ? [job] : [];
  };
  function take(): Job | undefined {
    turns += 1;
    const urgent = ["priority", "write", "read"] as const;
    const candidates = urgent.flatMap(firstOf);
    const [job] =
      turns % fairTurn === 0 ? candidates.toSorted((one, other) => one.order - other.order) : candidates;
    const next = job ?? firstOf("last")[0];
    if (next) for (const rank of ranks) waiting[rank].delete(next);
    return next;
  }
  function runNext() {
    if (running) return;
    const job = take();
    if (!job) return;
    running = true;
    void job.run().then(() => {
      // After all microtasks: who was just answered adds the next statement before anybody else's turn.
      process.nextTick(() => {
        running = false;
        runNext();
      });
    });
  }

  function entrance(limit?: QueueLimit): QueueEntrance {
    let own = 0;
    return {
      add: (rank, work) => {
        if (limit && own >= limit.most) {
          refused += 1;
          return Promise.reject(new DatabaseBusy());
        }
        const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
        own += 1;
        const from = performance.now();
        const run = async () => {
          clearTimeout(timer);
          own -= 1;
          onWait?.(rank, performance.now() - from);
          try {
            resolve(await work());
          } catch (fault) {
            reject(fault);
          }
        };
        const job: Job = { order: ++count, run };
        const giveUp = () => {
          waiting[rank].delete(job);
          own -= 1;
          refused += 1;
          reject(new DatabaseBusy());
        };
        const timer = limit ? setTimeout(giveUp, limit.maxWaitMs) : undefined;
        waiting[rank].add(job);
        runNext();
        return promise;
      },
    };
  }

  return {
    entrance,
    waiting: (rank) => waiting[rank].size,
    isRunning: () => running,
    refused: () => refused,
  };
}
