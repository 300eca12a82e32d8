import type { PendingMessage } from "../../../server/bus/bus.ts";
import type { VirtualTime } from "./virtualTime.ts";

export interface LeaseRow {
  owner: number | null;
  epoch: number;
  until: number;
}

export interface ProcessRow {
  token: string;
  address: string;
  consoles: readonly unknown[];
  until: number;
}

export interface OutboxRow {
  readonly n: number;
  readonly xid: number;
  readonly at: number;
  readonly message: PendingMessage;
}

/** A transaction of the server: what it has changed becomes visible with `commit`. */
export interface ServerTransaction {
  /** Names the client's machine. */
  readonly client: string;
  readonly startedAt: number;
  xid: number | null;
  isOpen: boolean;
  isRunning: boolean;
  /** Its connection has ended: it ends with its current statement. */
  isAbandoned: boolean;
  idleLimitMs: number;
  idleSince: number;
  /** Changes to be made at the commit. */
  readonly changes: (() => void)[];
  /** As whose owner it writes what only the owner of the lease may. */
  writtenAs: { readonly owner: number; readonly epoch: number } | null;
}

/** What a statement locks: rows of leases as `for key share`, `for update`, or a write of columns that are no key. */
interface Lock {
  readonly name: string;
  readonly mode: "share" | "update" | "write";
}

export interface Statement<T> {
  /** Waited for if it returns one. */
  readonly lock?: (tx: ServerTransaction) => Lock | null;
  readonly run: (tx: ServerTransaction) => T;
}

type Outcome<T> = { readonly value: T } | { readonly error: Error };

interface Waiter {
  readonly tx: ServerTransaction;
  readonly lock: Lock;
  readonly proceed: () => void;
  readonly fail: (reason: string) => void;
}

/** Is told what happens at the server. */
export interface DatabaseListener {
  /** Called before the changes of a transaction become visible. */
  readonly onCommit: (tx: ServerTransaction, leases: ReadonlyMap<string, LeaseRow>) => void;
  /** Called when a row of the outbox has become visible. */
  readonly onStored: (row: OutboxRow) => void;
}

export type SimulatedDatabase = ReturnType<typeof createSimulatedDatabase>;

/**
 * The parts of PostgreSQL that the statements of a cluster rely on: transactions with numbers, snapshots of them, row
 * locks, and the limits for statements and idle transactions.
 */
export function createSimulatedDatabase(time: VirtualTime, { onCommit, onStored }: DatabaseListener) {
  const leases = new Map<string, LeaseRow>();
  const processes = new Map<number, ProcessRow>();
  let outbox: OutboxRow[] = [];
  const open = new Set<ServerTransaction>();
  const sharers = new Map<string, Set<ServerTransaction>>();
  const exclusive = new Map<string, ServerTransaction>();
  let waiters: Waiter[] = [];
  let nextXid = 1;
  let nextN = 1;
  let isUp = true;

  function canLock(tx: ServerTransaction, { name, mode }: Lock): boolean {
    const holder = exclusive.get(name);
    if (holder && holder !== tx) return false;
    return mode !== "update" || [...(sharers.get(name) ?? [])].every((sharer) => sharer === tx);
  }
  function takeLock(tx: ServerTransaction, { name, mode }: Lock): void {
    if (mode === "update") exclusive.set(name, tx);
    if (mode === "share") sharers.set(name, (sharers.get(name) ?? new Set()).add(tx));
  }

  function finish(tx: ServerTransaction): void {
    tx.isOpen = false;
    open.delete(tx);
    for (const held of sharers.values()) held.delete(tx);
    for (const [name, holder] of exclusive) if (holder === tx) exclusive.delete(name);
    const waiting = waiters;
    waiters = [];
    for (const waiter of waiting)
      if (canLock(waiter.tx, waiter.lock)) waiter.proceed();
      else waiters.push(waiter);
  }
  const abort = (tx: ServerTransaction) => {
    if (tx.isOpen) finish(tx);
  };
  /** Its connection has ended; a statement that runs is not interrupted by that. */
  function abandon(tx: ServerTransaction): void {
    tx.isAbandoned = true;
    if (!tx.isRunning) abort(tx);
  }
  function commit(tx: ServerTransaction): void {
    onCommit(tx, leases);
    for (const change of tx.changes) change();
    finish(tx);
  }

  function startIdling(tx: ServerTransaction): void {
    tx.isRunning = false;
    if (!tx.isOpen) return;
    if (tx.isAbandoned) return abort(tx);
    const since = time.now();
    tx.idleSince = since;
    time.after(tx.idleLimitMs, () => {
      if (!tx.isRunning && tx.idleSince === since) abort(tx);
    });
  }

  function begin(client: string): ServerTransaction {
    const tx: ServerTransaction = {
      client,
      startedAt: time.now(),
      xid: null,
      isOpen: true,
      isRunning: false,
      isAbandoned: false,
      idleLimitMs: 30_000,
      idleSince: 0,
      changes: [],
      writtenAs: null,
    };
    open.add(tx);
    return tx;
  }

  /** Runs a statement, which may wait for a lock, and calls `reply` with its outcome. */
  function execute<T>(
    tx: ServerTransaction,
    statement: Statement<T>,
    timeoutMs: number,
    reply: (outcome: Outcome<T>) => void,
  ): void {
    if (!isUp) abort(tx);
    if (!tx.isOpen) return reply({ error: new Error("terminating connection") });
    tx.isRunning = true;
    const run = () => {
      const value = statement.run(tx);
      startIdling(tx);
      reply({ value });
    };
    const lock = statement.lock?.(tx) ?? null;
    if (!lock) return run();
    const proceed = () => {
      takeLock(tx, lock);
      run();
    };
    if (canLock(tx, lock)) return proceed();
    const waiter: Waiter = {
      tx,
      lock,
      proceed: () => {
        cancel();
        proceed();
      },
      fail: (reason) => {
        cancel();
        waiters = waiters.filter((other) => other !== waiter);
        abort(tx);
        reply({ error: new Error(reason) });
      },
    };
    const cancel = time.after(timeoutMs, () => waiter.fail("canceling statement due to statement timeout"));
    waiters.push(waiter);
  }

  return {
    leases,
    processes,
    begin,
    execute,
    commit,
    abort,
    isUp: () => isUp,
    abandon,
    abandonAll: (client: string) => {
      for (const tx of open) if (tx.client === client) abandon(tx);
    },
    assignXid: (tx: ServerTransaction) => (tx.xid ??= nextXid++),
    nextNumber: () => nextN++,
    /** Number of the oldest transaction that is open, or of the next one. */
    readXmin: () => {
      let xmin = nextXid;
      for (const { xid } of open) if (xid !== null && xid < xmin) xmin = xid;
      return xmin;
    },
    listOutbox: (): readonly OutboxRow[] => outbox,
    addToOutbox: (rows: readonly OutboxRow[]) => {
      const isInOrder = (outbox.at(-1)?.n ?? 0) < (rows[0]?.n ?? 0);
      outbox.push(...rows);
      // Rows with smaller numbers may be committed later.
      if (!isInOrder) outbox.sort((a, b) => a.n - b.n);
      rows.forEach(onStored);
    },
    removeFromOutbox: (isRemoved: (row: OutboxRow) => boolean) => {
      outbox = outbox.filter((row) => !isRemoved(row));
    },
    stop: () => {
      isUp = false;
      for (const { fail } of waiters) fail("terminating connection");
      for (const tx of open) abort(tx);
    },
    start: () => {
      isUp = true;
    },
  };
}
