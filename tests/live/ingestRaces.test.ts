import { afterAll, expect, test } from "vitest";
import type { Db } from "../../server/db/handle.ts";
import { ingestDeviceSamples } from "../../server/telemetry/ingest/ingestDeviceSamples.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory, createFlyer, createSample, postTelemetry } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
afterAll(() => ctx.close());

/** A database whose first query begins once `meanwhile` is done. */
function delayFirstQuery(db: Db, meanwhile: () => Promise<void>): Db {
  let isFirst = true;
  const select = ((fields: Parameters<Db["select"]>[0]) => ({
    from: (table: never) => ({
      innerJoin: (...join: [never, never]) => ({
        where: async (condition: never) => {
          if (isFirst) {
            isFirst = false;
            await meanwhile();
          }
          return db
            .select(fields)
            .from(table)
            .innerJoin(...join)
            .where(condition);
        },
      }),
    }),
  })) as unknown as Db["select"];
  return new Proxy(db, {
    get: (target, name) => (name === "select" && isFirst ? select : Reflect.get(target, name)),
  });
}

test("a sample whose task closes while another drone is looked up opens a task of its own company", async () => {
  const [own, other] = [await factory.createCompany(), await factory.createCompany()];
  await factory.registerDrone(own, "SLOT-A");
  await factory.registerDrone(other, "SLOT-B");
  const [ownKey, otherKey] = [await factory.key(own.id), await factory.key(other.id)];
  const { registry } = ctx.live;
  await createFlyer(ctx, ownKey, "SLOT-A").fly("mission", 5);
  const before = registry.getByDrone("SLOT-A");
  if (!before) throw new Error("The flight is not open");
  ctx.clock.advance(1_000);
  const at = ctx.clock.now();
  // Duty closes the task by hand, and a drone of another company takes its slot.
  const db = delayFirstQuery(ctx.platform.db, async () => {
    await factory.endTask(before.task.id);
    registry.closeStored(before.task.id, "由值班员结束", at.getTime());
    await postTelemetry(ctx, otherKey, {
      samples: [createSample(ctx, "SLOT-B", { phase: "takeoff", lat: null, lon: null, batPct: 90 })],
    });
  });
  const sample = createSample(ctx, "SLOT-A", { phase: "mission", batPct: 33, ...samplePosition(30) });
  const stranger = createSample(ctx, "NOT-REGISTERED");
  const answer = await ingestDeviceSamples(
    { db, live: ctx.live, newId: ctx.platform.newId, now: at },
    { companyId: own.id, via: "http", lineOf: () => ctx.live.lines.ofGateway(null) },
    [sample, stranger],
  );
  expect(answer).toMatchObject({ accepted: 1, rejected: [{ at: 1, reason: "unregistered" }] });
  const [next, taken] = [registry.getByDrone("SLOT-A"), registry.getByDrone("SLOT-B")];
  expect(taken?.slot).toBe(before.slot);
  expect(taken?.task.companyId).toBe(other.id);
  expect(taken && registry.getLiveState(taken)).toMatchObject({ lat: null, batPct: 90, phase: "takeoff" });
  expect(next?.task.companyId).toBe(own.id);
  expect(next?.task.id).not.toBe(before.task.id);
  expect(next && registry.getLiveState(next)).toMatchObject({ batPct: 33 });
});

test("a company that is frozen between two flights of a task starts no other; one in the air is followed", async () => {
  const frozen = await factory.createCompany();
  const key = await factory.key(frozen.id);
  const [landed, flying] = [
    await factory.task(frozen, { plannedAt: ctx.clock.now() }),
    await factory.task(frozen, { plannedAt: ctx.clock.now() }),
  ];
  const [first, second] = [createFlyer(ctx, key, landed.droneSn), createFlyer(ctx, key, flying.droneSn)];
  await first.fly("mission", 5, { pct: 40 });
  await first.fly("landed", 62, { vH: 0, pct: 40 });
  await second.fly("mission", 2);
  await factory.freeze(frozen.id);
  const near = samplePosition(310);
  expect((await first.send({ phase: "standby", vH: 0, ...near })).data).toMatchObject({ accepted: 1 });
  expect((await first.send({ phase: "takeoff", ...near })).data).toEqual({
    accepted: 0,
    rejected: [{ at: 0, reason: "companyFrozen", field: null, expected: "企业解冻后再开始新的飞行" }],
  });
  // Without a phase it may be in the air by its speed.
  expect((await first.send({ vH: 3, ...near })).data).toMatchObject({ accepted: 0 });
  expect(ctx.live.registry.getByDrone(landed.droneSn)).toMatchObject({ flight: null });
  expect((await second.send({ phase: "mission", ...samplePosition(10) })).data).toMatchObject({
    accepted: 1,
  });
});
