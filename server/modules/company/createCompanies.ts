import type { companyCalls } from "../../../adapters/contract/company.ts";
import type { Call, EndpointInput } from "../../call.ts";
import { companies } from "../../db/schema/company.ts";
import { users } from "../../db/schema/user.ts";
import { toAuditFields } from "../../records/diffFields.ts";
import { readEach } from "../../records/readEach.ts";
import { handleUniqueViolation } from "../../records/refusals.ts";
import { buildSearchText, toPinyinSortKey } from "../../records/searchText.ts";
import { getChannelName, getManagerName, getRegionName, updateCompanyCount } from "./companyReferences.ts";
import { duplicateMessages } from "./duplicateMessages.ts";

interface NewCompany {
  readonly body: EndpointInput<typeof companyCalls.companyCreate>["body"];
  /** Of its owner. */
  readonly passwordHash: string;
}

/** Creates companies with their owners in the call's transaction: all of them, or none with a refusal. */
export async function createCompanies(
  created: readonly NewCompany[],
  call: Call,
): Promise<readonly { readonly id: string }[]> {
  const { db, now } = call;
  const bodies = created.map(({ body }) => body);
  const getRegion = await readEach(
    bodies.map(({ regionId }) => regionId),
    (id) => getRegionName(db, id),
  );
  const getManager = await readEach(
    bodies.map(({ managerId }) => managerId),
    (id) => getManagerName(db, id),
  );
  const getChannel = await readEach(
    bodies.map(({ channelCodeId }) => channelCodeId),
    (id) => getChannelName(db, id, now),
  );
  const stamps = { createdAt: now, updatedAt: now };
  const records = created.map(({ body: { account, requestId, channelCodeId, ...fields }, passwordHash }) => {
    const company = {
      ...fields,
      ...stamps,
      id: call.newId(),
      nameOrder: toPinyinSortKey(fields.name),
      regionName: getRegion(fields.regionId),
      managerName: getManager(fields.managerId),
      channelCodeId: channelCodeId || null,
      channelName: channelCodeId ? getChannel(channelCodeId) : "",
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
    return { company, owner, fields };
  });
  await handleUniqueViolation(duplicateMessages, async () => {
    await db.insert(companies).values(records.map(({ company }) => company));
    await db.insert(users).values(records.map(({ owner }) => owner));
  });
  const channelIds = records.flatMap(({ company }) => company.channelCodeId ?? []);
  for (const [id, members] of Map.groupBy(channelIds, (id) => id))
    await updateCompanyCount(db, id, members.length);
  for (const { company, owner, fields } of records)
    call.audit({
      entityId: company.id,
      after: toAuditFields({
        ...fields,
        channelCodeId: company.channelCodeId,
        accountName: owner.name,
        accountPhone: owner.phoneNumber,
      }),
    });
  return records.map(({ company: { id } }) => ({ id }));
}
