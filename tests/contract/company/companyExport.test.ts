import { readXlsx } from "hucre/xlsx";
import { afterAll, expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { insertAll } from "../../../server/db/insertAll.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { readKeysetPages } from "../../../server/list/keysetPages.ts";
import { prepareExport } from "../../../server/list/prepareExport.ts";
import { companyList } from "../../../server/modules/company/companyList.ts";
import { toUrl } from "../../helpers/injectCall.ts";
import type { ConsoleRole } from "../../helpers/testPlatform.ts";
import { insertGrants } from "../fixtures/insertGrants.ts";
import { setupData } from "../fixtures/setupFixtures.ts";

const total = 5_230;
const { ctx, factory } = await setupData();
const big = "9223372036854775806";
await factory.createCompany({
  id: big,
  name: '=HYPERLINK("http://x")',
  shortName: "+86",
  contact: "@某人",
  address: "-1号\u0007",
  remark: "\tcmd",
  phone: "13812345678",
  orderAmountFen: 1_234_050,
  userCount: 3,
  createdAt: new Date("2026-01-01T16:30:05.000Z"),
  expireAt: new Date("2026-12-31T15:59:59.000Z"),
});
// More than one keyset page, with equal and empty sort values across the page boundary.
const model = await factory.createCompany({ name: "模板" });
const { name: _name, ...fields } = model;
const rows = Array.from({ length: total - 2 }, (_, index) => ({
  ...fields,
  id: String(1_000_000 + index),
  name: `批量企业${index}`,
  creditCode: `B${index}`,
  level: (["A", "B", "C", "D"] as const)[index % 4],
  expireAt: index % 3 === 0 ? null : new Date(1_780_000_000_000 + (index % 50) * 86_400_000),
}));
await insertAll(ctx.db, companies, rows as (typeof companies.$inferInsert)[]);
await insertGrants(
  ctx,
  rows.flatMap(({ id: companyId, expireAt }) => (expireAt ? [{ companyId, expireAt }] : [])),
);
afterAll(() => ctx.close());

async function requestExport(body: object, role: ConsoleRole) {
  const response = await ctx.app.inject({
    method: "POST",
    url: toUrl(companyCalls.companyExport, {}),
    headers: { ...(await ctx.loginAs(role)), "x-export-id": "export-1" },
    payload: body,
  });
  expect(response.statusCode).toBe(200);
  const { sheets } = await readXlsx(response.rawPayload);
  const [header = [], ...rows] = sheets[0]?.rows ?? [];
  return { response, header, rows, name: sheets[0]?.name };
}

test("has every row of the list once, in its order, and announces the number of rows", async () => {
  const { response, header, rows, name } = await requestExport(
    { sort: { field: "expireAt", order: "desc" } },
    "finance",
  );
  expect(response.headers["x-export-rows"]).toBe(String(total));
  expect(decodeURIComponent(String(response.headers["content-disposition"]))).toContain(
    "filename*=UTF-8''企业列表_20260302_100000.xlsx",
  );
  expect(name).toBe("企业列表");
  expect(header.slice(0, 3)).toEqual(["企业名称", "简称", "统一社会信用代码"]);
  // Nobody reads the internal number first.
  expect(header.at(-1)).toBe("企业编号");
  expect(rows).toHaveLength(total);
  expect(new Set(rows.map((row) => row.at(-1))).size).toBe(total);
  const ends = rows.map((row) => (row[header.indexOf("到期时间")] as Date | null)?.getTime() ?? 0);
  expect(ends).toEqual([...ends].sort((a, b) => b - a));
});

test("writes numbers as numbers, dates in Shanghai time, ids of 19 digits as text", async () => {
  const { header, rows } = await requestExport({ ids: ["9223372036854775806"] }, "finance");
  const cell = (title: string) => rows[0]?.[header.indexOf(title)];
  expect(rows).toHaveLength(1);
  expect(cell("企业编号")).toBe("9223372036854775806");
  expect(cell("用户数")).toBe(3);
  expect(cell("实收金额（元）")).toBe(12_340.5);
  expect(cell("创建时间")).toEqual(new Date("2026-01-02T00:30:05.000Z"));
  expect(cell("到期时间")).toEqual(new Date("2026-12-31T23:59:59.000Z"));
  expect(cell("到期服务")).toBe("测试服务");
  expect(cell("30 天内到期（项）")).toBe(0);
  expect(cell("状态")).toBe("正常");
});

test("escapes cells that start like a formula and removes control characters", { tags: "full" }, async () => {
  const { header, rows } = await requestExport({ keyword: "hyperlink" }, "finance");
  const cell = (title: string) => rows[0]?.[header.indexOf(title)];
  expect(cell("企业名称")).toBe('\'=HYPERLINK("http://x")');
  expect(cell("简称")).toBe("'+86");
  expect(cell("联系人")).toBe("'@某人");
  expect(cell("详细地址")).toBe("'-1号");
  expect(cell("备注")).toBe("'\tcmd");
});

test.each(["operator", "admin"] as const)("masks phones for an %s as the list does", async (role) => {
  const { header, rows } = await requestExport({ ids: ["9223372036854775806"] }, role);
  expect(rows[0]?.[header.indexOf("联系电话")]).toBe("138****5678");
  expect(JSON.stringify(rows)).not.toContain("13812345678");
});

test("applies the list's filters, and the audit row has them", async () => {
  const before = await ctx.db.$count(auditLog);
  const { response, rows } = await requestExport({ level: "A", keyword: "批量企业1" }, "operator");
  expect(rows.length).toBe(Number(response.headers["x-export-rows"]));
  expect(rows.length).toBeLessThan(total / 4);
  const written = (await ctx.db.select().from(auditLog).orderBy(auditLog.id)).slice(before);
  expect(written).toHaveLength(1);
  expect(written[0]?.after).toEqual({ filters: { level: "A", keyword: "批量企业1" }, rows: rows.length });
});

test.each([
  ["13812345678", "138****5678"],
  [" +86 138-1234-5678", "138****5678"],
  ["批量企业12", "批量企业12"],
])("audits the keyword %j as %j", async (keyword, auditedKeyword) => {
  await requestExport({ keyword }, "operator");
  const written = await ctx.db.select().from(auditLog).orderBy(auditLog.id);
  expect(written.at(-1)?.after).toMatchObject({ filters: { keyword: auditedKeyword } });
});

test("reports its progress page by page", { tags: "full" }, async () => {
  const reportedRows: number[] = [];
  const file = await prepareExport(
    {
      db: ctx.db,
      dbOutsideTransaction: ctx.db,
      now: ctx.clock.now(),
    },
    companyList,
    {},
    {
      title: "试",
      reads: ["name"],
      columns: [{ key: "name", header: "名", width: 9, cell: ({ name }) => name }],
    },
  );
  for await (const _chunk of file.write((written) => reportedRows.push(written))) continue;
  expect([file.rows, reportedRows]).toEqual([total, [2000, 4000, total]]);
});

test("an error midway aborts the stream", { tags: "full" }, async () => {
  const file = await prepareExport(
    {
      db: ctx.db,
      dbOutsideTransaction: ctx.db,
      now: ctx.clock.now(),
    },
    companyList,
    {},
    {
      title: "试",
      reads: ["id"],
      columns: [
        {
          key: "name",
          header: "名",
          width: 9,
          cell: ({ id }) => {
            if (id === "1000002") throw new Error("The row cannot be read");
            return id;
          },
        },
      ],
    },
  );
  await expect(async () => {
    for await (const _chunk of file.write(() => undefined)) continue;
  }).rejects.toThrow("The row cannot be read");
});

test.each(["asc", "desc"] as const)(
  "keyset pages have no gap or overlap, %s",
  { tags: "full" },
  async (order) => {
    for (const field of ["expireAt", "level", "createdAt", "name"] as const) {
      const ids: string[] = [];
      const pages = readKeysetPages(
        { db: ctx.db, now: ctx.clock.now() },
        companyList,
        { sort: { field, order } },
        ["id"],
        700,
      );
      for await (const page of pages) ids.push(...page.map(({ id }) => id));
      expect([field, ids.length, new Set(ids).size]).toEqual([field, total, total]);
    }
  },
);
