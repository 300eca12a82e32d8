import {
  type AuditChange,
  type AuditRecord,
  type AuditRow,
  auditActionKey,
  auditCalls,
  auditEntity,
  auditResult,
} from "../../../adapters/contract/auditTrail.ts";
import { dictionaryCalls } from "../../../adapters/contract/dictionary.ts";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { staffCalls } from "../../../adapters/contract/staff.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { subTable } from "../../list/detail/subTable.tsx";
import type { RecordKind } from "../../list/links/recordLinks.ts";
import type { DetailSection } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import type { Choice, ChoiceSource } from "../../list/pickers/choiceSource.ts";
import { filterByName } from "../../list/pickers/nameSearch.ts";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import classes from "./auditChanges.module.css";

/** Whether the row is the full record instead of the list's copy. */
const isAuditRecord = (row: AuditRow): row is AuditRecord => "changes" in row;

/** One line in the list, truncated, with the full text as tooltip; the detail shows all of it. */
const DigestCell = ({ digest }: AuditRow) =>
  digest === "" ? null : (
    <span className={classes["digest"]} title={digest}>
      {digest}
    </span>
  );

type ChangeRow = AuditChange & { readonly id: string };

/** Each changed field before and after, removed text struck out. */
const auditChanges = subTable<AuditRow, ChangeRow>({
  title: "变更内容",
  rows: (row) =>
    isAuditRecord(row) ? row.changes.map((change, index) => ({ ...change, id: String(index) })) : [],
  emptyText: "该操作没有记录内容",
  columns: [
    { key: "field", title: word.field, width: 90 },
    {
      key: "before",
      title: "变更前",
      width: 120,
      as: "custom",
      cell: ({ before, after }) =>
        before === "" ? null : before === after ? before : <del className={classes["was"]}>{before}</del>,
    },
    {
      key: "after",
      title: "变更后",
      width: 120,
      as: "custom",
      cell: ({ before, after }) =>
        after === "" ? null : before === after ? after : <ins className={classes["is"]}>{after}</ins>,
    },
  ],
});

/** At the foot: support finds the request in the server's log by it. */
const requestSection: DetailSection<AuditRow> = {
  title: "技术支持",
  content: ({ row }) => (row.reqId ? <RequestId error={row} /> : <small>平台自己的操作，没有请求编号</small>),
};

/** Where the record of an audited action is, of the entities that have a page. */
const recordByEntity: ReadonlyMap<string, RecordKind> = new Map([
  ["staff", "staff"],
  ["user", "user"],
  ["company", "company"],
  // Audited under the company's number.
  ["logo", "company"],
  ["invoiceProfile", "company"],
  ["channelCode", "channel"],
  ["service", "service"],
  ["goods", "goods"],
  ["order", "order"],
  // Audited under the order's number.
  ["orderPay", "order"],
  ["invoice", "invoice"],
  ["box", "box"],
  ["hangar", "hangar"],
  ["device", "drone"],
  ["task", "task"],
  ["alarm", "alarm"],
  ["zone", "zone"],
  ["sms", "sms"],
  ["export", "export"],
  // By their parents.
  ["plus", "box"],
  ["video", "flight"],
]);

/** Audited under the number of the batch, which has messages but no detail. */
const batchActions: readonly string[] = [smsCalls.smsSendAll.summary, smsCalls.smsBatchStop.summary];

const getRecordKind = ({ entity, action }: AuditRow): RecordKind | null =>
  entity === "sms" && batchActions.includes(action) ? "smsBatch" : (recordByEntity.get(entity) ?? null);

/** Null where the record cannot be opened. */
const getRecordId = ({ entity, entityId, parentId }: AuditRow): string | null =>
  entity === "plus" || entity === "video" ? parentId : entityId;

/** Staff by name, including disabled ones: their audit rows remain. */
const staffChoices: ChoiceSource = {
  placeholder: "姓名、手机或后四位",
  async search(client, text, signal) {
    const keyword = text.trim();
    const body = { pageNo: 1, pageSize: 20, ...(keyword ? { keyword } : {}) };
    const { list } = await client.call(staffCalls.staffList, { body }, { signal });
    return list.map(({ id, name, status }) => ({
      value: id,
      label: status === "disabled" ? `${name}（已停用）` : name,
    }));
  },
  async fetchByIds(client, ids, signal) {
    const body = { pageNo: 1, pageSize: 200, ids: [...ids] };
    const { list } = await client.call(staffCalls.staffList, { body }, { signal });
    return list.map(({ id, name }) => ({ value: id, label: name }));
  },
};

const fetchChoices = (client: Client, signal: AbortSignal): Promise<readonly Choice[]> =>
  client.call(dictionaryCalls.sysDictQuery, { params: { key: auditActionKey } }, { signal });

/** Audited actions by their Chinese labels. */
const auditActionChoices: ChoiceSource = {
  placeholder: "输入操作名称或拼音",
  search: async (client, text, signal) => filterByName(text, await fetchChoices(client, signal)),
  async fetchByIds(client, ids, signal) {
    return (await fetchChoices(client, signal)).filter(({ value }) => ids.includes(value));
  },
};

export const meta = {
  path: "/audit",
  title: "操作日志",
  group: "own",
  order: 8,
  icon: "IconHistory",
  roles: ["admin"],
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "谁在何时做了什么：每次修改、导出、查看电话和登录都有记录。",
  lines: [
    "按操作人、操作、对象、时间或来源地址查找。",
    "点一行看变更前和变更后，用字段的中文名称列出。",
    "登录失败也有记录，「结果」一栏说明成功或失败。",
    "点对象直接打开那条记录。",
    "「技术支持」中的编号用于和开发人员核对，平时不用看。",
    "记录只能增加，任何人都不能修改或删除。",
    "密码、密钥从不记录，电话隐藏中间四位。",
    "可以按条件导出，用于审计。",
  ],
};

export default listPage({
  name: "audit",
  noun: word.auditTrail,
  call: auditCalls.auditList,
  detailCall: auditCalls.auditOne,
  export: auditCalls.auditExport,
  getTitle: (row) => row.act,
  detailSections: [auditChanges, requestSection],
  columns: [
    { key: "act", title: word.action, width: 170, main: true, sort: "action" },
    { key: "result", title: word.result, width: 90, as: "tag", dictionary: auditResult },
    { key: "staffName", title: word.operator, width: 110, sort: "staffName" },
    { key: "at", title: word.time, width: 180, as: "time", sort: "at" },
    { key: "object", title: word.subject, width: 300, as: "link", record: getRecordKind, getId: getRecordId },
    { key: "digest", title: word.content, width: 340, as: "custom", cell: DigestCell },
    { key: "address", title: word.sourceAddress, width: 140, as: "copy" },
  ],
  defaultSort: "at",
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "操作 / 编号 / 内容 / 地址" },
    { kind: "choice", name: "action", label: word.action, source: auditActionChoices },
    { kind: "choice", name: "staffId", label: word.operator, source: staffChoices },
    { kind: "days", from: "from", to: "to", label: word.time },
    { kind: "select", name: "result", label: word.result, dictionary: auditResult },
    { kind: "select", name: "entity", label: word.subject, dictionary: auditEntity },
    { kind: "text", name: "entityId", label: "对象编号", placeholder: "完整的编号" },
    { kind: "text", name: "address", label: word.sourceAddress, placeholder: "如 192.168.1" },
  ],
});
