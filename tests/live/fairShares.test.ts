import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import { ingestStatusCalls } from "../../adapters/contract/ingestStatus.ts";
import { orderCalls } from "../../adapters/contract/order.ts";
import { RateLimitError } from "../../server/http/rateLimitError.ts";
import { createFairShares, type FairShares } from "../../server/telemetry/ingest/fairShares.ts";
import { countStatements } from "../helpers/countStatements.ts";
import { createSample, postTelemetry, setupFlights } from "./flightFactory.ts";

describe("the share of a company", () => {
  let now: number;
  let shares: FairShares;
  beforeEach(() => {
    now = 0;
    shares = createFairShares(() => now);
  });
  const small = { companyId: "1", droneCount: 0 };
  const large = { companyId: "2", droneCount: 100 };
  /** Takes calls until one is refused; how many, and how many seconds that one has to wait. */
  const takeAll = (company: typeof small, samples: number, bytes = 100_000) => {
    for (let calls = 0; ; calls += 1) {
      try {
        shares.take(company, bytes).countSamples(samples);
      } catch (error) {
        if (!(error instanceof RateLimitError)) throw error;
        return { calls, seconds: error.retryAfterS };
      }
    }
  };

  test("is 20 samples a second and drone, kept for 30 s, at least as for 10 drones", () => {
    expect(takeAll(small, 1_500)).toEqual({ calls: 4, seconds: 1 });
    expect(takeAll(large, 1_500)).toEqual({ calls: 40, seconds: 1 });
    now += 1_000;
    // 200 and 2,000 samples have come in; the next call takes more than that.
    expect(takeAll(small, 1_500)).toEqual({ calls: 1, seconds: 7 });
    expect(takeAll(large, 1_500)).toEqual({ calls: 2, seconds: 1 });
  });

  test("is 2 calls a second and drone", () => {
    expect(takeAll(small, 1)).toEqual({ calls: 600, seconds: 1 });
    now += 1_000;
    expect(takeAll(small, 1)).toEqual({ calls: 20, seconds: 1 });
  });

  test("is not kept for longer", () => {
    takeAll(small, 1);
    now += 45_000;
    expect(takeAll(small, 1).calls).toBe(600);
  });

  test("counts the length of a body until its samples are known", () => {
    const calls = [shares.take(small, 100_000), shares.take(small, 100_000), shares.take(small, 4_000_000)];
    expect(() => shares.take(small, 100)).toThrow(
      "样本太多：每架已登记的无人机每秒最多 20 条，请 1 秒后再发",
    );
    expect(() => shares.check("1")).toThrow(RateLimitError);
    for (const call of calls) call.countSamples(1);
    // A call that is run again is not counted again.
    calls[0]?.countSamples(1);
    expect(takeAll(small, 1_999)).toMatchObject({ calls: 3 });
  });

  test("gets back what the platform could not take", () => {
    for (let n = 0; n < 1_000; n += 1) shares.take(small, 100_000).giveBack();
    expect(() => shares.check("1")).not.toThrow();
  });

  test("grows with the drones", () => {
    takeAll(small, 1);
    now += 1_000;
    expect(takeAll({ ...small, droneCount: 50 }, 1).calls).toBe(100);
  });

  test("is forgotten once it is full again", () => {
    for (let n = 0; n < 1_000; n += 1) shares.take({ companyId: `${n}`, droneCount: 1 }, 100);
    now += 60_000;
    shares.take(small, 100);
    expect(shares.count()).toBe(1);
  });
});

