import type { Bus } from "../bus/bus.ts";
import { createClusterBus } from "../bus/createClusterBus.ts";
import type { NatsLink } from "../bus/natsLink.ts";
import type { Outbox } from "../bus/outbox.ts";
import type { Db } from "../db/handle.ts";
import type { Log } from "../log/createLog.ts";
import type { ProcessTimers } from "../processTimers.ts";
import type { ProcessRole } from "../settings/clusterSettings.ts";
import type { Cluster } from "./cluster.ts";
import { createCluster } from "./createCluster.ts";
import { leaseProcess } from "./leaseProcess.ts";
import type { LeaseStore } from "./leaseStore.ts";
import type { ProcessStore } from "./processStore.ts";

export interface MembershipHandlers {
  /** Another process has taken over for this one, which was frozen or cut off and must end. Called with the reason. */
  readonly onProcessLost: (reason: string) => void;
}

/** The membership of this process in the group of processes that serve one PostgreSQL. */
export interface Membership<Tx = Db> {
  /** 0 to 1023. */
  readonly processId: number;
  /** Connects to the other processes. */
  readonly connect: (
    nats: NatsLink,
    roles: readonly ProcessRole[],
    onError: (error: unknown, where: string) => void,
  ) => Promise<{ readonly bus: Bus<Tx>; readonly cluster: Cluster<Tx> }>;
  /** Releases the process id. Call it once the bus is closed. */
  readonly close: () => Promise<void>;
}

/** What a membership reaches the outside by. */
interface MembershipPorts<Tx> extends MembershipHandlers {
  readonly processes: ProcessStore;
  readonly leases: LeaseStore<Tx>;
  readonly outbox: Outbox<Tx>;
  readonly timers: ProcessTimers;
  readonly log: Log;
  /** Random text that identifies this run. */
  readonly token: string;
}

/** Leases a process id. */
export async function createMembership<Tx>(ports: MembershipPorts<Tx>): Promise<Membership<Tx>> {
  const { processes, outbox, timers, log, token, onProcessLost } = ports;
  const processLease = await leaseProcess(processes, { log, timers, token, onLost: onProcessLost });
  let disconnect = async () => {};
  return {
    processId: processLease.id,
    connect: async (nats, roles, onError) => {
      const cluster = createCluster({ ...ports, nats, processLease, roles });
      disconnect = async () => {
        await cluster.leave();
        await nats.close();
      };
      const onMissed = () => onProcessLost("messages of other processes were missed");
      const bus = await createClusterBus({ outbox, nats, log, timers, onError, onMissed });
      return { bus, cluster };
    },
    close: async () => {
      await disconnect();
      await processLease.release();
    },
  };
}
