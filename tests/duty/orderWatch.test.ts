import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { dutyCalls } from "../../adapters/contract/duty.ts";
import { dutyLog } from "../../server/db/schema/duty.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { createOrderWatch } from "../../server/duty/orderWatch.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory, createFlyer } from "../live/flightFactory.ts";
import { samplePosition } from "../live/setupFleet.ts";

let count = 0;
const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
const company = await factory.createCompany();
const watch = createOrderWatch(ctx.platform, ctx.live.registry);
afterAll(async () => {
  watch.stop();
  await ctx.close();
});

/** A drone on its route, and a pilot who is asked for something. */
async function flyWithOrder(order: "return" | "hover" | "land") {
  const droneSn = `ORDERED${++count}`;
  const key = await factory.key(company.id);
  await factory.registerDrone(company, droneSn);
  const flyer = createFlyer(ctx, key, droneSn);
  await flyer.fly("mission", 3);
  const [task] = await ctx.db.select().from(tasks).where(eq(tasks.droneSn, droneSn));
  if (!task) throw new Error("The flight has no task");
  const body = { requestId: `order-no-${++count}`, taskId: task.id, spokenOrder: order, toWhom: "飞手李雷" };
  const { body: answer } = await ctx.callAs("duty", dutyCalls.dutyOrder, { body });
  expect(answer.state).toBe(0);
  await watch.restore();
  return { flyer, taskId: task.id };
}

const readOrders = async (taskId: string) => {
  const { body } = await ctx.callAs("operator", dutyCalls.dutyOrderList, { params: { taskId } });
  return body.data;
};
const readLog = async (taskId: string) => {
  const entries = await ctx.db.select().from(dutyLog).where(eq(dutyLog.taskId, taskId)).orderBy(dutyLog.at);
  return entries.map(({ text }) => text);
};

test("an order waits until the drone tells the phase that was asked for", async () => {
  const { flyer, taskId } = await flyWithOrder("return");
  await watch.advance();
  expect(await readOrders(taskId)).toMatchObject([{ state: "waiting", executedAt: null }]);
  await flyer.fly("returning", 1);
  await watch.advance();
  expect(await readOrders(taskId)).toMatchObject([
    { state: "executed", executedAt: ctx.clock.now().toISOString(), byName: "值班戊" },
  ]);
  expect(await readLog(taskId)).toEqual(["要求 飞手李雷 返航", "返航（飞手李雷）已执行：返航"]);
});

test("an order that nobody follows is said after 60 seconds, once, and may still be executed", async () => {
  const { flyer, taskId } = await flyWithOrder("hover");
  await flyer.fly("mission", 59);
  await watch.advance();
  expect(await readOrders(taskId)).toMatchObject([{ state: "waiting" }]);
  await flyer.fly("mission", 1);
  await watch.advance();
  await watch.advance();
  expect(await readOrders(taskId)).toMatchObject([{ state: "notSeen" }]);
  expect(await readLog(taskId)).toEqual(["要求 飞手李雷 悬停", "悬停（飞手李雷）60 秒未见执行"]);
  await flyer.fly("hover", 1, samplePosition(300));
  await watch.advance();
  expect(await readOrders(taskId)).toMatchObject([{ state: "executed" }]);
});

test("an order that waited when the server stopped is watched by the next one", async () => {
  const { flyer, taskId } = await flyWithOrder("land");
  const next = createOrderWatch(ctx.platform, ctx.live.registry);
  await next.restore();
  await flyer.fly("landing", 1);
  await next.advance();
  next.stop();
  expect(await readOrders(taskId)).toMatchObject([{ state: "executed" }]);
});

test("a task that is not under way takes no order", async () => {
  const task = await factory.task(company);
  const body = {
    requestId: "order-planned",
    taskId: task.id,
    spokenOrder: "return" as const,
    toWhom: "飞手",
  };
  const { body: answer } = await ctx.callAs("duty", dutyCalls.dutyOrder, { body });
  expect(answer).toMatchObject({ state: -1, message: "任务没有在飞，不能登记口头指令" });
});
