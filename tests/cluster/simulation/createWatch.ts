import type { PendingMessage } from "../../../server/bus/bus.ts";
import type { Machine } from "./machine.ts";
import type { DatabaseListener, LeaseRow, SimulatedDatabase } from "./simulatedDatabase.ts";
import type { JoinedProcess, ProcessListener } from "./simulatedProcess.ts";

/** An owner exists again so long after one has failed, if a candidate reaches the database all the time, ms. */
const maxWithoutOwnerMs = 18_000;
/** A stored message reaches every process within that, ms: the interval of reading by the slowest clock, and the way. */
const maxDeliveryMs = 3_000;
/** The same after a process has been away: its last statement has to time out before the next one. */
const maxDeliveryAfterReturnMs = 8_000;
/** An owner that has reached the database for so long, but for moments, has renewed its lease, ms. */
const renewedByMs = 8_000;
/** So long does a process that has lost its lease live while it reaches the database, ms. */
const maxZombieMs = 10_000;
/** Everybody knows the address of an owner after that, ms. */
const maxUnknownOwnerMs = 8_000;
const forgottenMs = 1_500_000;

interface KnownMessage {
  /** Null until it is stored. */
  storedAt: number | null;
  isPublished: boolean;
  readonly namedAt: number;
  readonly deliveredTo: Set<Machine>;
}

export interface Watch extends DatabaseListener, Omit<ProcessListener, "onJoined" | "onEnded"> {
  readonly processes: Set<JoinedProcess>;
  /** Checks what has to be true at any time. */
  readonly check: (database: SimulatedDatabase) => void;
  readonly counts: { writes: number; owners: number; messages: number; deliveries: number };
}

/**
 * Watches what several processes do.
 * @param fail called with what must not be
 */
export function createWatch(now: () => number, fail: (reason: string) => void): Watch {
  const processes = new Set<JoinedProcess>();
  const messages = new Map<string, KnownMessage>();
  const waiting = new Set<string>();
  const counts = { writes: 0, owners: 0, messages: 0, deliveries: 0 };
  /** A new row with each owner. */
  let lease: Readonly<LeaseRow> = { owner: null, epoch: 0, until: 0 };
  let ownedSince = 0;
  let ownedAt = 0;
  let checkedAt = 0;

  const isHealthyFor = (machine: Machine, ms: number) => {
    const since = machine.getHealthySince();
    return since !== null && now() - since > ms;
  };
  const findOwner = () =>
    [...processes].find(
      ({ processId, cluster, machine }) =>
        processId === lease.owner && cluster.getEpoch() === lease.epoch && machine.isAlive(),
    );

  function checkOwner(database: SimulatedDatabase): void {
    const row = database.leases.get("live");
    if (!row || row === lease) return;
    if (row.epoch < lease.epoch) fail(`epoch ${lease.epoch} is followed by ${row.epoch}`);
    if (row.epoch === lease.epoch && row.owner !== lease.owner)
      fail(`epoch ${row.epoch} is that of ${lease.owner} and ${row.owner}`);
    if (row.epoch > lease.epoch) {
      const replaced = findOwner();
      const machine = replaced?.isStopping() ? null : replaced?.machine;
      if (machine && machine.getHealthySince() !== null && now() - machine.getAwayUntil() > renewedByMs)
        fail(`${machine.name} was away for a moment at most, and lost its lease`);
      counts.owners += 1;
      ownedSince = now();
      ownedAt = now();
    }
    lease = row;
  }

  function checkLiveness(until: number): void {
    const owner = findOwner();
    if (owner && until >= now() && owner.machine.getHealthySince() !== null) ownedAt = now();
    for (const { machine, isCandidate, joinedAt } of processes)
      if (isCandidate && isHealthyFor(machine, maxWithoutOwnerMs))
        if (now() - Math.max(ownedAt, joinedAt) > maxWithoutOwnerMs)
          fail(`nobody is the owner since ${ownedAt}, and ${machine.name} is well`);
    checkBeliefs(until >= now() ? owner : undefined);
  }

  function checkBeliefs(owner: JoinedProcess | undefined): void {
    for (const { machine, cluster, joinedAt, isStopping } of processes) {
      if (isStopping()) continue;
      const epoch = cluster.getEpoch();
      if (epoch !== null && epoch !== lease.epoch && isHealthyFor(machine, maxZombieMs))
        fail(`${machine.name} still believes in epoch ${epoch}`);
      if (!owner || machine === owner.machine || now() - Math.max(ownedSince, joinedAt) < maxUnknownOwnerMs)
        continue;
      if (!isHealthyFor(machine, maxUnknownOwnerMs) || !isHealthyFor(owner.machine, maxUnknownOwnerMs))
        continue;
      const address = cluster.getLiveAddress();
      if (address !== owner.address)
        fail(`${machine.name} looks for the owner at ${address}, it is at ${owner.address}`);
    }
  }

  function checkDeliveries(): void {
    for (const id of waiting) {
      const message = messages.get(id);
      const storedAt = message?.storedAt ?? now();
      // In the order of storing.
      if (now() - storedAt <= maxDeliveryMs) return;
      const open = [...processes].filter(
        ({ machine, joinedAt }) => joinedAt < storedAt && !message?.deliveredTo.has(machine),
      );
      if (open.length === 0) waiting.delete(id);
      for (const { machine } of open)
        if (isHealthyFor(machine, maxDeliveryAfterReturnMs))
          fail(`${machine.name} was not told ${id}, stored at ${storedAt}`);
    }
  }

  function onCommitted(id: string): void {
    const message = messages.get(id);
    if (!message || message.storedAt !== null) return;
    message.storedAt = now();
    waiting.add(id);
  }

  return {
    processes,
    counts,
    nameMessage: () => {
      const id = `m${counts.messages}`;
      counts.messages += 1;
      messages.set(id, { storedAt: null, isPublished: false, namedAt: now(), deliveredTo: new Set() });
      const [oldest] = messages;
      if (oldest && now() - oldest[1].namedAt > forgottenMs) messages.delete(oldest[0]);
      return id;
    },
    onPublished: (id) => {
      const message = messages.get(id);
      if (message) message.isPublished = true;
    },
    onCommitted,
    onStored: ({ message }) => {
      const id = readId(message);
      if (messages.get(id)?.isPublished) onCommitted(id);
    },
    onDelivered: (machine, id) => {
      counts.deliveries += 1;
      const message = messages.get(id);
      if (!message) return fail(`${machine.name} was told ${id} long after`);
      if (message.storedAt === null && !message.isPublished)
        fail(`${machine.name} was told ${id}, which is not committed`);
      if (message.deliveredTo.has(machine)) fail(`${machine.name} was told ${id} twice`);
      message.deliveredTo.add(machine);
    },
    onCommit: ({ writtenAs }, leases) => {
      if (!writtenAs) return;
      counts.writes += 1;
      const { owner, epoch } = leases.get("live") ?? {};
      if (owner !== writtenAs.owner || epoch !== writtenAs.epoch)
        fail(`${writtenAs.owner} writes in epoch ${writtenAs.epoch}, which is over: ${owner} has ${epoch}`);
    },
    check: (database) => {
      checkOwner(database);
      // What must happen within seconds.
      if (now() - checkedAt < 200) return;
      checkedAt = now();
      checkLiveness(lease.until);
      checkDeliveries();
    },
  };
}

/** The name of a message, by its contents. */
function readId({ message }: PendingMessage): string {
  if ("sessionId" in message) return message.sessionId;
  if ("orderId" in message) return message.orderId;
  return "ids" in message ? (message.ids?.[0] ?? "") : "";
}
