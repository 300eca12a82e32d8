import { afterAll, describe, expect, test } from "vitest";
import { readLivePage } from "../../server/modules/task/readLivePage.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory, createSample, postTelemetry } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
afterAll(() => ctx.close());

/** A company whose one drone sends a sample each second. */
async function setupDrone() {
  const owner = await factory.createCompany();
  const task = await factory.task(owner, { droneSn: `DOUBT-${owner.id}` });
  const key = await factory.key(owner.id);
  let seq = 0;
  const fly = async (seconds: number, fields: object) => {
    for (let second = 0; second < seconds; second++) {
      const sample = createSample(ctx, task.droneSn, { seq: ++seq, ...samplePosition(seq), ...fields });
      await postTelemetry(ctx, key, { samples: [sample] });
      ctx.clock.advance(1_000);
      ctx.live.tick();
    }
  };
  return { companyId: owner.id, fly };
}

describe("a position in doubt", () => {
  /** The flights of a company whose position is in doubt. */
  const listDoubtful = async (companyId: string) => {
    const { page } = await readLivePage(
      { brief: true, companyId, state: "positionAlarm" },
      { db: ctx.db, now: ctx.clock.now(), live: ctx.live },
    );
    return page.rows.map(({ link, alarms }) => ({ link, alarms }));
  };
  const alarm = [{ link: "fresh", alarms: 1 }];

  test("is a fix that is lost in the air, until it has been there for 10 s", async () => {
    const { companyId, fly } = await setupDrone();
    await fly(2, { phase: "mission", vH: 5, fix: "3d", sats: 18 });
    expect(await listDoubtful(companyId)).toEqual([]);
    await fly(1, { phase: "mission", lat: null, lon: null, fix: "none", sats: 0 });
    expect(await listDoubtful(companyId)).toEqual(alarm);
    await fly(9, { phase: "mission", vH: 5, fix: "3d", sats: 18 });
    expect(await listDoubtful(companyId)).toEqual(alarm);
    await fly(2, { phase: "mission", vH: 5, fix: "3d", sats: 18 });
    expect(await listDoubtful(companyId)).toEqual([]);
  });

  test("is one that stays 10 s behind the other data, and fewer than 8 satellites for 10 s", async () => {
    const { companyId, fly } = await setupDrone();
    await fly(2, { phase: "hover", vH: 0, fix: null, sats: null });
    await fly(9, { phase: "hover", lat: null, lon: null, fix: null, sats: null });
    expect(await listDoubtful(companyId)).toEqual([]);
    await fly(3, { phase: "hover", lat: null, lon: null, fix: null, sats: null });
    expect(await listDoubtful(companyId)).toEqual(alarm);
    await fly(12, { phase: "hover", vH: 0, fix: "3d", sats: 9 });
    expect(await listDoubtful(companyId)).toEqual([]);
    await fly(9, { phase: "hover", vH: 0, fix: "3d", sats: 7 });
    expect(await listDoubtful(companyId)).toEqual([]);
    await fly(3, { phase: "hover", vH: 0, fix: "3d", sats: 7 });
    expect(await listDoubtful(companyId)).toEqual(alarm);
  });

  test("is a jump that is not believed, until 10 s after the last one", async () => {
    const { companyId, fly } = await setupDrone();
    const steady = { phase: "mission", vH: 5, fix: "3d", sats: 18 };
    await fly(5, steady);
    await fly(1, { ...steady, ...samplePosition(20_000) });
    expect(await listDoubtful(companyId)).toEqual([{ link: "fresh", alarms: 2 }]);
    await fly(5, steady);
    await fly(1, { ...steady, ...samplePosition(-20_000) });
    await fly(9, steady);
    expect(await listDoubtful(companyId)).toEqual([{ link: "fresh", alarms: 2 }]);
    // The first sample that is 10 s younger than the jump.
    await fly(1, steady);
    expect(await listDoubtful(companyId)).toEqual([]);
  });

  test("is none on the ground", async () => {
    const { companyId, fly } = await setupDrone();
    await fly(2, { phase: "mission", vH: 5, fix: "3d", sats: 18 });
    await fly(14, { phase: "landed", vH: 0, fix: "none", sats: 3 });
    expect(await listDoubtful(companyId)).toEqual([]);
  });
});

describe("a position that is sent again and again", () => {
  const listFrozen = async (companyId: string) => {
    const { page } = await readLivePage(
      { brief: true, companyId, state: "positionFrozen" },
      { db: ctx.db, now: ctx.clock.now(), live: ctx.live },
    );
    return { alarms: page.rows.map(({ alarms }) => alarms), count: page.counts.positionFrozen };
  };
  const place = samplePosition(1);
  const steady = { phase: "mission", fix: "3d", sats: 18 };
  const isFrozen = { alarms: [512], count: 1 };
  const isFine = { alarms: [], count: 0 };

  test("by a drone that says it moves is 位置停更 after 10 s, until it is elsewhere", async () => {
    const { companyId, fly } = await setupDrone();
    await fly(3, { ...steady, vH: 12 });
    await fly(10, { ...steady, ...place, vH: 12 });
    expect(await listFrozen(companyId)).toEqual(isFine);
    await fly(1, { ...steady, ...place, vH: 12 });
    expect(await listFrozen(companyId)).toEqual(isFrozen);
    // Half a metre is noise.
    await fly(1, { ...steady, lat: place.lat + 45, lon: place.lon, vH: 12 });
    expect(await listFrozen(companyId)).toEqual(isFrozen);
    await fly(1, { ...steady, lat: place.lat + 200, lon: place.lon, vH: 12 });
    expect(await listFrozen(companyId)).toEqual(isFine);
  });

  test.each([
    ["hovers", { vH: 3 }],
    ["tells no speed", { vH: null }],
  ])("is fine where the drone %s", async (_what, fields) => {
    const { companyId, fly } = await setupDrone();
    await fly(20, { ...steady, ...place, ...fields });
    expect(await listFrozen(companyId)).toEqual(isFine);
  });

  test("is fine once the drone says that it stands", async () => {
    const { companyId, fly } = await setupDrone();
    await fly(11, { ...steady, ...place, vH: 3.1 });
    expect(await listFrozen(companyId)).toEqual(isFrozen);
    await fly(1, { ...steady, ...place, vH: 0.2 });
    expect(await listFrozen(companyId)).toEqual(isFine);
  });
});
