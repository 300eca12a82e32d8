import {
  and,
  count,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
} from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { ImportKind } from "../../../adapters/contract/sheetImport.ts";
import type { Db } from "../../db/handle.ts";
import { accessKeys } from "../../db/schema/accessKey.ts";
import { alarmRules } from "../../db/schema/alarmRule.ts";
import { boxes } from "../../db/schema/box.ts";
import { companies } from "../../db/schema/company.ts";
import { drones } from "../../db/schema/drone.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { invoiceProfiles } from "../../db/schema/invoice.ts";
import { orders } from "../../db/schema/order.ts";
import { plusModules } from "../../db/schema/plus.ts";
import { tasks } from "../../db/schema/task.ts";
import { users } from "../../db/schema/user.ts";
import { controlZones } from "../../db/schema/zone.ts";

/** Why records must stay, by id; the others may go. */
type Obstacles = Map<string, string>;
type Find = (db: Db, ids: string[]) => Promise<Obstacles>;

/** Records of a kind that meet a condition. */
const where =
  (table: PgTable & { readonly id: PgColumn }, condition: SQL | undefined, reason: string): Find =>
  async (db, ids) => {
    const found = await db
      .select({ id: table.id })
      .from(table)
      .where(and(inArray(table.id, ids), condition));
    return new Map(found.map(({ id }) => [String(id), reason]));
  };

/** Records that others belong to, by the column that names them. */
const owning =
  (column: PgColumn, noun: string, condition?: SQL): Find =>
  async (db, ids) => {
    const { deletedAt } = getTableColumns(column.table as PgTable);
    const found = await db
      .select({ id: column, count: count() })
      .from(column.table as PgTable)
      .where(and(inArray(column, ids), deletedAt ? isNull(deletedAt) : undefined, condition))
      .groupBy(column);
    return new Map(found.map(({ id, count: number }) => [String(id), `名下有 ${number} ${noun}`]));
  };

/** Users besides those with which the companies were created. */
const isNoOwner = (db: Db, companyIds: string[]) =>
  notInArray(
    users.id,
    db
      .select({ id: companies.accountUserId })
      .from(companies)
      .where(and(inArray(companies.id, companyIds), isNotNull(companies.accountUserId))),
  );

/** Companies whose own account was used or changed, and would go with them. */
const usedAccount: Find = async (db, ids) => {
  const found = await db
    .select({ id: companies.id, lastLoginAt: users.lastLoginAt })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.accountUserId))
    .where(and(inArray(companies.id, ids), or(isNotNull(users.lastLoginAt), ne(users.version, 1))));
  return new Map(
    found.map(({ id, lastLoginAt }) => [id, lastLoginAt ? "账号已经登录过" : "账号导入后已被修改"]),
  );
};

const changed = "导入后已被修改";
const seen = "已经上线过";

/** The first that applies is told. */
const findersByKind: Readonly<Record<ImportKind, readonly Find[]>> = {
  company: [
    owning(orders.companyId, "个订单"),
    (db, ids) => owning(users.companyId, "个其他用户", isNoOwner(db, ids))(db, ids),
    owning(boxes.companyId, "个云盒"),
    owning(drones.companyId, "架无人机"),
    owning(hangars.companyId, "个机场"),
    owning(tasks.companyId, "个任务"),
    owning(controlZones.companyId, "个管制区"),
    owning(accessKeys.companyId, "个访问密钥"),
    owning(alarmRules.companyId, "条告警规则"),
    owning(invoiceProfiles.companyId, "份开票资料"),
    usedAccount,
    where(companies, ne(companies.version, 1), changed),
  ],
  user: [
    where(users, isNotNull(users.lastLoginAt), "已经登录过"),
    where(users, ne(users.version, 1), changed),
  ],
  box: [
    owning(drones.boxId, "架接入的无人机"),
    owning(plusModules.boxId, "个扩展模块"),
    where(boxes, isNotNull(boxes.lastSeenAt), seen),
    where(boxes, ne(boxes.version, 1), changed),
  ],
  drone: [
    async (db, ids) => {
      const found = await db
        .select({ id: drones.id, count: count() })
        .from(drones)
        .innerJoin(tasks, and(eq(tasks.droneSn, drones.sn), eq(tasks.companyId, drones.companyId)))
        .where(inArray(drones.id, ids))
        .groupBy(drones.id);
      return new Map(found.map(({ id, count: number }) => [id, `名下有 ${number} 个任务`]));
    },
    where(drones, isNotNull(drones.hangarId), "在机场中"),
    where(drones, isNotNull(drones.boxId), "已接入云盒"),
    where(drones, isNotNull(drones.lastSeenAt), seen),
    where(drones, ne(drones.version, 1), changed),
  ],
  hangar: [
    owning(tasks.hangarId, "个任务"),
    where(hangars, isNotNull(hangars.lastSeenAt), seen),
    where(hangars, ne(hangars.version, 1), changed),
  ],
};

/** What keeps records of this kind from being taken back, by id: what hangs on them, or that they were changed. */
export async function findObstacles(
  db: Db,
  kind: ImportKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found: Obstacles = new Map();
  for (const find of findersByKind[kind])
    for (const [id, reason] of await find(db, [...ids])) if (!found.has(id)) found.set(id, reason);
  return found;
}
