import { sql } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { contract } from "../../../adapters/contract/contract.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { tableReach } from "../../../server/scope/tableReach.ts";
import { injectUntyped, toUrl } from "../../helpers/injectCall.ts";
import { type ConsoleRole, openSession } from "../../helpers/testPlatform.ts";

import { allSamples } from "../samples/allSamples.ts";
import type { Sample } from "../samples/sample.ts";
import { setupSampleContext } from "../samples/setupSampleContext.ts";

// Erases the calls' types for a loop over all of them.
const samples = allSamples as Readonly<Record<string, Sample<Endpoint>>>;

/** The role to try a call with: an admin knows no scope. */
function getRole(name: string, { access }: Endpoint): ConsoleRole | undefined {
  if (typeof access === "string") return access === "session" ? "operator" : undefined;
  const role = samples[name]?.role;
  // Cast: screens have no sample.
  return (role === "admin" ? access.find((one) => one !== "admin") : role) as ConsoleRole | undefined;
}

/** They tell what was in one's own file. */
const ownFileCalls = ["importList", "importOne", "importReport"];

/** Calls that scoped people may make. */
const cases = Object.entries<Endpoint>(contract).flatMap(([name, endpoint]) => {
  const role = getRole(name, endpoint);
  return role ? [[name, endpoint, role] as const] : [];
});

const world = setupSampleContext({ seedDemoData: true });

interface Named {
  readonly name: string;
}

async function select<R>(text: string): Promise<readonly R[]> {
  // Cast: both drivers answer with rows.
  return ((await world().ctx.db.execute(sql.raw(text))) as unknown as { rows: R[] }).rows;
}

test("every table and view says how it reaches its company", async () => {
  const tables = await select<Named>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(tableReach).sort());
});

/** Ids of all records of companies. */
async function readForeignIds(): Promise<readonly string[]> {
  const tables = await select<Named>(
    `select c.table_name as name from information_schema.columns c
      join information_schema.columns i on i.table_name = c.table_name and i.column_name = 'id' and i.table_schema = 'public'
      where c.table_schema = 'public' and c.column_name = 'company_id' and c.table_name not in ('control_zones', 'statistics_changes')`,
  );
  const ids = tables.map(
    ({ name }) => `select id::text as name from public.${name} where company_id is not null`,
  );
  return (await select<Named>([...ids, "select id::text from companies"].join(" union all "))).map(
    ({ name }) => name,
  );
}

/** What the call answers, the cells of a workbook included. */
async function answer(endpoint: Endpoint, role: ConsoleRole, args: object): Promise<string> {
  const { ctx } = world();
  const headers = await openSession(ctx.platform, ctx.staff[role].id);
  if (endpoint.kind !== "blob")
    return JSON.stringify((await injectUntyped(ctx.app, endpoint, args, headers)).body);
  const { rawPayload } = await ctx.app.inject({
    method: endpoint.method,
    url: toUrl(endpoint, args),
    headers,
    ...("body" in args ? { payload: args.body as object } : {}),
  });
  return rawPayload.subarray(0, 2).toString() === "PK"
    ? JSON.stringify((await readXlsx(rawPayload)).sheets.map(({ rows }) => rows))
    : rawPayload.toString();
}

/** By hand: the live map and the duty desk show whoever flies. */
const live = [
  "taskStartList taskClose flightAttach",
  "alarmOpen alarmAck alarmShelve alarmClose alarmContact",
  "dutyCurrent dutyTakeover dutyScopeChange dutyLeave dutyOrder dutyNote",
].flatMap((names) => names.split(" "));
const scopedCases = cases.filter(([name]) => !live.includes(name));

describe("somebody who manages no company learns nothing of any", () => {
  test.each(scopedCases)("%s", { tags: "full" }, async (name, endpoint, role) => {
    const { ctx } = world();
    await ctx.db.update(staff).set({ dataScope: "all" });
    const args = (await samples[name]?.args(world())) ?? {};
    await ctx.db.update(companies).set({ managerId: null });
    await ctx.db.update(staff).set({ dataScope: "own" });
    const names = await ctx.db.select({ name: companies.name }).from(companies);
    const foreign = [
      ...(await readForeignIds()),
      ...(ownFileCalls.includes(name) ? [] : names.map((one) => one.name)),
    ];
    const text = await answer(endpoint, role, args);
    expect(foreign.filter((word) => text.includes(word))).toEqual([]);
    expect(ctx.errors).toEqual([]);
  });
});
