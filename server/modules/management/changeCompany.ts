import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { managementCalls } from "../../../adapters/contract/management.ts";
import { type Call, type Handler, Refusal } from "../../call.ts";
import { companies } from "../../db/schema/company.ts";
import { users } from "../../db/schema/user.ts";
import type { CompanyRecord } from "../company/companyList.ts";
import { found } from "../refusing.ts";
import { liveUser, lockUser } from "../user/liveUser.ts";
import type { UserRecord } from "../user/userList.ts";

/** Moves a user to another company; the last owner of one cannot leave it. */
export const changeCompany: Handler<typeof managementCalls.changeCompany> = async ({ params }, call) => {
  const { userId, destCid } = params;
  const { companyId } = await liveUser(call.db, userId);
  if (companyId === destCid) throw new Refusal("该用户已在所选企业，无需变更");
  const { source, destination } = await lockBoth(call, companyId, destCid);
  const user = await lockUser(call.db, userId);
  if (user.companyId !== companyId) throw new Refusal("该用户的企业刚刚被他人变更，请刷新后重试");
  if (destination.status === "frozen") throw new Refusal("目标企业已冻结，请先解冻");
  const heir = await owningAfter(call, user);
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
  const left =
    source?.accountUserId === userId && heir
      ? { accountUserId: heir.id, accountPhone: heir.phoneNumber }
      : {};
  await call.db
    .update(companies)
    .set({ ...left, userCount: sql`${companies.userCount} - 1` })
    .where(eq(companies.id, companyId));
  await call.db
    .update(companies)
    .set({ userCount: sql`${companies.userCount} + 1` })
    .where(eq(companies.id, destCid));
  call.audit({
    entityId: userId,
    before: { companyId, companyName: user.companyName },
    after: { companyId: destCid, companyName: destination.name },
  });
  return { id: userId, version: user.version + 1 };
};

/** Both rows locked in the order of their ids, so that two moves in opposite directions do not wait for each other. */
async function lockBoth({ db }: Call, companyId: string, destCid: string) {
  const records: CompanyRecord[] = await db
    .select()
    .from(companies)
    .where(and(inArray(companies.id, [companyId, destCid]), isNull(companies.deletedAt)))
    .orderBy(asc(companies.id))
    .for("update");
  const destination = found(
    records.find(({ id }) => id === destCid),
    "目标企业",
  );
  return { source: records.find(({ id }) => id === companyId), destination };
}

/** Another owner of the user's company, the longest-standing one; without one an owner may not go. */
async function owningAfter({ db }: Call, user: UserRecord): Promise<UserRecord | undefined> {
  const [heir] = await db
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
  if (user.role === "owner" && !heir) throw new Refusal("该用户是企业唯一的负责人，请先为企业指定其他负责人");
  return heir;
}
