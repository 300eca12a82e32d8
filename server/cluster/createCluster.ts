import type { NatsLink } from "../bus/natsLink.ts";
import type { Db } from "../db/handle.ts";
import { LeaseLostError } from "../db/leaseLostError.ts";
import type { Log } from "../log/createLog.ts";
import type { ProcessRole } from "../settings/clusterSettings.ts";
import type { Cluster } from "./cluster.ts";
import { createLease, type Lease } from "./lease.ts";
import type { ProcessLease } from "./leaseProcess.ts";

interface ClusterOptions {
  /** Its statements wait for nobody else's. */
  readonly db: Db;
  readonly nats: NatsLink;
  readonly place: ProcessLease;
  readonly roles: readonly ProcessRole[];
  readonly log: Log;
  readonly monotonicMs: () => number;
  /** What this process did alone is done by another one: it must end. */
  readonly onProcessLost: (reason: string) => void;
}

export function createCluster(options: ClusterOptions): Cluster {
  const { db, nats, place, roles, log, monotonicMs, onProcessLost: onLost } = options;
  let live: Lease | null = null;
  let worker: Lease | null = null;
  let isRestored = false;
  const open = (name: ProcessRole, onGained: () => void) => {
    const isCandidate = roles.includes(name);
    return createLease(db, { name, processId: place.id, isCandidate, log, monotonicMs, onGained, onLost });
  };
  return {
    processId: place.id,
    nats,
    join: async ({ address, listConsoles, onLive, onWorker }) => {
      await place.tell(address, listConsoles);
      live = open("live", onLive);
      worker = open("worker", onWorker);
    },
    isLive: () => isRestored && live !== null && live.getEpoch() !== null,
    setRestored: () => {
      isRestored = true;
    },
    verifyLive: async () => live?.verify(),
    getEpoch: () => live?.getEpoch() ?? null,
    getLiveAddress: () => {
      const owner = live?.getOwner() ?? null;
      return owner && owner.id !== place.id && live?.getEpoch() === null ? owner.address : null;
    },
    fence: async (tx) => {
      if (!live) throw new LeaseLostError("this process does not take part yet");
      await live.fence(tx);
    },
    listOthersConsoles: place.listOthersConsoles,
    leave: async () => {
      await live?.release();
      await worker?.release();
    },
  };
}
