import * as word from "../../../adapters/contract/words.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { findActive } from "../../records/findActive.ts";
import { requireRecord } from "../../records/refusals.ts";
import type { CompanyRecord } from "./companyList.ts";

/** Reads a company; refuses if there is none. */
export async function getCompany(db: Db, id: string): Promise<CompanyRecord> {
  return requireRecord(await findActive(db, companies, id), word.company);
}

/** Reads a company and locks its row until the transaction ends, so that a concurrent writer sees this one's changes. */
export async function lockCompany(db: Db, id: string): Promise<CompanyRecord> {
  return requireRecord(await findActive(db, companies, id, "update"), word.company);
}
