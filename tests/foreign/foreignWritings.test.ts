import { expect, test } from "vitest";
import { boxCalls } from "../../adapters/contract/box.ts";
import { channelCodeCalls } from "../../adapters/contract/channelCode.ts";
import { completeConsoleConfig } from "../../adapters/contract/config.ts";
import { goodsCalls } from "../../adapters/contract/goods.ts";
import { orderCalls } from "../../adapters/contract/order.ts";
import { plusCalls } from "../../adapters/contract/plus.ts";
import { userCalls } from "../../adapters/contract/user.ts";
import { createClient } from "../../adapters/http/client.ts";

/** A console on another platform, which answers what it is given and keeps what it was sent. */
function connect() {
  let answer: unknown = null;
  const bodies: unknown[] = [];
  const client = createClient({
    config: () => completeConsoleConfig({ api: "http://platform.test" }),
    credentials: () => ({ token: "t", uToken: "u" }),
    fetch: (_, init) => {
      bodies.push(JSON.parse(String(init?.body ?? "null")));
      return Promise.resolve(Response.json({ state: 0, data: answer }));
    },
    onError: () => undefined,
  });
  return {
    client,
    answers: (data: unknown) => {
      answer = data;
    },
    lastBody: () => bodies.at(-1),
  };
}
const page = { pageNo: 1, pageSize: 20 };

test("a status is sent in the platform's writing, also one that it has not written yet", async () => {
  const { client, answers, lastBody } = connect();
  answers(["ON", "ON"].map((status, id) => ({ id, status })));
  await client.call(channelCodeCalls.channelPageList, { body: page });
  await client.call(channelCodeCalls.channelUpdate, {
    body: { id: "1", version: 1, status: "off" } as never,
  });
  expect(lastBody()).toEqual({ id: "1", status: "OFF" });
  answers([{ id: 1, status: "On" }]);
  await client.call(channelCodeCalls.channelPageList, { body: { ...page, status: "on" } });
  expect(lastBody()).toEqual({ ...page, status: "ON" });
  await client.call(channelCodeCalls.channelPageList, { body: { ...page, status: "off" } });
  expect(lastBody()).toEqual({ ...page, status: "Off" });
});

test("several words, and their Chinese labels", async () => {
  const { client, answers, lastBody } = connect();
  answers([{ id: 1, status: "OFF_SALE" }]);
  await client.call(goodsCalls.goodsPageList, { body: page });
  await client.call(goodsCalls.goodsPageList, { body: { ...page, status: "onSale" } });
  expect(lastBody()).toEqual({ ...page, status: "ON_SALE" });
  answers([{ id: 1, status: "正常" }]);
  await client.call(userCalls.userPageList, { body: page });
  await client.call(userCalls.userPageList, { body: { ...page, status: "frozen" } });
  expect(lastBody()).toEqual({ ...page, status: "已冻结" });
});

test("a code with the word beside it, or in an object; a code that it has not told stays our word", async () => {
  const { client, answers, lastBody } = connect();
  answers([
    { id: 1, status: 0, statusName: "正常", kind: { code: 3, name: "探照灯" } },
    { id: 2, status: 7, kind: "camera" },
  ]);
  await client.call(plusCalls.plusList, { params: { id: "1" } });
  const update = async (fields: object) => {
    await client.call(plusCalls.plusUpdate, { body: { id: "1", version: 1, ...fields } as never });
    return lastBody();
  };
  expect(await update({ status: "normal", kind: "light" })).toEqual({ id: "1", status: 0, kind: 3 });
  expect(await update({ status: "7" })).toEqual({ id: "1", status: 7 });
  expect(await update({ status: "off", kind: "rtk" })).toEqual({ id: "1", status: "off", kind: "rtk" });
});

test("our words, where the platform has written none of its own", async () => {
  const { client, answers, lastBody } = connect();
  answers([{ id: 1 }]);
  await client.call(boxCalls.boxList, { body: page });
  await client.call(boxCalls.boxList, { body: { ...page, status: "online" } });
  expect(lastBody()).toEqual({ ...page, status: "online" });
  await client.call(orderCalls.orderPageList, { body: { ...page, status: "pending" } });
  expect(lastBody()).toEqual({ ...page, status: "pending" });
});
