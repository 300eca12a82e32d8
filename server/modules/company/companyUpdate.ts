import { eq } from "drizzle-orm";
import type { companyCalls } from "../../../adapters/contract/company.ts";
import type { Call, EndpointInput, Handler } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { invoices } from "../../db/schema/invoice.ts";
import { orders } from "../../db/schema/order.ts";
import { diffFields } from "../diffFields.ts";
import { handleUniqueViolation, versionConflict } from "../refusals.ts";
import { renameCopies } from "../renameCopies.ts";
import { buildSearchText, toPinyinSortKey } from "../searchText.ts";
import { toViewer } from "../viewer.ts";
import { companyDuplicateMessages } from "./companyDuplicateMessages.ts";
import type { CompanyRecord } from "./companyList.ts";
import { getChannelName, getManagerName, getRegionName, updateCompanyCount } from "./companyReferences.ts";
import { toCompanyRow } from "./companyRow.ts";
import { getCompany, lockCompany } from "./getCompany.ts";

type CompanyPatch = Omit<
  EndpointInput<typeof companyCalls.companyUpdate>["body"],
  "id" | "version" | "requestId"
>;

/** Saves the fields that were sent and leaves the others, phones included, as they are. */
export const companyUpdate: Handler<typeof companyCalls.companyUpdate> = async ({ body }, call) => {
  const { id, version, requestId, ...sent } = body;
  const { db, now } = call;
  if (sent.name !== undefined) await lockNameDependents(db, id, sent.name);
  const record = await lockCompany(db, id);
  if (record.version !== version) throw versionConflict(toCompanyRow(record, toViewer(call.actor)));
  const patch = await resolveReferenceNames(call, record, sent);
  const next = { ...record, ...patch };
  const derived = {
    nameOrder: toPinyinSortKey(next.name),
    search: buildSearchText(next.name, next.creditCode),
    version: version + 1,
    updatedAt: now,
  };
  await handleUniqueViolation(companyDuplicateMessages, () =>
    db
      .update(companies)
      .set({ ...patch, ...derived })
      .where(eq(companies.id, id)),
  );
  if (next.name !== record.name)
    await renameCopies(db, companies, id, { name: next.name, nameOrder: derived.nameOrder });
  if (next.channelCodeId !== record.channelCodeId) {
    await updateCompanyCount(db, record.channelCodeId, -1);
    await updateCompanyCount(db, next.channelCodeId, 1);
  }
  call.audit({ entityId: id, ...diffFields(record, patch) });
  return { id, version: version + 1 };
};

/**
 * Locks what a new name reaches before the company itself: whoever works on an invoice locks it, then its orders, then
 * their company, and two who lock in opposite orders wait for each other. Devices come after: whoever gives one to
 * another company locks the company first, as does a flight that is written with its hangar.
 */
async function lockNameDependents(db: Db, id: string, name: string): Promise<void> {
  if ((await getCompany(db, id)).name === name) return;
  for (const table of [invoices, orders])
    await db
      .select({ id: table.id })
      .from(table)
      .where(eq(table.companyId, id))
      .orderBy(table.id)
      .for("update");
}

/** The edit with the names of what it refers to; an unchanged reference is kept even if it could not be chosen now. */
async function resolveReferenceNames({ db, now }: Call, record: CompanyRecord, sent: CompanyPatch) {
  const { channelCodeId, ...fields } = sent;
  const patch: Partial<CompanyRecord> = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  if (patch.regionId !== undefined && patch.regionId !== record.regionId)
    patch.regionName = await getRegionName(db, patch.regionId);
  if (patch.managerId && patch.managerId !== record.managerId)
    patch.managerName = await getManagerName(db, patch.managerId);
  if (channelCodeId !== undefined && (channelCodeId || null) !== record.channelCodeId) {
    patch.channelCodeId = channelCodeId || null;
    patch.channelName = channelCodeId ? await getChannelName(db, channelCodeId, now) : "";
  }
  return patch;
}
