import type { companyCalls } from "../../../adapters/contract/company.ts";
import { generateInitialPassword } from "../../auth/generateInitialPassword.ts";
import { hashPassword } from "../../auth/passwordHash.ts";
import type { Call, EndpointInput, PreparedHandler } from "../../call.ts";
import { companies } from "../../db/schema/company.ts";
import { users } from "../../db/schema/user.ts";
import { toAuditFields } from "../diffFields.ts";
import { handleUniqueViolation } from "../refusals.ts";
import { buildSearchText, toPinyinSortKey } from "../searchText.ts";
import { companyDuplicateMessages } from "./companyDuplicateMessages.ts";
import { getChannelName, getManagerName, getRegionName, updateCompanyCount } from "./companyReferences.ts";

type Create = typeof companyCalls.companyCreate;
interface AccountPassword {
  readonly passwordHash: string;
  /** Null where it was chosen by who asks. */
  readonly generatedPassword: string | null;
}

/** Makes a company and the user who owns it, both or neither. */
export const companyCreate: PreparedHandler<Create> = {
  prepare: async ({ body: { account } }, { randomBytes }) => {
    const generated = account.password ? null : generateInitialPassword(randomBytes);
    const passwordHash = await hashPassword(generated?.md5 ?? account.password ?? "");
    return (input, call) =>
      create(input, call, { passwordHash, generatedPassword: generated?.password ?? null });
  },
};

async function create(
  { body }: EndpointInput<Create>,
  call: Call,
  { passwordHash, generatedPassword }: AccountPassword,
) {
  const { account, requestId, channelCodeId, ...fields } = body;
  const { db, now } = call;
  const channelId = channelCodeId || null;
  const stamps = { createdAt: now, updatedAt: now };
  const company = {
    ...fields,
    ...stamps,
    id: call.newId(),
    nameOrder: toPinyinSortKey(fields.name),
    regionName: await getRegionName(db, fields.regionId),
    managerName: await getManagerName(db, fields.managerId),
    channelCodeId: channelId,
    channelName: channelId ? await getChannelName(db, channelId, now) : "",
    accountUserId: call.newId(),
    accountPhone: account.phoneNumber,
    userCount: 1,
    search: buildSearchText(fields.name, fields.creditCode),
  };
  const owner = {
    ...stamps,
    id: company.accountUserId,
    name: account.name,
    nameOrder: toPinyinSortKey(account.name),
    phoneNumber: account.phoneNumber,
    companyId: company.id,
    companyName: company.name,
    companyNameOrder: company.nameOrder,
    role: "owner" as const,
    passwordHash,
    search: buildSearchText(account.name),
  };
  await handleUniqueViolation(companyDuplicateMessages, async () => {
    await db.insert(companies).values(company);
    await db.insert(users).values(owner);
  });
  await updateCompanyCount(db, channelId, 1);
  call.audit({
    entityId: company.id,
    after: toAuditFields({
      ...fields,
      channelCodeId: channelId,
      accountName: owner.name,
      accountPhone: owner.phoneNumber,
    }),
  });
  return { id: company.id, version: 1, initialPassword: generatedPassword };
}
