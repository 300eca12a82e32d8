import { isNull, sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { alarmKind, alarmPriority } from "../../../adapters/contract/alarm.ts";
import { alarmRuleStatus } from "../../../adapters/contract/alarmRule.ts";
import { enumColumn, int8, recordColumns, recordRules } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import { companies } from "./company.ts";

/** What raises an alarm: one general rule of each kind, and others for a company or a drone. */
export const alarmRules = pgTable(
  "alarm_rules",
  {
    ...recordColumns(),
    kind: enumColumn("kind", alarmKind).notNull(),
    priority: enumColumn("priority", alarmPriority).notNull(),
    /** By name, as `alarmThresholds` has them. */
    thresholds: jsonb("thresholds").notNull().$type<Record<string, number>>(),
    onDelayMs: integer("on_delay_ms").notNull(),
    offDelayMs: integer("off_delay_ms").notNull(),
    /** Null for all companies. */
    companyId: int8("company_id").references(() => companies.id),
    companyName: text("company_name").notNull().default(""),
    /** Empty for all drones. */
    droneSn: text("drone_sn").notNull().default(""),
    status: enumColumn("status", alarmRuleStatus).notNull().default("enabled"),
  },
  (t) => [
    uniqueIndex("alarm_rules_scope_key")
      .on(t.kind, sql`coalesce(${t.companyId}, 0)`, t.droneSn)
      .where(isNull(t.deletedAt)),
    ...recordRules(t),
  ],
);
export type AlarmRuleRecord = typeof alarmRules.$inferSelect;

export const alarmRuleNames: DenormalizedNames = {
  table: alarmRules,
  synced: [{ name: alarmRules.companyName, id: alarmRules.companyId, source: companies }],
};
