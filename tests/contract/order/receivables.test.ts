import { eq } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { afterAll, expect, test } from "vitest";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import type { OrderDetail } from "../../../adapters/contract/order.ts";
import { receivableCalls } from "../../../adapters/contract/receivable.ts";
import { orders } from "../../../server/db/schema/order.ts";
import { injectCall, toUrl } from "../../helpers/injectCall.ts";
import { setupOrders } from "../fixtures/setupFixtures.ts";
import { type OrderState, unwrapData } from "./orderFixture.ts";

type Page = EndpointData<typeof receivableCalls.receivableList>;
type Body = Partial<Parameters<typeof injectCall<typeof receivableCalls.receivableList>>[2]["body"]>;

const { ctx, fixture, factory, goods, admin, operator, finance } = await setupOrders();
afterAll(() => ctx.close());

const sunny = (await factory.createCompany({ name: "晴川低空科技有限公司" })).id;
const cloud = (await factory.createCompany({ name: "云岭测绘有限公司" })).id;
const settled = (await factory.createCompany({ name: "付清航空有限公司" })).id;
const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];

/** An order of ¥1,200.00 less the discount, as if created then. */
async function createOrder(companyId: string, createdAt: string, discountFen = 0) {
  const order = unwrapData<OrderDetail>(await fixture.create(admin, { companyId, items, discountFen }));
  await ctx.db
    .update(orders)
    .set({ createdAt: new Date(createdAt) })
    .where(eq(orders.id, order.id));
  return order;
}

/** Midnight in Shanghai, so many days before the platform's 2026-03-02. */
const midnight = (days: number) => new Date(Date.UTC(2026, 2, 1, 16) - days * 86_400_000).toISOString();
const beforeMidnight = (days: number) => new Date(Date.parse(midnight(days)) - 1).toISOString();

await createOrder(sunny, midnight(30), 100);
await createOrder(sunny, beforeMidnight(30), 200);
await createOrder(sunny, midnight(60), 400);
await createOrder(sunny, beforeMidnight(60), 800);
await createOrder(sunny, midnight(90), 1_600);
await createOrder(sunny, beforeMidnight(90), 3_200);
// ¥500.00 confirmed; ¥700.00 registered count as due until finance has seen them.
const partly = await createOrder(cloud, midnight(0));
const first = unwrapData<OrderState>(await fixture.register(operator, partly, { amountFen: 50_000 }));
const confirmed = unwrapData<OrderState>(await fixture.audit(finance, first, { pass: true }));
unwrapData(await fixture.register(operator, confirmed));
await fixture.createPaid({ companyId: settled, items });
// Nothing is due of what costs nothing.
await createOrder(settled, midnight(10), 120_000);
const cancelled = unwrapData<OrderDetail>(await fixture.create(admin, { companyId: settled, items }));
unwrapData(await fixture.cancel(operator, cancelled));

const getPage = async (body: Body = {}) =>
  unwrapData<Page>(
    await injectCall(
      ctx.app,
      receivableCalls.receivableList,
      { body: { pageNo: 1, pageSize: 20, ...body } },
      finance,
    ),
  );

const sunnyAmounts = {
  dueFen: 713_700,
  days30Fen: 119_900,
  days60Fen: 119_800 + 119_600,
  days90Fen: 119_200 + 118_400,
  olderFen: 116_800,
};
const cloudAmounts = { dueFen: 70_000, days30Fen: 70_000, days60Fen: 0, days90Fen: 0, olderFen: 0 };

test("what is due is summed by company and age in days of Shanghai", async () => {
  const { list, total, sums } = await getPage();
  expect(list).toEqual([
    {
      id: sunny,
      companyName: "晴川低空科技有限公司",
      managerName: expect.any(String),
      orderCount: 6,
      oldestAt: beforeMidnight(90),
      ...sunnyAmounts,
    },
    expect.objectContaining({ id: cloud, orderCount: 1, oldestAt: midnight(0), ...cloudAmounts }),
  ]);
  expect([total, sums]).toEqual([
    2,
    {
      orderCount: 7,
      dueFen: 783_700,
      days30Fen: 189_900,
      days60Fen: 239_400,
      days90Fen: 237_600,
      olderFen: 116_800,
    },
  ]);
});

test.each<readonly [string, Body, readonly string[], number]>([
  ["a company", { companyId: cloud }, [cloud], 70_000],
  ["initials", { keyword: "qcdk" }, [sunny], 713_700],
  ["the days of the orders", { to: beforeMidnight(60) }, [sunny], 119_200 + 118_400 + 116_800],
  ["a manager without companies", { managerId: "1" }, [], 0],
])("finds by %s, totals included", async (_name, body, ids, dueFen) => {
  const { list, sums } = await getPage(body);
  expect([list.map(({ id }) => id), sums.dueFen]).toEqual([ids, dueFen]);
});

test("sorts and pages by any amount", { tags: "full" }, async () => {
  const byAge = await getPage({ sort: { field: "oldestAt", order: "desc" }, pageSize: 1 });
  expect([byAge.list.map(({ id }) => id), byAge.total]).toEqual([[cloud], 2]);
  const next = await getPage({ sort: { field: "oldestAt", order: "desc" }, pageSize: 1, pageNo: 2 });
  expect([next.list.map(({ id }) => id), next.sums]).toEqual([[sunny], byAge.sums]);
});

test("is exported in yuan", { tags: "full" }, async () => {
  const response = await ctx.app.inject({
    method: "POST",
    url: toUrl(receivableCalls.receivableExport, {}),
    headers: finance,
    payload: { columns: ["companyName", "dueFen", "olderFen"] },
  });
  const { sheets } = await readXlsx(response.rawPayload);
  expect(sheets[0]?.rows).toEqual([
    ["企业", "应收合计（元）", "90 天以上（元）"],
    ["晴川低空科技有限公司", 7137, 1168],
    ["云岭测绘有限公司", 700, 0],
  ]);
});
