import { Worker } from "node:worker_threads";
import { callWaitMs } from "./databaseBusy.ts";
import { DatabaseUnopenable } from "./databaseUnopenable.ts";
import type { PlainFault, Question, Reply, WorkerInput } from "./embeddedProtocol.ts";
import { createWorkQueue, type QueueEntrance, type Rank, type WorkQueue } from "./workQueue.ts";

type Ask = Question extends infer Q ? (Q extends Question ? Omit<Q, "n"> : never) : never;

interface QueryOptions {
  readonly rowMode?: "array" | "object";
}

/** What drizzle-orm/pglite needs of a client, or of its open transaction. */
export interface EmbeddedClient {
  query(sql: string, params?: readonly unknown[], options?: QueryOptions): Promise<unknown>;
  exec(sql: string): Promise<unknown>;
}

/** One way into the queue of the database's one session. */
export interface EmbeddedLane extends EmbeddedClient {
  transaction<T>(work: (client: EmbeddedClient) => Promise<T>): Promise<T>;
}

export interface EmbeddedDatabase {
  /** Never refused: for work that answers nobody. */
  readonly background: EmbeddedLane;
  /** Bounded: what does not fit, or waits for too long, fails with `DatabaseBusy`. */
  readonly calls: EmbeddedLane;
  /** Goes before everything else; bounded as well. */
  readonly priority: EmbeddedLane;
  readonly queue: Pick<WorkQueue, "waiting" | "isRunning" | "refused">;
  /** All of its files as a tar, for `image` of another one. */
  image(): Promise<Uint8Array<ArrayBuffer>>;
  /** Copies its files as they are between two transactions; whatever else is asked waits meanwhile. */
  copyTo(folder: string): Promise<void>;
  close(): Promise<void>;
}

/** An error of the embedded database, with its SQLSTATE as `code`. */
export class EmbeddedFault extends Error {
  override readonly name = "EmbeddedFault";
  constructor(fault: PlainFault) {
    super(fault.message);
    Object.assign(this, fault);
  }
}

/** The worker's source, or beside a bundled server its bundle. */
const workerFile = import.meta.url.endsWith(".ts") ? "./embeddedWorker.ts" : "./embeddedWorker.js";

/**
 * PGlite in a thread of its own, so that a heavy query does not hold up the server. It has one session:
 * a transaction has it to itself, and everything else queues: priority, then writes, then reads.
 * @param onLost told once if the thread ends without being closed: whatever is asked from then on fails
 * @param onWait told of each statement and transaction how long it waited for its turn
 */
export async function openEmbedded(
  input: WorkerInput,
  onLost: (fault: Error) => void = () => undefined,
  onWait?: (rank: Rank, ms: number) => void,
): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL(workerFile, import.meta.url), { workerData: input });
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (fault: Error) => void }>();
  let count = 0;
  let lost: Error | null = null;
  let open = false;

  const lose = (fault: Error) => {
    lost ??= fault;
    for (const one of waiting.values()) one.reject(lost);
    waiting.clear();
    if (open) onLost(lost);
    open = false;
  };
  worker.on("error", lose);
  worker.on("exit", () => lose(new Error("The embedded database has stopped")));
  worker.on("message", (reply: Reply) => {
    const one = waiting.get(reply.n);
    waiting.delete(reply.n);
    if ("fault" in reply) one?.reject(new EmbeddedFault(reply.fault));
    else one?.resolve(reply.result);
  });

  const answerTo = (n: number) =>
    new Promise<unknown>((resolve, reject) => {
      if (lost) reject(lost);
      else waiting.set(n, { resolve, reject });
    });
  const ask = (question: Ask): Promise<unknown> => {
    const n = ++count;
    const answer = answerTo(n);
    if (!lost) worker.postMessage({ ...question, n });
    return answer;
  };

  await answerTo(0).catch((fault: Error) => {
    throw new DatabaseUnopenable(fault.message, { cause: fault });
  });
  open = true;

  const direct: EmbeddedClient = {
    query: (sql, params = [], options = {}) =>
      ask({ ask: "query", sql, params, rowMode: options.rowMode ?? "object" }),
    exec: (sql) => ask({ ask: "exec", sql }),
  };
  const inTransaction = async <T>(work: (client: EmbeddedClient) => Promise<T>): Promise<T> => {
    await direct.exec("begin");
    try {
      const result = await work(direct);
      await direct.exec("commit");
      return result;
    } catch (fault) {
      await direct.exec("rollback");
      throw fault;
    }
  };
  const queue = createWorkQueue(onWait);
  const lane = (entrance: QueueEntrance, rankOf: (sql: string | null) => Rank): EmbeddedLane => ({
    query: (sql, ...rest) => entrance.add(rankOf(sql), () => direct.query(sql, ...rest)),
    exec: (sql) => entrance.add(rankOf(sql), () => direct.exec(sql)),
    transaction: (work) => entrance.add(rankOf(null), () => inTransaction(work)),
  });
  const unlimited = queue.entrance();

  return {
    background: lane(unlimited, ordinaryRank),
    calls: lane(queue.entrance(callLimit), ordinaryRank),
    priority: lane(queue.entrance(priorityLimit), () => "priority"),
    queue,
    // Seam: the worker's answer to this question.
    image: () => unlimited.add("read", () => ask({ ask: "image" })) as Promise<Uint8Array<ArrayBuffer>>,
    copyTo: async (folder) => {
      await unlimited.add("write", () => ask({ ask: "copy", folder }));
    },
    close: async () => {
      open = false;
      await unlimited.add("last", () => ask({ ask: "close" }));
      await worker.terminate();
    },
  };
}

/** Long enough for a whole office that opens its consoles at once, at a few milliseconds a statement. */
const callLimit = { most: 200, maxWaitMs: callWaitMs } as const;
const priorityLimit = { most: 500, maxWaitMs: 10_000 } as const;

/** A transaction, which has no statement of its own, counts as a write. */
const ordinaryRank = (sql: string | null): Rank =>
  sql !== null && /^\s*(?:select|with)\b/i.test(sql) ? "read" : "write";
