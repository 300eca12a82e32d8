import { eq } from "drizzle-orm";
import type { Call } from "../../call.ts";
import { type InvoiceRecord, invoices } from "../../db/schema/invoice.ts";
import { diffFields } from "../../records/diffFields.ts";

/**
 * Writes an invoice's changed fields and fills the call's audit row.
 * @param reason for the audit row, if the invoice has no field for it
 */
export async function transitionInvoice(
  call: Call,
  invoice: InvoiceRecord,
  patch: Partial<InvoiceRecord>,
  reason?: string,
) {
  const version = invoice.version + 1;
  await call.db
    .update(invoices)
    .set({ ...patch, version, updatedAt: call.now })
    .where(eq(invoices.id, invoice.id));
  // These repeat other fields.
  const { search, redInvoiceNos, ...auditFields } = patch;
  const { before, after } = diffFields(invoice, auditFields);
  call.audit({ entityId: invoice.id, before, after: reason === undefined ? after : { ...after, reason } });
  return { id: invoice.id, version, status: patch.status ?? invoice.status };
}
