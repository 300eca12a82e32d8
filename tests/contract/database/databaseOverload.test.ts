import { afterAll, expect, test } from "vitest";
import { staffCalls } from "../../../adapters/contract/staff.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createFlightFactory, postTelemetry } from "../../live/flightFactory.ts";
import { samplePosition } from "../../live/setupFleet.ts";
import { occupyConnections } from "./occupyConnections.ts";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());

const isPostgres = Boolean(process.env.TEST_DATABASE_URL);

test("Lists beyond the queue's limit get 503 with a message, and telemetry overtakes waiting lists", {
  tags: "full",
}, async () => {
  const headers = await ctx.loginAs("admin");
  const list = () =>
    injectCall(ctx.app, staffCalls.staffList, { body: { pageNo: 1, pageSize: 20 } }, headers);
  expect((await list()).body.state).toBe(0);
  const factory = await createFlightFactory(ctx);
  const company = await factory.createCompany();
  const key = await factory.key(company.id);
  const { droneSn } = await factory.task(company);
  const release = await occupyConnections(ctx.platform.callDb, isPostgres ? 10 : 1);
  const finished: string[] = [];
  const waiting = Array.from({ length: 200 }, async () => {
    const { status } = await list();
    finished.push(`list ${status}`);
  });
  await expect.poll(() => ctx.platform.databaseStats().waiting.other).toBe(200);
  const refused = await list();
  expect([refused.status, refused.headers["retry-after"], refused.body]).toEqual([
    503,
    "2",
    { state: -1, message: "数据库繁忙，请稍后再试", data: null },
  ]);
  const sample = { droneSn, seq: 1, tSrc: ctx.clock.now().getTime(), ...samplePosition(0) };
  const telemetry = postTelemetry(ctx, key, { samples: [sample] }).then(({ data }) => {
    finished.push("telemetry");
    return data;
  });
  // PostgreSQL has separate connections for telemetry; the embedded database runs it first.
  if (!isPostgres) await expect.poll(() => ctx.platform.databaseStats().waiting.priority).toBe(1);
  else await telemetry;
  await release();
  expect(await telemetry).toEqual({ accepted: 1, rejected: [] });
  await Promise.all(waiting);
  expect(finished.indexOf("telemetry")).toBeLessThan(5);
  expect(finished.filter((one) => one === "list 200")).toHaveLength(200);
  expect((await list()).body.state).toBe(0);
  expect(ctx.errors).toEqual([]);
});
