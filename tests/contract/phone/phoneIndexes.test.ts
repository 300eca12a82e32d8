/** @module-tag full */

import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companies } from "../../../server/db/schema/company.ts";
import { smsMessages } from "../../../server/db/schema/sms.ts";
import { users } from "../../../server/db/schema/user.ts";
import { buildConditions } from "../../../server/list/buildConditions.ts";
import { companyList } from "../../../server/modules/company/companyList.ts";
import { smsList } from "../../../server/modules/sms/smsList.ts";
import { userList } from "../../../server/modules/user/userList.ts";
import { seedReference } from "../../../server/reference/seedReference.ts";
import { createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";

/** Enough rows that the planner prefers an index to a sequential scan. */
const rows = 20_000;

let ctx: TestPlatform;
beforeAll(async () => {
  ctx = await createTestPlatform();
  await seedReference(ctx.db);
  const stamps = sql.raw(`now() - g * interval '1 minute', now()`);
  const from = sql.raw(`generate_series(1, ${rows}) g`);
  const phone = (salt: number) =>
    sql.raw(`'1' || 3 + g % 7 || lpad(((g + ${salt})::bigint * 7919 * 7919 % 1000000000)::text, 9, '0')`);
  await ctx.db.execute(sql`insert into companies (id, created_at, updated_at, name, name_order, short_name, credit_code,
    type, level, contact, phone, emergency_phone, account_phone, region_id, region_name, address, search)
    select g, ${stamps}, '企业' || g, g, '', g, 'enterprise', 'B', '', ${phone(1)}, ${phone(2)}, ${phone(3)}, '440305',
    '', '', '企业' || g from ${from}`);
  await ctx.db.execute(sql`insert into users (id, created_at, updated_at, name, name_order, phone_number, company_id,
    company_name, company_name_order, role, password_hash, search)
    select g, ${stamps}, '用户' || g, g, 13000000000 + g * 7919, g, '', '', 'pilot', '', '用户' || g from ${from}`);
  await ctx.db.execute(sql`insert into sms_messages (id, created_at, updated_at, phone, type, signature, content, parts,
    sender_name, urgency, not_before, search)
    select g, ${stamps}, ${phone(4)}, 'notice', '', '', 1, '', 1, now(), '短信' || g from ${from}`);
  for (const table of ["companies", "users", "sms_messages"])
    await ctx.db.execute(sql.raw(`vacuum analyze ${table}`));
});
afterAll(() => ctx.close());

async function explain(table: PgTable, where: SQL | undefined): Promise<string> {
  const query = ctx.db.select({ id: sql`id` }).from(table).where(where);
  return JSON.stringify(await ctx.db.execute(sql`explain ${query}`));
}

test.each(["13700084615", "4615"])(
  "A search for the phone %s uses indexes and no sequential scan",
  async (keyword) => {
    const query = { pageNo: 1, pageSize: 20, keyword };
    const plans = {
      companies: await explain(companies, buildConditions(companyList, query, ctx.clock.now())),
      users: await explain(users, buildConditions(userList, query, ctx.clock.now())),
      sms: await explain(smsMessages, buildConditions(smsList, query, ctx.clock.now())),
    };
    for (const plan of Object.values(plans)) expect(plan).not.toContain("Seq Scan");
    for (const index of [
      "companies_search",
      "companies_phone_last_four",
      "companies_emergency_phone_last_four",
      "companies_account_phone_last_four",
    ])
      expect(plans.companies).toContain(index);
    expect(plans.users).toContain("users_search");
    expect(plans.users).toMatch(/users_phone_(last_four|number_key)/);
    expect(plans.sms).toContain("sms_messages_search");
    expect(plans.sms).toMatch(/sms_messages_phone/);
  },
);
