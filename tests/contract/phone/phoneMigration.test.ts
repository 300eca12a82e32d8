import { readdirSync, readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { channelCodes } from "../../../server/db/schema/channelCode.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { smsMessages } from "../../../server/db/schema/sms.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { users } from "../../../server/db/schema/user.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { insertChannel } from "../catalog/catalogRecords.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import { insertSms } from "../sms/smsFixture.ts";

const folder = new URL("../../../server/db/migrations/", import.meta.url);

/** The UPDATE statements of the migration. */
function readUpdates(): string[] {
  const file = readdirSync(folder).find((name) => name.endsWith("_phone_search.sql")) ?? "";
  const statements = readFileSync(new URL(file, folder), "utf8").split("--> statement-breakpoint");
  return statements.filter((statement) => /^\s*(--.*\n)?UPDATE/.test(statement));
}

test("The migration removes phones from all search texts, including those of deleted records", {
  tags: "full",
}, async () => {
  const ctx = await createTestPlatform();
  const factory = await createDataFactory(ctx);
  const company = await factory.createCompany({
    name: "ABC测绘",
    creditCode: "91A",
    phone: "15937284615",
    search: "abc测绘\u001f91a\u001f15937284615",
    deletedAt: ctx.clock.now(),
  });
  const odd = await factory.createCompany({
    name: "DEF测绘",
    creditCode: "92B",
    phone: "15948375926",
    search: "def测绘 15948375926 92b",
  });
  const user = await factory.createUser(company.id, {
    name: "Li四",
    phoneNumber: "15959486137",
    search: "li四\u001f15959486137",
  });
  const channel = await insertChannel(ctx.db, {
    name: "东区",
    code: "EASTERN",
    phone: "15982719460",
    search: "东区\u001feastern\u001f15982719460",
  });
  const sms = await insertSms(ctx.db, {
    phone: "15993820571",
    content: "【平台】Hello",
    search: "15993820571\u001f【平台】hello",
  });
  const member = ctx.staff.duty;
  await ctx.db
    .update(staff)
    .set({ search: `值班戊\u001f${member.phoneNumber}` })
    .where(eq(staff.id, member.id));
  const statements = readUpdates();
  expect(statements).toHaveLength(5);
  for (const statement of statements) await ctx.db.execute(sql.raw(statement));
  const readSearchText = async (
    table: typeof companies | typeof users | typeof staff | typeof channelCodes | typeof smsMessages,
    id: string,
  ) => (await ctx.db.select({ search: table.search }).from(table).where(eq(table.id, id)))[0]?.search;
  expect(await readSearchText(companies, company.id)).toBe("abc测绘\u001f91a");
  expect(await readSearchText(companies, odd.id)).toBe("def测绘\u001f92b");
  expect(await readSearchText(users, user.id)).toBe("li四");
  expect(await readSearchText(channelCodes, channel.id)).toBe("东区\u001feastern");
  expect(await readSearchText(smsMessages, sms.id)).toBe("【平台】hello");
  expect(await readSearchText(staff, member.id)).toBe("值班戊");
  // Running the statements again changes nothing.
  for (const statement of statements) await ctx.db.execute(sql.raw(statement));
  expect(await readSearchText(companies, company.id)).toBe("abc测绘\u001f91a");
  await ctx.close();
});
