import { expect, test } from "vitest";
import * as z from "zod/mini";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { contract } from "../../../adapters/contract/contract.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { wholeList, wholeListMax } from "../../../adapters/contract/page.ts";
import { insertAll } from "../../../server/db/insertAll.ts";
import { users } from "../../../server/db/schema/user.ts";
import { setupData } from "../fixtures/setupFixtures.ts";

/** The definition of a schema, as far as lists are found by it. */
interface Definition {
  readonly type: string;
  readonly element?: z.ZodMiniType;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly options?: readonly z.ZodMiniType[];
  readonly items?: readonly z.ZodMiniType[];
  readonly innerType?: z.ZodMiniType;
  readonly in?: z.ZodMiniType;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly check: string } } }[];
}
// Cast: the library has no type for any definition.
const getDefinition = (schema: z.ZodMiniType) => schema._zod.def as unknown as Definition;

/** The paths of the lists in a schema that say no maximum. */
function findUnbounded(schema: z.ZodMiniType, path: string): string[] {
  const { type, element, shape, options, items, innerType, in: input, checks } = getDefinition(schema);
  if (type === "array" && element) {
    const isBounded = (checks ?? []).some(({ _zod: { def } }) => def.check === "max_length");
    // Values of a dictionary do not repeat.
    const isOfDictionary = ["enum", "never"].includes(getDefinition(element).type);
    return [...(isBounded || isOfDictionary ? [] : [path]), ...findUnbounded(element, `${path}[]`)];
  }
  const named = Object.entries(shape ?? {});
  const unnamed = [
    ...(options ?? []),
    ...(items ?? []),
    ...[innerType, input].filter((item) => item !== undefined),
  ];
  return [
    ...named.flatMap(([name, child]) => findUnbounded(child, path ? `${path}.${name}` : name)),
    ...unnamed.flatMap((child) => findUnbounded(child, path)),
  ];
}

/** What bounds the lists of answers that have no maximum in the contract; written by hand after their handlers. */
const bounds: Readonly<Record<string, readonly string[]>> = {
  "as many as the request names": ["queryCompanynames ", "orderQuote items", "alarmAck alarms"],
  "as many as the call that stored them may name": [
    "goodsPageList list[].items",
    "goodsDetails items",
    "orderOne items",
    "orderOne taxLines",
    "orderCreate items",
    "orderCreate taxLines",
    "invoiceDetail lines",
    "invoiceDetail leftLines",
    "invoiceDetail orderIds",
    "invoiceOrders ",
    "auditOne changes",
    "taskStartList list[].route",
    "taskTrack task.route",
    "taskOne route",
    "controlZoneListPage list[].shape.coordinates",
    "controlZoneListPage list[].shape.coordinates[]",
    "controlZoneListPage list[].shape.line",
    "controlZoneListPage list[].weekly",
    "zoneOne shape.coordinates",
    "zoneOne shape.coordinates[]",
    "zoneOne shape.line",
    "zoneOne weekly",
    "plusList ",
  ],
  "what people have done to one order, or set up by hand": [
    "orderOne events",
    "orderCreate events",
    "serviceTreeList ",
    "serviceTreeList [].children",
    "serviceTreeList [].children[].children",
    "serviceTreeListPost ",
    "serviceTreeListPost [].children",
    "serviceTreeListPost [].children[].children",
    "smsTemplates templates",
    "statisticsChannel ",
  ],
  "fixed tables: roles, rights, regions, dictionaries, recovery codes": [
    "secondFactorConfirm recoveryCodes",
    "templateUserInfo roles",
    ...["login user.", "loginCode user.", "templateUserInfo "].flatMap((user) => [
      `${user}changedRights.given`,
      `${user}changedRights.taken`,
    ]),
    "regionList ",
    "regionSearch ",
    "regionSearch [].path",
    "sysDictQuery ",
    "statisticsHeat ",
    "statisticsCompany byKind",
    "statisticsCompany regions",
    "statisticsOrder byKind",
    "statisticsOrder regions",
    "statisticsTask byKind",
    "statisticsTask regions",
  ],
  "the handler takes the first so many": [
    "bankStatementRead lines[].candidates",
    "smsPreview samples",
    "smsNoticePreview samples",
    "notificationList list",
    "taskStartList page.rows",
    "taskStartList page.planned",
    "taskStartList frame.table.closed",
    "taskStartList frame.table.index",
    "taskStartList frame.table.taskId",
    "taskStartList frame.table.taskNo",
    "taskStartList frame.table.droneSn",
    "zoneOverlaps ",
    "zoneSave overlaps",
    "rulePreview examples",
    "statisticsCompany buckets",
    "statisticsOrder buckets",
    "statisticsTask buckets",
    "ingestStatus devices",
    "ingestStatus devices[].cleared",
    "ingestStatus devices[].refused",
    "ingestStatus devices[].refusals",
    "ingestStatus unregistered",
    "ingestStatus signatureFailures",
    "ingestStatus invalidBodies",
    "flightImports list",
  ],
  "what a file of limited size holds": [
    "bankStatementRead lines",
    "bankStatementRead unreadable",
    "flightImports list[].result.flights",
    "flightImports list[].result.cleared",
    "flightImports list[].result.leftOut",
    "flightImports list[].preview.cleared",
    "flightImports list[].preview.leftOut",
    "zoneImportCheck zones",
    "zoneImportCheck zones[].shape.coordinates",
    "zoneImportCheck zones[].shape.coordinates[]",
    "zoneImportCheck zones[].shape.line",
    "zoneImportCheck skipped",
    "zoneImportCheck notes",
    "importReport rows[].faults",
    "telemetryIngest rejected",
  ],
  "one task's flights and track, which the longest flight bounds": ["taskTrack flights", "taskTrack points"],
  "kinds times priorities": ["alarmOpen desk.flood.folded", "alarmOpen flood.folded"],
};

test("Every list of an answer has pages, a maximum in the contract, or a bound that is named here", () => {
  const found = Object.entries<Endpoint>(contract).flatMap(([name, { data, body }]) => {
    const isPaged = body !== undefined && "pageSize" in (getDefinition(body).shape ?? {});
    const paths = data ? findUnbounded(data, "") : [];
    return paths.filter((path) => !(isPaged && path === "list")).map((path) => `${name} ${path}`);
  });
  expect([...new Set(found)].sort()).toEqual(Object.values(bounds).flat().toSorted());
});

test("a list without a maximum is found at any depth", () => {
  const row = z.object({ inner: z.nullable(z.array(z.string())) });
  expect(findUnbounded(z.object({ a: z.optional(z.array(row)) }), "")).toEqual(["a", "a[].inner"]);
  expect(findUnbounded(wholeList(z.string()), "")).toEqual([]);
});

test("The users of a company are cut at a thousand", async () => {
  const { ctx, factory } = await setupData();
  const company = await factory.createCompany();
  const user = await factory.createUser(company.id, { name: "用户" });
  const copies = Array.from({ length: wholeListMax + 5 }, (_, index) => ({
    ...user,
    id: ctx.platform.newId(),
    phoneNumber: `1770001${String(index).padStart(4, "0")}`,
  }));
  await insertAll(ctx.db, users, copies);
  const args = { params: { id: company.id } };
  const { body } = await ctx.callAs("admin", companyCalls.companyChildUsers, args);
  expect([body.state, (body.data as unknown[]).length]).toEqual([0, wholeListMax]);
  await ctx.close();
});
