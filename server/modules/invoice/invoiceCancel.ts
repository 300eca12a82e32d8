import { states } from "../../../adapters/contract/envelope.ts";
import { type invoiceCalls, invoiceRedReason } from "../../../adapters/contract/invoice.ts";
import type { Role } from "../../../adapters/contract/roles.ts";
import { type Call, type Handler, Refusal } from "../../call.ts";
import type { InvoiceRecord } from "../../db/schema/invoice.ts";
import { freeOrders } from "./invoiceDecide.ts";
import { lockInvoice, nextStatus } from "./liveInvoice.ts";
import { moveInvoice } from "./moveInvoice.ts";

/** Withdraws an application; an issued invoice is reversed instead, which a red invoice completes. */
export const invoiceCancel: Handler<typeof invoiceCalls.invoiceCancel> = async ({ body }, call) => {
  const invoice = await lockInvoice(call, body.id, body.version);
  if (invoice.invoiceNo !== "") return reverse(call, invoice, body.reason);
  const status = nextStatus(invoice, "withdraw");
  onlyFor(call, ["admin", "operator"], "撤回开票申请由运营办理，财务请使用驳回");
  // A rejected application holds no orders any more; another one may have taken them.
  if (invoice.status === "applied") await freeOrders(call, invoice);
  return moveInvoice(call, invoice, { status }, body.reason);
};

async function reverse(call: Call, invoice: InvoiceRecord, reason: string) {
  const status = nextStatus(invoice, "reverse");
  onlyFor(call, ["admin", "finance"], "红冲发票由财务办理");
  const known = invoiceRedReason.schema.safeParse(reason);
  if (!known.success) throw new Refusal("红冲原因应为开票有误、销货退回、服务中止或销售折让");
  return moveInvoice(call, invoice, { status, redReason: reason, rejectReason: "" });
}

function onlyFor({ actor }: Call, roles: readonly Role[], message: string): void {
  if (!actor.roles.some((role) => roles.includes(role))) throw new Refusal(message, states.roleForbidden);
}
