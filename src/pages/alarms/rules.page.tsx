import { alarmKind, alarmPriority } from "../../../adapters/contract/alarm.ts";
import {
  type AlarmRuleRow,
  alarmRuleCalls,
  alarmRuleFieldLabels,
  alarmRuleStatus,
} from "../../../adapters/contract/alarmRule.ts";
import { alarmThresholds, formatThreshold } from "../../../adapters/contract/alarmThresholds.ts";
import * as word from "../../../adapters/contract/words.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
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

export const help: PageHelp = {
  purpose: "什么情况算告警：阈值、持续多久才告警、恢复多久才解除。",
  lines: [
    "通用规则对所有飞行有效，不能删除，可以停用；可以为企业或无人机另设。",
    "指定范围的规则优先于通用规则。",
    "「持续」避免一闪而过的误报，「恢复」避免反复告警。",
    "优先级决定声音和排序，P1 最紧急。",
    "保存前必须「试算」：用最近 7 天的飞行看这条规则会告警几次。",
    "停用的规则不再告警，已发生的不受影响。",
    "没有阈值的类型由事实直接判定，只能改优先级和时间。",
    "可以导出当前全部规则。",
  ],
};

const getTitle = ({ kind }: AlarmRuleRow) => alarmKind.label(kind);

const formatThresholds = ({ kind, thresholds }: AlarmRuleRow): string =>
  alarmThresholds[kind]
    .map((threshold) => formatThreshold(threshold, thresholds[threshold.name] ?? threshold.initial))
    .join("；") || "-";

const formatScope = ({ companyName, droneSn }: AlarmRuleRow): string =>
  [companyName, droneSn].filter((text) => text !== "").join(" · ") || word.all;

const formatSeconds = (ms: number): string => `${ms / 1_000} 秒`;

const deleteRule: RowAction<AlarmRuleRow> = {
  name: "delete",
  label: word.remove,
  call: alarmRuleCalls.ruleRemove,
  destructive: true,
  form: actionForm({
    name: "alarm-rule-remove",
    title: (row: AlarmRuleRow) => `删除告警规则 ${getTitle(row)}`,
    call: alarmRuleCalls.ruleRemove,
    destructive: true,
    submitLabel: word.remove,
    consequence: (row) => `删除后，范围“${formatScope(row)}”不再按这条规则告警；已发生的告警不受影响。`,
    fields: [],
    args: ({ id, version }, _values, requestId) => ({ body: { id, version, requestId } }),
  }),
};

export default listPage({
  name: "alarmRule",
  noun: word.alarmRule,
  call: alarmRuleCalls.ruleList,
  export: alarmRuleCalls.ruleExport,
  form: ruleForm,
  rowActions: [deleteRule],
  getTitle,
  columns: [
    {
      key: "kind",
      title: alarmRuleFieldLabels.kind,
      width: 140,
      as: "label",
      dictionary: alarmKind,
      main: true,
      sort: "kind",
    },
    {
      key: "priority",
      title: word.priority,
      width: 100,
      as: "tag",
      dictionary: alarmPriority,
      sort: "priority",
    },
    { key: "status", title: word.status, width: 84, as: "tag", dictionary: alarmRuleStatus },
    { key: "thresholds", title: word.thresholds, width: 320, as: "custom", cell: formatThresholds },
    {
      key: "onDelayMs",
      title: word.lasting,
      width: 90,
      as: "custom",
      align: "right",
      cell: ({ onDelayMs }) => formatSeconds(onDelayMs),
    },
    {
      key: "offDelayMs",
      title: word.recovery,
      width: 90,
      as: "custom",
      align: "right",
      cell: ({ offDelayMs }) => formatSeconds(offDelayMs),
    },
    { key: "companyName", title: word.appliesTo, width: 240, as: "custom", cell: formatScope },
    { key: "updatedAt", title: word.updatedAt, width: 180, as: "time", sort: "updatedAt" },
    { key: "createdAt", title: word.createdAt, width: 180, as: "time", sort: "createdAt", hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "企业 / 无人机序列号" },
    { kind: "select", name: "kind", label: alarmRuleFieldLabels.kind, dictionary: alarmKind },
    { kind: "select", name: "priority", label: word.priority, dictionary: alarmPriority },
    { kind: "select", name: "status", label: word.status, dictionary: alarmRuleStatus },
    { kind: "choice", name: "companyId", label: word.company, source: companyChoices },
  ],
});
