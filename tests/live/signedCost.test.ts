import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { createApp } from "../../server/app.ts";
import { createLookupLimiter } from "../../server/auth/lookupLimiter.ts";
import { drones } from "../../server/db/schema/drone.ts";
import { createAccessKeyCache } from "../../server/telemetry/ingest/accessKeyCache.ts";
import { countStatements } from "../helpers/countStatements.ts";
import type { SigningKey } from "./createReportedTask.ts";
import { createSample, postTelemetry, setupFlights } from "./flightFactory.ts";

const { ctx, factory, company, key } = await setupFlights();
const statements = countStatements(ctx.platform);
afterAll(async () => {
  statements.stop();
  await ctx.close();
});

const send = (sender: SigningKey, droneSn: string, wrong = {}) => {
  ctx.clock.advance(1_000);
  return postTelemetry(ctx, sender, { samples: [createSample(ctx, droneSn)] }, wrong);
};

describe("a signed call of a flight that is open", () => {
  test("costs two statements: for its nonce before it is taken, for its samples before the answer", async () => {
    const { droneSn } = await factory.task(company);
    await send(key, droneSn);
    const cost = await statements.during(async () => {
      for (let n = 0; n < 20; n += 1)
        expect(await send(key, droneSn)).toMatchObject({ status: 200, data: { accepted: 1 } });
    });
    expect(cost).toBe(40);
  });

  test("shares it with those that come at the same time", async () => {
    const { droneSn } = await factory.task(company);
    await send(key, droneSn);
    const cost = await statements.during(async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(key, droneSn)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    });
    expect(cost).toBeLessThanOrEqual(5);
  });
});

test("a key is read once a minute", async () => {
  const own = await factory.key(company.id);
  const refused = () => postTelemetry(ctx, own, { samples: [] }, { secret: "guessed" });
  expect(await statements.during(refused)).toBe(1);
  ctx.clock.advance(59_999);
  expect(await statements.during(refused)).toBe(0);
  ctx.clock.advance(1);
  expect(await statements.during(refused)).toBe(1);
});

test("a key that does not exist is looked up once, and works as soon as it does", async () => {
  const stranger = { accessKey: "AK-NOT-YET", secret: "none" };
  expect(await statements.during(() => send(stranger, "SN0"))).toBe(1);
  expect(await statements.during(() => send(stranger, "SN0"))).toBe(0);
  ctx.platform.bus.publish("accessKey.changed", { accessKey: stranger.accessKey });
  expect(await statements.during(() => send(stranger, "SN0"))).toBe(1);
  // A name that no key has the length of is not even looked up.
  expect(await statements.during(() => send({ ...stranger, accessKey: "A".repeat(65) }, "SN0"))).toBe(0);
});

const address = "127.0.0.1";
const createCache = (...max: { known: number; unknown: number }[]) =>
  createAccessKeyCache({ ...ctx.platform, lookups: createLookupLimiter(ctx.platform) }, ...max);

test("invented keys displace one another, and no real one", async () => {
  const cache = createCache({ known: 1, unknown: 2 });
  const cost = (name: string) => statements.during(() => cache.find(name, address));
  expect(await cost(key.accessKey)).toBe(1);
  for (const name of ["INVENTED-1", "INVENTED-2", "INVENTED-3"]) expect(await cost(name)).toBe(1);
  expect([await cost(key.accessKey), await cost("INVENTED-3"), await cost("INVENTED-1")]).toEqual([0, 0, 1]);
  cache.stop();
});

test("a key knows how many drones its company has registered", async () => {
  const [owner, other] = [await factory.createCompany(), await factory.createCompany()];
  await factory.registerDrone(owner, "COUNTED-1");
  await factory.registerDrone(owner, "COUNTED-2");
  await factory.registerDrone(owner, "REMOVED");
  await factory.registerDrone(other, "COUNTED-3");
  await ctx.db.update(drones).set({ deletedAt: ctx.clock.now() }).where(eq(drones.sn, "REMOVED"));
  const cache = createCache();
  const counts = [];
  for (const { id } of [owner, other])
    counts.push((await cache.find((await factory.key(id)).accessKey, address))?.droneCount);
  expect(counts).toEqual([2, 1]);
  cache.stop();
});

test("a key that changes while it is read is read again", async () => {
  const own = await factory.key(company.id);
  const cache = createCache();
  const cost = await statements.during(async () => {
    const found = cache.find(own.accessKey, address);
    ctx.platform.bus.publish("accessKey.changed", { accessKey: own.accessKey });
    await found;
  });
  expect(cost).toBe(2);
  cache.stop();
});

test("a restart accepts no nonce again", async () => {
  const { droneSn } = await factory.task(company);
  const nonce = "before-the-restart";
  expect((await send(key, droneSn, { nonce })).status).toBe(200);
  const restarted = await createApp(ctx.platform, { live: ctx.live });
  const answer = await postTelemetry({ ...ctx, app: restarted }, key, { samples: [] }, { nonce });
  expect(answer).toMatchObject({ status: 401, message: "请求已被使用过，请更换随机数" });
  const other = await postTelemetry({ ...ctx, app: restarted }, key, { samples: [] });
  expect(other.status).toBe(400);
});

test("access keys are written only where the change is published, or before the server listens", () => {
  const root = path.resolve(import.meta.dirname, "../../server");
  const writers = globSync("**/*.ts", { cwd: root }).filter((file) =>
    /\.(insert|update|delete)\(accessKeys\)/.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(writers.toSorted()).toEqual([
    "modules/accessKey/accessKeyHandlers.ts",
    "modules/accessKey/demoKey.ts",
    "modules/accessKey/loadSecretKey.ts",
  ]);
});
