import { afterAll, expect, test } from "vitest";
import { createHangarReports } from "../../server/telemetry/mqtt/hangarReports.ts";
import { insertHangar, readHangar } from "../contract/device/deviceRecords.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "./flightFactory.ts";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());

test("a dock that reported before a restart and is silent since is offline after a minute", async () => {
  const company = await (await createFlightFactory(ctx)).createCompany();
  const lastSeenAt = new Date(ctx.clock.now().getTime() - 600_000);
  const insert = (sn: string, fields: object) => insertHangar(ctx.db, company, { sn, lastSeenAt, ...fields });
  const all = [
    await insert("DOCK-SILENT", { status: "idle" }),
    await insert("DOCK-BACK", { status: "working" }),
    await insert("DOCK-SIM", { status: "idle" }),
    await insert("DOCK-NEVER", { status: "idle", lastSeenAt: null }),
    await insert("DOCK-CLOSED", { status: "service" }),
  ];
  // The simulator writes a hangar only when its drone changes its stage.
  ctx.live.simulatedHangars.add(all[2]?.id ?? "");
  const reports = createHangarReports(ctx.clock.monotonicMs);
  const readStatuses = async () => {
    await reports.write({ db: ctx.db, live: ctx.live, now: ctx.clock.now() });
    await ctx.live.writes.flush();
    return (await Promise.all(all.map(({ id }) => readHangar(ctx.db, id)))).map((hangar) => hangar?.status);
  };
  expect(await readStatuses()).toEqual(["idle", "working", "idle", "idle", "service"]);
  ctx.clock.advance(59_000);
  // A clock that is set says nothing about silence.
  ctx.clock.set(-3_600_000);
  reports.add("DOCK-BACK", { status: "idle" }, ctx.clock.now());
  expect(await readStatuses()).toEqual(["idle", "idle", "idle", "idle", "service"]);
  ctx.clock.advance(1_000);
  expect(await readStatuses()).toEqual(["offline", "idle", "idle", "idle", "service"]);
  // Once it reports again, it is what it says.
  reports.add("DOCK-SILENT", { status: "working" }, ctx.clock.now());
  expect(await readStatuses()).toEqual(["working", "idle", "idle", "idle", "service"]);
});
