import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLiveService } from "../../server/createLiveService.ts";
import { alarms } from "../../server/db/schema/alarm.ts";
import { hangars } from "../../server/db/schema/hangar.ts";
import { insertHangar } from "../contract/device/deviceRecords.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "../live/flightFactory.ts";
import { insertAlarm } from "./insertAlarm.ts";

test("after a restart the alarm of a silent hangar stands without data until it is heard well", {
  tags: "full",
}, async () => {
  const ctx = await createTestPlatform();
  const company = await (await createFlightFactory(ctx)).createCompany();
  const hangar = await insertHangar(ctx.db, company);
  const set = (values: object) => ctx.db.update(hangars).set(values).where(eq(hangars.id, hangar.id));
  // What it said last was well: it fell silent before anything was told.
  await set({ status: "offline", cover: "closed", windSpeed: 3, rainfall: 0 });
  const id = await insertAlarm(ctx, { kind: "hangarFault", droneSn: "", hangarId: hangar.id });

  const live = createLiveService(ctx.platform, 50, { rules: {} });
  await live.alarmRules?.load();
  await live.alarms.restore();
  const wait = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      ctx.clock.advance(1_000);
      live.tick();
      await live.alarms.flush();
      // Lets the reading of the hangars end, as a second takes its time outside of tests.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const read = async () => (await ctx.db.select().from(alarms).where(eq(alarms.id, id)))[0];
  await wait(300);
  expect(await read()).toMatchObject({ state: "active", isHolding: true, noDataSince: expect.any(Date) });
  await set({ status: "idle" });
  await wait(100);
  expect(await read()).toMatchObject({ state: "gone", isHolding: false });
  await live.stop();
  await ctx.close();
});
