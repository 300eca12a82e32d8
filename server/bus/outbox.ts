import { gte, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Db } from "../db/handle.ts";
import { outbox } from "../db/schema/outbox.ts";
import type { PendingMessage } from "./bus.ts";

/** How long rows are kept. Whoever has read none for so long may have missed some. */
export const keptMs = 300_000;

const rowsPerInsert = 500;

/** Stores messages, in the transaction of what they tell where it is one. */
export async function storeMessages(db: Db, messages: readonly PendingMessage[]): Promise<void> {
  const rows = messages.map(({ id, topic, message }) => ({ id, topic, message }));
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await db.insert(outbox).values(rows.slice(start, start + rowsPerInsert));
}

const positions = z.array(z.object({ xmin: z.string(), first: z.string(), last: z.string() }));

/** Where a reader of the outbox stands. */
export interface OutboxPosition {
  /** All transactions before this one had ended. */
  readonly xmin: string;
  /** First and last number of the rows that are there. */
  readonly first: bigint;
  readonly last: bigint;
}

/** The rows that a reader may not have read yet, oldest first, and where it then stands; without a position no rows. */
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
            // Overlaps with what was read before: of the transactions since then, some may have been read.
            .where(gte(outbox.xid, from.xmin))
            .orderBy(outbox.n)
        : [];
      return { position: { xmin, first: BigInt(first), last: BigInt(last) }, rows: read };
    },
    // Both statements see the same rows.
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** Whether rows that a reader has not read are deleted already. */
export const hasMissed = (from: OutboxPosition, to: OutboxPosition): boolean =>
  to.last > from.last && to.first > from.last + 1n;

/** Deletes rows that everybody has read, but never the last one: by it a reader sees whether it has missed some. */
export async function deleteRead(db: Db): Promise<void> {
  await db
    .delete(outbox)
    .where(
      sql`${outbox.at} < now() - interval '${sql.raw(String(keptMs))} milliseconds' and ${outbox.n} < (select max(n) from ${outbox})`,
    );
}
