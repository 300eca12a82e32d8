import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { channelCodeCalls } from "../../adapters/contract/channelCode.ts";
import type { OrderDetail } from "../../adapters/contract/order.ts";
import { companies } from "../../server/db/schema/company.ts";
import { orders } from "../../server/db/schema/order.ts";
import { type TestPlatform, testPlatform } from "../platform.ts";
import { send } from "../send.ts";
import { putChannel } from "./catalogRecords.ts";
import { type DataFactory, dataFactory } from "./dataFactory.ts";
import { dataOf, type OrderDesk, orderDesk } from "./orderDesk.ts";

let on: TestPlatform;
let desk: OrderDesk;
let make: DataFactory;
let goodsId: string;
beforeAll(async () => {
  on = await testPlatform();
  desk = await orderDesk(on);
  make = await dataFactory(on);
  goodsId = (await desk.goods()).id;
  // Everybody's session is there before the races begin.
  await on.as("operator");
  await on.as("admin");
});
afterAll(() => on.close());

interface Channel {
  readonly id: string;
  readonly name: string;
}

const companyOf = ({ id, name }: Channel) => make.company({ channelCodeId: id, channelName: name });

async function order(companyId: string): Promise<string> {
  const items = [{ goodsId, quantity: 1, months: 12 }];
  return dataOf<OrderDetail>(await desk.create(await on.as("admin"), { companyId, items })).id;
}

const rename = async (id: string, version: number, name: string) => {
  const body = { id, version, name, requestId: desk.requestId() };
  return (await send(on.app, channelCodeCalls.channelUpdate, { body }, await on.as("operator"))).body.state;
};

const shown = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await desk.record(id)).channelName));

test("a channel's new name reaches its orders and no other channel's", async () => {
  const [channel, other] = [await putChannel(on.db), await putChannel(on.db, { name: "别的渠道" })];
  const own = await order((await companyOf(channel)).id);
  const aside = await order((await companyOf(other)).id);
  expect(await rename(channel.id, 1, "改名渠道")).toBe(0);
  expect(await shown([own, aside])).toEqual(["改名渠道", "别的渠道"]);
  expect(await rename(channel.id, 1, "过时的名字")).toBe(-5);
  expect(await shown([own])).toEqual(["改名渠道"]);
});

test("50 times an order is made while its channel gets another name: the order has the new one", async () => {
  const channel = await putChannel(on.db);
  const companies = await Promise.all(Array.from({ length: 5 }, () => companyOf(channel)));
  const made: string[] = [];
  for (let turn = 0; turn < 50; turn += 1) {
    const company = companies[turn % 5];
    if (!company) throw new Error("There are five companies");
    const acts = [() => rename(channel.id, 1 + turn, `第${turn}个名字`), () => order(company.id)] as const;
    // Either may come first.
    const [state, id] =
      turn % 2 === 0
        ? await Promise.all([acts[0](), acts[1]()])
        : (await Promise.all([acts[1](), acts[0]()])).toReversed();
    expect(state).toBe(0);
    made.push(String(id));
  }
  expect(new Set(await shown(made))).toEqual(new Set(["第49个名字"]));
});

test("a channel stays while an order that its company left behind can still earn for it", async () => {
  const channel = await putChannel(on.db, { name: "华东代理" });
  const company = await companyOf(channel);
  const id = await order(company.id);
  await on.db.update(companies).set({ channelCodeId: null }).where(eq(companies.id, company.id));
  const remove = async () =>
    (
      await send(
        on.app,
        channelCodeCalls.channelDelete,
        { params: { id: channel.id }, query: {} },
        await on.as("admin"),
      )
    ).body;
  expect(await remove()).toMatchObject({
    state: -1,
    message: "有 1 个未完结的订单属于渠道「华东代理」，不能删除，可以改为停用",
  });
  await on.db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, id));
  expect((await remove()).state).toBe(0);
});
