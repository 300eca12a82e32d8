import { eq } from "drizzle-orm";
import type { BulkTarget } from "../../../adapters/contract/smsTarget.ts";
import { userRole } from "../../../adapters/contract/user.ts";
import { formatFilters } from "../../audit/formatFilters.ts";
import type { Db } from "../../db/handle.ts";
import { smsRecipientLists } from "../../db/schema/smsRecipientList.ts";

/** The name of the file that a list was read from. */
async function readListName(db: Db, listId: string): Promise<string> {
  const [list] = await db
    .select({ fileName: smsRecipientLists.fileName })
    .from(smsRecipientLists)
    .where(eq(smsRecipientLists.id, listId));
  return list?.fileName ?? "";
}

/** Whom a bulk SMS went to, in the words of the lists: `账号列表，状态：正常；角色：负责人`. */
export async function describeTarget(db: Db, target: BulkTarget): Promise<string> {
  const { companyIds = [], userIds = [], listId, companies, users, roles = [], all } = target;
  const parts = [
    ...(all ? ["全部企业"] : []),
    ...(companyIds.length > 0 ? [`选定的 ${companyIds.length} 家企业`] : []),
    ...(userIds.length > 0 ? [`选定的 ${userIds.length} 位用户`] : []),
    ...(listId ? [`名单「${await readListName(db, listId)}」`] : []),
    ...(companies ? [`账号列表，${await formatFilters(db, "company", companies)}`] : []),
    ...(users ? [`用户列表，${await formatFilters(db, "user", users)}`] : []),
    ...(roles.length > 0 ? [`角色：${roles.map(userRole.label).join("、")}`] : []),
  ];
  return parts.join("；");
}
