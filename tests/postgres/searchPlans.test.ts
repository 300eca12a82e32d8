import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { query } from "../../server/backup/catalog.ts";
import { buildCandidates } from "../../server/graphql/search/buildCandidates.ts";
import { searchSources } from "../../server/graphql/search/searchSources.ts";
import { seedReference } from "../../server/reference/seedReference.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";

const rows = 30_000;

let ctx: TestPlatform;
beforeAll(async () => {
  ctx = await createTestPlatform();
  await seedReference(ctx.db);
  const stamps = sql.raw("now() - g * interval '1 minute', now()");
  const from = sql.raw(`generate_series(1, ${rows}) g`);
  // Digits without any order: the numbers that contain four of them are anywhere in time.
  const digits = (salt: number) => sql.raw(`lpad(abs(hashint8(g::int8 * 10 + ${salt}))::text, 10, '0')`);
  const phone = (salt: number) => sql`'1' || ${digits(salt)}`;
  await ctx.db.execute(sql`insert into companies (id, created_at, updated_at, name, name_order, short_name, credit_code,
    type, level, contact, phone, emergency_phone, account_phone, region_id, region_name, address, search)
    select g, ${stamps}, '企业' || g, g, '', g, 'enterprise', 'B', '', ${phone(1)}, ${phone(2)}, ${phone(3)}, '440305',
    '', '', '企业' || ${digits(4)} from ${from}`);
  await ctx.db.execute(sql`insert into users (id, created_at, updated_at, name, name_order, phone_number, company_id,
    company_name, company_name_order, role, password_hash, search)
    select g, ${stamps}, '用户' || g, g, 13000000000 + g * 7919, g, '', '', 'pilot', '', '用户' || ${digits(5)} from ${from}`);
  await ctx.db.execute(sql`insert into orders (id, created_at, updated_at, order_no, company_id, company_name,
    company_name_order, type, items, goods_names, tax_lines, total_fen, payable_fen, pay_method, status, status_at,
    search)
    select g, ${stamps}, 'DD' || g, g, '', '', 'new', '[]', '', '[]', 100, 100, 'bank', 'pending', now(), 'dd' || ${digits(6)}
    from ${from}`);
  await ctx.db.execute(sql`insert into tasks (id, created_at, updated_at, task_no, name, kind, status, source, company_id,
    company_name, pilot_name, pilot_phone, backup_phone, drone_sn, drone_model, route, uom_status, search)
    select g, ${stamps}, 'RW' || g, '', 'patrol', 'finished', 'import', g, '', '', ${phone(7)}, ${phone(8)}, '', '', '[]',
    'unknown', 'rw' || ${digits(9)} from ${from}`);
  for (const table of ["companies", "users", "orders", "tasks"])
    await ctx.db.execute(sql.raw(`vacuum analyze ${table}`));
});
afterAll(() => ctx.close());

async function explain(candidates: SQL | null): Promise<string> {
  if (candidates === null) throw new Error("The kind has no way to find the text");
  return JSON.stringify(await query(ctx.db, sql`explain ${candidates}`));
}

test.each(["13700084615", "4615"])(
  "the search finds the phone %s by the index of last digits",
  async (text) => {
    const indexes = {
      company: [
        "companies_phone_last_four",
        "companies_emergency_phone_last_four",
        "companies_account_phone_last_four",
      ],
      user: ["users_phone_last_four"],
      task: ["tasks_pilot_phone_last_four", "tasks_backup_phone_last_four"],
    } as const;
    for (const kind of ["company", "user", "task"] as const) {
      const plan = await explain(buildCandidates(searchSources[kind], text));
      for (const index of indexes[kind])
        expect(plan, kind).toMatch(kind === "user" ? /users_phone_(last_four|number_key)/ : index);
    }
  },
);

describe("four digits of a number that the planner has among its samples", () => {
  /** Every 30th sample: to the planner, their digits look more frequent than they are. */
  const readSampledDigits = async (table: string, attribute: string): Promise<string[]> => {
    const samples = await query<{ text: string }>(
      ctx.db,
      sql`select bound as text from pg_stats,
        unnest(histogram_bounds::text::text[]) with ordinality as bounds (bound, n)
        where schemaname = current_schema and tablename = ${table} and attname = ${attribute} and n % 30 = 2`,
    );
    return samples.map(({ text }) => text.slice(-4));
  };

  test.each(["company", "user", "order", "task"] as const)(
    "are found by the index of trigrams (%s)",
    async (kind) => {
      const table = { company: "companies", user: "users", order: "orders", task: "tasks" }[kind];
      const texts = await readSampledDigits(table, "search");
      expect(texts.length).toBeGreaterThan(2);
      for (const text of texts) {
        const plan = await explain(buildCandidates(searchSources[kind], text));
        expect(plan, text).toContain(`${table}_search`);
        expect(plan, text).not.toMatch(/_created_at|Seq Scan/);
      }
    },
  );

  test("every searched text has enough samples", async () => {
    const targets = await query<{ name: string; target: number }>(
      ctx.db,
      sql`select c.relname as name, a.attstattarget as target from pg_index i
        join pg_class c on c.oid = i.indexrelid
        join pg_attribute a on i.indkey[0] > 0 and a.attrelid = i.indrelid and a.attnum = i.indkey[0]
          or i.indkey[0] = 0 and a.attrelid = i.indexrelid and a.attnum = 1
        where c.relname like '%\_search'`,
    );
    expect(targets.map(({ name }) => name).toSorted()).toEqual([
      "alarms_search",
      "boxes_search",
      "companies_search",
      "drones_search",
      "flights_search",
      "hangars_search",
      "invoices_search",
      "order_pays_search",
      "orders_search",
      "sms_messages_search",
      "tasks_search",
      "users_search",
    ]);
    for (const { name, target } of targets) expect(target, name).toBe(1000);
  });
});

test("the companies and users of a day are found by the index of the day", async () => {
  const facts = sql`select sum(count) from statistics_facts where subject in ('company', 'user')
    and day between current_date - 2 and current_date - 1`;
  const plan = await explain(facts);
  expect(plan).toContain("companies_day");
  expect(plan).toContain("users_day");
});
