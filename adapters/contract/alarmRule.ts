import * as z from "zod/mini";
import { alarmKind, alarmPriority } from "./alarm.ts";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";
import { recordActs } from "./recordActs.ts";

export const alarmRuleStatus = defineEnum("alarm_rule_status", {
  enabled: ["启用", "green"],
  disabled: ["停用", "gray"],
});

const delayMs = z.int().check(z.minimum(0, "不能小于 0"), z.maximum(600_000, "最多 600 秒"));

/** What an alarm rule consists of; a rule for a company or drone goes before the general one of its kind. */
const ruleFields = {
  kind: alarmKind.schema,
  priority: alarmPriority.schema,
  /** By name, in the units of `alarmThresholds`. */
  thresholds: z.catchall(z.object({}), z.number()),
  onDelayMs: delayMs,
  offDelayMs: delayMs,
  /** Null for all companies. */
  companyId: z.nullable(f.id),
  /** Serial number of the only drone that it applies to; empty for all. */
  droneSn: f.optionalName(64),
  status: alarmRuleStatus.schema,
};

export const alarmRuleRow = z.object({ ...f.recordFields, ...ruleFields, companyName: z.string() });
export type AlarmRuleRow = z.infer<typeof alarmRuleRow>;

/** A threshold of a rule: its Chinese name, unit, default and range. A switch is 1 where it is on, otherwise 0. */
export interface AlarmThreshold {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  readonly isSwitch?: boolean;
}

const ruleRoles = ["admin"] as const;
const draft = z.strictObject(ruleFields);

/** Alarm rules: 告警规则. */
const sortableFields = ["createdAt", "updatedAt", "kind", "priority"] as const;
const filters = {
  kind: z.optional(alarmKind.schema),
  priority: z.optional(alarmPriority.schema),
  status: z.optional(alarmRuleStatus.schema),
  companyId: z.optional(f.id),
};

export const alarmRuleFieldLabels = { kind: "告警类型" } as const;

export const alarmRuleCalls = defineCalls({
  ruleList: {
    host: "api",
    method: "POST",
    path: "/x/rule/list",
    summary: "告警规则列表",
    access: ruleRoles,
    shows: ["alarmRule"],
    body: pageRequest(sortableFields, filters),
    data: pageResponse(alarmRuleRow),
  },
  ruleExport: {
    host: "api",
    method: "POST",
    path: "/x/rule/export",
    summary: "导出告警规则",
    access: ruleRoles,
    audit: "alarmRule",
    kind: "blob",
    body: exportRequest(sortableFields, filters),
  },
  ...recordActs("rule", {
    kind: "alarmRule",
    access: ruleRoles,
    acts: {
      save: [
        "保存告警规则",
        z.extend(draft, { requestId: f.requestId, id: z.optional(f.id), version: z.optional(f.version) }),
      ],
      remove: "删除告警规则",
    },
  }),
  rulePreview: {
    host: "api",
    method: "POST",
    path: "/x/rule/preview",
    summary: "试算告警规则",
    access: ruleRoles,
    comesWith: ["/x/rule/save"],
    body: draft,
    data: z.object({
      /** False where a rule needs values that tracks do not store. */
      isComputable: z.boolean(),
      /** Flights of the last 7 days that were evaluated, at most 1,000. */
      flights: z.int(),
      /** Flights in which it would have been raised, and how often. */
      raisedFlights: z.int(),
      raised: z.int(),
      /** The first flights in which it would have been raised. */
      examples: z.array(z.object({ flightId: f.id, taskId: f.id, flightNo: z.string(), at: f.instant })),
    }),
  },
});
