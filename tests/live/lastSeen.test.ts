import { afterAll, expect, test } from "vitest";
import { createLiveService } from "../../server/createLiveService.ts";
import type { drones } from "../../server/db/schema/drone.ts";
import { flights } from "../../server/db/schema/flight.ts";
import type { LiveService } from "../../server/telemetry/liveService.ts";
import { insertDrone, readDrone } from "../contract/device/deviceRecords.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory, createSample, postTelemetry } from "./flightFactory.ts";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
const company = await factory.createCompany();
afterAll(() => ctx.close());

/** A drone that was seen an hour ago, with an ended flight of the source. */
async function createSilentDrone(
  source: "device" | "simulator" | "import" | null,
  fields: Partial<typeof drones.$inferInsert> = {},
) {
  const lastSeenAt = new Date(ctx.clock.now().getTime() - 3_600_000);
  const drone = await insertDrone(ctx.db, company, { lastSeenAt, ...fields });
  if (source === null) return drone;
  const { id: taskId } = await factory.task(company, { droneSn: drone.sn, source, status: "finished" });
  const times = { startedAt: lastSeenAt, endedAt: lastSeenAt };
  const owner = { taskId, companyId: company.id, droneSn: drone.sn, source };
  await ctx.db.insert(flights).values({ id: ctx.platform.newId(), ...owner, ...times });
  return drone;
}

/** What a service of its own stores when it stops, as it does once a minute. */
async function storeLastSeen(send: (live: LiveService) => void = () => undefined): Promise<void> {
  const live = createLiveService(ctx.platform, 10);
  send(live);
  await live.stop();
}

test("only an online drone that reports by itself falls silent", async () => {
  const silent = [
    await createSilentDrone("device"),
    await createSilentDrone("device", { status: "fault" }),
    await createSilentDrone("device", { deletedAt: ctx.clock.now() }),
    await createSilentDrone("simulator"),
    await createSilentDrone("import"),
    await createSilentDrone(null),
  ];
  await storeLastSeen();
  const statuses = await Promise.all(silent.map(async ({ id }) => (await readDrone(ctx.db, id)).status));
  expect(statuses).toEqual(["offline", "fault", "online", "online", "online", "online"]);
});

test("a faulty drone that sends stays faulty, and an offline one is online", async () => {
  const at = ctx.clock.now();
  const [offline, faulty] = [
    await insertDrone(ctx.db, company, { status: "offline" }),
    await insertDrone(ctx.db, company, { status: "fault" }),
  ];
  const removed = await insertDrone(ctx.db, company, {
    sn: "REMOVED-1",
    status: "offline",
    deletedAt: at,
  });
  await storeLastSeen(({ ingestStatus }) =>
    ingestStatus.addSamples(
      { companyId: company.id, via: "http" },
      at.getTime(),
      [offline, faulty, removed].map(({ sn }) => ({
        sample: createSample(ctx, sn),
        companyId: company.id,
        rejection: null,
      })),
    ),
  );
  expect(await readDrone(ctx.db, offline.id)).toMatchObject({ status: "online", lastSeenAt: at });
  expect(await readDrone(ctx.db, faulty.id)).toMatchObject({ status: "fault", lastSeenAt: at });
  expect(await readDrone(ctx.db, removed.id)).toMatchObject({ status: "offline", lastSeenAt: null });
});

test("what was seen since the last minute is stored when the server stops", async () => {
  const { sn, id } = await insertDrone(ctx.db, company, { status: "offline" });
  const key = await factory.key(company.id);
  await postTelemetry(ctx, key, { samples: [createSample(ctx, sn)] });
  await ctx.live.stop();
  expect(await readDrone(ctx.db, id)).toMatchObject({ status: "online", lastSeenAt: ctx.clock.now() });
});

test("a drone that only stood on the ground is offline once it is silent", async () => {
  const { sn, id } = await insertDrone(ctx.db, company, { status: "offline" });
  const seenAt = ctx.clock.now();
  const live = createLiveService(ctx.platform, 10);
  const stands = {
    sample: createSample(ctx, sn, { phase: "standby" }),
    companyId: company.id,
    rejection: null,
  };
  live.ingestStatus.addSamples({ companyId: company.id, via: "http" }, seenAt.getTime(), [stands]);
  await live.stop();
  expect((await readDrone(ctx.db, id)).status).toBe("online");
  ctx.clock.advance(180_000);
  await live.stop();
  expect((await readDrone(ctx.db, id)).status).toBe("online");
  ctx.clock.advance(1_000);
  await live.stop();
  expect(await readDrone(ctx.db, id)).toMatchObject({ status: "offline", lastSeenAt: seenAt });
});
