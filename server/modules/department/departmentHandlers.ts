import { and, asc, count, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { departmentCalls } from "../../../adapters/contract/department.ts";
import { wholeListMax } from "../../../adapters/contract/page.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { departments } from "../../db/schema/department.ts";
import { staff } from "../../db/schema/staff.ts";
import { RefusalError } from "../../errors.ts";
import { createRecordStore } from "../../records/recordStore.ts";
import { removeRecord } from "../../records/writeRecord.ts";

/** Names of the departments by id. */
export async function readDepartmentNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.select({ id: departments.id, name: departments.name }).from(departments);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Reads the departments, with how many people and companies each has. */
function readDepartments(db: Db, condition?: SQL) {
  const isMember = and(eq(staff.departmentId, departments.id), isNull(staff.deletedAt));
  const people = db.select({ n: count() }).from(staff).where(isMember);
  const managed = db
    .select({ n: count() })
    .from(companies)
    .innerJoin(staff, eq(staff.id, companies.managerId))
    .where(and(isMember, isNull(companies.deletedAt)));
  return db
    .select({
      id: departments.id,
      version: departments.version,
      name: departments.name,
      people: sql<number>`(${people})`.mapWith(Number),
      companies: sql<number>`(${managed})`.mapWith(Number),
    })
    .from(departments)
    .where(and(isNull(departments.deletedAt), condition))
    .orderBy(asc(departments.nameOrder), asc(departments.id))
    .limit(wholeListMax);
}

export const departmentRecords = createRecordStore(
  departments,
  word.department,
  async ({ id }, { db }) => (await readDepartments(db, eq(departments.id, id)))[0],
);

const duplicateMessages = { departments_name_key: "已有同名的部门，请更换名称" };

export const departmentHandlers: Handlers<typeof departmentCalls> = {
  departmentList: (_input, { db }) => readDepartments(db),
  departmentSave: ({ body }, call) => departmentRecords.save(call, body, { duplicates: duplicateMessages }),
  departmentRemove: async ({ params: { id }, query: { version } }, call) => {
    const record = await departmentRecords.lock(call, id, version);
    const people = await call.db.$count(staff, and(eq(staff.departmentId, id), isNull(staff.deletedAt)));
    if (people > 0) throw new RefusalError(`部门「${record.name}」还有 ${people} 人，请先把他们调到其他部门`);
    return removeRecord(call, departments, record, ["name"]);
  },
};
