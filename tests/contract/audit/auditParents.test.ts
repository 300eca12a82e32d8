import { afterAll, expect, test } from "vitest";
import { type AuditRecord, type AuditRow, auditCalls } from "../../../adapters/contract/auditTrail.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { flightVideos } from "../../../server/db/schema/flight.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { insertBox, insertPlusModule } from "../device/deviceRecords.ts";
import { allSamples } from "../samples/allSamples.ts";
import { createSampleContext } from "../samples/sampleContext.ts";

const ctx = await createTestPlatform({ seedDemoData: true });
afterAll(() => ctx.close());

/** The parent of an entity's only row, in the list and in the detail. */
async function readParents(entity: string, entityId: string) {
  const id = ctx.platform.newId();
  const fields = { staffName: "运营乙", address: "::1", call: "PUT /x", summary: "试" };
  await ctx.db.insert(auditLog).values({ id, at: ctx.clock.now(), entity, entityId, ...fields });
  const headers = await ctx.loginAs("admin");
  const body = { pageNo: 1, pageSize: 20, entityId };
  const answer = await injectCall(ctx.app, auditCalls.auditList, { body }, headers);
  const { list } = answer.body.data as { list: AuditRow[] };
  const detail = await injectCall(ctx.app, auditCalls.auditOne, { params: { id } }, headers);
  return [...list.map(({ parentId }) => parentId), (detail.body.data as AuditRecord).parentId];
}

test("A row of a module names its box, and one of a video its flight: they have no page of their own", async () => {
  const box = await insertBox(ctx.db, null);
  const module = await insertPlusModule(ctx.db, box.id);
  await allSamples.videoOffset.args(createSampleContext(ctx));
  const [video] = await ctx.db.select().from(flightVideos).limit(1);
  expect(await readParents("plus", module.id)).toEqual([box.id, box.id]);
  expect(await readParents("video", video?.id ?? "")).toEqual([video?.flightId, video?.flightId]);
  expect(await readParents("order", "7009")).toEqual([null, null]);
});
