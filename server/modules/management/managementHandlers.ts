import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { managementCalls } from "../../../adapters/contract/management.ts";
import type { Call, Handler, Handlers } from "../../call.ts";
import { companies } from "../../db/schema/company.ts";
import { users } from "../../db/schema/user.ts";
import { RefusalError } from "../../errors.ts";
import { defineListSource } from "../../list/listSource.ts";
import { queryPage } from "../../list/queryPage.ts";
import { announceChange } from "../../records/announceChange.ts";
import { requireRecord } from "../../records/refusals.ts";
import type { CompanyRecord } from "../company/companyList.ts";
import { type UserRecord, userRecords } from "../user/userList.ts";

/** Moves a user to another company; the only owner of a company cannot leave it. */
const changeCompany: Handler<typeof managementCalls.changeCompany> = async ({ params }, call) => {
  const { userId, destCid } = params;
  const { companyId } = await userRecords.get(call.db, userId);
  if (companyId === destCid) throw new RefusalError("该用户已在所选企业，无需变更");
  const { source, destination } = await lockCompanies(call, companyId, destCid);
  const user = await userRecords.lock(call, userId);
  if (user.companyId !== companyId) throw new RefusalError("该用户的企业刚刚被他人变更，请刷新后重试");
  if (destination.status === "frozen") throw new RefusalError("目标企业已冻结，请先解冻");
  const nextOwner = await findNextOwner(call, user);
  await call.db
    .update(users)
    .set({
      companyId: destCid,
      companyName: destination.name,
      companyNameOrder: destination.nameOrder,
      version: user.version + 1,
      updatedAt: call.now,
    })
    .where(eq(users.id, userId));
  const accountPatch =
    source?.accountUserId === userId && nextOwner
      ? { accountUserId: nextOwner.id, accountPhone: nextOwner.phoneNumber }
      : {};
  await call.db
    .update(companies)
    .set({ ...accountPatch, userCount: sql`${companies.userCount} - 1` })
    .where(eq(companies.id, companyId));
  await call.db
    .update(companies)
    .set({ userCount: sql`${companies.userCount} + 1` })
    .where(eq(companies.id, destCid));
  announceChange(call, "company", [companyId, destCid]);
  call.audit({
    entityId: userId,
    before: { companyId, companyName: user.companyName },
    after: { companyId: destCid, companyName: destination.name },
  });
  return { id: userId, version: user.version + 1 };
};

/** Locks both rows in the order of their ids, so that two moves in opposite directions do not deadlock. */
async function lockCompanies({ db }: Call, companyId: string, destCid: string) {
  const records: CompanyRecord[] = await db
    .select()
    .from(companies)
    .where(and(inArray(companies.id, [companyId, destCid]), isNull(companies.deletedAt)))
    .orderBy(asc(companies.id))
    .for("update");
  const destination = requireRecord(
    records.find(({ id }) => id === destCid),
    "目标企业",
  );
  return { source: records.find(({ id }) => id === companyId), destination };
}

/** The oldest other owner of the user's company; refuses if the user is the only owner. */
async function findNextOwner({ db }: Call, user: UserRecord): Promise<UserRecord | undefined> {
  const [nextOwner] = await db
    .select()
    .from(users)
    .where(
      and(
        eq(users.companyId, user.companyId),
        eq(users.role, "owner"),
        ne(users.id, user.id),
        isNull(users.deletedAt),
      ),
    )
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(1);
  if (user.role === "owner" && !nextOwner)
    throw new RefusalError("该用户是企业唯一的负责人，请先为企业指定其他负责人");
  return nextOwner;
}

/** Options of the company picker. */
const companyOptions = defineListSource<z.output<typeof managementCalls.pageListCompany.body>>()({
  table: companies,
  id: companies.id,
  createdAt: companies.createdAt,
  baseCondition: isNull(companies.deletedAt),
  search: companies.search,
  nameOrder: companies.nameOrder,
  phones: [companies.phone, companies.emergencyPhone, companies.accountPhone],
  sortable: { name: companies.nameOrder, createdAt: companies.createdAt },
  filters: { status: (value) => eq(companies.status, value) },
});

export const managementHandlers: Handlers<typeof managementCalls> = {
  pageListCompany: ({ body }, call) =>
    queryPage(call, companyOptions, body, ({ id, name, status }) => ({ id, name, status })),
  queryCompanynames: ({ body }, { db }) =>
    db
      .select({ id: companies.id, name: companies.name })
      .from(companies)
      .where(and(inArray(companies.id, body.ids), isNull(companies.deletedAt))),
  changeCompany,
};
