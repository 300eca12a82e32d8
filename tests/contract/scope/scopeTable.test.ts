import { asc, eq, inArray, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../../adapters/contract/contract.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { departments } from "../../../server/db/schema/department.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { insertAlarm } from "../../alarms/insertAlarm.ts";
import { injectUntyped, type UntypedArgs } from "../../helpers/injectCall.ts";
import { createTestPlatform, openSession, type TestPlatform } from "../../helpers/testPlatform.ts";
import { insertBox, insertDrone, insertHangar } from "../device/deviceRecords.ts";
import { askCompany, search } from "../graphql/askGraphql.ts";
import { insertOneOfEach } from "../graphql/oneOfEach.ts";

let ctx: TestPlatform;
let companyIds: string[] = [];

/** Of five companies; the last has one record of each kind. The maintainer is in no department. */
const managers = ["operator", "operator", "finance", "maintainer", "operator"] as const;

beforeAll(async () => {
  ctx = await createTestPlatform({ seedDemoData: true });
  const { db, platform, clock } = ctx;
  const id = platform.newId();
  const [now, name] = [clock.now(), "华东部"];
  await db.insert(departments).values({ id, name, nameOrder: "huadong", createdAt: now, updatedAt: now });
  await db
    .update(staff)
    .set({ departmentId: id })
    .where(inArray(staff.id, [ctx.staff.operator.id, ctx.staff.finance.id, ctx.staff.duty.id]));
  await insertOneOfEach(ctx);
  await db.update(companies).set({ managerId: null });
  const rows = await db
    .select({ id: companies.id })
    .from(companies)
    .where(isNull(companies.deletedAt))
    .orderBy(asc(companies.id));
  companyIds = rows.map((row) => row.id);
  for (const [at, manager] of managers.entries())
    await db
      .update(companies)
      .set({ managerId: ctx.staff[manager].id })
      .where(eq(companies.id, companyIds[at] ?? ""));
  for (const at of [2, 3, 4]) {
    const owner = { id: companyIds[at] ?? "", name: `甲${at}` };
    await insertBox(db, owner);
    await insertHangar(db, owner);
    await insertDrone(db, owner);
    await insertAlarm(ctx, { companyId: owner.id, companyName: owner.name, droneSn: `SN${at}` });
  }
});
afterAll(() => ctx.close());

type Role = "admin" | "operator" | "finance" | "maintainer" | "duty";
type Scope = "all" | "department" | "own";

async function login(role: Role, dataScope: Scope) {
  await ctx.db.update(staff).set({ dataScope }).where(eq(staff.id, ctx.staff[role].id));
  return openSession(ctx.platform, ctx.staff[role].id);
}

const ask = async (role: Role, scope: Scope, call: Endpoint, args: UntypedArgs) =>
  injectUntyped(ctx.app, call, args, await login(role, scope));

/** Who sees which of the five companies. */
const sight: readonly (readonly [Role, Scope, readonly number[]])[] = [
  ["operator", "all", [0, 1, 2, 3, 4]],
  ["operator", "department", [0, 1, 2, 4]],
  ["operator", "own", [0, 1, 4]],
  ["finance", "department", [0, 1, 2, 4]],
  ["finance", "own", [2]],
  ["maintainer", "department", []],
  ["maintainer", "own", [3]],
  ["duty", "department", [0, 1, 2, 4]],
  ["duty", "own", []],
];

const kinds = [
  ["companyPageList", "companyOne", "companyExport"],
  ["userPageList", "userOne", "userExport"],
  ["orderPageList", "orderOne", "orderExport"],
  ["orderPayPageList", "orderPayOne", "orderPayExport"],
  ["invoicePageList", "invoiceDetail", "invoiceExport"],
  ["smsListPage", "smsOne", "smsExport"],
  ["boxList", "boxOne", "boxExport"],
  ["hangarList", "hangarOne", "hangarExport"],
  ["droneList", "droneOne", "droneExport"],
  ["taskHistoryList", "flightOne", "taskHistoryExport"],
  ["alarmList", "alarmOne", "alarmExport"],
] as const;

interface Row {
  readonly id: string;
  readonly companyId?: string | null;
}

async function list(role: Role, scope: Scope, call: Endpoint): Promise<readonly Row[]> {
  const { body } = await ask(role, scope, call, { body: { pageNo: 1, pageSize: 200 } });
  const page = body.data as { list: Row[]; total: number };
  expect(page.total).toBe(page.list.length);
  return page.list;
}

const toCompany = (row: Row) => row.companyId ?? row.id;

describe.each(kinds)("%s", (listCall, oneCall, exportCall) => {
  test.each(sight)("of %s, %s", async (role, scope, seen) => {
    const access: readonly string[] = contract[listCall].access;
    if (!access.includes(role)) return;
    const ids = seen.map((at) => companyIds[at]);
    const reader = access.includes("operator") ? "operator" : role;
    const all = await list(reader, "all", contract[listCall]);
    expect(all.length).toBeGreaterThan(0);
    const [own, foreign] = [true, false].map((isIn) =>
      all.filter((row) => ids.includes(toCompany(row)) === isIn),
    );
    const found = await list(role, scope, contract[listCall]);
    if (scope !== "all") expect(found.map(({ id }) => id)).toEqual(own?.map(({ id }) => id));
    for (const row of [...(own ?? []).slice(0, 2), ...(foreign ?? []).slice(0, 2)]) {
      const { body } = await ask(role, scope, contract[oneCall], { params: { id: row.id } });
      expect(body.state, body.message).toBe(scope === "all" || own?.includes(row) ? 0 : -1);
    }
    const mayExport: readonly string[] = contract[exportCall].access;
    if (!mayExport.includes(role)) return;
    const { headers } = await ask(role, scope, contract[exportCall], { body: {} });
    expect(Number(headers["x-export-rows"])).toBe(found.length);
  });
});

describe("GraphQL", () => {
  test("finds and opens what is in the scope only", async () => {
    const found = await search(ctx, await login("operator", "own"), "永定");
    expect(found).toEqual({
      task: ["永定河河道巡检"],
      flight: ["RW20260302000009"],
      box: ["永定河云盒"],
      hangar: ["永定河机场"],
    });
    expect(await search(ctx, await login("duty", "own"), "永定")).toEqual({});
    const [mine = "", , theirs = ""] = companyIds;
    const headers = await login("operator", "own");
    expect((await askCompany(ctx, headers, mine)).body.data.company.head.id).toBe(mine);
    expect((await askCompany(ctx, headers, theirs)).body.errors[0].message).toBe("企业不存在或已删除");
  });
});

test("An admin sees all, whatever is stored", async () => {
  expect(await list("admin", "own", contract.companyPageList)).toHaveLength(5);
});

describe("a change", () => {
  const freeze = (at: number, to: "frozen" | "normal") => ({
    params: { id: companyIds[at] ?? "" },
    query: { to, reason: "欠费", requestId: `scope-freeze-${at}-${to}` },
  });
  const getStatus = async (at: number) =>
    (
      await ctx.db
        .select()
        .from(companies)
        .where(eq(companies.id, companyIds[at] ?? ""))
    )[0]?.status;

  test.each([
    ["own", 2],
    ["department", 3],
  ] as const)(
    "of a company outside of the scope %s is refused as if it were not there",
    async (scope, at) => {
      const { body } = await ask("operator", scope, contract.companyFrozen, freeze(at, "frozen"));
      expect(body).toMatchObject({ state: -1, message: "企业不存在或已删除" });
      expect(await getStatus(at)).toBe("normal");
    },
  );

  test("of one's own company is made", async () => {
    expect((await ask("operator", "own", contract.companyFrozen, freeze(0, "frozen"))).body.state).toBe(0);
    expect(await getStatus(0)).toBe("frozen");
    await ask("operator", "own", contract.companyFrozen, freeze(0, "normal"));
  });

  test("of a company that nobody manages is for those who see all", async () => {
    const id = companyIds[0] ?? "";
    await ctx.db.update(companies).set({ managerId: null }).where(eq(companies.id, id));
    for (const scope of ["own", "department"] as const)
      expect((await ask("operator", scope, contract.companyOne, { params: { id } })).body.state).toBe(-1);
    expect((await ask("operator", "all", contract.companyOne, { params: { id } })).body.state).toBe(0);
    await ctx.db.update(companies).set({ managerId: ctx.staff.operator.id }).where(eq(companies.id, id));
  });
});

describe("statistics", () => {
  const range = { granularity: "month", from: "2023-01-01", to: "2026-03-02" } as const;

  test.each([
    ["statisticsCompany", "added"],
    ["statisticsOrder", "amountFen"],
    ["statisticsTask", "flights"],
  ] as const)("%s of all managers are those of everybody", async (name, measure) => {
    await ctx.db
      .update(companies)
      .set({ managerId: ctx.staff.finance.id })
      .where(eq(companies.managerId, ctx.staff.maintainer.id));
    const read = async (role: Role, scope: Scope) => {
      const { body } = await ask(role, scope, contract[name], { body: { ...range, byRegion: true } });
      expect(body.state, body.message).toBe(0);
      return body.data as StatisticsData;
    };
    const [all, operators, finances] = [
      await read("operator", "all"),
      await read("operator", "own"),
      await read("finance", "own"),
    ];
    expect(all.sums[measure]).toBeGreaterThan(0);
    expect(operators.sums[measure]).toBeGreaterThan(0);
    for (const [at, bucket] of all.buckets.entries())
      expect(bucket[measure]).toBe(
        Number(operators.buckets[at]?.[measure]) + Number(finances.buckets[at]?.[measure]),
      );
    const add = (rows: StatisticsData["regions"]) => rows.reduce((sum, row) => sum + Number(row[measure]), 0);
    expect(add(all.regions)).toBe(add(operators.regions) + add(finances.regions));
  });
});

interface StatisticsData {
  readonly sums: Readonly<Record<string, number>>;
  readonly buckets: readonly Readonly<Record<string, number>>[];
  readonly regions: readonly Readonly<Record<string, unknown>>[];
}