describe("a hostile key", async () => {
  const { ctx, factory, company, key } = await setupFlights();
  const statements = countStatements(ctx.platform);
  afterAll(async () => {
    statements.stop();
    await ctx.close();
  });
  const { droneSn } = await factory.task(company);
  const samples = Array.from({ length: 2_000 }, (_, seq) => createSample(ctx, droneSn, { seq }));
  const attack = (count: number) =>
    Promise.all(Array.from({ length: count }, () => postTelemetry(ctx, key, { samples })));
  const listOrders = () =>
    ctx.callAs("finance", orderCalls.orderPageList, { body: { pageNo: 1, pageSize: 20 } });

  test("leaves a third of the statements to a list of orders", async () => {
    await listOrders();
    const quiet = await statements.during(listOrders);
    const seconds = 10;
    const statuses: number[] = [];
    const beside = await statements.during(async () => {
      for (let second = 0; second < seconds; second += 1) {
        const [answers] = await Promise.all([attack(3), listOrders()]);
        statuses.push(...answers.map(({ status }) => status));
        ctx.clock.advance(1_000);
      }
    });
    // What was kept, and the 200 samples of each second.
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(26);
    expect(beside).toBeLessThanOrEqual(3 * seconds * quiet);
  });

  test("is answered 429 without a statement, whatever it sends, with each key of the company", async () => {
    const [second, other] = [
      await factory.key(company.id),
      await factory.key((await factory.createCompany()).id),
    ];
    expect((await postTelemetry(ctx, second, { samples })).status).toBe(429);
    const cost = await statements.during(async () => {
      for (const { retryAfter, ...answer } of [
        ...(await attack(32)),
        await postTelemetry(ctx, second, { samples }),
        // Not even read: it is beyond 4 MiB, and not what was signed.
        await postTelemetry(ctx, key, { samples }, { sent: "x".repeat(5_000_000) }),
      ]) {
        expect(retryAfter).toBe("1");
        expect(answer).toEqual({
          status: 429,
          state: -1,
          message: "样本太多：每架已登记的无人机每秒最多 20 条，请 1 秒后再发",
          data: null,
        });
      }
    });
    expect(cost).toBe(0);
    expect((await postTelemetry(ctx, other, { samples: samples.slice(0, 1) })).status).toBe(200);
    ctx.clock.advance(1_000);
    expect((await postTelemetry(ctx, second, { samples: samples.slice(0, 1) })).status).toBe(200);
  });

  test("is shown on 设备接入 of its company until ten minutes after", async () => {
    const readLimited = async (companyId: string) => {
      const { body } = await ctx.callAs("maintainer", ingestStatusCalls.ingestStatus, {
        query: { companyId },
      });
      return (body.data as EndpointData<typeof ingestStatusCalls.ingestStatus>).limited;
    };
    ctx.clock.advance(600_001);
    expect(await readLimited(company.id)).toBeNull();
    const statuses = (await attack(8)).map(({ status }) => status);
    const count = statuses.filter((status) => status === 429).length;
    expect(count).toBeGreaterThan(0);
    const at = ctx.clock.now().toISOString();
    ctx.clock.advance(600_000);
    const message = expect.stringContaining("样本太多");
    expect(await readLimited(company.id)).toEqual({ at, count, message });
    expect(await readLimited((await factory.createCompany()).id)).toBeNull();
  });

  test("is charged for its samples, not for the room they might take", async () => {
    ctx.clock.advance(30_000);
    // Long enough for 2,000.
    const body = { samples: samples.slice(0, 1_500) };
    for (let n = 0; n < 4; n += 1) expect((await postTelemetry(ctx, key, body)).status).toBe(200);
    expect((await postTelemetry(ctx, key, body)).status).toBe(429);
  });

  test("is not made to wait by who does not know its secret, nor by the platform's own faults", async () => {
    ctx.clock.advance(30_000);
    const nonce = "overheard-by-somebody";
    expect((await postTelemetry(ctx, key, { samples }, { nonce })).status).toBe(200);
    for (let n = 0; n < 5; n += 1) {
      expect((await postTelemetry(ctx, key, { samples }, { nonce })).status).toBe(401);
      expect((await postTelemetry(ctx, key, { samples }, { secret: "guessed" })).status).toBe(401);
    }
    const away = vi.spyOn(ctx.platform.priorityDb, "execute");
    away.mockRejectedValue(Object.assign(new Error("shutting down"), { code: "57P03" }));
    for (let n = 0; n < 5; n += 1) expect((await postTelemetry(ctx, key, { samples })).status).toBe(503);
    away.mockRestore();
    expect((await postTelemetry(ctx, key, { samples: samples.slice(0, 1) })).status).toBe(200);
  });
});
