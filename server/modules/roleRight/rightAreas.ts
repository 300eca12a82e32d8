import { type AuditEntity, auditEntities } from "../../../adapters/contract/auditEntities.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import type { RightGroup } from "../../../adapters/contract/roleRight.ts";
import { consoleRoles } from "../../../adapters/contract/roles.ts";
import type { RightArea, RightPlace } from "../../db/recordSubject.ts";
import { declaredSubjects } from "../../db/schema/declaredSubjects.ts";
import { listNeededRights } from "../../rights/neededRights.ts";
import { isViewRight, labelRight, listCompanions, rights } from "../../rights/rights.ts";

/** Headings of the rights, in the order of the menu. */
const areas: Readonly<Record<RightArea, string>> = {
  task: "任务管理",
  account: "账号管理",
  order: "订单管理",
  goods: "商品管理",
  channel: "渠道管理",
  msg: "消息管理",
  operate: "运维管理",
  statistics: "数据统计",
  system: "系统",
};

type Kind = AuditEntity | "statistics";

/** Places of the kinds whose records no table names (`RecordSubject`). */
const otherPlaces: { readonly [K in Kind]?: RightPlace } = {
  alarmRule: ["task", 5],
  duty: ["task", 6],
  personalData: ["account", 5],
  statementLayout: ["order", 3],
  statistics: ["statistics", 1],
  auditTrail: ["system", 5],
};

/** Of kinds that name none: below the others, in the order of their tables. */
const lastPlace = Number.MAX_SAFE_INTEGER;

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

const listPlaces = () =>
  [otherPlaces, ...declaredSubjects.map(({ rights: places = {} }) => places)].flatMap(
    // Cast: `entries` loses the names of the kinds.
    (places) => Object.entries(places) as [Kind, RightPlace][],
  );

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
          needs: [...listNeededRights(right)],
          roles: consoleRoles.filter((role) => call.access.includes(role)),
        })),
      },
    ];
  };
  const places = listPlaces();
  for (const kind of byKind.keys())
    if (!places.some(([one]) => one === kind)) throw new Error(`No area has the rights of ${kind}`);
  return (Object.keys(areas) as RightArea[])
    .map((area) => ({
      title: areas[area],
      groups: mergeSmall(
        places
          .filter(([, [inArea]]) => inArea === area)
          .toSorted(([, [, a = lastPlace]], [, [, b = lastPlace]]) => a - b)
          .flatMap(([kind]) => toGroup(kind)),
      ),
    }))
    .filter(({ groups }) => groups.length > 0);
}
