import type { companyCalls } from "../../../adapters/contract/company.ts";
import { initialPassword } from "../../auth/initialPassword.ts";
import { hashPassword } from "../../auth/passwordHash.ts";
import type { Call, InputOf, PreparedHandler } from "../../call.ts";
import { companies } from "../../db/schema/company.ts";
import { users } from "../../db/schema/user.ts";
import { audited } from "../changes.ts";
import { pinyinOrder, searchText } from "../pinyinOrder.ts";
import { refusingDuplicates } from "../refusing.ts";
import { companyDuplicates } from "./companyDuplicates.ts";
import { channelNameOf, countCompany, managerNameOf, regionNameOf } from "./companyReferences.ts";

type Create = typeof companyCalls.companyCreate;
interface Password {
  readonly passwordHash: string;
  /** Null where it was chosen by who asks. */
  readonly shown: string | null;
}

/** Makes a company and the user who owns it, both or neither. */
export const companyCreate: PreparedHandler<Create> = {
  prepare: async ({ body: { account } }, { randomBytes }) => {
    const made = account.password ? null : initialPassword(randomBytes);
    const passwordHash = await hashPassword(made?.md5 ?? account.password ?? "");
    return (input, call) => create(input, call, { passwordHash, shown: made?.password ?? null });
  },
};

async function create({ body }: InputOf<Create>, call: Call, { passwordHash, shown }: Password) {
  const { account, requestId, channelCodeId, ...fields } = body;
  const { db, now } = call;
  const channelId = channelCodeId || null;
  const stamps = { createdAt: now, updatedAt: now };
  const company = {
    ...fields,
    ...stamps,
    id: call.newId(),
    nameOrder: pinyinOrder(fields.name),
    regionName: await regionNameOf(db, fields.regionId),
    managerName: await managerNameOf(db, fields.managerId),
    channelCodeId: channelId,
    channelName: channelId ? await channelNameOf(db, channelId, now) : "",
    accountUserId: call.newId(),
    accountPhone: account.phoneNumber,
    userCount: 1,
    search: searchText(fields.name, fields.creditCode),
  };
  const owner = {
    ...stamps,
    id: company.accountUserId,
    name: account.name,
    nameOrder: pinyinOrder(account.name),
    phoneNumber: account.phoneNumber,
    companyId: company.id,
    companyName: company.name,
    companyNameOrder: company.nameOrder,
    role: "owner" as const,
    passwordHash,
    search: searchText(account.name),
  };
  await refusingDuplicates(companyDuplicates, async () => {
    await db.insert(companies).values(company);
    await db.insert(users).values(owner);
  });
  await countCompany(db, channelId, 1);
  call.audit({
    entityId: company.id,
    after: audited({
      ...fields,
      channelCodeId: channelId,
      accountName: owner.name,
      accountPhone: owner.phoneNumber,
    }),
  });
  return { id: company.id, version: 1, initialPassword: shown };
}
