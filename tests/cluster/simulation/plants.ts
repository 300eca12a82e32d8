import { randomUUID } from "node:crypto";
import { clusterPool, type DatabaseClient } from "./databaseClient.ts";
import type { SimulatedDatabase } from "./simulatedDatabase.ts";
import type { SimulatedStores } from "./simulatedProcess.ts";

interface PlantContext {
  readonly database: SimulatedDatabase;
  readonly client: DatabaseClient;
  /** A clock of the machine that is seconds off. */
  readonly clock: () => number;
}

/** A fault of the product, to show that the simulation finds it. */
export interface Plant {
  readonly change?: (stores: SimulatedStores, context: PlantContext) => SimulatedStores;
  readonly publishesEarly?: boolean;
}

const changeLeases = (
  change: (stores: SimulatedStores, context: PlantContext) => Partial<SimulatedStores["leases"]>,
): Plant => ({
  change: (stores, context) => ({ ...stores, leases: { ...stores.leases, ...change(stores, context) } }),
});
const changeOutbox = (
  change: (stores: SimulatedStores, context: PlantContext) => Partial<SimulatedStores["outbox"]>,
): Plant => ({
  change: (stores, context) => ({ ...stores, outbox: { ...stores.outbox, ...change(stores, context) } }),
});
const stay = { run: () => undefined };

/** Faults by what they are, each with the words of the failure that it must lead to. */
export const plants: Readonly<Record<string, { readonly plant: Plant; readonly failure: RegExp }>> = {
  "the fence checks nothing": {
    plant: changeLeases(() => ({ lock: async () => true })),
    failure: /which is over/,
  },
  "the fence checks but does not lock": {
    plant: changeLeases(({ leases }, { database }) => ({
      lock: async (tx, { name, owner, epoch }) => {
        await tx.run(stay);
        const row = database.leases.get(name);
        return row?.owner === owner && row.epoch === epoch;
      },
      read: leases.read,
    })),
    failure: /which is over/,
  },
  "a lease is taken without a wait for the owner's transactions": {
    plant: changeLeases((_, { database: { leases }, client }) => ({
      take: (name, owner) =>
        client.run(
          {
            run: ({ startedAt, changes }) => {
              const row = leases.get(name);
              if (!row || row.until >= startedAt) return null;
              const epoch = row.epoch + 1;
              changes.push(() => leases.set(name, { owner, epoch, until: startedAt + 6_000 }));
              return epoch;
            },
          },
          clusterPool,
        ),
    })),
    failure: /which is over/,
  },
  "a lease is taken in several statements": {
    plant: changeLeases((_, { database: { leases }, client }) => ({
      take: (name, owner) =>
        client.transaction(async (tx) => {
          const epoch = await tx.run({
            lock: ({ startedAt }) =>
              (leases.get(name)?.until ?? 0) < startedAt ? { name, mode: "update" } : null,
            run: ({ startedAt }) => {
              const row = leases.get(name);
              return row && row.until < startedAt ? row.epoch + 1 : null;
            },
          });
          if (epoch === null) return null;
          await tx.run({
            run: ({ startedAt, changes }) =>
              changes.push(() => leases.set(name, { owner, epoch, until: startedAt + 6_000 })),
          });
          return epoch;
        }, clusterPool),
    })),
    failure: /nobody is the owner/,
  },
  "a frozen owner's transactions may idle": {
    plant: changeLeases(({ leases }) => ({
      lock: async (tx, ownership) => {
        const isOwned = await leases.lock(tx, ownership);
        await tx.run({
          run: (on) => {
            on.idleLimitMs = 30_000;
          },
        });
        return isOwned;
      },
    })),
    failure: /nobody is the owner/,
  },
  "a new owner has the epoch of the last one": {
    plant: changeLeases(({ leases }, { database }) => ({
      take: async (name, owner) => {
        const before = database.leases.get(name)?.epoch ?? 0;
        if ((await leases.take(name, owner)) === null) return null;
        database.leases.set(name, { owner, epoch: before, until: Number.POSITIVE_INFINITY });
        return before;
      },
    })),
    failure: /is followed by|is that of/,
  },
  "whether a lease has expired is told by the process' own clock": {
    plant: changeLeases(({ leases }, { database, client, clock }) => {
      const getUntil = () => clock() + 6_000;
      const isExpired = (name: string) => (database.leases.get(name)?.until ?? 0) < clock();
      return {
        read: async (name) => {
          const row = await leases.read(name);
          return row && { ...row, isExpired: isExpired(name) };
        },
        take: async (name, owner) => {
          if (!isExpired(name)) return null;
          await client.run(stay, clusterPool);
          const epoch = (database.leases.get(name)?.epoch ?? 0) + 1;
          database.leases.set(name, { owner, epoch, until: getUntil() });
          return epoch;
        },
        renew: async (ownership) => {
          const isRenewed = await leases.renew(ownership);
          const row = database.leases.get(ownership.name);
          if (row && isRenewed) row.until = getUntil();
          return isRenewed;
        },
      };
    }),
    failure: /was away for a moment at most|looks for the owner/,
  },
  "a renewal stores nothing": {
    plant: changeLeases((_, { client }) => ({
      renew: async () => {
        await client.run(stay, clusterPool);
        return true;
      },
    })),
    failure: /was away for a moment at most/,
  },
  "a process does not notice that its lease was taken": {
    plant: changeLeases(({ leases }) => ({
      renew: async (ownership) => {
        await leases.renew(ownership);
        return true;
      },
      lock: async (tx, ownership) => {
        if (await leases.lock(tx, ownership)) return true;
        throw new Error("refused");
      },
    })),
    failure: /still believes in|looks for the owner/,
  },
  "the outbox is read by the numbers of its rows": {
    plant: changeOutbox(({ outbox }, { database }) => ({
      read: async (from) => {
        const { position } = await outbox.read(from);
        const last = Number(from?.last ?? position.last);
        const rows = database.listOutbox().filter(({ n }) => n > last && n <= Number(position.last));
        return { position, rows: rows.map(({ message }) => message) };
      },
    })),
    failure: /was not told/,
  },
  "the outbox is read from the last reading on": {
    plant: changeOutbox(({ outbox }) => ({
      read: async (from) => {
        const read = await outbox.read(from);
        return { ...read, position: { ...read.position, xmin: String(2 ** 53) } };
      },
    })),
    failure: /was not told/,
  },
  "messages have another id in the outbox": {
    plant: changeOutbox(({ outbox }) => ({
      read: async (from) => {
        const { rows, position } = await outbox.read(from);
        return { position, rows: rows.map((row) => Object.assign({}, row, { id: randomUUID() })) };
      },
    })),
    failure: /twice/,
  },
  "messages are kept for a minute": {
    plant: changeOutbox(({ outbox }, { database }) => ({
      read: async (from) => {
        const read = await outbox.read(from);
        const last = database.listOutbox().at(-1)?.n ?? 0;
        database.removeFromOutbox(({ n, at }) => n < last && at < read.position.at - 60_000);
        return read;
      },
    })),
    failure: /was not told/,
  },
  "messages are stored apart from their transaction": {
    plant: changeOutbox(({ outbox }) => ({ storeIn: (_, messages) => outbox.store(messages) })),
    failure: /which is not committed/,
  },
  "messages are published before the commit": {
    plant: { publishesEarly: true },
    failure: /which is not committed/,
  },
};
