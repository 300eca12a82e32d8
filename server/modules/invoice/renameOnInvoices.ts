import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { invoices } from "../../db/schema/invoice.ts";
import { searchText } from "../pinyinOrder.ts";

/** Brings a company's new name to its invoices, where lists show, sort and find it; what was invoiced to stays. */
export async function renameOnInvoices(
  db: Db,
  companyId: string,
  name: string,
  nameOrder: string,
): Promise<void> {
  const { invoiceNo, title, taxNo } = invoices;
  const between = searchText("", "");
  const head = sql`lower(${invoiceNo}) || ${between} || lower(${title})`;
  await db
    .update(invoices)
    .set({
      companyName: name,
      companyNameOrder: nameOrder,
      search: sql`${head} || ${searchText("", name, "")} || lower(${taxNo})`,
    })
    .where(eq(invoices.companyId, companyId));
}
