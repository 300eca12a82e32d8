import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { requireRecord } from "../refusals.ts";
import type { CompanyRecord } from "./companyList.ts";

const selectActive = (db: Db, id: string) =>
  db
    .select()
    .from(companies)
    .where(and(eq(companies.id, id), isNull(companies.deletedAt)));

/** Reads a company; refuses if there is none. */
export async function getCompany(db: Db, id: string): Promise<CompanyRecord> {
  const [record] = await selectActive(db, id);
  return requireRecord(record, "企业");
}

/** Reads a company and locks its row until the transaction ends, so that a concurrent writer sees this one's changes. */
export async function lockCompany(db: Db, id: string): Promise<CompanyRecord> {
  const [record] = await selectActive(db, id).for("update");
  return requireRecord(record, "企业");
}
