import { readdirSync } from "node:fs";
import { eq, getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterAll, expect, test } from "vitest";
import { boxes } from "../../../server/db/schema/box.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { dataRepairs } from "../../../server/db/schema/dataRepair.ts";
import { drones } from "../../../server/db/schema/drone.ts";
import { smsDeclines } from "../../../server/db/schema/smsDecline.ts";
import { tasks } from "../../../server/db/schema/task.ts";
import { users } from "../../../server/db/schema/user.ts";
import { normalizeIdentities } from "../../../server/repairs/normalizeIdentities.ts";
import { storedIdentities } from "../../../server/repairs/storedIdentities.ts";
import { createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";
import { createFlightFactory } from "../../live/flightFactory.ts";
import { insertBox } from "../device/deviceRecords.ts";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
const demo = await createTestPlatform({ seedDemoData: true });
afterAll(async () => {
  await ctx.close();
  await demo.close();
});

/** Repairs; returns the lines that the log got by it. */
async function repair({ platform, logLines }: TestPlatform): Promise<unknown[]> {
  const before = logLines.length;
  await normalizeIdentities(platform);
  return logLines.slice(before).map((line) => JSON.parse(line) as unknown);
}
const readOne = async (id: string) => (await ctx.db.select().from(companies).where(eq(companies.id, id)))[0];

test("what was stored before is stored as it would be now, with its copies; what collides stays and is named", async () => {
  const named = "云鹰\u200b（深圳）航空";
  const company = await factory.createCompany({
    name: named,
    nameOrder: "raw",
    creditCode: "9144 0300-ma5d99990x",
    phone: "+86 139-0000-1234",
    emergencyPhone: "\u202d13900001235\u202c",
    accountPhone: "139 0000 0001",
    search: `${named}\u001f9144 0300-ma5d99990x`,
  });
  const user = await factory.createUser(company.id, {
    name: "赵八",
    phoneNumber: "139 0000 0001",
    companyName: named,
  });
  const [first, second] = [
    await factory.createUser(company.id, { phoneNumber: "13900000002" }),
    await factory.createUser(company.id, { phoneNumber: "１３９００００\u200b０００２" }),
  ];
  const task = await factory.task(company, {
    droneSn: "1581F\u20116Q8\ufeff",
    backupPhone: "139\u00a00000\u00a00003",
  });
  const other = await factory.task(company, { droneSn: "SN-OTHER" });
  const box = await insertBox(ctx.db, company, {
    mac: "02-ac-00-00-12-34",
    search: "云\u2060盒ａ\u001f02-ac-00-00-12-34",
  });
  await ctx.db
    .insert(smsDeclines)
    .values({ phone: "13900000009\u200b", at: ctx.clock.now(), source: "reply" });

  const version = company.version;
  expect(await repair(ctx)).toMatchObject([
    {
      level: "warn",
      msg: "identities normalised",
      // Four of the company, one of each other record, and the name of the drone, which has its number.
      changed: 10,
      left: 1,
      leftIds: { "users.phone_number": [second.id] },
    },
  ]);
  expect(await readOne(company.id)).toMatchObject({
    name: "云鹰（深圳）航空",
    nameOrder: expect.stringMatching(/^yun ying .* 云鹰（深圳）航空$/),
    creditCode: "91440300MA5D99990X",
    phone: "13900001234",
    emergencyPhone: "13900001235",
    accountPhone: "13900000001",
    search: "云鹰（深圳）航空\u001f91440300ma5d99990x",
    version: version + 4,
  });
  const phones = await ctx.db
    .select({ id: users.id, phone: users.phoneNumber, companyName: users.companyName })
    .from(users);
  expect(phones).toEqual(
    expect.arrayContaining([
      { id: user.id, phone: "13900000001", companyName: "云鹰（深圳）航空" },
      { id: first.id, phone: "13900000002", companyName: "云鹰（深圳）航空" },
      { id: second.id, phone: "１３９００００\u200b０００２", companyName: "云鹰（深圳）航空" },
    ]),
  );
  expect(await ctx.db.select({ sn: drones.sn }).from(drones).orderBy(drones.sn)).toEqual([
    { sn: "1581F-6Q8" },
    { sn: "SN-OTHER" },
  ]);
  expect(await ctx.db.select().from(tasks).orderBy(tasks.id)).toMatchObject([
    { id: task.id, droneSn: "1581F-6Q8", backupPhone: "13900000003" },
    { id: other.id, droneSn: "SN-OTHER" },
  ]);
  expect(await ctx.db.select().from(boxes)).toMatchObject([
    { id: box.id, mac: "02:AC:00:00:12:34", search: "云盒a\u001f02:ac:00:00:12:34" },
  ]);
  expect(await ctx.db.select().from(smsDeclines)).toMatchObject([{ phone: "13900000009" }]);
});

test("it is done once, and again only where nothing says so", { tags: "full" }, async () => {
  await ctx.db.update(companies).set({ phone: "139-0000-1234" });
  expect(await repair(ctx)).toEqual([]);
  await ctx.db.delete(dataRepairs);
  expect(await repair(ctx)).toMatchObject([{ changed: 1, left: 1 }]);
  await ctx.db.delete(dataRepairs);
  expect(await repair(ctx)).toMatchObject([{ changed: 0, left: 1, searchTexts: 0 }]);
});

test("demo data have nothing to repair", { tags: "full" }, async () => {
  expect(await repair(demo)).toMatchObject([{ level: "info", changed: 0, left: 0, searchTexts: 0 }]);
});

/** Records of what happened: who was texted, what was said or refused, what was sent and is held for a moment. */
const records = ["sms_messages.phone", "duty_log.drone_sn", "duty_orders.drone_sn", "held_samples.drone_sn"];

test("every column that holds an identity is repaired, or a record of what happened", async () => {
  const folder = new URL("../../../server/db/schema/", import.meta.url);
  const modules = await Promise.all(
    readdirSync(folder).map((file) => import(new URL(file, folder).href) as Promise<Record<string, unknown>>),
  );
  const tables = new Set(modules.flatMap((one) => Object.values(one)).filter((one) => is(one, PgTable)));
  const named = [...tables].flatMap((table) =>
    Object.values(getTableColumns(table))
      .filter(
        ({ dataType, name }) =>
          dataType === "string" &&
          /(^|_)(sn|mac|phone|phone_number)$|credit_code|tax_no|invoice_no|serial_no/.test(name),
      )
      .map(({ name }) => `${getTableName(table)}.${name}`),
  );
  const repaired = storedIdentities.flatMap(({ table, columns, copies = [] }) => [
    ...columns.map(([{ name }]) => `${getTableName(table)}.${name}`),
    ...copies.map(({ to }) => `${getTableName(to.table)}.${to.name}`),
  ]);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !repaired.includes(name) && !records.includes(name))).toEqual([]);
});
