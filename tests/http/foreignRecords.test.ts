import { expect, test } from "vitest";
import * as z from "zod/mini";
import { boxCalls } from "../../adapters/contract/box.ts";
import { companyCalls } from "../../adapters/contract/company.ts";
import { instant } from "../../adapters/contract/fields.ts";
import { invoiceCalls } from "../../adapters/contract/invoice.ts";
import { type OrderRow, orderCalls, orderRow } from "../../adapters/contract/order.ts";
import { taskHistoryCalls } from "../../adapters/contract/taskHistory.ts";
import { createClient } from "../../adapters/http/client.ts";
import { readLeniently } from "../../adapters/http/readLeniently.ts";
import { getDueFen } from "../../src/pages/order/orderCells.tsx";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";

// Records as back ends of several makes write them, each field in a notation that the specification leaves open.

const readRow = <S extends z.ZodMiniType>(data: S, row: object) => {
  const page = readLeniently(data, JSON.stringify({ state: 0, data: { list: [row], total: 1 } }), true);
  return (page as { readonly list: readonly Readonly<Record<string, unknown>>[] }).list[0];
};
const readOrder = (row: object) => readRow(orderCalls.orderPageList.data, { id: 1, ...row });

test.each([
  "0001-01-01T00:00:00Z",
  "0000-00-00 00:00:00",
  "1900-01-01 00:00:00",
  "1970-01-01 08:00:00",
  0,
  "0",
  -62135596800,
])("the time %s stands for none", (at) => {
  const read = <S extends z.ZodMiniType>(schema: S) =>
    readLeniently(z.object({ at: schema }), JSON.stringify({ state: 0, data: { at } }), true);
  expect(read(z.nullable(instant))).toEqual({ at: null });
  expect(read(instant)).toEqual({ at: "" });
});

test.each([
  ["已支付", {}],
  [{ code: 2, desc: "已支付" }, {}],
  [2, { statusName: "已支付" }],
  ["2", { status_text: "已支付" }],
  [2, { statusDesc: "PAID" }],
  ["PAID", { statusName: "待审核" }],
])("the status %j with %j beside it is known", (status, beside) => {
  expect(readOrder({ status, ...beside })?.["status"]).toBe("paid");
});

test("of a status that is not known the words are shown, or else the value", () => {
  expect(readOrder({ status: 9, statusName: "已归档" })?.["status"]).toBe("已归档");
  expect(readOrder({ status: 9, statusName: "" })?.["status"]).toBe("9");
  expect(readOrder({ status: 9 })?.["status"]).toBe("9");
});

test("what is due of an order whose status is not known is not known either", () => {
  const due = (status: unknown) =>
    getDueFen(readOrder({ status, payableFen: 188000, paidFen: 0 }) as OrderRow);
  expect([due("0"), due(""), due("pending"), due("cancelled")]).toEqual([null, null, 188000, 0]);
});

test.each([
  [{ companyId: 7 }, "bound"],
  [{ company_id: "7" }, "bound"],
  [{ companyId: null }, "free"],
  [{ companyId: 0 }, "free"],
  [{ companyId: 7, binding: "FREE" }, "free"],
  [{ companyName: "甲" }, ""],
])("a box with %j is %s", (row, binding) => {
  expect(readRow(boxCalls.boxList.data, { id: 1, ...row })?.["binding"]).toBe(binding);
});

test("an order is told by its parts where only they are there", () => {
  const items = [{ name: "套餐一", quantity: 1 }, { goods_name: "套餐二" }, { goodsId: 3 }];
  const byParts = readOrder({ items, createdBy: "吴运营" });
  expect([byParts?.["goodsNames"], byParts?.["createdByName"]]).toEqual(["套餐一、套餐二", "吴运营"]);
  expect(readOrder({ goodsNames: "甲", items })?.["goodsNames"]).toBe("甲");
  // An id is nobody's name.
  expect(readOrder({ createdBy: 1001, create_by: "郑财务" })?.["createdByName"]).toBe("郑财务");
  expect(readOrder({ createdBy: "6f1e2d3c-4b5a-4c7d-8e9f-000000003001" })?.["createdByName"]).toBe("");
  expect(orderRow.shape.createdByName.safeParse("").success).toBe(true);
});

test("an invoice counts its orders and names them; its application is its beginning", () => {
  const read = (row: object) => readRow(invoiceCalls.invoicePageList.data, { id: 1, ...row });
  expect(read({ orderIds: [7, 8], createTime: "2026-11-30 08:00:00" })).toMatchObject({
    orderCount: 2,
    orderNos: "",
    appliedAt: "2026-11-30T00:00:00.000Z",
  });
  expect(read({ orders: [{ orderNo: "DD1" }, { order_no: "DD2" }] })).toMatchObject({
    orderCount: 2,
    orderNos: "DD1、DD2",
  });
});

test("a flight without a number of its own has its task's", () => {
  const read = (row: object) => readRow(taskHistoryCalls.taskHistoryList.data, { id: 1, ...row });
  expect(read({ task_no: "RW1" })?.["flightNo"]).toBe("RW1");
  expect(read({ taskNo: "RW1", flightNo: "RW1-2" })?.["flightNo"]).toBe("RW1-2");
});

test.each([
  ['{"state":"1","msg":"企业有未完成的订单","data":[]}', 200, "企业有未完成的订单"],
  ['{"state":3,"error":"余额不足"}', 200, "余额不足"],
  ['{"state":3,"error":"Bad Request"}', 200, ""],
  ['{"state":1,"message":"甲","msg":"乙"}', 200, "甲"],
  ['{"timestamp":"2026-11-30","status":500,"error":"Internal Server Error","path":"/wms"}', 500, "HTTP 500"],
  ['{"state":1,"msg":"参数不全"}', 400, "参数不全"],
])("the refusal %s of HTTP %i says %s", async (answer, status, message) => {
  const ask = (extensions: boolean) =>
    createClient({
      config: () => createConsoleConfig({ extensions }),
      credentials: () => ({ token: "t", uToken: "" }),
      fetch: () => Promise.resolve(new Response(answer, { status })),
      onError: () => undefined,
    })
      .call(companyCalls.companyPageList, { body: { pageNo: 1, pageSize: 20 } })
      .catch((error: Error) => error.message);
  expect(await ask(false)).toContain(message);
});
