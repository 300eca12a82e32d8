import { readXlsx } from "hucre/xlsx";
import { afterAll, describe, expect, test } from "vitest";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import type { OrderDetail } from "../../../adapters/contract/order.ts";
import { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { allDenormalizedNames } from "../../../server/db/schema/allDenormalizedNames.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { renameCopies } from "../../../server/records/renameCopies.ts";
import { injectCall, toUrl } from "../../helpers/injectCall.ts";
import { setupOrders } from "../fixtures/setupFixtures.ts";
import { type OrderFixture, type OrderState, unwrapData } from "./orderFixture.ts";

type PageBody = Parameters<typeof injectCall<typeof orderPayCalls.orderPayPageList>>[2]["body"];
type PayPage = EndpointData<typeof orderPayCalls.orderPayPageList>;

const orderNos: string[] = [];

const setup = await setupOrders();
const { ctx, fixture, finance } = setup;
const { factory, goods, operator } = setup;
const creator = await ctx.loginAs("admin");
const { id: companyId } = await factory.createCompany({ name: "晴川低空科技有限公司" });
const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];
const register = async (body: Parameters<OrderFixture["register"]>[2]) => {
  const order = unwrapData<OrderDetail>(await fixture.create(creator, { companyId, items }));
  orderNos.push(order.orderNo);
  return unwrapData<OrderState>(await fixture.register(operator, order, body));
};
await register({ bankSerialNo: "CMB-778899001", paidAt: "2026-02-27T02:00:00.000Z" });
const confirmed = await register({
  bankSerialNo: "ICBC00042",
  paidAt: "2026-02-28T02:00:00.000Z",
  amountFen: 50_000,
  payerName: "合肥代付商贸有限公司",
});
unwrapData(await fixture.audit(finance, confirmed, { pass: true, payerVerified: true }));
const rejected = await register({ bankSerialNo: "BOC777", paidAt: "2026-03-01T02:00:00.000Z" });
unwrapData(await fixture.audit(finance, rejected, { pass: false, remark: "未查到该笔到账" }));
afterAll(() => ctx.close());

const getPage = async (body: Partial<PageBody> = {}, headers = finance) =>
  unwrapData<PayPage>(
    await injectCall(
      ctx.app,
      orderPayCalls.orderPayPageList,
      { body: { pageNo: 1, pageSize: 20, sort: { field: "paidAt", order: "asc" }, ...body } },
      headers,
    ),
  );
const toSerials = ({ list }: PayPage) => list.map(({ bankSerialNo }) => bankSerialNo);

describe("the list of payments", () => {
  test("has order, company, sums and counts of the whole result", async () => {
    const page = await getPage({ pageSize: 1 });
    expect(page.list.map(({ orderNo, companyName }) => [orderNo, companyName])).toEqual([
      [orderNos[0], "晴川低空科技有限公司"],
    ]);
    expect(page.sums).toEqual({ count: 3, amountFen: 290_000, arrivedFen: 50_000 });
    expect(page.counts).toEqual({ pending: 1, confirmed: 1, rejected: 1, closed: 0, refunded: 0 });
    const arrived = await getPage({ state: "confirmed" });
    expect([arrived.total, arrived.sums, arrived.counts]).toEqual([
      1,
      { count: 1, amountFen: 50_000, arrivedFen: 50_000 },
      page.counts,
    ]);
  });

  test.each<readonly [string, Partial<PageBody>, readonly string[]]>([
    ["the bank's number in any case", { keyword: "cmb-7788" }, ["CMB-778899001"]],
    ["two characters of the payer", { keyword: "代付" }, ["ICBC00042"]],
    ["an amount", { minFen: 50_000, maxFen: 50_000 }, ["ICBC00042"]],
    [
      "the day of arrival",
      { dateField: "paid", from: "2026-02-28T00:00:00.000Z", to: "2026-02-28T23:59:59.999Z" },
      ["ICBC00042"],
    ],
    ["a company without payments", { companyId: "1" }, []],
  ])("finds by %s", async (_name, body, serials) => {
    expect(toSerials(await getPage(body))).toEqual(serials);
  });

  test("follows the company's new name", async () => {
    await ctx.db.transaction((tx) =>
      renameCopies({ db: tx, denormalizedNames: allDenormalizedNames }, companies, companyId, {
        name: "晴川航空",
        nameOrder: "qing chuan hang kong",
      }),
    );
    expect((await getPage()).list.map(({ companyName }) => companyName)).toEqual(Array(3).fill("晴川航空"));
  });

  test("is exported with amounts in yuan", async () => {
    const response = await ctx.app.inject({
      method: "POST",
      url: toUrl(orderPayCalls.orderPayExport, {}),
      headers: finance,
      payload: { state: "confirmed" },
    });
    const { sheets } = await readXlsx(response.rawPayload);
    const [header = [], row = []] = sheets[0]?.rows ?? [];
    const getCell = (title: string) => row[header.indexOf(title)];
    expect([
      getCell("银行流水号"),
      getCell("金额（元）"),
      getCell("订单号"),
      getCell("代付"),
      getCell("状态"),
    ]).toEqual(["ICBC00042", 500, orderNos[1], "是", "已到账"]);
  });
});
