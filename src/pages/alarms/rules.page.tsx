import { alarmKind, alarmPriority } from "../../../adapters/contract/alarm.ts";
import { type AlarmRuleRow, alarmRuleCalls, alarmRuleStatus } from "../../../adapters/contract/alarmRule.ts";
import { alarmThresholds, formatThreshold } from "../../../adapters/contract/alarmThresholds.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { ruleForm } from "./ruleForm.ts";

export const meta = {
  path: "/rules",
  title: "告警规则",
  group: "own",
  order: 2,
  icon: "IconListTree",
  roles: ["admin"],
  right: "/x/rule/list",
} as const satisfies PageMeta;

const getTitle = ({ kind }: AlarmRuleRow) => alarmKind.label(kind);

const formatThresholds = ({ kind, thresholds }: AlarmRuleRow): string =>
  alarmThresholds[kind]
    .map((threshold) => formatThreshold(threshold, thresholds[threshold.name] ?? threshold.initial))
    .join("；") || "-";

const formatScope = ({ companyName, droneSn }: AlarmRuleRow): string =>
  [companyName, droneSn].filter((text) => text !== "").join(" · ") || "全部";

const formatSeconds = (ms: number): string => `${ms / 1_000} 秒`;

const deleteRule: RowAction<AlarmRuleRow> = {
  name: "delete",
  label: "删除",
  call: alarmRuleCalls.ruleRemove,
  destructive: true,
  form: actionForm({
    name: "alarm-rule-remove",
    title: (row: AlarmRuleRow) => `删除告警规则 ${getTitle(row)}`,
    call: alarmRuleCalls.ruleRemove,
    destructive: true,
    submitLabel: "删除",
    consequence: (row) => `删除后，范围“${formatScope(row)}”不再按这条规则告警；已发生的告警不受影响。`,
    fields: [],
    args: ({ id, version }, _values, requestId) => ({ body: { id, version, requestId } }),
  }),
};

export default listPage({
  name: "alarmRule",
  noun: "告警规则",
  call: alarmRuleCalls.ruleList,
  export: alarmRuleCalls.ruleExport,
  form: ruleForm,
  rowActions: [deleteRule],
  getTitle,
  columns: [
    {
      key: "kind",
      title: "告警类型",
      width: 140,
      as: "label",
      dictionary: alarmKind,
      main: true,
      sort: "kind",
    },
    { key: "priority", title: "优先级", width: 100, as: "tag", dictionary: alarmPriority, sort: "priority" },
    { key: "status", title: "状态", width: 84, as: "tag", dictionary: alarmRuleStatus },
    { key: "thresholds", title: "阈值", width: 320, as: "custom", cell: formatThresholds },
    {
      key: "onDelayMs",
      title: "持续",
      width: 90,
      as: "custom",
      align: "right",
      cell: ({ onDelayMs }) => formatSeconds(onDelayMs),
    },
    {
      key: "offDelayMs",
      title: "恢复",
      width: 90,
      as: "custom",
      align: "right",
      cell: ({ offDelayMs }) => formatSeconds(offDelayMs),
    },
    { key: "companyName", title: "适用范围", width: 240, as: "custom", cell: formatScope },
    { key: "updatedAt", title: "更新时间", width: 180, as: "time", sort: "updatedAt" },
    { key: "createdAt", title: "创建时间", width: 180, as: "time", sort: "createdAt", hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: "关键字", placeholder: "企业 / 无人机序列号" },
    { kind: "select", name: "kind", label: "告警类型", dictionary: alarmKind },
    { kind: "select", name: "priority", label: "优先级", dictionary: alarmPriority },
    { kind: "select", name: "status", label: "状态", dictionary: alarmRuleStatus },
    { kind: "choice", name: "companyId", label: "企业", source: companyChoices },
  ],
});
