import { DatabaseBusyError } from "./databaseBusyError.ts";

/** The most urgent first; `last` waits until nothing else is left. */
const ranks = ["priority", "write", "read", "last"] as const;
export type Rank = (typeof ranks)[number];

export interface QueueLimit {
  /** Jobs that may wait at the same time. */
  readonly maxJobs: number;
  /** How long a job may wait, in milliseconds. */
  readonly maxWaitMs: number;
}

interface Job {
  readonly order: number;
  readonly run: () => Promise<void>;
}

/** One source of jobs. */
export interface QueueProducer {
  /** Runs a job when its turn comes; rejects with `DatabaseBusyError` when the producer's limit is reached. */
  readonly add: <T>(rank: Rank, job: () => Promise<T>) => Promise<T>;
}

/** Runs jobs one at a time, the most urgent first. */
export interface WorkQueue {
  /** Without a limit no job is refused. */
  readonly createProducer: (limit?: QueueLimit) => QueueProducer;
  readonly countWaiting: (rank: Rank) => number;
  readonly isRunning: () => boolean;
  /** Jobs refused since the start. */
  readonly countRefused: () => number;
}

/** Every so many turns the oldest job runs first regardless of its rank, so that writes never starve. */
const fairnessInterval = 8;
/** A read waits for so many turns of others at most, whatever comes in: people look at lists. */
const maxReadTurns = 2;

/** @param onWait called for each job with how long it waited, in milliseconds */
export function createWorkQueue(onWait?: (rank: Rank, ms: number) => void): WorkQueue {
  const waiting: Record<Rank, Set<Job>> = {
    priority: new Set(),
    write: new Set(),
    read: new Set(),
    last: new Set(),
  };
  let lastOrder = 0;
  let turns = 0;
  /** Turns of others since a read waits. */
  let readTurns = 0;
  let refused = 0;
  let running = false;

  const peek = (rank: Rank): readonly Job[] => {
    const [job] = waiting[rank];
    return job ? [job] : [];
  };
  function dequeue(): Job | undefined {
    turns += 1;
    const urgent = ["priority", "write", "read"] as const;
    const candidates = urgent.flatMap(peek);
    const [job] =
      turns % fairnessInterval === 0 ? candidates.toSorted((a, b) => a.order - b.order) : candidates;
    const [read] = peek("read");
    const next = (readTurns >= maxReadTurns ? read : undefined) ?? job ?? peek("last")[0];
    readTurns = read === undefined || next === read ? 0 : readTurns + 1;
    if (next) for (const rank of ranks) waiting[rank].delete(next);
    return next;
  }
  function runNext() {
    if (running) return;
    const job = dequeue();
    if (!job) return;
    running = true;
    void job.run().then(() => {
      // After all microtasks: the caller of the finished job can add its next statement before another job's turn.
      process.nextTick(() => {
        running = false;
        runNext();
      });
    });
  }

  function createProducer(limit?: QueueLimit): QueueProducer {
    let pendingCount = 0;
    return {
      add: (rank, work) => {
        if (limit && pendingCount >= limit.maxJobs) {
          refused += 1;
          return Promise.reject(new DatabaseBusyError());
        }
        const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
        pendingCount += 1;
        const from = performance.now();
        const run = async () => {
          clearTimeout(timer);
          pendingCount -= 1;
          onWait?.(rank, performance.now() - from);
          try {
            resolve(await work());
          } catch (error) {
            reject(error);
          }
        };
        const job: Job = { order: ++lastOrder, run };
        const rejectExpired = () => {
          waiting[rank].delete(job);
          pendingCount -= 1;
          refused += 1;
          reject(new DatabaseBusyError());
        };
        const timer = limit ? setTimeout(rejectExpired, limit.maxWaitMs) : undefined;
        waiting[rank].add(job);
        runNext();
        return promise;
      },
    };
  }

  return {
    createProducer,
    countWaiting: (rank) => waiting[rank].size,
    isRunning: () => running,
    countRefused: () => refused,
  };
}
