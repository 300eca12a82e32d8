import { flights } from "../../../server/db/schema/flight.ts";
import { orders } from "../../../server/db/schema/order.ts";
import { tasks } from "../../../server/db/schema/task.ts";
import type { TestPlatform } from "../../helpers/testPlatform.ts";
import { createReportedTask } from "../../live/createReportedTask.ts";
import { createActiveChannel } from "../fixtures/createActiveChannel.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";

interface Company {
  readonly id: string;
  readonly name: string;
}

let count = 0;

/** Inserts an order as it is after its payments, without the calls that lead there. */
export async function insertOrder(
  { db, platform, clock }: TestPlatform,
  company: Company,
  fields: Partial<typeof orders.$inferInsert> = {},
): Promise<string> {
  const [id, orderNo] = [platform.newId(), `DD${++count}`];
  await db.insert(orders).values({
    id,
    orderNo,
    createdAt: clock.now(),
    updatedAt: clock.now(),
    statusAt: clock.now(),
    companyId: company.id,
    companyName: company.name,
    companyNameOrder: "",
    type: "new",
    items: [],
    goodsNames: "",
    taxLines: [],
    totalFen: 1_000_000,
    payableFen: 1_000_000,
    payMethod: "bank",
    search: orderNo.toLowerCase(),
    ...fields,
  });
  return id;
}

/** Inserts a task and, where it has started, its flight that has ended; returns the id of both. */
export async function insertFlownTask(
  { db, platform, clock }: TestPlatform,
  company: Company,
  startedAt: Date | null,
  flight: Partial<typeof flights.$inferInsert> = {},
): Promise<string> {
  const [id, taskNo] = [platform.newId(), `RW${++count}`];
  const identity = { id, createdAt: clock.now(), taskNo, name: "样例", droneSn: "DRONE", search: taskNo };
  const kind = flight.taskKind ?? "patrol";
  await db.insert(tasks).values({
    ...createReportedTask(company, identity),
    kind,
    startedAt,
    status: startedAt ? "finished" : "planned",
  });
  if (startedAt)
    await db.insert(flights).values({
      id,
      taskId: id,
      companyId: company.id,
      droneSn: "DRONE",
      source: "device",
      startedAt,
      endedAt: new Date(startedAt.getTime() + Math.max(600, flight.durationS ?? 0) * 1_000),
      taskKind: kind,
      ...flight,
    });
  return id;
}

/** Inserts records on both sides of January 2026 in Shanghai; the expectations of the tests are counted from them. */
export async function insertJanuary(ctx: TestPlatform) {
  const factory = await createDataFactory(ctx);
  const channelId = await createActiveChannel(ctx, { name: "华南代理" });
  const create = (createdAt: string, regionId: string, fields: object = {}) =>
    factory.createCompany({ createdAt: new Date(createdAt), regionId, ...fields });
  // The last millisecond of 2025 in Shanghai, and the first of 2026.
  const beijing = await create("2025-12-31T15:59:59.999Z", "110105");
  const shenzhen = await create("2025-12-31T16:00:00.000Z", "440305", { channelCodeId: channelId });
  await create("2026-01-31T15:59:59.999Z", "440304", { type: "government" });
  await create("2026-01-31T16:00:00.000Z", "440000");
  await create("2025-01-10T00:00:00.000Z", "110105");
  await factory.createUser(shenzhen.id, { createdAt: new Date("2026-01-05T00:00:00Z") });
  await factory.createUser(beijing.id, { createdAt: new Date("2026-01-06T00:00:00Z") });

  const paid = { status: "paid", paidFen: 1_000_000 } as const;
  const day = (text: string) => new Date(`${text}T04:00:00.000Z`);
  await insertOrder(ctx, shenzhen, {
    ...paid,
    paidAt: day("2026-01-02"),
    channelCodeId: channelId,
    commissionFen: 70_000,
    earnedFen: 70_000,
  });
  await insertOrder(ctx, beijing, { ...paid, paidAt: day("2026-01-31"), type: "renew" });
  // Partly paid in January, refunded in March.
  const refund = { status: "refunded", paidFen: 333_333, refundFen: 333_333 } as const;
  await insertOrder(ctx, shenzhen, { ...refund, paidAt: day("2026-01-15"), refundedAt: day("2026-03-01") });
  // Paid a year and a month before, the latter refunded in January.
  await insertOrder(ctx, beijing, {
    ...paid,
    paidFen: 500_000,
    status: "pending",
    paidAt: day("2025-01-20"),
  });
  await insertOrder(ctx, shenzhen, { ...refund, paidAt: day("2025-12-30"), refundedAt: day("2026-01-04") });
  await insertOrder(ctx, shenzhen);

  const flight = { durationS: 600, distanceM: 1234.567, takeoffRegionId: "440305" };
  // Took off on the last evening of January and landed in February: counts in January.
  const incomplete = { ...flight, isDistanceIncomplete: true };
  await insertFlownTask(ctx, shenzhen, new Date("2026-01-31T15:55:00Z"), incomplete);
  await insertFlownTask(ctx, shenzhen, new Date("2026-01-31T16:05:00Z"), incomplete);
  await insertFlownTask(ctx, shenzhen, new Date("2026-01-10T04:00:00Z"), {
    ...flight,
    takeoffRegionId: "110105",
    taskKind: "survey",
  });
  await insertFlownTask(ctx, beijing, new Date("2026-01-10T04:00:00Z"), { durationS: null, distanceM: null });
  await insertFlownTask(ctx, beijing, new Date("2026-01-11T04:00:00Z"), { ...flight, endedAt: null });
  await insertFlownTask(ctx, beijing, null);
  return { channelId, shenzhenId: shenzhen.id };
}
