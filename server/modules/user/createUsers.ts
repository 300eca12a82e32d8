import { eq, sql } from "drizzle-orm";
import type { Call } from "../../call.ts";
import { companies } from "../../db/schema/company.ts";
import { users } from "../../db/schema/user.ts";
import { RefusalError } from "../../errors.ts";
import { toAuditFields } from "../../records/diffFields.ts";
import { readEach } from "../../records/readEach.ts";
import { handleUniqueViolation } from "../../records/refusals.ts";
import { buildSearchText, toPinyinSortKey } from "../../records/searchText.ts";
import { lockCompany } from "../company/getCompany.ts";
import type { UserRecord } from "./userList.ts";

type NewUser = Pick<UserRecord, "name" | "phoneNumber" | "companyId" | "role" | "passwordHash"> & {
  readonly licenceNo?: string | undefined;
};

const duplicateMessages = { users_phone_number_key: "手机号已被其他用户使用" };

/** Adds users to companies, all of them or none; refuses a frozen company, whose users cannot sign in. */
export async function createUsers(
  created: readonly NewUser[],
  call: Call,
): Promise<readonly { readonly id: string }[]> {
  const { db, now } = call;
  const getCompany = await readEach(
    created.map(({ companyId }) => companyId),
    async (id) => {
      const company = await lockCompany(db, id);
      if (company.status === "frozen")
        throw new RefusalError(`企业「${company.name}」已冻结，解冻后才能新增用户`);
      return company;
    },
  );
  const records = created.map(({ passwordHash, ...sent }) => {
    const { name: companyName, nameOrder: companyNameOrder } = getCompany(sent.companyId);
    const fields = { ...sent, licenceNo: sent.licenceNo ?? "", companyName };
    return { id: call.newId(), fields, passwordHash, companyNameOrder };
  });
  await handleUniqueViolation(duplicateMessages, () =>
    db.insert(users).values(
      records.map(({ id, fields, passwordHash, companyNameOrder }) => ({
        ...fields,
        id,
        createdAt: now,
        updatedAt: now,
        nameOrder: toPinyinSortKey(fields.name),
        companyNameOrder,
        passwordHash,
        search: buildSearchText(fields.name),
      })),
    ),
  );
  for (const [id, added] of Map.groupBy(created, ({ companyId }) => companyId))
    await db
      .update(companies)
      .set({ userCount: sql`${companies.userCount} + ${added.length}` })
      .where(eq(companies.id, id));
  for (const { id, fields } of records) call.audit({ entityId: id, after: toAuditFields(fields) });
  return records.map(({ id }) => ({ id }));
}
