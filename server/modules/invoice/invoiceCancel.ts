import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { type invoiceCalls, invoiceRedReason } from "../../../adapters/contract/invoice.ts";
import type { Role } from "../../../adapters/contract/roles.ts";
import { type Call, type Handler, RefusalError } from "../../call.ts";
import type { InvoiceRecord } from "../../db/schema/invoice.ts";
import { lockInvoice, nextStatus } from "./getInvoice.ts";
import { releaseOrders } from "./invoiceDecide.ts";
import { transitionInvoice } from "./transitionInvoice.ts";

/** Withdraws an application; an issued invoice is reversed instead, which a red invoice completes. */
export const invoiceCancel: Handler<typeof invoiceCalls.invoiceCancel> = async ({ body }, call) => {
  const invoice = await lockInvoice(call, body.id, body.version);
  if (invoice.invoiceNo !== "") return reverseInvoice(call, invoice, body.reason);
  const status = nextStatus(invoice, "withdraw");
  assertRole(call, ["admin", "operator"], "撤回开票申请由运营办理，财务请使用驳回");
  // A rejected application holds no orders any more; another one may have taken them.
  if (invoice.status === "applied") await releaseOrders(call, invoice);
  return transitionInvoice(call, invoice, { status }, body.reason);
};

async function reverseInvoice(call: Call, invoice: InvoiceRecord, reason: string) {
  const status = nextStatus(invoice, "reverse");
  assertRole(call, ["admin", "finance"], "红冲发票由财务办理");
  const parsed = invoiceRedReason.schema.safeParse(reason);
  if (!parsed.success) throw new RefusalError("红冲原因应为开票有误、销货退回、服务中止或销售折让");
  return transitionInvoice(call, invoice, { status, redReason: reason, rejectReason: "" });
}

function assertRole({ actor }: Call, roles: readonly Role[], message: string): void {
  if (!actor.roles.some((role) => roles.includes(role)))
    throw new RefusalError(message, stateCodes.roleForbidden);
}
