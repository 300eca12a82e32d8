import type { PendingMessage } from "../../../server/bus/bus.ts";
import type { Outbox } from "../../../server/bus/outbox.ts";
import type { LeaseStore, Ownership } from "../../../server/cluster/leaseStore.ts";
import type { ProcessStore } from "../../../server/cluster/processStore.ts";
import { type ClientTransaction, clusterPool, type DatabaseClient } from "./databaseClient.ts";
import type { LeaseRow, OutboxRow, ServerTransaction, SimulatedDatabase } from "./simulatedDatabase.ts";

const leaseMs = 6_000;
const maxProcesses = 1_024;

/** The statements of a cluster as the simulated database runs them: what `leaseStore.ts` says in SQL, and its siblings. */
export function createSimulatedStores(database: SimulatedDatabase, client: DatabaseClient) {
  const { leases } = database;
  const isOwned = (row: LeaseRow | undefined, { owner, epoch }: Ownership) =>
    row !== undefined && row.owner === owner && row.epoch === epoch;
  const isExpired = (row: LeaseRow | undefined, tx: ServerTransaction) =>
    row !== undefined && row.until < tx.startedAt;

  const setUntil = (ownership: Ownership, toUntil: (tx: ServerTransaction) => number) =>
    client.run(
      {
        lock: () =>
          isOwned(leases.get(ownership.name), ownership) ? { name: ownership.name, mode: "write" } : null,
        run: (tx) => {
          const row = leases.get(ownership.name);
          if (!row || !isOwned(row, ownership)) return false;
          tx.changes.push(() => {
            row.until = toUntil(tx);
          });
          return true;
        },
      },
      clusterPool,
    );

  const leaseStore: LeaseStore<ClientTransaction> = {
    read: (name) =>
      client.run(
        {
          run: (tx) => {
            const row = leases.get(name);
            if (!row) return null;
            const address = row.owner === null ? null : (database.processes.get(row.owner)?.address ?? null);
            const isFree = row.until === Number.NEGATIVE_INFINITY;
            return { owner: row.owner, address, isExpired: isExpired(row, tx), isFree };
          },
        },
        clusterPool,
      ),
    create: async (name) => {
      const until = Number.NEGATIVE_INFINITY;
      await client.run(
        {
          run: ({ changes }) =>
            changes.push(() => leases.has(name) || leases.set(name, { owner: null, epoch: 0, until })),
        },
        clusterPool,
      );
    },
    take: (name, owner) =>
      client.run(
        {
          lock: (tx) => (isExpired(leases.get(name), tx) ? { name, mode: "update" } : null),
          run: (tx) => {
            const row = leases.get(name);
            if (!row || !isExpired(row, tx)) return null;
            const taken = { owner, epoch: row.epoch + 1, until: tx.startedAt + leaseMs };
            tx.changes.push(() => leases.set(name, taken));
            return taken.epoch;
          },
        },
        clusterPool,
      ),
    renew: (ownership) => setUntil(ownership, ({ startedAt }) => startedAt + leaseMs),
    release: async (ownership) => {
      await setUntil(ownership, () => Number.NEGATIVE_INFINITY);
    },
    lock: (tx, ownership) =>
      tx.run({
        lock: () =>
          isOwned(leases.get(ownership.name), ownership) ? { name: ownership.name, mode: "share" } : null,
        run: (on) => {
          if (!isOwned(leases.get(ownership.name), ownership)) return false;
          on.idleLimitMs = 2_000;
          return true;
        },
      }),
  };
  return {
    leases: leaseStore,
    processes: createProcessStore(database, client),
    outbox: createOutbox(database, client),
  };
}

function createProcessStore(database: SimulatedDatabase, client: DatabaseClient): ProcessStore {
  const { processes } = database;
  const ids = Array.from({ length: maxProcesses }, (_, id) => id);
  /** Changes the row of a run. */
  const change = (id: number, token: string, changed: (tx: ServerTransaction) => object) =>
    client.run(
      {
        run: (tx) => {
          const row = processes.get(id);
          if (row?.token !== token) return false;
          tx.changes.push(() => Object.assign(row, changed(tx)));
          return true;
        },
      },
      clusterPool,
    );
  return {
    findFreeId: () =>
      client.run(
        {
          run: ({ startedAt }) => {
            const until = (id: number) => processes.get(id)?.until ?? Number.NEGATIVE_INFINITY;
            let oldest: number | null = null;
            for (const id of ids)
              if (until(id) < startedAt && (oldest === null || until(id) < until(oldest))) oldest = id;
            return oldest;
          },
        },
        clusterPool,
      ),
    claim: (id, { token }) =>
      client.run(
        {
          run: ({ startedAt, changes }) => {
            const row = processes.get(id);
            if (row && row.until >= startedAt) return false;
            changes.push(() =>
              processes.set(id, { token, address: "", consoles: [], until: startedAt + leaseMs }),
            );
            return true;
          },
        },
        clusterPool,
      ),
    renew: (id, token, { address, consoles }) =>
      change(id, token, ({ startedAt }) => ({ address, consoles, until: startedAt + leaseMs })),
    setAddress: async (id, token, address) => void (await change(id, token, () => ({ address }))),
    release: async (id, token) => void (await change(id, token, ({ startedAt }) => ({ until: startedAt }))),
    readOthersConsoles: (id) =>
      client.run(
        {
          run: ({ startedAt }) =>
            [...processes]
              .filter(([other, { until }]) => other !== id && until > startedAt)
              .flatMap(([, { consoles }]) => consoles),
        },
        clusterPool,
      ),
  };
}

function createOutbox(database: SimulatedDatabase, client: DatabaseClient): Outbox<ClientTransaction> {
  const insert = (messages: readonly PendingMessage[]) => ({
    run: (tx: ServerTransaction) => {
      const xid = database.assignXid(tx);
      const rows: OutboxRow[] = messages.map((message) => ({
        n: database.nextNumber(),
        xid,
        at: tx.startedAt,
        message,
      }));
      tx.changes.push(() => database.addToOutbox(rows));
    },
  });
  return {
    storeIn: (tx, messages) => tx.run(insert(messages)),
    store: (messages) => client.run(insert(messages), clusterPool),
    read: (from) =>
      client.run(
        {
          run: ({ startedAt }) => {
            const rows = database.listOutbox();
            const position = {
              at: startedAt,
              xmin: String(database.readXmin()),
              first: BigInt(rows[0]?.n ?? 0),
              last: BigInt(rows.at(-1)?.n ?? 0),
            };
            const xmin = Number(from?.xmin ?? 0);
            return {
              position,
              rows: from ? rows.filter(({ xid }) => xid >= xmin).map(({ message }) => message) : [],
            };
          },
        },
        clusterPool,
      ),
    deleteBefore: ({ xmin }) =>
      client.run(
        {
          run: ({ changes }) => {
            const last = database.listOutbox().at(-1)?.n ?? 0;
            changes.push(() => database.removeFromOutbox(({ xid, n }) => xid < Number(xmin) && n < last));
          },
        },
        clusterPool,
      ),
  };
}
