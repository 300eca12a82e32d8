import { eq, sql } from "drizzle-orm";
import { type Call, RefusalError } from "../../call.ts";
import { companies } from "../../db/schema/company.ts";
import { users } from "../../db/schema/user.ts";
import { lockCompany } from "../company/getCompany.ts";
import { toAuditFields } from "../diffFields.ts";
import { handleUniqueViolation } from "../refusals.ts";
import { buildSearchText, toPinyinSortKey } from "../searchText.ts";
import type { UserRecord } from "./userList.ts";

type NewUser = Pick<UserRecord, "name" | "phoneNumber" | "companyId" | "role" | "passwordHash"> & {
  readonly licenceNo?: string | undefined;
};

const duplicateMessages = { users_phone_number_key: "手机号已被其他用户使用" };

/** Adds a user to a company; refuses a frozen one, whose users cannot sign in. */
export async function createUser({ passwordHash, ...sent }: NewUser, call: Call): Promise<{ id: string }> {
  const { db, now } = call;
  const company = await lockCompany(db, sent.companyId);
  if (company.status === "frozen")
    throw new RefusalError(`企业「${company.name}」已冻结，解冻后才能新增用户`);
  const fields = { ...sent, licenceNo: sent.licenceNo ?? "", companyName: company.name };
  const id = call.newId();
  await handleUniqueViolation(duplicateMessages, () =>
    db.insert(users).values({
      ...fields,
      id,
      createdAt: now,
      updatedAt: now,
      nameOrder: toPinyinSortKey(fields.name),
      companyNameOrder: company.nameOrder,
      passwordHash,
      search: buildSearchText(fields.name),
    }),
  );
  await db
    .update(companies)
    .set({ userCount: sql`${companies.userCount} + 1` })
    .where(eq(companies.id, company.id));
  call.audit({ entityId: id, after: toAuditFields(fields) });
  return { id };
}
