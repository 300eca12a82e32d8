import { and, eq, lt, notExists, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { goods } from "../../db/schema/goods.ts";
import { invoiceReds, invoices } from "../../db/schema/invoice.ts";
import { memories } from "../../db/schema/memory.ts";
import { orders } from "../../db/schema/order.ts";
import { orderEvents } from "../../db/schema/orderEvent.ts";
import { orderPays } from "../../db/schema/orderPay.ts";
import { uploads } from "../../db/schema/upload.ts";
import { dayMs } from "../../records/shanghaiDay.ts";

/** Every column that holds the URL of an upload; an upload that is in none of them is removed. */
export const uploadUrlColumns: readonly PgColumn[] = [
  companies.logoUrl,
  goods.cover,
  orders.contractUrl,
  orders.refundVoucherUrl,
  orderEvents.voucherUrl,
  orderPays.voucherUrl,
  invoices.fileUrl,
  invoices.redFileUrl,
  invoiceReds.fileUrl,
];

/** How long a form may stay open between an upload and saving. */
const gracePeriodMs = dayMs;

/** Removes uploads older than 24 hours that no record and no persisted draft refers to. */
export async function removeUnusedUploads(db: Db, now: Date): Promise<void> {
  const address = sql`'/uploads/' || ${uploads.id}`;
  await db
    .delete(uploads)
    .where(
      and(
        lt(uploads.createdAt, new Date(now.getTime() - gracePeriodMs)),
        ...uploadUrlColumns.map((column) =>
          notExists(db.select().from(column.table).where(eq(column, address))),
        ),
        notExists(db.select().from(memories).where(sql`strpos(${memories.value}, ${address}) > 0`)),
      ),
    );
}
