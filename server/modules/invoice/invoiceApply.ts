import { eq } from "drizzle-orm";
import type { invoiceCalls } from "../../../adapters/contract/invoice.ts";
import { invoiceRefusal } from "../../../machines/status/invoiceable.ts";
import { type Call, type Handler, type InputOf, Refusal } from "../../call.ts";
import { type InvoiceRecord, invoiceOrders, invoices } from "../../db/schema/invoice.ts";
import type { OrderRecord } from "../../db/schema/order.ts";
import { searchText } from "../pinyinOrder.ts";
import { lockOrders, markOrders } from "./invoicedOrders.ts";
import { invoiceLines } from "./invoiceLines.ts";
import { lockInvoice, nextStatus } from "./liveInvoice.ts";
import { moveInvoice } from "./moveInvoice.ts";

type Apply = typeof invoiceCalls.invoiceApply;
type Application = InputOf<Apply>["body"];

/** Applies for one invoice over orders of one company, or once more for a rejected one. */
export const invoiceApply: Handler<Apply> = async ({ body }, call) => {
  const { db } = call;
  const rejected = body.id === undefined ? null : await lockInvoice(call, body.id, body.version ?? 0);
  const status = rejected ? nextStatus(rejected, "applyAgain") : "applied";
  const chosen = await chosenOrders(call, body.orderIds);
  const content = contentOf(call, body, chosen);
  if (rejected && rejected.companyId !== content.companyId)
    throw new Refusal(`请选择企业「${rejected.companyName}」的订单`);
  const orderIds = chosen.map(({ id }) => id);
  await markOrders(db, orderIds, "applied");
  if (rejected) {
    await db.delete(invoiceOrders).where(eq(invoiceOrders.invoiceId, rejected.id));
    await holdOrders(call, rejected.id, orderIds);
    return moveInvoice(call, rejected, { ...content, status, rejectReason: "", handlerName: "" });
  }
  const id = call.newId();
  await db.insert(invoices).values({ ...content, id, createdAt: call.now, updatedAt: call.now, status });
  await holdOrders(call, id, orderIds);
  const { search, lines, companyNameOrder, ...told } = content;
  call.audit({ entityId: id, after: { ...told, status } });
  return { id, version: 1, status };
};

/** The orders, locked; refused where they cannot stand on one invoice together. */
async function chosenOrders(call: Call, ids: readonly string[]): Promise<[OrderRecord, ...OrderRecord[]]> {
  const [first, ...others] = await lockOrders(call.db, ids);
  if (!first || others.length + 1 < ids.length) throw new Refusal("订单不存在或已删除");
  const refusal = invoiceRefusal([first, ...others]);
  if (refusal) throw new Refusal(refusal);
  return [first, ...others];
}

/** Everything that an application says or that follows from its orders. */
function contentOf(
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
    ...invoiceLines(orders.flatMap(({ taxLines }) => taxLines)),
    orderCount: orders.length,
    orderNos: orders.map(({ orderNo }) => orderNo).join("、"),
    applicantId: actor.id,
    applicantName: actor.name,
    appliedAt: now,
    search: invoiceSearch({ ...buyer, companyName: first.companyName, invoiceNo: "" }),
  } satisfies Partial<InvoiceRecord>;
}

/** What the keyword is looked for in. */
export const invoiceSearch = ({
  invoiceNo,
  title,
  companyName,
  taxNo,
}: Pick<InvoiceRecord, "invoiceNo" | "title" | "companyName" | "taxNo">): string =>
  searchText(invoiceNo, title, companyName, taxNo);

const holdOrders = (call: Call, invoiceId: string, orderIds: readonly string[]) =>
  call.db.insert(invoiceOrders).values(orderIds.map((orderId) => ({ invoiceId, orderId })));
