import { readXlsx } from "hucre/xlsx";
import { afterAll, expect, test } from "vitest";
import { type AuditRow, auditCalls } from "../../../adapters/contract/auditTrail.ts";
import type { OrderDetail } from "../../../adapters/contract/order.ts";
import { formatAct } from "../../../server/audit/auditActs.ts";
import { toAuditChanges } from "../../../server/audit/auditChanges.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { toUrl } from "../../helpers/injectCall.ts";
import { setupOrders } from "../fixtures/setupFixtures.ts";
import { type OrderState, unwrapData } from "../order/orderFixture.ts";

const { ctx, fixture, factory, goods, operator, finance } = await setupOrders();
afterAll(() => ctx.close());

async function createOrder() {
  const { id: companyId } = await factory.createCompany();
  const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];
  return unwrapData<OrderDetail>(await fixture.create(await ctx.loginAs("admin"), { companyId, items }));
}

async function getList(filters: object) {
  const args = { body: { pageNo: 1, pageSize: 20, ...filters } };
  const { body } = await ctx.callAs("admin", auditCalls.auditList, args);
  return (body.data as { list: AuditRow[] }).list;
}

const insertRow = (values: Partial<typeof auditLog.$inferInsert>) => {
  const row = {
    id: ctx.platform.newId(),
    at: ctx.clock.now(),
    staffName: "运营乙",
    address: "192.168.7.9",
    call: "POST /order/v3/financial/audit",
    summary: "财务审核",
    entity: "order",
    ...values,
  };
  return ctx.db.insert(auditLog).values(row);
};

test("a row says what was done to which order of which company, and the amount of the payment", async () => {
  const order = await createOrder();
  const sent = unwrapData<OrderState>(await fixture.register(operator, order, { amountFen: 20_050 }));
  const partly = unwrapData<OrderState>(await fixture.audit(finance, sent, { pass: true }));
  const again = unwrapData<OrderState>(await fixture.register(operator, { ...order, ...partly }));
  unwrapData(await fixture.audit(finance, again, { pass: false, remark: "流水查无此笔" }));
  const rows = await getList({ entityId: order.id, sort: { field: "at", order: "asc" } });
  const name = `${order.orderNo} ${order.companyName}`;
  expect(rows.map(({ act, object }) => `${act} ${object}`).toSorted()).toEqual(
    [
      `创建订单 订单 ${name} ¥1,200.00`,
      `登记回款 回款 ${name} ¥200.50`,
      `审核通过 订单 ${name} ¥200.50`,
      `登记回款 回款 ${name} ¥999.50`,
      `审核驳回 订单 ${name} ¥999.50`,
    ].toSorted(),
  );
  expect(await getList({ keyword: order.orderNo, action: "orderAudit" })).toHaveLength(2);
});

test("a row from before the words were stored says what its values tell, and no more", async () => {
  await insertRow({ entityId: "8001", before: { status: "auditing" }, after: { status: "paid" } });
  await insertRow({
    entityId: "8002",
    before: { orderNo: "DD1" },
    after: { status: "odd", companyName: "甲公司" },
  });
  await insertRow({ entityId: "8003", after: { failed: "已审核" } });
  const getWords = async (entityId: string) =>
    (await getList({ entityId })).map(({ act, object }) => [act, object]);
  expect(await getWords("8001")).toEqual([["审核通过", "订单"]]);
  expect(await getWords("8002")).toEqual([["财务审核", "订单 DD1 甲公司"]]);
  expect(await getWords("8003")).toEqual([["财务审核", "订单"]]);
});

test("the export has the words of the list", async () => {
  await insertRow({
    entityId: "8100",
    subject: "DD8100 乙公司 ¥10,924.00",
    before: { status: "refunding" },
    after: { status: "refunded" },
  });
  const response = await ctx.app.inject({
    method: "POST",
    url: toUrl(auditCalls.auditExport, {}),
    headers: await ctx.loginAs("admin"),
    payload: { entityId: "8100" },
  });
  const { sheets } = await readXlsx(response.rawPayload);
  const [header = [], row = []] = sheets[0]?.rows ?? [];
  const getCell = (title: string) => row[header.indexOf(title)];
  expect([getCell("操作"), getCell("对象"), getCell("变更前"), getCell("变更后")]).toEqual([
    "退款通过",
    "订单 DD8100 乙公司 ¥10,924.00",
    "状态：退款中",
    "状态：已退款",
  ]);
});

test.each<[act: string, call: string, before: object | null, after: object]>([
  ["冻结企业", "DELETE /company/frozen/:id", { status: "normal" }, { status: "frozen" }],
  ["解冻企业", "DELETE /company/frozen/:id", { status: "frozen" }, { status: "normal" }],
  [
    "部分退款通过",
    "POST /order/v3/financial/audit",
    { status: "refunding", refundFen: 0 },
    { status: "paid", refundFen: 100 },
  ],
  ["退款驳回", "POST /order/v3/financial/audit", { status: "refunding" }, { status: "paid" }],
  ["申请退款", "POST /order/v3/cancel", { status: "paid" }, { status: "refunding" }],
  ["新增商品", "POST /goodsInfo/insertOrUpdate", null, { name: "甲", status: "offSale" }],
  ["下架商品", "POST /goodsInfo/insertOrUpdate", { status: "onSale" }, { status: "offSale" }],
  ["编辑商品", "POST /goodsInfo/insertOrUpdate", { name: "甲" }, { name: "乙" }],
  ["解绑云盒", "POST /iapi/box/update", { companyId: "5" }, { companyId: null }],
  ["原来的说法", "GET /removed", { status: "a" }, { status: "b" }],
])("the act is %s where %s changes %j to %j", (act, call, before, after) => {
  expect(formatAct({ call, summary: "原来的说法", before, after })).toBe(act);
});

test("Neither internal ids nor types of media stand among the changes", () => {
  const after = {
    orderId: "3561051763379272631",
    registeredBy: "3561",
    payNo: "HK1",
    contentType: "image/webp",
  };
  expect(toAuditChanges({ entity: "orderPay", before: null, after })).toEqual([
    { field: "回款编号", before: "", after: "HK1" },
    { field: "文件类型", before: "", after: "WebP 图片" },
  ]);
});
