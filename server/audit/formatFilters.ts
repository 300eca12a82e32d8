import { eq, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { AuditEntity } from "../../adapters/contract/auditEntities.ts";
import { lookUp } from "../../adapters/contract/lookUp.ts";
import * as word from "../../adapters/contract/words.ts";
import type { Db } from "../db/handle.ts";
import { channelCodes } from "../db/schema/channelCode.ts";
import { companies } from "../db/schema/company.ts";
import { regions } from "../db/schema/region.ts";
import { staff } from "../db/schema/staff.ts";
import { tasks } from "../db/schema/task.ts";
import { users } from "../db/schema/user.ts";
import { sortFields, unknownLabel } from "../records/fieldLabels.ts";
import { conditionLabel } from "./fieldLabel.ts";
import { formatValue } from "./formatValue.ts";

interface Filters {
  readonly ids?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly dateField?: string | undefined;
  readonly sort?: { readonly field: string; readonly order: "asc" | "desc" } | undefined;
}

/** Filters that hold an id: their label, and where to find the name of the record. */
const referenceFilters: Readonly<
  Record<string, { label: string; table: PgTable; id: PgColumn; name: PgColumn }>
> = {
  companyId: { label: word.company, table: companies, id: companies.id, name: companies.name },
  managerId: { label: word.manager, table: staff, id: staff.id, name: staff.name },
  staffId: { label: word.operator, table: staff, id: staff.id, name: staff.name },
  channelCodeId: { label: word.channel, table: channelCodes, id: channelCodes.id, name: channelCodes.name },
  taskId: { label: word.task, table: tasks, id: tasks.id, name: tasks.taskNo },
  pilotId: { label: word.pilot, table: users, id: users.id, name: users.name },
  regionId: { label: word.region, table: regions, id: regions.id, name: regions.fullName },
};

/** What `from` and `to` are of, by entity, where it is not the creation. */
const timeLabels: Readonly<Record<string, string>> = {
  auditTrail: word.time,
  task: word.startTime,
  alarm: word.raisedAt,
};

/** Labels of filters that differ from the audit trail's. */
const filterLabels: Readonly<Record<string, string>> = {
  action: word.action,
  staffName: word.operator,
  address: word.sourceAddress,
};

/**
 * A list's filters and order in one line, with names instead of ids and masked phone numbers:
 * `状态：已冻结；创建时间：2026-01-01 00:00:00 至今；按企业名称升序`.
 */
export async function formatFilters(db: Db, entity: AuditEntity, filters: Filters): Promise<string> {
  const { ids, from, to, dateField, sort, ...others } = filters;
  const parts = ids ? [`已选的 ${ids.length} 条`] : [];
  for (const [name, value] of getSortedFilters(others)) {
    const label = referenceFilters[name]?.label ?? lookUp(filterLabels, name) ?? getFilterLabel(entity, name);
    const text = referenceFilters[name]
      ? await getReferenceName(db, name, String(value))
      : formatValue(entity, name, value);
    parts.push(`${label}：${text}`);
  }
  if (from !== undefined || to !== undefined) {
    const field = dateField
      ? formatValue(entity, "dateField", dateField)
      : (lookUp(timeLabels, entity) ?? word.createdAt);
    const [start, end] = [formatValue(entity, "from", from), formatValue(entity, "to", to)];
    parts.push(
      start === "" ? `${field}：${end} 及以前` : `${field}：${start} ${end === "" ? "至今" : `至 ${end}`}`,
    );
  }
  if (parts.length === 0) parts.push(word.all);
  if (sort)
    parts.push(
      `按${lookUp(filterLabels, sort.field) ?? getFilterLabel(entity, sort.field)}${sort.order === "asc" ? word.ascending : word.descending}`,
    );
  return parts.join("；");
}

const getSortedFilters = (filters: object): [string, unknown][] => {
  const values = new Map<string, unknown>(Object.entries(filters));
  return sortFields([...values.keys()])
    .map((name): [string, unknown] => [name, values.get(name)])
    .filter(([, value]) => value !== undefined && value !== "");
};

/** Labels of filters that differ for one entity. */
const ownLabels: Readonly<Record<string, string>> = {
  "company.name": word.companyName,
  "zone.state": word.currently,
};

const getFilterLabel = (entity: string, name: string) =>
  lookUp(ownLabels, `${entity}.${name}`) ?? conditionLabel(name, entity) ?? unknownLabel;

/** The name of a referenced record; the id if the record has none. */
async function getReferenceName(db: Db, filterName: string, id: string): Promise<string> {
  const reference = referenceFilters[filterName];
  if (!reference) return id;
  const where: SQL = eq(reference.id, id);
  const [row] = await db.select({ name: reference.name }).from(reference.table).where(where);
  return typeof row?.name === "string" && row.name !== "" ? row.name : id;
}
