import { eq } from "drizzle-orm";
import type { Call } from "../../call.ts";
import { type InvoiceRecord, invoices } from "../../db/schema/invoice.ts";
import { changes } from "../changes.ts";

/**
 * Writes what an act has made of an invoice, and fills the call's audit row.
 * @param reason why, where the invoice itself has no place for it
 */
export async function moveInvoice(
  call: Call,
  invoice: InvoiceRecord,
  change: Partial<InvoiceRecord>,
  reason?: string,
) {
  const version = invoice.version + 1;
  await call.db
    .update(invoices)
    .set({ ...change, version, updatedAt: call.now })
    .where(eq(invoices.id, invoice.id));
  // What the keyword is looked for in says nothing that the other fields do not.
  const { search, ...told } = change;
  const { before, after } = changes(invoice, told);
  call.audit({ entityId: invoice.id, before, after: reason === undefined ? after : { ...after, reason } });
  return { id: invoice.id, version, status: change.status ?? invoice.status };
}
