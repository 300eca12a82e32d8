import { asc, eq } from "drizzle-orm";
import type { alarmRuleCalls } from "../../../adapters/contract/alarmRule.ts";
import { alarmRules } from "../../../server/db/schema/alarmRule.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

const draft = {
  kind: "batteryLow" as const,
  priority: "p2" as const,
  thresholds: { pct: 30, clearPct: 3 },
  onDelayMs: 2_000,
  offDelayMs: 5_000,
  companyId: null,
  droneSn: "",
  status: "enabled" as const,
};

async function getRule({ ctx }: SampleContext, kind: "batteryLow") {
  const [rule] = await ctx.db
    .select({ id: alarmRules.id, version: alarmRules.version })
    .from(alarmRules)
    .where(eq(alarmRules.kind, kind))
    .orderBy(asc(alarmRules.id));
  if (!rule) throw new Error("The general rules are missing");
  return rule;
}

/** A rule of a drone, which can be removed. */
async function insertRule(context: SampleContext) {
  const { ctx } = context;
  const company = await context.getCompany();
  const id = ctx.platform.newId();
  const now = ctx.clock.now();
  await ctx.db.insert(alarmRules).values({
    ...draft,
    id,
    kind: "delayed",
    thresholds: {},
    companyId: company.id,
    companyName: company.name,
    droneSn: `SN${id}`,
    createdAt: now,
    updatedAt: now,
  });
  return { id, version: 1 };
}

export const alarmRuleSamples: Samples<typeof alarmRuleCalls> = {
  ruleExport: {
    role: "admin",
    args: () => ({ body: { status: "enabled" } }),
    invalid: { args: { body: { status: "open" } }, path: "status" },
  },
  ruleList: {
    role: "admin",
    args: () => ({
      body: { pageNo: 1, pageSize: 20, status: "enabled", sort: { field: "kind", order: "asc" } },
    }),
    invalid: { args: { body: { pageNo: 1, pageSize: 20, kind: "earthquake" } }, path: "kind" },
  },
  ruleSave: {
    role: "admin",
    args: async (context) => ({
      body: { ...draft, requestId: context.nextRequestId(), ...(await getRule(context, "batteryLow")) },
    }),
    invalid: {
      args: { body: { ...draft, requestId: "12345678", thresholds: { pct: 95 } } },
      path: "thresholds.pct",
    },
  },
  ruleRemove: {
    role: "admin",
    args: async (context) => ({
      body: { requestId: context.nextRequestId(), ...(await insertRule(context)) },
    }),
    invalid: { args: { body: { requestId: "12345678", id: "0", version: 1 } }, path: "id" },
  },
  rulePreview: {
    role: "admin",
    args: () => ({ body: draft }),
    invalid: { args: { body: { ...draft, onDelayMs: -1 } }, path: "onDelayMs" },
  },
};
