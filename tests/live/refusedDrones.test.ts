import { afterAll, describe, expect, test } from "vitest";
import { overviewQuery, type RefusedDrones } from "../../adapters/contract/graphql/overview.ts";
import { formatRefusedDrones, formatRefusedSns } from "../../src/live/alarms/formatRefusedDrones.ts";
import { postGraphql } from "../contract/graphql/askGraphql.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory, createSample, postTelemetry } from "./flightFactory.ts";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
const company = await factory.createCompany();
const key = await factory.key(company.id);
const cookie = await ctx.loginAs("duty");
afterAll(() => ctx.close());

async function readRefused() {
  const { body } = await postGraphql(ctx, { query: overviewQuery.document }, cookie);
  return overviewQuery.data.parse(body.data).overview.refusedDrones;
}

/** Sends a sample a second of a registered drone; the last answer is as new as the last sample. */
async function send(sn: string, seconds: number, fields: object) {
  for (let second = 0; second < seconds; second++) {
    ctx.clock.advance(1_000);
    await postTelemetry(ctx, key, { samples: [createSample(ctx, sn, fields)] });
  }
  // The overview is read once for all who ask within a second.
  ctx.clock.advance(1_000);
}
const flying = { phase: "mission", hRel: 60, vH: 5 };
const none: RefusedDrones = { count: 0, sns: [], reasons: [] };

describe("a registered drone whose samples are all refused", () => {
  test("counts once it has flown so for 10 s, with the reason, until one is accepted", async () => {
    await factory.registerDrone(company, "REFUSED-1");
    await send("REFUSED-1", 10, { ...flying, batPct: 255 });
    expect(await readRefused()).toEqual(none);
    await send("REFUSED-1", 2, { ...flying, batPct: 255 });
    expect(await readRefused()).toEqual({
      count: 1,
      sns: ["REFUSED-1"],
      reasons: [{ reason: "outOfRange", field: "batPct", count: 1 }],
    });
    await send("REFUSED-1", 1, flying);
    expect(await readRefused()).toEqual(none);
  });

  test("does not count on the ground, nor where it is not registered", async () => {
    await factory.registerDrone(company, "REFUSED-2");
    await send("REFUSED-2", 15, { phase: "standby", hRel: 0, batPct: 255 });
    await send("NOT-REGISTERED", 15, { ...flying, batPct: 255 });
    expect(await readRefused()).toEqual(none);
  });

  test("counts in its flight also where its samples do not say that it flies, until it is silent", async () => {
    await factory.registerDrone(company, "REFUSED-3");
    await send("REFUSED-3", 5, flying);
    await send("REFUSED-3", 15, { lat: 0, lon: 0, phase: null, hRel: null, vH: null });
    expect(await readRefused()).toMatchObject({
      sns: ["REFUSED-3"],
      reasons: [{ reason: "nullIsland", count: 1 }],
    });
    ctx.clock.advance(61_000);
    expect(await readRefused()).toEqual(none);
  });
});

describe("the sentence about refused drones", () => {
  test("says how many and why, the most frequent reasons first", () => {
    const batPct = { reason: "outOfRange", field: "batPct", count: 1 } as const;
    const one: RefusedDrones = { count: 1, sns: ["A"], reasons: [batPct] };
    expect(formatRefusedDrones(one)).toBe("有 1 架设备的数据被拒收：数值超出范围（电量）");
    expect(formatRefusedSns(one)).toBe("地图上看不到它们现在的位置。序列号 A");
    const several: RefusedDrones = {
      count: 5,
      sns: ["A", "B", "C"],
      reasons: [
        { reason: "outOfRange", field: "lat", count: 3 },
        { reason: "clock", field: "tSrc", count: 1 },
        batPct,
      ],
    };
    expect(formatRefusedDrones(several)).toBe(
      "有 5 架设备的数据被拒收：数值超出范围（纬度） 3 架，时间与服务器相差超过 10 年 1 架 等",
    );
    expect(formatRefusedSns(several)).toBe("地图上看不到它们现在的位置。序列号 A、B、C 等");
  });

  test("is none without such drones", () => {
    expect(formatRefusedDrones(none)).toBeNull();
    expect(formatRefusedDrones(null)).toBeNull();
  });
});
