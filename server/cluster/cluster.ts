import type { NatsLink } from "../bus/natsLink.ts";
import type { Db } from "../db/handle.ts";

/** What a process announces when it joins, and what it starts when a lease becomes its own. */
export interface JoinOptions {
  /** URL at which other processes reach this one. */
  readonly address: string;
  /** Lists the consoles that are connected to this process. */
  readonly listConsoles: () => readonly unknown[];
  /** This process now owns the live picture: restore it, then call `cluster.setRestored`. */
  readonly onLive: () => void;
  /** This process now does the background work: messages, clean-up, notices. */
  readonly onWorker: () => void;
}

/**
 * Several processes on one database. One of them owns the live picture: flights in the air, rules, alarms. The others
 * serve pages and sockets, show what the owner publishes, and forward calls about it to the owner.
 */
export interface Cluster<Tx = Db> {
  /** Id of this process. */
  readonly processId: number;
  readonly nats: NatsLink;
  /** Call it once this process listens. */
  readonly join: (options: JoinOptions) => Promise<void>;
  /** Whether this process owns the live picture and has restored it. */
  readonly isLive: () => boolean;
  readonly setRestored: () => void;
  /** Renews the lease of the live picture. Call it after a freeze, when another process may have taken it. */
  readonly verifyLive: () => Promise<void>;
  /** Number of this process's ownership of the live picture; null while it is not the owner. */
  readonly getEpoch: () => number | null;
  /** URL of the owner of the live picture; null while there is none, or if it is this process. */
  readonly getLiveAddress: () => string | null;
  /** Call it first in a transaction that writes the live picture. Throws if this process is not the owner. */
  readonly fence: (tx: Tx) => Promise<void>;
  /** Tells the other processes from now on what this one says of itself. */
  readonly shareStatus: (read: () => unknown) => void;
  /** Lists the consoles that are connected to the other processes. */
  readonly listOthersConsoles: () => readonly unknown[];
  /** Releases the leases, so that another process takes over at once. */
  readonly leave: () => Promise<void>;
}
