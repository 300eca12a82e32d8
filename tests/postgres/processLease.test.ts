import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { leaseProcess } from "../../server/cluster/leaseProcess.ts";
import { createProcessStore } from "../../server/cluster/processStore.ts";
import { processes } from "../../server/db/schema/process.ts";
import { createLog } from "../../server/log/createLog.ts";
import { processTimers } from "../../server/processTimers.ts";
import { createTestDatabase } from "../helpers/testDatabase.ts";

const database = await createTestDatabase();
const { db } = database;
afterAll(database.close);
beforeEach(async () => void (await db.delete(processes)));

function start(token: string, onLost: () => void = () => expect.unreachable("the id was taken")) {
  const log = createLog("silent", { write: () => undefined });
  return leaseProcess(createProcessStore(db), { log, timers: processTimers, onLost, token });
}
const expire = (id: number) =>
  db.update(processes).set({ until: sql`now() - interval '1 second'` }).where(eq(processes.id, id));

test("Processes that start at once get different ids, and an id is taken again only after all others", async () => {
  const started = await Promise.all(["a", "b", "c", "d"].map((token) => start(token)));
  expect(started.map(({ id }) => id).toSorted()).toEqual([0, 1, 2, 3]);
  await Promise.all(started.map(({ release }) => release()));
  const next = await start("e");
  expect(next.id).toBe(4);
  await next.release();
  await db.execute(
    sql`insert into processes select id, 't', 'n', 'v', now(), now() - id * interval '1 minute' from generate_series(5, 1023) id`,
  );
  const oldest = await start("f");
  expect(oldest.id).toBe(1_023);
  await oldest.release();
});

test("A process is told once that its id was taken, while it was away", { tags: "full" }, async () => {
  let lost = 0;
  const first = await start("first", () => (lost += 1));
  await expire(first.id);
  await db.update(processes).set({ token: "second" }).where(eq(processes.id, first.id));
  await expect.poll(() => lost).toBe(1);
  expect(first.isHeld()).toBe(false);
  await first.release();
  expect(await db.select({ token: processes.token }).from(processes)).toEqual([{ token: "second" }]);
});
