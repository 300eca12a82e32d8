import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { boxCalls } from "../../adapters/contract/box.ts";
import { boxes } from "../../server/db/schema/box.ts";
import { companies } from "../../server/db/schema/company.ts";
import { insertBox, readBox } from "../contract/device/deviceRecords.ts";
import { injectUntyped } from "../helpers/injectCall.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "../live/flightFactory.ts";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
afterAll(() => ctx.close());

// Only on PostgreSQL: embedded transactions run one at a time, so nothing happens between the read and the lock.
test("Editing a box that another call binds between the read and the lock is a conflict and changes nothing", async () => {
  const [first, second] = [await factory.createCompany(), await factory.createCompany()];
  const { id } = await insertBox(ctx.db, null);
  const maintainer = await ctx.loginAs("maintainer");
  const edit = { id, version: 1, companyId: second.id, requestId: "box-race-1" };
  const { response } = await ctx.db.transaction(async (tx) => {
    await tx.update(boxes).set({ companyId: first.id, companyName: "先到者" }).where(eq(boxes.id, id));
    const waiting = injectUntyped(ctx.app, boxCalls.boxUpdate, { body: edit }, maintainer);
    // By now it has read the box as unbound and waits for the row lock.
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { response: waiting };
  });
  expect((await response).body).toMatchObject({ state: -5, data: { id, companyName: "先到者" } });
  expect(await readBox(ctx.db, id)).toMatchObject({ companyId: first.id, version: 1 });
  const [left] = await ctx.db.select().from(companies).where(eq(companies.id, second.id));
  expect(left?.boxCount).toBe(0);
});
