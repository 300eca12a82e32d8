import { Worker } from "node:worker_threads";
import { usualCallWaitMs } from "./databaseBusyError.ts";
import { DatabaseOpenError } from "./databaseOpenError.ts";
import type { SerializedError, WorkerInput, WorkerReply, WorkerRequest } from "./embeddedProtocol.ts";
import { createWorkQueue, type QueueProducer, type Rank, type WorkQueue } from "./workQueue.ts";

type WorkerRequestBody = WorkerRequest extends infer Q
  ? Q extends WorkerRequest
    ? Omit<Q, "n">
    : never
  : never;

interface QueryOptions {
  readonly rowMode?: "array" | "object";
}

/** What drizzle-orm/pglite uses of a client, or of its open transaction. */
export interface EmbeddedClient {
  query(sql: string, params?: readonly unknown[], options?: QueryOptions): Promise<unknown>;
  exec(sql: string): Promise<unknown>;
}

/** One way into the queue of the database's single session. */
export interface EmbeddedLane extends EmbeddedClient {
  transaction<T>(work: (client: EmbeddedClient) => Promise<T>): Promise<T>;
}

export interface EmbeddedDatabase {
  /** Never refused: for work that no caller waits for. */
  readonly background: EmbeddedLane;
  /** Bounded: work that does not fit, or waits too long, fails with `DatabaseBusyError`. */
  readonly calls: EmbeddedLane;
  /** Runs before everything else; bounded as well. */
  readonly priority: EmbeddedLane;
  readonly queue: Pick<WorkQueue, "countWaiting" | "isRunning" | "countRefused">;
  /** All files as a tar, usable as `image` of another database. */
  dumpImage(): Promise<Uint8Array<ArrayBuffer>>;
  /** Copies the files between two transactions; everything else waits meanwhile. */
  copyTo(folder: string): Promise<void>;
  close(): Promise<void>;
}

/** An error of the embedded database, with its SQLSTATE as `code`. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = "EmbeddedDatabaseError";
  constructor(error: SerializedError) {
    super(error.message);
    Object.assign(this, error);
  }
}

export interface EmbeddedOptions {
  /** Called once if the thread ends without being closed; every later request fails. */
  readonly onLost?: ((error: Error) => void) | undefined;
  /** Called for each statement and transaction with how long it waited for its turn. */
  readonly onWait?: ((rank: Rank, ms: number) => void) | undefined;
  /** How long a call's statement may wait. */
  readonly callWaitMs?: number | undefined;
}

/** The worker's source; next to a bundled server, its bundle. */
const workerFile = import.meta.url.endsWith(".ts") ? "./embeddedWorker.ts" : "./embeddedWorker.js";

/**
 * Runs PGlite in a worker thread, so that a heavy query does not block the server. PGlite has one session: a
 * transaction has it exclusively, and everything else queues: priority, then writes, then reads.
 */
export async function openEmbedded(
  input: WorkerInput,
  { onLost = () => undefined, onWait, callWaitMs = usualCallWaitMs }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL(workerFile, import.meta.url), { workerData: input });
  const pendingRequests = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: Error) => void }
  >();
  let lastId = 0;
  let failure: Error | null = null;
  let isOpen = false;

  const failAll = (error: Error) => {
    failure ??= error;
    for (const request of pendingRequests.values()) request.reject(failure);
    pendingRequests.clear();
    if (isOpen) onLost(failure);
    isOpen = false;
  };
  worker.on("error", failAll);
  worker.on("exit", () => failAll(new Error("The embedded database has stopped")));
  worker.on("message", (reply: WorkerReply) => {
    const request = pendingRequests.get(reply.n);
    pendingRequests.delete(reply.n);
    if ("error" in reply) request?.reject(new EmbeddedDatabaseError(reply.error));
    else request?.resolve(reply.result);
  });

  const waitForReply = (n: number) =>
    new Promise<unknown>((resolve, reject) => {
      if (failure) reject(failure);
      else pendingRequests.set(n, { resolve, reject });
    });
  const send = (body: WorkerRequestBody): Promise<unknown> => {
    const n = ++lastId;
    const response = waitForReply(n);
    if (!failure) worker.postMessage({ ...body, n });
    return response;
  };

  await waitForReply(0).catch((error: Error) => {
    throw new DatabaseOpenError(error.message, { cause: error });
  });
  isOpen = true;

  const queue = createWorkQueue(onWait);
  const unlimitedProducer = queue.createProducer();
  let requests = 0;
  const sendCounted = (body: WorkerRequestBody): Promise<unknown> => {
    requests += 1;
    // Between two transactions. A checkpoint that fails is tried again; a full disk is told by the write probe.
    if (requests % requestsPerCheckpoint === 0)
      unlimitedProducer.add("write", () => send({ type: "checkpoint" })).catch(() => undefined);
    return send(body);
  };
  const directClient: EmbeddedClient = {
    query: (sql, params = [], options = {}) =>
      sendCounted({ type: "query", sql, params, rowMode: options.rowMode ?? "object" }),
    exec: (sql) => sendCounted({ type: "exec", sql }),
  };
  const runInTransaction = async <T>(work: (client: EmbeddedClient) => Promise<T>): Promise<T> => {
    await directClient.exec("begin");
    try {
      const result = await work(directClient);
      await directClient.exec("commit");
      return result;
    } catch (error) {
      await directClient.exec("rollback");
      throw error;
    }
  };
  const createLane = (producer: QueueProducer, getRank: (sql: string | null) => Rank): EmbeddedLane => ({
    query: (sql, ...rest) => producer.add(getRank(sql), () => directClient.query(sql, ...rest)),
    exec: (sql) => producer.add(getRank(sql), () => directClient.exec(sql)),
    transaction: (work) => producer.add(getRank(null), () => runInTransaction(work)),
  });
  return {
    background: createLane(unlimitedProducer, rankStatement),
    calls: createLane(queue.createProducer({ maxJobs: maxCalls, maxWaitMs: callWaitMs }), rankStatement),
    priority: createLane(queue.createProducer(priorityLimit), () => "priority"),
    queue,
    // Cast: the worker's reply to this request.
    dumpImage: () =>
      unlimitedProducer.add("read", () => send({ type: "image" })) as Promise<Uint8Array<ArrayBuffer>>,
    copyTo: async (folder) => {
      await unlimitedProducer.add("write", () => send({ type: "copy", folder }));
    },
    close: async () => {
      isOpen = false;
      await unlimitedProducer.add("last", () => send({ type: "close" }));
      await worker.terminate();
    },
  };
}

/** After so many requests the worker looks how much the log has grown. */
const requestsPerCheckpoint = 200;
/** Enough for all consoles of a company opening at the same time, at a few milliseconds a statement. */
const maxCalls = 200;
const priorityLimit = { maxJobs: 500, maxWaitMs: 10_000 } as const;

/** A transaction (null) counts as a write. */
const rankStatement = (sql: string | null): Rank =>
  sql !== null && /^\s*(?:select|with)\b/i.test(sql) ? "read" : "write";
