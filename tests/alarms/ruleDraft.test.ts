import { expect, it } from "vitest";
import type { AlarmRuleRow } from "../../adapters/contract/alarmRule.ts";
import {
  findThresholdError,
  toDraftKey,
  toRuleDraft,
  toRuleValues,
} from "../../src/pages/alarms/ruleDraft.ts";
import { ruleForm } from "../../src/pages/alarms/ruleForm.ts";

const row: AlarmRuleRow = {
  id: "1",
  version: 2,
  createdAt: "2026-11-25T08:00:00.000Z",
  updatedAt: "2026-11-25T08:00:00.000Z",
  kind: "offRoute",
  priority: "p3",
  thresholds: { distanceM: 30, clearM: 20 },
  onDelayMs: 5_000,
  offDelayMs: 2_500,
  companyId: null,
  companyName: "",
  droneSn: "",
  status: "enabled",
};
const values = toRuleValues(row);

it("says which rule it has saved", () => {
  expect(ruleForm.done?.(row, { ...values, kind: "batteryLow" })).toBe("已保存告警规则 电量低");
});

it("shows delays in seconds and sends them in milliseconds, all companies as null", () => {
  expect(values).toMatchObject({ onDelayS: 5, offDelayS: 2.5, companyId: "" });
  expect(toRuleDraft(values)).toEqual({
    kind: "offRoute",
    priority: "p3",
    thresholds: { distanceM: 30, clearM: 20 },
    onDelayMs: 5_000,
    offDelayMs: 2_500,
    companyId: null,
    droneSn: "",
    status: "enabled",
  });
});

it.each([
  [{ distanceM: 30, clearM: 20 }, null],
  [{ distanceM: "30", clearM: 20 }, null],
  [{ distanceM: 4, clearM: 20 }, "“偏离航线”应在 5 到 1000 米之间"],
  [{ distanceM: 1_001, clearM: 20 }, "“偏离航线”应在 5 到 1000 米之间"],
  [{ distanceM: 30, clearM: "" }, "“偏离小于此值解除”应在 1 到 1000 米之间"],
  [{}, "“偏离航线”应在 5 到 1000 米之间"],
])("checks the thresholds %o", (thresholds, error) => {
  expect(findThresholdError({ ...values, thresholds })).toBe(error);
});

it("is incomplete without a kind, a priority or a delay", () => {
  for (const missing of [{ kind: "" }, { priority: "" }, { onDelayS: "" }, { onDelayS: 601 }])
    expect(toRuleDraft({ ...values, ...missing })).toBeNull();
});

it("has another key after any change, so that the old preview does not count", () => {
  const key = toDraftKey(values);
  expect(toDraftKey({ ...values, preview: "anything" })).toBe(key);
  for (const change of [{ priority: "p2" }, { droneSn: "X1" }, { offDelayS: 3 }, { status: "disabled" }])
    expect(toDraftKey({ ...values, ...change })).not.toBe(key);
});
