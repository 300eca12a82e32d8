import { expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { goodsCalls } from "../../adapters/contract/goods.ts";
import { loginCalls } from "../../adapters/contract/session.ts";
import { smsCalls } from "../../adapters/contract/sms.ts";
import { taskCalls } from "../../adapters/contract/task.ts";
import { normalizeArgs } from "../../adapters/http/normalizeArgs.ts";

const hash = "0123456789abcdef0123456789abcdef";

test("a request carries texts as they are stored, in body, path and query", () => {
  const body = { phoneNumber: "+86 138-0000-0001", password: hash };
  expect(normalizeArgs(loginCalls.login, { body })).toEqual({
    body: { phoneNumber: "13800000001", password: hash },
  });
  const params = { phone: "138\u200b0000 0001", type: "notice" };
  expect(normalizeArgs(smsCalls.smsSend, { params, query: {} })).toEqual({
    params: { phone: "13800000001", type: "notice" },
    query: {},
  });
  const list = { pageNo: 1, pageSize: 20, ids: ["7"], keyword: "云鹰\u200b航空" };
  expect(normalizeArgs(companyCalls.companyPageList, { body: list })).toEqual({
    body: { pageNo: 1, pageSize: 20, ids: ["7"], keyword: "云鹰航空" },
  });
});

test("a nested text too, while absent values stay absent", () => {
  const account = { name: "李\u200b四", phoneNumber: "１３８００００００１２" };
  const body = {
    name: "云鹰航空",
    shortName: "云鹰",
    creditCode: "9133 0106 ma5d 0001 0l",
    type: "enterprise",
    level: "C",
    contact: "张三",
    phone: "138 0000 0011",
    regionId: "330106",
    address: "文三路 1 号",
    managerId: "5",
    account,
    requestId: "request-0001",
    remark: undefined,
  };
  expect(normalizeArgs(companyCalls.companyCreate, { body })).toStrictEqual({
    body: {
      ...body,
      creditCode: "91330106MA5D00010L",
      phone: "13800000011",
      account: { name: "李四", phoneNumber: "13800000012" },
    },
  });
});

test.each(["500", "6f1e2d3c-4b5a-4c7d"])(
  "the parts of a list have what the call asks for, of %s too",
  (serviceId) => {
    const item = { serviceId, quantity: 10 };
    const shown = { ...item, name: "巡检", priceFen: 9900, status: "onShelf" };
    const body = {
      name: "套餐一",
      code: "GD-1",
      items: [shown],
      months: 12,
      originPriceFen: 100,
      priceFen: 90,
    };
    const { body: sent } = normalizeArgs(goodsCalls.goodsSave, { body }) as { readonly body: object };
    expect(sent).toEqual({ ...body, items: [item] });
  },
);

test("a field that is refused leaves the others as they are stored", () => {
  const body = { id: "6f1c-a", version: Number.NaN, phone: "138 0000 0011", name: 7 };
  expect(normalizeArgs(companyCalls.companyUpdate, { body })).toEqual({
    body: { ...body, phone: "13800000011" },
  });
});

test("what the schema refuses, and a call without a schema, are sent unchanged", () => {
  const body = { phoneNumber: "", password: "plain" };
  expect(normalizeArgs(loginCalls.login, { body })).toEqual({ body });
  const file = new Blob(["x"]);
  expect(normalizeArgs({ ...taskCalls.taskStartList, body: undefined } as never, { body, file })).toEqual({
    body,
    file,
  });
});
