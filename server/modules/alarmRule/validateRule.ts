import type { AlarmKind } from "../../../adapters/contract/alarm.ts";
import {
  alarmThresholds,
  formatThreshold,
  kindsWithoutRule,
  thresholdOrders,
} from "../../../adapters/contract/alarmThresholds.ts";
import type { FieldIssue } from "../../../adapters/contract/envelope.ts";
import type { StoredRule } from "../../telemetry/alarms/ruleSet.ts";

/** Kinds that concern no single drone, and such that concern no company either. */
const withoutDrone: readonly AlarmKind[] = ["hangarFault", "unattended", "screenLost", "screenDiffers"];
const withoutCompany: readonly AlarmKind[] = ["unattended", "screenLost", "screenDiffers"];

/** What is wrong with a rule by itself, each with its field and what to do. */
export function findRuleIssues({ kind, thresholds, companyId, droneSn }: StoredRule): FieldIssue[] {
  if (kindsWithoutRule.includes(kind))
    return [{ path: "kind", message: "接入中断和平台连接中断由平台自己判断，不能配置规则" }];
  const issues: FieldIssue[] = [];
  if (droneSn !== "" && withoutDrone.includes(kind))
    issues.push({ path: "droneSn", message: "这类告警与单架无人机无关，请留空" });
  if (companyId !== null && withoutCompany.includes(kind))
    issues.push({ path: "companyId", message: "这类告警只有通用规则，请不要选择企业" });
  const known = new Map(alarmThresholds[kind].map((threshold) => [threshold.name, threshold]));
  for (const [name, value] of Object.entries(thresholds)) {
    const threshold = known.get(name);
    const path = `thresholds.${name}`;
    if (!threshold) issues.push({ path, message: `这类告警没有阈值「${name}」` });
    else if (threshold.isSwitch && value !== 0 && value !== 1)
      issues.push({ path, message: `「${threshold.label}」只能是 1（是）或 0（否）` });
    else if (value < threshold.min || value > threshold.max)
      issues.push({
        path,
        message: `「${threshold.label}」应在 ${threshold.min} 至 ${threshold.max} ${threshold.unit}之间`,
      });
  }
  for (const [lower, upper] of thresholdOrders[kind] ?? []) {
    const getValue = (name: string) => thresholds[name] ?? known.get(name)?.initial ?? Number.NaN;
    if (getValue(lower) > getValue(upper))
      issues.push({
        path: `thresholds.${upper}`,
        message: `「${known.get(upper)?.label}」不能小于「${known.get(lower)?.label}」`,
      });
  }
  return issues;
}

/** A rule's thresholds in words, for the audit trail. */
export const describeThresholds = (kind: AlarmKind, thresholds: StoredRule["thresholds"]): string =>
  alarmThresholds[kind]
    .map((threshold) => formatThreshold(threshold, thresholds[threshold.name] ?? threshold.initial))
    .join("；");
