import { randomBytes } from "node:crypto";
import type { Bus } from "../bus/bus.ts";
import { createClusterBus } from "../bus/createClusterBus.ts";
import { openNatsLink } from "../bus/natsLink.ts";
import { createPool } from "../db/createPool.ts";
import { createPooledDb } from "../db/pooledSession.ts";
import type { Log } from "../log/createLog.ts";
import type { Settings } from "../settings/settings.ts";
import type { Cluster } from "./cluster.ts";
import { createCluster } from "./createCluster.ts";
import { leaseProcess } from "./leaseProcess.ts";

/** Limit for a statement: a lease that is not renewed within seconds is lost. */
const statementTimeoutMs = 3_000;
/** Limit for connecting, which takes long on a machine that starts several processes at once. */
const connectTimeoutMs = 10_000;
const connections = 3;

export interface MembershipHandlers {
  /** Called where others no longer count on this process, as it was away for too long, with what happened. */
  readonly onProcessLost: (reason: string) => void;
}

/** What a process is among those that serve one PostgreSQL. */
export interface Membership {
  /** 0 to 1023. */
  readonly processId: number;
  /** The bus to the others, and what is shared with them; null where there are to be none. */
  readonly connect: (
    secretKey: Buffer,
    onError: (error: unknown, where: string) => void,
  ) => Promise<{ readonly bus: Bus; readonly cluster: Cluster } | null>;
  /** Gives up its place. Call it once the bus is closed. */
  readonly close: () => Promise<void>;
}

/** Takes a place among the processes of a PostgreSQL; null for the embedded database, which has one. */
export async function openMembership(
  { databaseUrl, cluster: settings }: Settings,
  {
    log,
    monotonicMs,
    onProcessLost,
  }: MembershipHandlers & { readonly log: Log; readonly monotonicMs: () => number },
): Promise<Membership | null> {
  if (!databaseUrl) return null;
  // A pool of its own, so that a renewal never waits for other statements of this process.
  const pool = createPool(databaseUrl, connections, connectTimeoutMs, {
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 500,
  });
  const db = createPooledDb(pool);
  const token = randomBytes(16).toString("hex");
  const place = await leaseProcess(db, { log, monotonicMs, token, onLost: onProcessLost }).catch(
    async (error) => {
      await pool.end();
      throw error;
    },
  );
  let disconnect = async () => {};
  return {
    processId: place.id,
    connect: async (secretKey, onError) => {
      if (!settings) return null;
      const nats = openNatsLink(settings, secretKey, { log, onError });
      const cluster = createCluster({
        db,
        nats,
        place,
        roles: settings.roles,
        log,
        monotonicMs,
        onProcessLost,
      });
      disconnect = async () => {
        await cluster.leave();
        await nats.close();
      };
      const onMissed = () => onProcessLost("messages of other processes were missed");
      const bus = await createClusterBus({ db, nats, log, monotonicMs, onError, onMissed });
      return { bus, cluster };
    },
    close: async () => {
      await disconnect();
      await place.release();
      await pool.end();
    },
  };
}
