import { eq, sql } from "drizzle-orm";
import type { invoiceCalls } from "../../../adapters/contract/invoice.ts";
import { invoiceRefusal } from "../../../machines/status/invoiceRefusal.ts";
import type { Call, EndpointInput, Handler } from "../../call.ts";
import { type InvoiceRecord, invoiceOrders, invoiceProfiles, invoices } from "../../db/schema/invoice.ts";
import type { OrderRecord, OrderTaxLine } from "../../db/schema/order.ts";
import { RefusalError } from "../../errors.ts";
import { buildSearchText } from "../../records/searchText.ts";
import { splitByWeight } from "../order/calculateOrderAmounts.ts";
import { getNextStatus, lockInvoice } from "./getInvoice.ts";
import { addInvoiceEvents, lockOrders, readInvoicedLines, refreshInvoicedOrders } from "./invoiceOrders.ts";
import { mergeInvoiceLines, toLineKey } from "./mergeInvoiceLines.ts";
import { transitionInvoice } from "./transitionInvoice.ts";

type Apply = typeof invoiceCalls.invoiceApply;
type Application = EndpointInput<Apply>["body"];

/** Applies for one invoice for orders of one company, or again for a rejected one. */
export const invoiceApply: Handler<Apply> = async ({ body }, call) => {
  const { db } = call;
  const rejectedInvoice = body.id === undefined ? null : await lockInvoice(call, body.id, body.version ?? 0);
  const status = rejectedInvoice ? getNextStatus(rejectedInvoice, "applyAgain") : "applied";
  const lockedOrders = await lockInvoiceableOrders(call, body.orderIds);
  const linesByOrder = await readInvoiceableLines(call, lockedOrders);
  const content = buildInvoiceContent(call, body, lockedOrders, [...linesByOrder.values()].flat());
  if (rejectedInvoice && rejectedInvoice.companyId !== content.companyId)
    throw new RefusalError(`请选择企业「${rejectedInvoice.companyName}」的订单`);
  const orderIds = [...linesByOrder.keys()];
  await keepProfile(call, content);
  await addInvoiceEvents(call, orderIds, "applyInvoice", content.title);
  if (rejectedInvoice) {
    await db.delete(invoiceOrders).where(eq(invoiceOrders.invoiceId, rejectedInvoice.id));
    await linkOrders(call, rejectedInvoice.id, linesByOrder);
    const result = await transitionInvoice(call, rejectedInvoice, {
      ...content,
      status,
      rejectReason: "",
      handlerName: "",
    });
    await refreshInvoicedOrders(call, orderIds);
    return result;
  }
  const id = call.newId();
  await db.insert(invoices).values({ ...content, id, createdAt: call.now, updatedAt: call.now, status });
  await linkOrders(call, id, linesByOrder);
  await refreshInvoicedOrders(call, orderIds);
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
  lines: readonly OrderTaxLine[],
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
    ...mergeInvoiceLines(lines),
    orderCount: orders.length,
    orderNos: orders.map(({ orderNo }) => orderNo).join("、"),
    applicantId: actor.id,
    applicantName: actor.name,
    appliedAt: now,
    search: buildInvoiceSearchText({
      ...buyer,
      companyName: first.companyName,
      invoiceNo: "",
      redInvoiceNos: "",
    }),
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

type LinesByOrder = ReadonlyMap<string, readonly OrderTaxLine[]>;

/** What of the orders' tax lines can be invoiced now. */
async function readInvoiceableLines(
  { db }: Call,
  lockedOrders: readonly OrderRecord[],
): Promise<LinesByOrder> {
  const ids = lockedOrders.map(({ id }) => id);
  const invoiced = await readInvoicedLines(db, ids);
  return new Map(
    lockedOrders.map((order) => [order.id, toInvoiceableLines(order, invoiced.get(order.id) ?? [])]),
  );
}

/**
 * An order's tax lines, less what was refunded of it, in proportion, and less what its invoices still hold of each.
 * They add up to what can be invoiced of the order.
 */
function toInvoiceableLines(
  { taxLines, payableFen, refundFen, invoicedFen }: OrderRecord,
  invoiced: readonly OrderTaxLine[],
): readonly OrderTaxLine[] {
  const scale = (amountFen: number, weights: readonly number[]) => {
    const amounts = splitByWeight(amountFen, weights);
    return taxLines.map((line, index) => ({ ...line, amountFen: amounts[index] ?? 0 }));
  };
  const kept = scale(
    payableFen - refundFen,
    taxLines.map(({ amountFen }) => amountFen),
  );
  if (invoiced.length === 0) return kept;
  const held = new Map<string, number>();
  for (const line of invoiced) held.set(toLineKey(line), (held.get(toLineKey(line)) ?? 0) + line.amountFen);
  const open = kept.map((line) => {
    const heldFen = held.get(toLineKey(line)) ?? 0;
    const taken = Math.min(heldFen, line.amountFen);
    held.set(toLineKey(line), heldFen - taken);
    return line.amountFen - taken;
  });
  return scale(payableFen - refundFen - invoicedFen, open);
}

/** The text in which keywords are searched. */
export const buildInvoiceSearchText = ({
  invoiceNo,
  title,
  companyName,
  taxNo,
  redInvoiceNos,
}: Pick<InvoiceRecord, "invoiceNo" | "title" | "companyName" | "taxNo" | "redInvoiceNos">): string =>
  buildSearchText(invoiceNo, title, companyName, taxNo, redInvoiceNos);

const linkOrders = (call: Call, invoiceId: string, linesByOrder: LinesByOrder) =>
  call.db
    .insert(invoiceOrders)
    .values([...linesByOrder].map(([orderId, lines]) => ({ invoiceId, orderId, lines })));
