import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { InvoiceRecord } from "../../server/db/schema/invoice.ts";
import { type Headers, type TestPlatform, testPlatform } from "../platform.ts";
import type { Answered } from "../send.ts";
import { type InvoiceDesk, invoiceDesk } from "./invoiceDesk.ts";

const roles = ["admin", "operator", "finance", "maintainer", "duty"] as const;
type Line = Readonly<Record<"状态" | "事件" | "订单开票状态" | (typeof roles)[number], string>>;
const table = readFileSync(new URL("../spec/invoice.csv", import.meta.url), "utf8");
const lines: readonly Line[] = parse(table, { columns: true });

/** The table's words for what the server keeps. */
const statusNames: Readonly<Record<InvoiceRecord["status"], string>> = {
  applied: "待开票",
  issued: "已开票",
  rejected: "已驳回",
  cancelled: "已撤回",
  reversing: "红冲中",
  reversed: "已红冲",
};
const orderNames = { none: "未开票", applied: "开票中", issued: "已开票" } as const;

let on: TestPlatform;
let desk: InvoiceDesk;
beforeAll(async () => {
  on = await testPlatform({ demo: true });
  desk = await invoiceDesk(on);
});
afterAll(() => on.close());

function inState(state: string): Promise<InvoiceRecord> {
  switch (state) {
    case "待开票":
      return desk.applied();
    case "已开票":
      return desk.issued();
    case "已驳回":
      return desk.rejected();
    case "已撤回":
      return desk.cancelled();
    case "红冲中":
      return desk.reversing();
    case "已红冲":
      return desk.reversed();
    default:
      throw new Error(`The table has a state ${state} of no recipe`);
  }
}

async function act(event: string, who: Headers, invoice: InvoiceRecord): Promise<Answered> {
  switch (event) {
    case "填写发票号":
    case "填写红字发票号":
      return desk.issue(who, invoice);
    case "驳回":
    case "红冲未通过":
      return desk.reject(who, invoice);
    case "撤回":
      return desk.cancel(who, invoice, "客户不需要");
    case "红冲":
      return desk.cancel(who, invoice, "销货退回");
    case "再次申请":
      return desk.apply(who, await desk.orderIds(invoice.id), { id: invoice.id, version: invoice.version });
    case "修改备注":
      return desk.remark(who, invoice);
    default:
      throw new Error(`The table has an event ${event} of no call`);
  }
}

const ordersOf = async ({ id }: InvoiceRecord) => {
  const found = await Promise.all((await desk.orderIds(id)).map((one) => desk.orders.record(one)));
  return found.map(({ invoiceStatus }) => orderNames[invoiceStatus]).join("、");
};

describe("the invoice table, written by hand from the contract, and the server", () => {
  test.each(lines.map((line) => [line.状态, line.事件, line] as const))("%s, %s", async (_s, _e, line) => {
    let invoice = await inState(line.状态);
    for (const role of roles) {
      const before = await ordersOf(invoice);
      const { body } = await act(line.事件, await on.as(role), invoice);
      const after = await desk.record(invoice.id);
      if (body.state === 0) {
        expect([role, statusNames[after.status]]).toEqual([role, line[role]]);
        expect(await ordersOf(after)).toBe(line.订单开票状态);
        expect(after.version).toBe(invoice.version + 1);
        invoice = await inState(line.状态);
      } else {
        expect([role, body.state === -3 ? "无权限" : "拒绝"], body.message).toEqual([role, line[role]]);
        expect(after).toEqual(invoice);
        expect(await ordersOf(after)).toBe(before);
        if (body.state === -1) expect(body.message).toContain(`「${line.状态}」`);
      }
    }
  });

  test("has every state with every call", () => {
    expect(lines).toHaveLength(30);
    expect(new Set(lines.map(({ 状态 }) => 状态))).toEqual(new Set(Object.values(statusNames)));
  });
});
