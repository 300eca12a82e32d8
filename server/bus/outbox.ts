import { and, gte, lt, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Db } from "../db/handle.ts";
import { outbox } from "../db/schema/outbox.ts";
import type { PendingMessage } from "./bus.ts";

/** How long rows are retained after their transaction. A process that has read none for longer may have missed some. */
export const retentionMs = 300_000;

const rowsPerInsert = 500;

const positions = z.array(
  z.object({ at: z.number(), xmin: z.string(), first: z.string(), last: z.string() }),
);

/** Position of a reader in the outbox. */
export interface OutboxPosition {
  /** When it read, ms by the database's clock: that of a suspended machine stands still. */
  readonly at: number;
  /** All transactions before this one had ended when it read. */
  readonly xmin: string;
  /** Numbers of the first and last row at that time; 0 if there was none. */
  readonly first: bigint;
  readonly last: bigint;
}

interface ReadMessages {
  readonly position: OutboxPosition;
  readonly rows: readonly unknown[];
}

/** The statements about stored messages. */
export interface Outbox<Tx = Db> {
  /** Stores messages in the transaction of the change they announce. */
  readonly storeIn: (tx: Tx, messages: readonly PendingMessage[]) => Promise<void>;
  /** Stores messages that belong to no transaction. */
  readonly store: (messages: readonly PendingMessage[]) => Promise<void>;
  /** Reads the rows since a position, oldest first, and the new position. Without a position it reads no rows. */
  readonly read: (from: OutboxPosition | null) => Promise<ReadMessages>;
  /**
   * Deletes the rows of transactions that had ended at a position, but never the last one, whose number shows a reader
   * that it has missed some.
   */
  readonly deleteBefore: (position: OutboxPosition) => Promise<void>;
}

/** @param db must have connections of its own, so that reading never waits */
export function createOutbox(db: Db): Outbox {
  return {
    storeIn: insert,
    store: (messages) => insert(db, messages),
    read: (from) => read(db, from),
    deleteBefore: async ({ xmin }) => {
      await db
        .delete(outbox)
        .where(and(lt(outbox.xid, xmin), sql`${outbox.n} < (select max(n) from ${outbox})`));
    },
  };
}

async function insert(db: Db, messages: readonly PendingMessage[]): Promise<void> {
  const rows = messages.map(({ id, topic, message }) => ({ id, topic, message }));
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await db.insert(outbox).values(rows.slice(start, start + rowsPerInsert));
}

async function read(db: Db, from: OutboxPosition | null): Promise<ReadMessages> {
  return db.transaction(
    async (tx) => {
      const { rows } = (await tx.execute(sql`
        select extract(epoch from now())::float8 * 1000 as at, pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
          coalesce(min(n), 0)::text as first, coalesce(max(n), 0)::text as last
        from ${outbox}`)) as unknown as { readonly rows: unknown };
      const [{ at, xmin, first, last } = { at: 0, xmin: "0", first: "0", last: "0" }] = positions.parse(rows);
      const read = from
        ? await tx
            .select({ id: outbox.id, topic: outbox.topic, message: outbox.message })
            .from(outbox)
            // Transactions that were open at the last read may have committed since; the others are read again.
            .where(gte(outbox.xid, from.xmin))
            .orderBy(outbox.n)
        : [];
      return { position: { at, xmin, first: BigInt(first), last: BigInt(last) }, rows: read };
    },
    // Both statements see the same rows.
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** Whether rows were deleted before a reader has read them. */
export const hasMissed = (from: OutboxPosition, to: OutboxPosition): boolean =>
  to.at - from.at > retentionMs && to.last > from.last && to.first > from.last + 1n;
