import { describe, expect, it } from "vitest";
import type { InvoiceRow } from "../../adapters/contract/invoice.ts";
import type { OrderDetail, OrderRow } from "../../adapters/contract/order.ts";
import { CallError } from "../../adapters/http/callError.ts";
import type { FormConfig } from "../../src/list/form/formConfig.ts";
import type { AnyRow } from "../../src/list/listDefinition.ts";
import { toRowSelection } from "../../src/list/toolbar/SelectionButtons.tsx";
import { confirmRedInvoice, issueInvoice, reverseInvoice } from "../../src/pages/order/invoiceActions.ts";
import { applyForInvoice, applyForOrderInvoice } from "../../src/pages/order/invoiceApplyActions.tsx";
import { passForm, rejectForm } from "../../src/pages/order/orderAuditForms.ts";
import { cancelOrder, refundOrder, withdrawPayment } from "../../src/pages/order/orderCloseActions.ts";
import { orderForm } from "../../src/pages/order/orderForm.tsx";
import { registerPayment } from "../../src/pages/order/registerPayment.ts";
import { setupForm } from "./setupForm.ts";

const order = {
  id: "11",
  version: 3,
  orderNo: "DD20260302000001",
  companyId: "7",
  companyName: "晴川低空",
  goodsNames: "巡检包",
  payableFen: 120_000,
  paidFen: 20_000,
  pendingFen: 0,
} as unknown as OrderRow & OrderDetail;
const invoice = { id: "9", version: 2, title: "晴川低空", amountFen: 120_000 } as InvoiceRow;
const getForm = (action: object) => (action as { form: FormConfig<AnyRow> }).form;

const actionCases: readonly (readonly [string, FormConfig<AnyRow>, AnyRow | null])[] = [
  ["an order", orderForm as never, null],
  ["an order's cancel", getForm(cancelOrder), order],
  ["a payment", getForm(registerPayment), order],
  ["a withdrawn payment", getForm(withdrawPayment), order],
  ["an approval", passForm as never, order],
  ["a rejection", rejectForm as never, order],
  ["a refund", getForm(refundOrder), order],
  ["an invoice", getForm(applyForOrderInvoice), order],
  ["an invoice over several orders", getForm(applyForInvoice), toRowSelection([order])],
  ["an invoice's number", getForm(issueInvoice), invoice],
  ["a red invoice", getForm(reverseInvoice), invoice],
  ["a red invoice's number", getForm(confirmRedInvoice), invoice],
];

describe.each(actionCases)("%s", (_, config, row) => {
  it.each(["timeout", "offline", "contract", "commitUnknown"] as const)(
    "has an unknown result after %s, reloads the list and resends the same requestId",
    async (kind) => {
      const sent: unknown[] = [];
      const call = (_endpoint: unknown, args: unknown) => {
        sent.push((args as { body: { requestId: string } }).body.requestId);
        return Promise.reject(new CallError(kind, "POST /", {}));
      };
      const form = await setupForm(config, row, { call });
      await form.submit();
      expect(form.has("unknown")).toBe(true);
      expect(form.uncertain).toEqual(["reload"]);
      await form.submit();
      expect(sent).toHaveLength(2);
      expect(sent[1]).toBe(sent[0]);
    },
  );

  it("has a known result after a refusal", async () => {
    const call = () => Promise.reject(new CallError("refused", "POST /", { message: "已被他人处理" }));
    const form = await setupForm(config, row, { call });
    await form.submit();
    expect([form.has("unknown"), form.has("refused")]).toEqual([false, true]);
  });
});
