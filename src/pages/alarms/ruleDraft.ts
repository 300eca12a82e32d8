import type { AlarmKind } from "../../../adapters/contract/alarm.ts";
import { type AlarmRuleRow, alarmRuleCalls } from "../../../adapters/contract/alarmRule.ts";
import { alarmThresholds } from "../../../adapters/contract/alarmThresholds.ts";
import type { EndpointArgs } from "../../../adapters/contract/endpoint.ts";
import type { FormValues } from "../../list/form/formConfig.ts";

export type RuleDraft = EndpointArgs<typeof alarmRuleCalls.rulePreview>["body"];

const msPerSecond = 1_000;

const toNumber = (value: unknown): number =>
  typeof value === "number"
    ? value
    : typeof value === "string" && value.trim() !== ""
      ? Number(value)
      : Number.NaN;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** The kind that the form has chosen; null before. */
export const parseKind = ({ kind }: FormValues): AlarmKind | null => {
  const kinds = Object.keys(alarmThresholds);
  // Seam: the keys of the table are the kinds.
  return typeof kind === "string" && kinds.includes(kind) ? (kind as AlarmKind) : null;
};

/** The thresholds of the chosen kind as typed; NaN where one is empty. */
export function parseThresholds(values: FormValues): Readonly<Record<string, number>> {
  const kind = parseKind(values);
  const typed = isRecord(values["thresholds"]) ? values["thresholds"] : {};
  return Object.fromEntries(
    (kind ? alarmThresholds[kind] : []).map(({ name }) => [name, toNumber(typed[name])]),
  );
}

/** What is wrong with the thresholds; null if nothing is. */
export function findThresholdError(values: FormValues): string | null {
  const kind = parseKind(values);
  if (!kind) return null;
  const typed = parseThresholds(values);
  const wrong = alarmThresholds[kind].find(({ name, min, max }) => {
    const value = typed[name] ?? Number.NaN;
    return !(value >= min && value <= max);
  });
  return wrong ? `“${wrong.label}”应在 ${wrong.min} 到 ${wrong.max} ${wrong.unit}之间` : null;
}

/** The form's values by their names on the wire. */
export const toRuleBody = (values: FormValues): Readonly<Record<keyof RuleDraft, unknown>> => ({
  kind: values["kind"],
  priority: values["priority"],
  thresholds: parseThresholds(values),
  onDelayMs: toNumber(values["onDelayS"]) * msPerSecond,
  offDelayMs: toNumber(values["offDelayS"]) * msPerSecond,
  companyId: values["companyId"] || null,
  droneSn: typeof values["droneSn"] === "string" ? values["droneSn"].trim() : "",
  status: values["status"],
});

/** The rule that the form describes; null while it is incomplete. */
export function toRuleDraft(values: FormValues): RuleDraft | null {
  if (findThresholdError(values) !== null) return null;
  return alarmRuleCalls.rulePreview.body.safeParse(toRuleBody(values)).data ?? null;
}

/** What a preview belongs to: a rule that was changed since has none. */
export const toDraftKey = (values: FormValues): string | null => {
  const draft = toRuleDraft(values);
  return draft && JSON.stringify(draft);
};

/** A stored rule, or a new one, as the form has it. */
export const toRuleValues = (row: AlarmRuleRow | null): FormValues => ({
  kind: row?.kind ?? "",
  priority: row?.priority ?? "",
  thresholds: row?.thresholds ?? {},
  onDelayS: row ? row.onDelayMs / msPerSecond : 2,
  offDelayS: row ? row.offDelayMs / msPerSecond : 5,
  companyId: row?.companyId ?? "",
  droneSn: row?.droneSn ?? "",
  status: row?.status ?? "enabled",
  preview: "",
});
