import { alarmKind, alarmPriority } from "../../../adapters/contract/alarm.ts";
import {
  type AlarmRuleRow,
  alarmRuleCalls,
  alarmRuleFieldLabels,
  alarmRuleRow,
  alarmRuleStatus,
} from "../../../adapters/contract/alarmRule.ts";
import * as word from "../../../adapters/contract/words.ts";
import { isBlank } from "../../../machines/formValues.ts";
import type { FormConfig, RecordEndpoints } from "../../list/form/formConfig.ts";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { KindField, PreviewField, ThresholdsField } from "./RuleFields.tsx";
import { findThresholdError, toDraftKey, toRuleBody, toRuleValues } from "./ruleDraft.ts";

const maxDelayS = 600;
const maxDroneSnLength = 64;

function validateDelay(value: unknown): string | null {
  const seconds = Number(value);
  return !isBlank(value) && seconds >= 0 && seconds <= maxDelayS ? null : `应在 0 到 ${maxDelayS} 秒之间`;
}

const requiredFields = ["kind", "priority", "onDelayS", "offDelayS", "status", "preview"];

/** Creates and edits an alarm rule, which has to be tried on past flights before it is saved. */
export const ruleForm: FormConfig<AlarmRuleRow> & RecordEndpoints = {
  name: "alarmRule",
  title: (row) => (row ? "编辑告警规则" : "新增告警规则"),
  done: (_row, { kind }) => `已保存告警规则 ${alarmKind.label(String(kind))}`,
  container: "drawer",
  submitLabel: word.save,
  savesDrafts: true,
  calls: { create: alarmRuleCalls.ruleSave, update: alarmRuleCalls.ruleSave },
  sections: [
    {
      title: "何时告警",
      fields: [
        { kind: "custom", name: "kind", label: alarmRuleFieldLabels.kind, control: KindField },
        { kind: "select", name: "priority", label: word.priority, dictionary: alarmPriority },
        { kind: "custom", name: "thresholds", label: word.thresholds, control: ThresholdsField, wide: true },
        { kind: "number", name: "onDelayS", label: "持续多久才告警（秒）" },
        { kind: "number", name: "offDelayS", label: "恢复多久才解除（秒）" },
      ],
    },
    {
      title: word.appliesTo,
      fields: [
        {
          kind: "choice",
          name: "companyId",
          label: word.company,
          source: companyChoices,
          hint: "不选为全部企业；指定范围的规则优先于通用规则",
        },
        { kind: "text", name: "droneSn", label: word.droneSn, hint: "不填为全部无人机" },
        { kind: "select", name: "status", label: word.status, dictionary: alarmRuleStatus },
      ],
    },
    {
      title: "试算",
      fields: [{ kind: "custom", name: "preview", label: "试算", control: PreviewField, wide: true }],
    },
  ],
  getValues: toRuleValues,
  isRequired: ({ name }) => requiredFields.includes(name),
  validate: ({ name, label }, value) => {
    if (name === "onDelayS" || name === "offDelayS") return validateDelay(value);
    if (name === "droneSn" && String(value).trim().length > maxDroneSnLength)
      return `最多 ${maxDroneSnLength} 个字`;
    if (name !== "preview" && requiredFields.includes(name) && isBlank(value)) return `请选择${label}`;
    return null;
  },
  validateTogether: ({ name }, values) => {
    if (name === "thresholds") return findThresholdError(values);
    if (name !== "preview") return null;
    const key = toDraftKey(values);
    return key === null || values["preview"] !== key ? "请先试算，再保存" : null;
  },
  save: async (client, { row, values, requestId }, signal) => {
    const body = { ...toRuleBody(values), requestId, ...(row ? { id: row.id, version: row.version } : {}) };
    // Seam: the preview has parsed the same values.
    const { id } = await client.call(alarmRuleCalls.ruleSave, { body } as never, { signal });
    return { id };
  },
  parseCurrent: (data) => alarmRuleRow.safeParse(data).data ?? null,
};
