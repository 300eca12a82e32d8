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
  /** Another process has taken over for this one, which was frozen or cut off and must end. Called with the reason. */
  readonly onProcessLost: (reason: string) => void;
}

/** The membership of this process in the group of processes that serve one PostgreSQL. */
export interface Membership {
  /** 0 to 1023. */
  readonly processId: number;
  /** Connects to the other processes; null without `NATS_URL`, where this process is the only one. */
  readonly connect: (
    secretKey: Buffer,
    onError: (error: unknown, where: string) => void,
  ) => Promise<{ readonly bus: Bus; readonly cluster: Cluster } | null>;
  /** Releases the process id. Call it once the bus is closed. */
  readonly close: () => Promise<void>;
}

/** Leases a process id from PostgreSQL; null for the embedded database, which always has one process. */
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
  const processLease = await leaseProcess(db, { log, monotonicMs, token, onLost: onProcessLost }).catch(
    async (error) => {
      await pool.end();
      throw error;
    },
  );
  let disconnect = async () => {};
  return {
    processId: processLease.id,
    connect: async (secretKey, onError) => {
      if (!settings) return null;
      const nats = openNatsLink(settings, secretKey, { log, onError });
      const cluster = createCluster({
        db,
        nats,
        processLease,
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
      await processLease.release();
      await pool.end();
    },
  };
}
