import { describe, expect, it } from "vitest";
import type { InvoiceRow } from "../../adapters/contract/invoice.ts";
import type { OrderRow } from "../../adapters/contract/order.ts";
import type { FormConfig } from "../../src/list/form/formConfig.ts";
import type { AnyRow } from "../../src/list/listDefinition.ts";
import { toRowSelection } from "../../src/list/toolbar/SelectionButtons.tsx";
import { companyForm } from "../../src/pages/account/companyForm.ts";
import { sendBulkSmsForm } from "../../src/pages/msg/sendBulkSmsForm.tsx";
import {
  applyForInvoice,
  applyForOrderInvoice,
  reapplyForInvoice,
} from "../../src/pages/order/invoiceApplyActions.tsx";
import { orderForm } from "../../src/pages/order/orderForm.tsx";
import { registerPayment } from "../../src/pages/order/registerPayment.ts";
import { setupForm } from "./setupForm.ts";

const order = (id: string) =>
  ({
    id,
    version: 3,
    orderNo: "DD20260302000001",
    companyId: "7",
    companyName: "晴川低空",
    goodsNames: "巡检包",
    payableFen: 120_000,
    paidFen: 20_000,
    pendingFen: 0,
  }) as unknown as OrderRow;
const invoice = {
  id: "9",
  version: 1,
  titleType: "company",
  type: "normal",
  title: "晴川低空",
} as InvoiceRow;
const getForm = (action: object) => (action as { form: FormConfig<AnyRow> }).form;
const twoOrders = toRowSelection([order("11"), order("12")]);

/** Each long form of the console with what is typed into it, and where it is kept. */
const forms: readonly (readonly [
  title: string,
  config: FormConfig<AnyRow>,
  row: AnyRow | null,
  typed: Readonly<Record<string, unknown>>,
  key: string,
])[] = [
  ["a new company", companyForm as never, null, { name: "云端测绘", remark: "走访" }, "draft.company.create"],
  [
    "an order",
    orderForm as never,
    null,
    { companyId: "7", items: [{ goodsId: "5", quantity: 2, months: 12 }], remark: "加急" },
    "draft.order.create",
  ],
  [
    "a payment",
    getForm(registerPayment),
    order("11"),
    { amountFen: "500.50", bankName: "招商银行深圳分行", bankSerialNo: "SN-1" },
    "draft.order-register.11",
  ],
  [
    "an invoice of one order",
    getForm(applyForOrderInvoice),
    order("11"),
    { title: "晴川" },
    "draft.invoice-apply-one.11",
  ],
  [
    "an invoice of two orders",
    getForm(applyForInvoice),
    twoOrders,
    { taxNo: "91420100MA4KXYQ12H" },
    "draft.invoice-apply.2-23",
  ],
  [
    "an invoice applied for again",
    getForm(reapplyForInvoice),
    invoice,
    { remark: "已改税号" },
    "draft.invoice-apply-again.9",
  ],
  [
    "a mass sending",
    sendBulkSmsForm,
    null,
    { source: "own", content: "周三停机维护", scope: "companies", companyIds: ["7", "8"] },
    "draft.sms-mass.create",
  ],
];

describe.each(forms)("what was typed into %s", (_, config, row, typed, key) => {
  it("is offered back to who was signed out, kicked or has reloaded a second later", async () => {
    const first = await setupForm(config, row);
    expect(first.has("draft")).toBe(false);
    first.type(typed);
    await first.rest(999);
    expect(first.kept.size).toBe(0);
    await first.rest(1);
    expect([...first.kept.keys()]).toEqual([key]);
    expect(key).toMatch(/^(list|draft|query|tags)(\.[A-Za-z0-9_-]{1,40}){1,4}$/);
    first.leave();

    const again = await setupForm(config, row, { kept: first.kept });
    expect(again.has("draft")).toBe(true);
    expect(again.values()).not.toMatchObject(typed);
    again.restore();
    expect(again.has("draft")).toBe(false);
    expect(again.values()).toMatchObject(typed);
  });
});

describe("a draft of an invoice over several orders", () => {
  it("is offered for the same orders alone, in whatever order they were chosen", () => {
    const idOf = (...ids: readonly string[]) => toRowSelection(ids.map(order)).id;
    expect(idOf("11", "12")).toBe(idOf("12", "11"));
    expect(new Set([idOf("11", "12"), idOf("11"), idOf("11", "13"), idOf("23")]).size).toBe(4);
  });

  it("holds nothing of the orders, which are as they are by then", async () => {
    const first = await setupForm(getForm(applyForInvoice), twoOrders);
    first.type({ title: "晴川" });
    await first.rest(1_000);
    expect(first.kept.get("draft.invoice-apply.2-23")).not.toHaveProperty("orders");
  });
});
