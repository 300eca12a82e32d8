import { Worker } from "node:worker_threads";
import type { PlainFault, Question, Reply, WorkerInput } from "./embeddedProtocol.ts";

type Ask = Question extends infer Q ? (Q extends Question ? Omit<Q, "n"> : never) : never;

interface QueryOptions {
  readonly rowMode?: "array" | "object";
}

/** What drizzle-orm/pglite needs of a client, or of its open transaction. */
export interface EmbeddedClient {
  query(sql: string, params?: readonly unknown[], options?: QueryOptions): Promise<unknown>;
  exec(sql: string): Promise<unknown>;
}

export interface EmbeddedDatabase extends EmbeddedClient {
  transaction<T>(work: (client: EmbeddedClient) => Promise<T>): Promise<T>;
  /** All of its files as a tar, for `image` of another one. */
  image(): Promise<Uint8Array<ArrayBuffer>>;
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

/**
 * PGlite in a thread of its own, so that a heavy query does not hold up the server. It has one session:
 * a transaction has it to itself, and everything else queues behind.
 * @param onLost told once if the thread ends without being closed: whatever is asked from then on fails
 */
export async function openEmbedded(
  input: WorkerInput,
  onLost: (fault: Error) => void = () => undefined,
): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL("./embeddedWorker.ts", import.meta.url), { workerData: input });
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

  await answerTo(0);
  open = true;

  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const direct: EmbeddedClient = {
    query: (sql, params = [], options = {}) =>
      ask({ ask: "query", sql, params, rowMode: options.rowMode ?? "object" }),
    exec: (sql) => ask({ ask: "exec", sql }),
  };

  return {
    query: (...args) => inTurn(() => direct.query(...args)),
    exec: (sql) => inTurn(() => direct.exec(sql)),
    transaction: (work) =>
      inTurn(async () => {
        await direct.exec("begin");
        try {
          const result = await work(direct);
          await direct.exec("commit");
          return result;
        } catch (fault) {
          await direct.exec("rollback");
          throw fault;
        }
      }),
    // Seam: the worker's answer to this question.
    image: () => inTurn(() => ask({ ask: "image" })) as Promise<Uint8Array<ArrayBuffer>>,
    close: async () => {
      open = false;
      await inTurn(() => ask({ ask: "close" }));
      await worker.terminate();
    },
  };
}
