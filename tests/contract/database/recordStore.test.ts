import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import type { Call } from "../../../server/call.ts";
import { alarmRules } from "../../../server/db/schema/alarmRule.ts";
import { allDenormalizedNames } from "../../../server/db/schema/allDenormalizedNames.ts";
import { createRecordStore } from "../../../server/records/recordStore.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";

const ctx = await createTestPlatform();
const factory = await createDataFactory(ctx);
afterAll(() => ctx.close());

const audited: unknown[] = [];
const call = {
  db: ctx.db,
  now: ctx.clock.now(),
  newId: ctx.platform.newId,
  audit: (row: unknown) => void audited.push(row),
  denormalizedNames: allDenormalizedNames,
} as unknown as Call;
const { save } = createRecordStore(alarmRules, "告警规则", (record) => record);
const rule = {
  kind: "delayed",
  priority: "p3",
  thresholds: {},
  onDelayMs: 5_000,
  offDelayMs: 5_000,
  droneSn: "DRONE-1",
} as const;
const readOwner = async (id: string) => {
  const [rule] = await ctx.db.select().from(alarmRules).where(eq(alarmRules.id, id));
  return [rule?.companyId, rule?.companyName];
};

test("a save copies the name of the company that it leads to, and audits both", async () => {
  const [from, to] = [
    await factory.createCompany({ name: "商洛翼驰" }),
    await factory.createCompany({ name: "西宁华源" }),
  ];
  const { id } = await save(call, { ...rule, companyId: from.id });
  expect(await readOwner(id)).toEqual([from.id, "商洛翼驰"]);
  await save(call, { id, version: 1, companyId: to.id });
  expect(await readOwner(id)).toEqual([to.id, "西宁华源"]);
  expect(audited.at(-1)).toEqual({
    entityId: id,
    before: { companyId: from.id, companyName: "商洛翼驰" },
    after: { companyId: to.id, companyName: "西宁华源" },
  });
  await save(call, { id, version: 2, companyId: null });
  expect(await readOwner(id)).toEqual([null, ""]);
  await expect(save(call, { id, version: 3, companyId: "1" })).rejects.toThrow("企业不存在或已删除");
});
