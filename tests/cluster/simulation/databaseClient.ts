import { CommitUnknownError } from "../../../server/db/commitUnknownError.ts";
import type { Machine } from "./machine.ts";
import type { ServerTransaction, SimulatedDatabase, Statement } from "./simulatedDatabase.ts";

/** Limits of a pool of connections, ms. */
interface PoolLimits {
  /** By the server. */
  readonly statementMs: number;
  /** By the client. */
  readonly queryMs: number;
}

export const clusterPool: PoolLimits = { statementMs: 3_000, queryMs: 3_500 };
export const mainPool: PoolLimits = { statementMs: 25_000, queryMs: 27_000 };

/** The client's end of a transaction. */
export interface ClientTransaction {
  readonly run: <T>(statement: Statement<T>) => Promise<T>;
}

/** Connections of a process to the database. */
export interface DatabaseClient {
  /** Runs one statement in a transaction of its own. */
  readonly run: <T>(statement: Statement<T>, limits: PoolLimits) => Promise<T>;
  readonly transaction: <T>(work: (tx: ClientTransaction) => Promise<T>, limits: PoolLimits) => Promise<T>;
}

/** The server has replied with an error: it has rolled back. */
class ServerError extends Error {}

export function createDatabaseClient(database: SimulatedDatabase, machine: Machine): DatabaseClient {
  /** Sends a request, and settles with what the server replies. */
  function ask<T>(
    work: (reply: (outcome: { readonly value: T } | { readonly error: Error }) => void) => void,
    { queryMs }: PoolLimits,
    onGivenUp: () => void,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = (reason: string) => {
        cancel();
        onGivenUp();
        reject(new Error(reason));
      };
      const cancel = machine.timers.setTimer(() => giveUp("query timeout"), queryMs);
      const onRefused = () => machine.deliver(() => giveUp("connection refused"));
      machine.database.send(
        () =>
          work((outcome) =>
            machine.database.send(
              () =>
                machine.deliver(() => {
                  cancel();
                  if ("value" in outcome) resolve(outcome.value);
                  else reject(new ServerError(outcome.error.message));
                }),
              onRefused,
            ),
          ),
        onRefused,
      );
    });
  }
  const abandon = (tx: ServerTransaction | undefined) => {
    if (tx) machine.database.send(() => database.abandon(tx));
  };

  return {
    run: (statement, limits) =>
      ask(
        (reply) => {
          const tx = database.begin(machine.name);
          database.execute(tx, statement, limits.statementMs, (outcome) => {
            if ("value" in outcome) database.commit(tx);
            reply(outcome);
          });
        },
        limits,
        () => undefined,
      ),
    transaction: async (work, limits) => {
      let tx: ServerTransaction | undefined;
      const onGivenUp = () => abandon(tx);
      const opened = await ask<ServerTransaction>(
        (reply) => {
          if (!database.isUp()) return reply({ error: new Error("shutting down") });
          tx = database.begin(machine.name);
          tx.isAbandoned = !machine.isAlive();
          database.execute(tx, { run: (begun) => begun }, limits.statementMs, reply);
        },
        limits,
        onGivenUp,
      );
      const run = <T>(statement: Statement<T>) =>
        ask<T>(
          (reply) => {
            // The end of the connection follows at once.
            if (!machine.isAlive()) opened.isAbandoned = true;
            database.execute(opened, statement, limits.statementMs, reply);
          },
          limits,
          onGivenUp,
        );
      let isCommitting = false;
      try {
        const result = await work({ run });
        isCommitting = true;
        await ask<null>(
          (reply) => {
            if (!opened.isOpen) return reply({ error: new Error("terminated") });
            database.commit(opened);
            reply({ value: null });
          },
          limits,
          onGivenUp,
        );
        return result;
      } catch (error) {
        abandon(opened);
        throw isCommitting && !(error instanceof ServerError)
          ? new CommitUnknownError({ cause: error })
          : error;
      }
    },
  };
}
