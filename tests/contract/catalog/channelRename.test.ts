import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { channelCodeCalls } from "../../../adapters/contract/channelCode.ts";
import type { OrderDetail } from "../../../adapters/contract/order.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { orders } from "../../../server/db/schema/order.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import { createOrderFixture, unwrapData } from "../order/orderFixture.ts";
import { insertChannel } from "./catalogRecords.ts";

const ctx = await createTestPlatform();
const fixture = await createOrderFixture(ctx);
const factory = await createDataFactory(ctx);
const goodsId = (await fixture.createGoods()).id;
// Open the sessions before the races begin.
await ctx.loginAs("operator");
await ctx.loginAs("admin");
afterAll(() => ctx.close());

interface Channel {
  readonly id: string;
  readonly name: string;
}

const createCompanyOfChannel = ({ id, name }: Channel) =>
  factory.createCompany({ channelCodeId: id, channelName: name });

async function createOrder(companyId: string): Promise<string> {
  const items = [{ goodsId, quantity: 1, months: 12 }];
  return unwrapData<OrderDetail>(await fixture.create(await ctx.loginAs("admin"), { companyId, items })).id;
}

const rename = async (id: string, version: number, name: string) => {
  const body = { id, version, name, requestId: fixture.nextRequestId() };
  return (await ctx.callAs("operator", channelCodeCalls.channelUpdate, { body })).body.state;
};

const getChannelNames = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await fixture.getRecord(id)).channelName));

test("a channel's new name is passed to its orders only", async () => {
  const [channel, other] = [await insertChannel(ctx.db), await insertChannel(ctx.db, { name: "别的渠道" })];
  const own = await createOrder((await createCompanyOfChannel(channel)).id);
  const aside = await createOrder((await createCompanyOfChannel(other)).id);
  expect(await rename(channel.id, 1, "改名渠道")).toBe(0);
  expect(await getChannelNames([own, aside])).toEqual(["改名渠道", "别的渠道"]);
  expect(await rename(channel.id, 1, "过时的名字")).toBe(-5);
  expect(await getChannelNames([own])).toEqual(["改名渠道"]);
});

test("an order created while its channel is renamed has the new name, 50 times", {
  tags: "full",
}, async () => {
  const channel = await insertChannel(ctx.db);
  const companies = await Promise.all(Array.from({ length: 5 }, () => createCompanyOfChannel(channel)));
  const created: string[] = [];
  for (let turn = 0; turn < 50; turn += 1) {
    const company = companies[turn % 5];
    if (!company) throw new Error("There are five companies");
    const actions = [
      () => rename(channel.id, 1 + turn, `第${turn}个名字`),
      () => createOrder(company.id),
    ] as const;
    // Alternate which of the two is sent first.
    const [state, id] =
      turn % 2 === 0
        ? await Promise.all([actions[0](), actions[1]()])
        : (await Promise.all([actions[1](), actions[0]()])).toReversed();
    expect(state).toBe(0);
    created.push(String(id));
  }
  expect(new Set(await getChannelNames(created))).toEqual(new Set(["第49个名字"]));
});

test("a channel cannot be deleted while an open order still belongs to it", async () => {
  const channel = await insertChannel(ctx.db, { name: "华东代理" });
  const company = await createCompanyOfChannel(channel);
  const id = await createOrder(company.id);
  await ctx.db.update(companies).set({ channelCodeId: null }).where(eq(companies.id, company.id));
  const remove = async () =>
    (await ctx.callAs("admin", channelCodeCalls.channelDelete, { params: { id: channel.id }, query: {} }))
      .body;
  expect(await remove()).toMatchObject({
    state: -1,
    message: "有 1 个未完结的订单属于渠道「华东代理」，不能删除，可以改为停用",
  });
  await ctx.db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, id));
  expect((await remove()).state).toBe(0);
});
