import type { NatsLink } from "../bus/natsLink.ts";
import { LeaseLostError } from "../db/leaseLostError.ts";
import type { Log } from "../log/createLog.ts";
import type { ProcessTimers } from "../processTimers.ts";
import type { ProcessRole } from "../settings/clusterSettings.ts";
import type { Cluster } from "./cluster.ts";
import { createLease, type Lease } from "./lease.ts";
import type { ProcessLease } from "./leaseProcess.ts";
import type { LeaseStore } from "./leaseStore.ts";

interface ClusterOptions<Tx> {
  readonly leases: LeaseStore<Tx>;
  readonly nats: NatsLink;
  readonly processLease: ProcessLease;
  readonly roles: readonly ProcessRole[];
  readonly log: Log;
  readonly timers: ProcessTimers;
  /** Another process has taken over a lease of this one, which must end. */
  readonly onProcessLost: (reason: string) => void;
}

export function createCluster<Tx>(options: ClusterOptions<Tx>): Cluster<Tx> {
  const { leases, nats, processLease, roles, log, timers, onProcessLost: onLost } = options;
  let live: Lease<Tx> | null = null;
  let worker: Lease<Tx> | null = null;
  let isRestored = false;
  const open = (name: ProcessRole, onGained: () => void) => {
    const isCandidate = roles.includes(name);
    return createLease(leases, {
      name,
      processId: processLease.id,
      isCandidate,
      log,
      timers,
      onGained,
      onLost,
    });
  };
  return {
    processId: processLease.id,
    nats,
    join: async ({ address, listConsoles, onLive, onWorker }) => {
      await processLease.announce(address, listConsoles);
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
      return owner && owner.id !== processLease.id && live?.getEpoch() === null ? owner.address : null;
    },
    fence: async (tx) => {
      if (!live) throw new LeaseLostError("this process has not joined yet");
      await live.fence(tx);
    },
    shareStatus: processLease.shareStatus,
    listOthersConsoles: processLease.listOthersConsoles,
    leave: async () => {
      await live?.release();
      await worker?.release();
    },
  };
}
