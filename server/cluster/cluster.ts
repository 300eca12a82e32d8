import type { NatsLink } from "../bus/natsLink.ts";
import type { Db } from "../db/handle.ts";

/** What this process does of what one process does at a time. */
export interface ClusterDuties {
  /** Where other processes reach this one. */
  readonly address: string;
  /** Who has a console open at this process. */
  readonly listConsoles: () => readonly unknown[];
  /** This process keeps the live picture from now on: it restores it, then calls `cluster.setRestored`. */
  readonly onLive: () => void;
  /** This process works off exports, messages and the like from now on. */
  readonly onWorker: () => void;
}

/**
 * Several processes on one database. One keeps the live picture: flights in the air, rules, alarms. The others serve
 * pages and sockets, show what that one publishes, and pass on to it the calls that ask it.
 */
export interface Cluster {
  /** Of this process. */
  readonly processId: number;
  readonly nats: NatsLink;
  /** Begins to take part. Call it once this process listens. */
  readonly join: (duties: ClusterDuties) => Promise<void>;
  /** Whether this process keeps the live picture, and has restored it. */
  readonly isLive: () => boolean;
  readonly setRestored: () => void;
  /** Asks whether it still does, after it was frozen. */
  readonly verifyLive: () => Promise<void>;
  /** How often the live picture had changed hands when this process got it. */
  readonly getEpoch: () => number | null;
  /** Where the process is that keeps the live picture; null where nobody does at the moment, or this one. */
  readonly getLiveAddress: () => string | null;
  /** Begins a transaction that writes of the live picture: refuses it for all but who keeps it. */
  readonly fence: (tx: Db) => Promise<void>;
  /** Who has a console open at the other processes. */
  readonly listOthersConsoles: () => readonly unknown[];
  /** Gives up what only one process does, so that another goes on at once. */
  readonly leave: () => Promise<void>;
}
