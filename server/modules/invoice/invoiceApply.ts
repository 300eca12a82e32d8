import { eq, sql } from "drizzle-orm";
import type { invoiceCalls } from "../../../adapters/contract/invoice.ts";
import { invoiceRefusal } from "../../../machines/status/invoiceRefusal.ts";
import { type Call, type EndpointInput, type Handler, RefusalError } from "../../call.ts";
import { type InvoiceRecord, invoiceOrders, invoiceProfiles, invoices } from "../../db/schema/invoice.ts";
import type { OrderRecord, OrderTaxLine } from "../../db/schema/order.ts";
import { splitByWeight } from "../order/calculateOrderAmounts.ts";
import { buildSearchText } from "../searchText.ts";
import { getNextStatus, lockInvoice } from "./getInvoice.ts";
import { addInvoiceEvents, lockOrders, setOrdersInvoiceStatus } from "./invoiceOrders.ts";
import { mergeInvoiceLines } from "./mergeInvoiceLines.ts";
import { transitionInvoice } from "./transitionInvoice.ts";

type Apply = typeof invoiceCalls.invoiceApply;
type Application = EndpointInput<Apply>["body"];

/** Applies for one invoice for orders of one company, or again for a rejected one. */
export const invoiceApply: Handler<Apply> = async ({ body }, call) => {
  const { db } = call;
  const rejectedInvoice = body.id === undefined ? null : await lockInvoice(call, body.id, body.version ?? 0);
  const status = rejectedInvoice ? getNextStatus(rejectedInvoice, "applyAgain") : "applied";
  const lockedOrders = await lockInvoiceableOrders(call, body.orderIds);
  const content = buildInvoiceContent(call, body, lockedOrders);
  if (rejectedInvoice && rejectedInvoice.companyId !== content.companyId)
    throw new RefusalError(`请选择企业「${rejectedInvoice.companyName}」的订单`);
  const orderIds = lockedOrders.map(({ id }) => id);
  await setOrdersInvoiceStatus(call, orderIds, "applied");
  await keepProfile(call, content);
  await addInvoiceEvents(call, orderIds, "applyInvoice", content.title);
  if (rejectedInvoice) {
    await db.delete(invoiceOrders).where(eq(invoiceOrders.invoiceId, rejectedInvoice.id));
    await linkOrders(call, rejectedInvoice.id, orderIds);
    return transitionInvoice(call, rejectedInvoice, {
      ...content,
      status,
      rejectReason: "",
      handlerName: "",
    });
  }
  const id = call.newId();
  await db.insert(invoices).values({ ...content, id, createdAt: call.now, updatedAt: call.now, status });
  await linkOrders(call, id, orderIds);
  const { search, lines, companyNameOrder, ...auditFields } = content;
  call.audit({ entityId: id, after: { ...auditFields, status } });
  return { id, version: 1, status };
};

/** Locks the orders; refuses if they cannot be on one invoice. */
async function lockInvoiceableOrders(
  call: Call,
  ids: readonly string[],
): Promise<[OrderRecord, ...OrderRecord[]]> {
  const [first, ...others] = await lockOrders(call.db, ids);
  if (!first || others.length + 1 < ids.length) throw new RefusalError("订单不存在或已删除");
  const refusal = invoiceRefusal([first, ...others]);
  if (refusal) throw new RefusalError(refusal);
  return [first, ...others];
}

/** The fields of an application: its own and those derived from its orders. */
function buildInvoiceContent(
  { actor, now }: Call,
  body: Application,
  [first, ...others]: [OrderRecord, ...OrderRecord[]],
) {
  const orders = [first, ...others];
  const { titleType, title, taxNo = "", type, email, bankAccount = "", address = "", remark = "" } = body;
  const buyer = { titleType, title, taxNo: titleType === "person" ? "" : taxNo };
  return {
    ...buyer,
    type,
    email,
    bankAccount,
    address,
    remark,
    companyId: first.companyId,
    companyName: first.companyName,
    companyNameOrder: first.companyNameOrder,
    ...mergeInvoiceLines(orders.flatMap(toInvoicedLines)),
    orderCount: orders.length,
    orderNos: orders.map(({ orderNo }) => orderNo).join("、"),
    applicantId: actor.id,
    applicantName: actor.name,
    appliedAt: now,
    search: buildInvoiceSearchText({ ...buyer, companyName: first.companyName, invoiceNo: "" }),
  } satisfies Partial<InvoiceRecord>;
}

/** Keeps the buyer with the company, for its next application; a person's name stays with the invoice. */
async function keepProfile(
  { db, now }: Call,
  content: ReturnType<typeof buildInvoiceContent>,
): Promise<void> {
  const { companyId, titleType, type, title, taxNo, email, bankAccount, address } = content;
  if (titleType === "person") return;
  const profile = { type, title, taxNo, email, bankAccount, address, updatedAt: now };
  await db
    .insert(invoiceProfiles)
    .values({ companyId, ...profile })
    .onConflictDoUpdate({
      target: invoiceProfiles.companyId,
      set: { ...profile, version: sql`${invoiceProfiles.version} + 1` },
    });
}

/** An order's tax lines, less what was refunded of it, in proportion. */
function toInvoicedLines({ taxLines, payableFen, refundFen }: OrderRecord): readonly OrderTaxLine[] {
  if (refundFen === 0) return taxLines;
  const amounts = splitByWeight(
    payableFen - refundFen,
    taxLines.map(({ amountFen }) => amountFen),
  );
  return taxLines.map((line, index) => ({ ...line, amountFen: amounts[index] ?? 0 }));
}

/** The text in which keywords are searched. */
export const buildInvoiceSearchText = ({
  invoiceNo,
  title,
  companyName,
  taxNo,
}: Pick<InvoiceRecord, "invoiceNo" | "title" | "companyName" | "taxNo">): string =>
  buildSearchText(invoiceNo, title, companyName, taxNo);

const linkOrders = (call: Call, invoiceId: string, orderIds: readonly string[]) =>
  call.db.insert(invoiceOrders).values(orderIds.map((orderId) => ({ invoiceId, orderId })));
