import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { afterAll, describe, expect, test } from "vitest";
import type { InvoiceRecord } from "../../../server/db/schema/invoice.ts";
import type { CallResponse } from "../../helpers/injectCall.ts";
import { createTestPlatform, type RequestHeaders } from "../../helpers/testPlatform.ts";
import { createInvoiceFixture } from "./invoiceFixture.ts";

const roles = ["admin", "operator", "finance", "maintainer", "duty"] as const;
type Line = Readonly<Record<"状态" | "事件" | "订单开票状态" | (typeof roles)[number], string>>;
const table = readFileSync(new URL("../../spec/invoice.csv", import.meta.url), "utf8");
const lines: readonly Line[] = parse(table, { columns: true });

/** Labels of the states in the table. */
const statusNames: Readonly<Record<InvoiceRecord["status"], string>> = {
  applied: "待开票",
  issued: "已开票",
  rejected: "已驳回",
  cancelled: "已撤回",
  reversing: "红冲中",
  reversed: "已红冲",
};
const orderNames = { none: "未开票", applied: "开票中", issued: "已开票" } as const;

const ctx = await createTestPlatform({ seedDemoData: true });
const fixture = await createInvoiceFixture(ctx);
afterAll(() => ctx.close());

function createInState(state: string): Promise<InvoiceRecord> {
  switch (state) {
    case "待开票":
      return fixture.createApplied();
    case "已开票":
      return fixture.createIssued();
    case "已驳回":
      return fixture.createRejected();
    case "已撤回":
      return fixture.createCancelled();
    case "红冲中":
      return fixture.createReversing();
    case "已红冲":
      return fixture.createReversed();
    default:
      throw new Error(`The table has an unknown state ${state}`);
  }
}

async function performEvent(
  event: string,
  who: RequestHeaders,
  invoice: InvoiceRecord,
): Promise<CallResponse> {
  switch (event) {
    case "填写发票号":
    case "填写红字发票号":
      return fixture.issue(who, invoice);
    case "驳回":
    case "红冲未通过":
      return fixture.reject(who, invoice);
    case "撤回":
      return fixture.cancel(who, invoice, "客户不需要");
    case "红冲":
      return fixture.cancel(who, invoice, "销货退回");
    case "再次申请":
      return fixture.apply(who, await fixture.getOrderIds(invoice.id), {
        id: invoice.id,
        version: invoice.version,
      });
    case "修改备注":
      return fixture.remark(who, invoice);
    default:
      throw new Error(`The table has an unknown event ${event}`);
  }
}

const getOrders = async ({ id }: InvoiceRecord) => {
  const found = await Promise.all(
    (await fixture.getOrderIds(id)).map((item) => fixture.orders.getRecord(item)),
  );
  return found.map(({ invoiceStatus }) => orderNames[invoiceStatus]).join("、");
};

describe("the server matches the invoice table, which is written by hand from the contract", () => {
  test.each(lines.map((line) => [line.状态, line.事件, line] as const))("%s, %s", async (_s, _e, line) => {
    let invoice = await createInState(line.状态);
    for (const role of roles) {
      const before = await getOrders(invoice);
      const { body } = await performEvent(line.事件, await ctx.loginAs(role), invoice);
      const after = await fixture.getRecord(invoice.id);
      if (body.state === 0) {
        expect([role, statusNames[after.status]]).toEqual([role, line[role]]);
        expect(await getOrders(after)).toBe(line.订单开票状态);
        expect(after.version).toBe(invoice.version + 1);
        invoice = await createInState(line.状态);
      } else {
        expect([role, body.state === -3 ? "无权限" : "拒绝"], body.message).toEqual([role, line[role]]);
        expect(after).toEqual(invoice);
        expect(await getOrders(after)).toBe(before);
        if (body.state === -1) expect(body.message).toContain(`「${line.状态}」`);
      }
    }
  });

  test("the table has every state with every call", () => {
    expect(lines).toHaveLength(30);
    expect(new Set(lines.map(({ 状态 }) => 状态))).toEqual(new Set(Object.values(statusNames)));
  });
});
