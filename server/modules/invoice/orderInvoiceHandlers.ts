import { desc, eq, inArray } from "drizzle-orm";
import type { InvoiceProfile, orderInvoiceCalls } from "../../../adapters/contract/orderInvoice.ts";
import { wholeListMax } from "../../../adapters/contract/page.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Handler, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { invoiceOrders, invoiceProfiles, invoices } from "../../db/schema/invoice.ts";
import { diffFields } from "../../records/diffFields.ts";
import { omitUndefined } from "../../records/omitUndefined.ts";
import { createVersionConflict, requireRecord } from "../../records/refusals.ts";
import { getCompany, lockCompany } from "../company/getCompany.ts";
import { getOrder } from "../order/getOrder.ts";
import { toInvoiceRow } from "./invoiceRow.ts";

type ProfileRecord = typeof invoiceProfiles.$inferSelect;

const toProfile = ({ companyId, updatedAt, ...buyer }: ProfileRecord): InvoiceProfile => ({
  id: companyId,
  ...buyer,
});

/** The company's profile, its row locked until the transaction ends. */
async function lockProfile(db: Db, companyId: string): Promise<ProfileRecord> {
  const [record] = await db
    .select()
    .from(invoiceProfiles)
    .where(eq(invoiceProfiles.companyId, companyId))
    .for("update");
  return requireRecord(record, word.invoiceProfile);
}

/** Saves the buyer that a company's next application begins with; applications save it too. */
const invoiceProfileSave: Handler<typeof orderInvoiceCalls.invoiceProfileSave> = async ({ body }, call) => {
  const { id, version, requestId, ...sent } = body;
  const { db, now } = call;
  await lockCompany(db, id);
  const buyer = omitUndefined(sent);
  if (version === undefined) {
    const [created] = await db
      .insert(invoiceProfiles)
      .values({ ...sent, companyId: id, updatedAt: now })
      .onConflictDoNothing()
      .returning({ version: invoiceProfiles.version });
    // Somebody has created it meanwhile.
    if (!created) throw createVersionConflict(toProfile(await lockProfile(db, id)));
    call.audit({ entityId: id, after: buyer });
    return { id, version: created.version };
  }
  const record = await lockProfile(db, id);
  if (record.version !== version) throw createVersionConflict(toProfile(record));
  await db
    .update(invoiceProfiles)
    .set({ ...buyer, version: version + 1, updatedAt: now })
    .where(eq(invoiceProfiles.companyId, id));
  call.audit({ entityId: id, ...diffFields(record, buyer) });
  return { id, version: version + 1 };
};

export const orderInvoiceHandlers: Handlers<typeof orderInvoiceCalls> = {
  invoicesOfOrder: async ({ params }, call) => {
    const { id } = await getOrder(call.db, params.id);
    const ids = call.db
      .select({ id: invoiceOrders.invoiceId })
      .from(invoiceOrders)
      .where(eq(invoiceOrders.orderId, id));
    const records = await call.db
      .select()
      .from(invoices)
      .where(inArray(invoices.id, ids))
      .orderBy(desc(invoices.id))
      .limit(wholeListMax);
    return records.map((record) => toInvoiceRow(record, call));
  },
  invoiceProfile: async ({ params }, { db }) => {
    const { id } = await getCompany(db, params.id);
    const [record] = await db.select().from(invoiceProfiles).where(eq(invoiceProfiles.companyId, id));
    return record ? toProfile(record) : null;
  },
  invoiceProfileSave,
};
