import { inArray, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../db/handle.ts";
import { boxes } from "../db/schema/box.ts";
import { channelCodes } from "../db/schema/channelCode.ts";
import { companies } from "../db/schema/company.ts";
import { departments } from "../db/schema/department.ts";
import { flights } from "../db/schema/flight.ts";
import { goods } from "../db/schema/goods.ts";
import { hangars } from "../db/schema/hangar.ts";
import { orders } from "../db/schema/order.ts";
import { plusModules } from "../db/schema/plus.ts";
import { regions } from "../db/schema/region.ts";
import { services } from "../db/schema/service.ts";
import { staff } from "../db/schema/staff.ts";
import { staffRoles } from "../db/schema/staffRole.ts";
import { tasks } from "../db/schema/task.ts";
import { users } from "../db/schema/user.ts";
import { controlZones } from "../db/schema/zone.ts";

interface NameSource {
  readonly table: PgTable;
  readonly id: PgColumn;
  readonly name: PgColumn;
}

const company = { table: companies, id: companies.id, name: companies.name };
const user = { table: users, id: users.id, name: users.name };
const person = { table: staff, id: staff.id, name: staff.name };
const order = { table: orders, id: orders.id, name: orders.orderNo };
const service = { table: services, id: services.id, name: services.name };
const task = { table: tasks, id: tasks.id, name: tasks.taskNo };

/** Where the names of ids are, by the fields that hold the ids. */
const sources: ReadonlyMap<string, NameSource> = new Map<string, NameSource>([
  ["companyId", company],
  ["companyIds", company],
  ["userId", user],
  ["userIds", user],
  ["pilotId", user],
  ["ownRoleId", { table: staffRoles, id: staffRoles.id, name: staffRoles.name }],
  ["departmentId", { table: departments, id: departments.id, name: departments.name }],
  ["managerId", person],
  ["staffId", person],
  ["channelCodeId", { table: channelCodes, id: channelCodes.id, name: channelCodes.name }],
  ["goodsId", { table: goods, id: goods.id, name: goods.name }],
  ["serviceId", service],
  ["parentId", service],
  ["orderIds", order],
  ["taskId", task],
  ["toTaskId", task],
  ["flightId", { table: flights, id: flights.id, name: flights.flightNo }],
  ["hangarId", { table: hangars, id: hangars.id, name: hangars.name }],
  ["boxId", { table: boxes, id: boxes.id, name: boxes.name }],
  ["plusId", { table: plusModules, id: plusModules.id, name: plusModules.name }],
  ["zoneId", { table: controlZones, id: controlZones.id, name: controlZones.name }],
  ["regionId", { table: regions, id: regions.id, name: regions.name }],
]);

/** Calls back with each id in the value, at any depth, and puts the result in its place. */
function mapIds(value: unknown, replace: (source: NameSource, id: string) => string, field = ""): unknown {
  if (typeof value === "string") {
    const source = sources.get(field);
    return source && /^\d{1,19}$/.test(value) ? replace(source, value) : value;
  }
  if (Array.isArray(value)) return value.map((item) => mapIds(item, replace, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, mapIds(inner, replace, name)]),
  );
}

/** Replaces ids in the contents of audit rows by the names of their records; an id without a record stays. */
export async function nameIds<R extends { readonly before: unknown; readonly after: unknown }>(
  db: Db,
  rows: readonly R[],
): Promise<R[]> {
  const wanted = new Map<NameSource, Set<string>>();
  mapIds(
    rows.map(({ before, after }) => [before, after]),
    (source, id) => {
      wanted.set(source, (wanted.get(source) ?? new Set()).add(id));
      return id;
    },
  );
  const names = new Map<NameSource, ReadonlyMap<string, string>>();
  for (const [source, ids] of wanted) {
    const { table, id, name } = source;
    const found = await db
      .select({ id: sql<string>`${id}::text`, name: sql<string>`${name}` })
      .from(table)
      .where(inArray(id, [...ids]));
    names.set(source, new Map(found.map((one) => [one.id, one.name])));
  }
  const toName = (source: NameSource, id: string) => names.get(source)?.get(id) || id;
  return rows.map((row) => ({
    ...row,
    before: mapIds(row.before, toName),
    after: mapIds(row.after, toName),
  }));
}
