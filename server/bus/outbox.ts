import { gte, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Db } from "../db/handle.ts";
import { outbox } from "../db/schema/outbox.ts";
import type { PendingMessage } from "./bus.ts";

/** How long rows are retained. A process that has read none for longer may have missed some. */
export const retentionMs = 300_000;

const rowsPerInsert = 500;

/** Stores messages. Pass the transaction of the change they announce, if there is one. */
export async function storeMessages(db: Db, messages: readonly PendingMessage[]): Promise<void> {
  const rows = messages.map(({ id, topic, message }) => ({ id, topic, message }));
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await db.insert(outbox).values(rows.slice(start, start + rowsPerInsert));
}

const positions = z.array(z.object({ xmin: z.string(), first: z.string(), last: z.string() }));

/** Position of a reader in the outbox. */
export interface OutboxPosition {
  /** All transactions before this one had ended when it read. */
  readonly xmin: string;
  /** Numbers of the first and last row at that time; 0 if there was none. */
  readonly first: bigint;
  readonly last: bigint;
}

/** Reads the rows since a position, oldest first, and the new position. Without a position it reads no rows. */
export async function readMessages(
  db: Db,
  from: OutboxPosition | null,
): Promise<{ readonly position: OutboxPosition; readonly rows: readonly unknown[] }> {
  return db.transaction(
    async (tx) => {
      const { rows } = (await tx.execute(sql`
        select pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
          coalesce(min(n), 0)::text as first, coalesce(max(n), 0)::text as last
        from ${outbox}`)) as unknown as { readonly rows: unknown };
      const [{ xmin, first, last } = { xmin: "0", first: "0", last: "0" }] = positions.parse(rows);
      const read = from
        ? await tx
            .select({ id: outbox.id, topic: outbox.topic, message: outbox.message })
            .from(outbox)
            // Transactions that were open at the last read may have committed since; the others are read again.
            .where(gte(outbox.xid, from.xmin))
            .orderBy(outbox.n)
        : [];
      return { position: { xmin, first: BigInt(first), last: BigInt(last) }, rows: read };
    },
    // Both statements see the same rows.
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** Whether rows were deleted before a reader has read them. */
export const hasMissed = (from: OutboxPosition, to: OutboxPosition): boolean =>
  to.last > from.last && to.first > from.last + 1n;

/** Deletes rows past their retention, but never the last one, whose number shows a reader that it has missed some. */
export async function deleteExpired(db: Db): Promise<void> {
  await db
    .delete(outbox)
    .where(
      sql`${outbox.at} < now() - interval '${sql.raw(String(retentionMs))} milliseconds' and ${outbox.n} < (select max(n) from ${outbox})`,
    );
}
