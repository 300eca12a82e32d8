import { describe, expect, it } from "vitest";
import type { InvoiceRow } from "../../adapters/contract/invoice.ts";
import type { OrderRow } from "../../adapters/contract/order.ts";
import type { FormConfig } from "../../src/list/form/formConfig.ts";
import type { AnyRow } from "../../src/list/listDefinition.ts";
import { toRowSelection } from "../../src/list/toolbar/SelectionButtons.tsx";
import { companyForm } from "../../src/pages/account/companyForm.ts";
import { sendBulkSmsForm } from "../../src/pages/msg/SendBulkSms.tsx";
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

/** The long forms with typed values and their storage key. */
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
    "a repeated invoice application",
    getForm(reapplyForInvoice),
    invoice,
    { remark: "已改税号" },
    "draft.invoice-apply-again.9",
  ],
  [
    "a bulk SMS",
    sendBulkSmsForm,
    null,
    { source: "own", content: "周三停机维护", scope: "companies", companyIds: ["7", "8"] },
    "draft.sms-mass.create",
  ],
];

describe.each(forms)("the draft of %s", (_, config, row, typed, key) => {
  it("is stored after one second and offered when the form is opened again", async () => {
    const first = await setupForm(config, row);
    expect(first.has("draft")).toBe(false);
    first.type(typed);
    await first.advance(999);
    expect(first.stored.size).toBe(0);
    await first.advance(1);
    expect([...first.stored.keys()]).toEqual([key]);
    expect(key).toMatch(/^(list|draft|query|tags)(\.[A-Za-z0-9_-]{1,40}){1,4}$/);
    first.endPage();

    const again = await setupForm(config, row, { stored: first.stored });
    expect(again.has("draft")).toBe(true);
    expect(again.values()).not.toMatchObject(typed);
    again.restore();
    expect(again.has("draft")).toBe(false);
    expect(again.values()).toMatchObject(typed);
  });
});

describe("the draft of an invoice for several orders", () => {
  it("is offered for the same set of orders, in any order of selection", () => {
    const getSelectionId = (...ids: readonly string[]) => toRowSelection(ids.map(order)).id;
    expect(getSelectionId("11", "12")).toBe(getSelectionId("12", "11"));
    expect(
      new Set([
        getSelectionId("11", "12"),
        getSelectionId("11"),
        getSelectionId("11", "13"),
        getSelectionId("23"),
        getSelectionId("ord-7", "ord-8"),
      ]).size,
    ).toBe(5);
  });

  it("does not contain the orders", async () => {
    const first = await setupForm(getForm(applyForInvoice), twoOrders);
    first.type({ title: "晴川" });
    await first.advance(1_000);
    expect(first.stored.get("draft.invoice-apply.2-23")).not.toHaveProperty("orders");
  });
});
