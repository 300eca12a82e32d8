import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { boxCalls } from "../../adapters/contract/box.ts";
import { boxes } from "../../server/db/schema/box.ts";
import { companies } from "../../server/db/schema/company.ts";
import { putBox, readBox } from "../contract/deviceRecords.ts";
import { flightFactory } from "../live/flightFactory.ts";
import { type TestPlatform, testPlatform } from "../platform.ts";
import { sendLoose } from "../send.ts";

let on: TestPlatform;
let make: Awaited<ReturnType<typeof flightFactory>>;
beforeAll(async () => {
  on = await testPlatform();
  make = await flightFactory(on);
});
afterAll(() => on.close());

// Embedded, one transaction follows the other: nobody comes between the look and the lock.
test("An edit of a box that another binds between its look and its lock is told so, and changes nothing", async () => {
  const [first, second] = [await make.company(), await make.company()];
  const { id } = await putBox(on.db, null);
  const maintainer = await on.as("maintainer");
  const edit = { id, version: 1, companyId: second.id, requestId: "box-race-1" };
  const { answer } = await on.db.transaction(async (tx) => {
    await tx.update(boxes).set({ companyId: first.id, companyName: "先到者" }).where(eq(boxes.id, id));
    const waiting = sendLoose(on.app, boxCalls.boxUpdate, { body: edit }, maintainer);
    // It has seen the box as nobody's, and waits for its row.
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { answer: waiting };
  });
  expect((await answer).body).toMatchObject({ state: -5, data: { id, companyName: "先到者" } });
  expect(await readBox(on.db, id)).toMatchObject({ companyId: first.id, version: 1 });
  const [left] = await on.db.select().from(companies).where(eq(companies.id, second.id));
  expect(left?.boxCount).toBe(0);
});
