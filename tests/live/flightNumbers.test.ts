import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { flights } from "../../server/db/schema/flight.ts";
import { copyTasksToFlights } from "../../server/telemetry/flights/copyTasksToFlights.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "./flightFactory.ts";
import { encodeChunk, storeTask } from "./storeTask.ts";

test("flights are numbered within their task, and only its last one ends for the task's reason", async () => {
  const ctx = await createTestPlatform();
  const company = await (await createFlightFactory(ctx)).createCompany();
  const t0 = Date.UTC(2026, 2, 1, 2);
  const createTrack = (hour: number) => {
    const from = t0 + hour * 3_600_000;
    return [{ t0: from, count: 3, bytes: encodeChunk(from, 3) }];
  };
  // The flights of both lie in turns; of the second task one is under way.
  const [done, open] = [
    await storeTask(ctx, company, [createTrack(0), createTrack(2), createTrack(4)], {
      endReason: "航线完成",
    }),
    await storeTask(ctx, company, [createTrack(1), createTrack(3)], { endReason: "人工结束" }),
  ];
  await ctx.db
    .update(flights)
    .set({ endedAt: null, endReason: "" })
    .where(eq(flights.id, open.flightIds[1] ?? ""));
  // As where the task's name was changed: everything is copied anew.
  await ctx.db.update(flights).set({ flightNo: "", endReason: "" });
  await copyTasksToFlights(ctx.db, [done.taskId, open.taskId]);
  const rows = await ctx.db
    .select({ flightNo: flights.flightNo, endReason: flights.endReason })
    .from(flights)
    .orderBy(asc(flights.startedAt));
  expect(rows.map(({ flightNo, endReason }) => [flightNo, endReason])).toEqual([
    [`${done.taskNo}-1`, ""],
    [`${open.taskNo}-1`, ""],
    [`${done.taskNo}-2`, ""],
    [`${open.taskNo}-2`, ""],
    [`${done.taskNo}-3`, "航线完成"],
  ]);
  await ctx.close();
});
