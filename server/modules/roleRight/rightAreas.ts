import { type AuditEntity, auditEntities } from "../../../adapters/contract/auditEntities.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import type { RightGroup } from "../../../adapters/contract/roleRight.ts";
import { consoleRoles } from "../../../adapters/contract/roles.ts";
import { isViewRight, labelRight, listCompanions, rights } from "../../rights/rights.ts";

/** Headings of the rights, in the order of the menu. */
const areas = {
  task: "任务管理",
  account: "账号管理",
  order: "订单管理",
  goods: "商品管理",
  channel: "渠道管理",
  msg: "消息管理",
  operate: "运维管理",
  statistics: "数据统计",
  system: "系统",
} as const;

type Kind = AuditEntity | "statistics";

/** Area of each kind of record, in the order within the area. */
const areaByKind: Readonly<Record<Kind, keyof typeof areas>> = {
  task: "task",
  video: "task",
  recordingImport: "task",
  alarm: "task",
  alarmRule: "task",
  duty: "task",
  zone: "task",
  company: "account",
  logo: "account",
  invoiceProfile: "account",
  user: "account",
  personalData: "account",
  sheetImport: "account",
  accessKey: "account",
  order: "order",
  orderPay: "order",
  statementLayout: "order",
  invoice: "order",
  goods: "goods",
  service: "goods",
  channelCode: "channel",
  sms: "msg",
  smsTemplate: "msg",
  box: "operate",
  plus: "operate",
  hangar: "operate",
  device: "operate",
  screen: "operate",
  statistics: "statistics",
  staff: "system",
  role: "system",
  department: "system",
  session: "system",
  auditTrail: "system",
  export: "system",
};

/** Rights whose call names no kind of record, or another one. */
const kindByRight: Readonly<Record<string, Kind>> = {
  "/task/start/list": "task",
  "/statistics/company": "statistics",
  "/x/statistics/export": "statistics",
  "/x/system/status": "session",
};

/** Kind of record of a right, as its call or another included call declares it. */
function toKind(right: string, call: Endpoint): Kind {
  const named = [call, ...listCompanions(right)].flatMap(({ audit, shows }) => audit ?? shows?.[0] ?? []);
  const kind = lookUp(kindByRight, right) ?? named[0];
  if (kind === undefined) throw new Error(`${right} is about no kind of record`);
  return kind;
}

/** Merges kinds with only one right into one group. */
function mergeSmall(groups: readonly RightGroup[]): RightGroup[] {
  const isSmall = ({ rights: some }: RightGroup) => some.length === 1;
  const small = groups.filter(isSmall).flatMap(({ rights: some }) => some);
  const large = groups.filter((group) => !isSmall(group));
  return small.length > 0 ? [...large, { title: "其他", rights: small }] : large;
}

/** All rights by area and kind of record: first those to view, then those to act, then exports. */
export function listRightAreas(): { readonly title: string; readonly groups: RightGroup[] }[] {
  const byKind = Map.groupBy(rights.entries(), ([right, call]) => toKind(right, call));
  const toRank = (call: Endpoint) => (isViewRight(call) ? 0 : call.kind === "blob" ? 2 : 1);
  const toGroup = (kind: Kind): RightGroup[] => {
    const found = byKind.get(kind);
    if (!found) return [];
    const ordered = found.toSorted(([, a], [, b]) => toRank(a) - toRank(b));
    return [
      {
        title: kind === "statistics" ? areas.statistics : auditEntities[kind],
        rights: ordered.map(([right, call]) => ({
          right,
          label: labelRight(right),
          isView: isViewRight(call),
          roles: consoleRoles.filter((role) => call.access.includes(role)),
        })),
      },
    ];
  };
  const kinds = Object.keys(areaByKind) as Kind[];
  return (Object.keys(areas) as (keyof typeof areas)[])
    .map((area) => ({
      title: areas[area],
      groups: mergeSmall(kinds.filter((kind) => areaByKind[kind] === area).flatMap(toGroup)),
    }))
    .filter(({ groups }) => groups.length > 0);
}
