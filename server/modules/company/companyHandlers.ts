import { and, asc, eq, isNull } from "drizzle-orm";
import type { CompanyRow, companyCalls } from "../../../adapters/contract/company.ts";
import { wholeListMax } from "../../../adapters/contract/page.ts";
import * as word from "../../../adapters/contract/words.ts";
import { companyStatusMachine } from "../../../machines/status/company.ts";
import { generateInitialPassword } from "../../auth/generateInitialPassword.ts";
import { hashPassword } from "../../auth/passwordHash.ts";
import type { Call, EndpointInput, Handler, Handlers, PreparedHandler } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { invoices } from "../../db/schema/invoice.ts";
import { orders } from "../../db/schema/order.ts";
import { users } from "../../db/schema/user.ts";
import { queryPage } from "../../list/queryPage.ts";
import { announceChange } from "../../records/announceChange.ts";
import { diffFields } from "../../records/diffFields.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { nextStatus } from "../../records/nextStatus.ts";
import { omitUndefined } from "../../records/omitUndefined.ts";
import { createVersionConflict, handleUniqueViolation } from "../../records/refusals.ts";
import { renameCopies } from "../../records/renameCopies.ts";
import { buildSearchText, toPinyinSortKey } from "../../records/searchText.ts";
import { toViewer, type Viewer } from "../../records/viewer.ts";
import { noServiceEnds, readServiceEnds, type ServiceEnds } from "../serviceGrant/serviceEnds.ts";
import { type CompanyRecord, companyList } from "./companyList.ts";
import { getChannelName, getManagerName, getRegionName, updateCompanyCount } from "./companyReferences.ts";
import { createCompanies } from "./createCompanies.ts";
import { duplicateMessages } from "./duplicateMessages.ts";
import { getCompany, lockCompany } from "./getCompany.ts";

/** A company as lists and details show it, with masked phones; amounts only for viewers who may see them. */
const toCompanyRow = (record: CompanyRecord, ends: ServiceEnds, viewer: Viewer): CompanyRow => ({
  id: record.id,
  version: record.version,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
  name: record.name,
  shortName: record.shortName,
  creditCode: record.creditCode,
  type: record.type,
  level: record.level,
  contact: record.contact,
  phone: maskPhone(record.phone),
  emergencyPhone: maskPhone(record.emergencyPhone),
  regionId: record.regionId,
  regionName: record.regionName,
  address: record.address,
  lng: record.lng,
  lat: record.lat,
  channelCodeId: record.channelCodeId,
  channelName: record.channelName,
  managerId: record.managerId,
  managerName: record.managerName,
  accountUserId: record.accountUserId,
  accountPhone: maskPhone(record.accountPhone),
  userCount: record.userCount,
  boxCount: record.boxCount,
  orderAmountFen: viewer.canSeeAmounts ? record.orderAmountFen : null,
  status: record.status,
  freezeReason: record.freezeReason,
  expireAt: ends.expireAt?.toISOString() ?? null,
  expireServiceName: ends.expireServiceName,
  expiring30: ends.expiring30,
  remark: record.remark,
  logoUrl: record.logoUrl,
  logoStatus: record.logoStatus,
});

async function readCompanyRow(
  { db, now, actor }: Pick<Call, "db" | "now" | "actor">,
  record: CompanyRecord,
): Promise<CompanyRow> {
  const ends = await readServiceEnds(db, [record.id], now);
  return toCompanyRow(record, ends.get(record.id) ?? noServiceEnds, toViewer(actor));
}

/** Kinds of records whose lists show the name of their company. */
const namingCompanies = ["user", "box", "hangar", "device", "zone", "task", "order", "invoice"] as const;

type CompanyPatch = Omit<
  EndpointInput<typeof companyCalls.companyUpdate>["body"],
  "id" | "version" | "requestId"
>;

/** Saves the fields that were sent; the others, phones included, stay unchanged. */
const companyUpdate: Handler<typeof companyCalls.companyUpdate> = async ({ body }, call) => {
  const { id, version, requestId, ...sent } = body;
  const { db, now } = call;
  if (sent.name !== undefined) await lockNameDependents(db, id, sent.name);
  const record = await lockCompany(db, id);
  if (record.version !== version) throw createVersionConflict(await readCompanyRow(call, record));
  const patch = await resolveReferenceNames(call, record, sent);
  const next = { ...record, ...patch };
  const derived = {
    nameOrder: toPinyinSortKey(next.name),
    search: buildSearchText(next.name, next.creditCode),
    version: version + 1,
    updatedAt: now,
  };
  await handleUniqueViolation(duplicateMessages, () =>
    db
      .update(companies)
      .set({ ...patch, ...derived })
      .where(eq(companies.id, id)),
  );
  if (next.name !== record.name) {
    await renameCopies(call, companies, id, { name: next.name, nameOrder: derived.nameOrder });
    for (const kind of namingCompanies) announceChange(call, kind, null);
  }
  if (next.channelCodeId !== record.channelCodeId) {
    await updateCompanyCount(db, record.channelCodeId, -1);
    await updateCompanyCount(db, next.channelCodeId, 1);
  }
  call.audit({ entityId: id, ...diffFields(record, patch) });
  return { id, version: version + 1 };
};

/**
 * Locks the invoices and orders that copy the name before the company itself. Invoice changes lock the invoice, then its
 * orders, then the company; the opposite order would deadlock. Devices come after the company, as when a device changes
 * its company or a flight is written with its hangar.
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

/** Adds the names of referenced records; an unchanged reference stays valid even if it could not be selected now. */
async function resolveReferenceNames({ db, now }: Call, record: CompanyRecord, sent: CompanyPatch) {
  const { channelCodeId, ...fields } = sent;
  const patch: Partial<CompanyRecord> = omitUndefined(fields);
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

/** Creates a company and its owner in one transaction. */
const companyCreate: PreparedHandler<typeof companyCalls.companyCreate> = {
  prepare: async ({ body: { account } }, { randomBytes }) => {
    const generated = account.password ? null : generateInitialPassword(randomBytes);
    const passwordHash = await hashPassword(generated?.md5 ?? account.password ?? "");
    return async ({ body }, call) => {
      const [company] = await createCompanies([{ body, passwordHash }], call);
      return { id: company?.id ?? "", version: 1, initialPassword: generated?.password ?? null };
    };
  },
};

/**
 * Freezes or unfreezes. Without parameters it toggles, as specified; with `to` and `version`, a retry or a second
 * operator does not undo it. Company users have no sessions on this platform that would have to end.
 */
const companyFrozen: Handler<typeof companyCalls.companyFrozen> = async ({ params, query }, call) => {
  const record = await lockCompany(call.db, params.id);
  if (query.version !== undefined && query.version !== record.version)
    throw createVersionConflict(await readCompanyRow(call, record));
  const to = query.to ?? (record.status === "normal" ? "frozen" : "normal");
  const event = to === "frozen" ? "freeze" : "unfreeze";
  const status = nextStatus(companyStatusMachine, word.company, record, event);
  const patch = {
    status,
    freezeReason: status === "frozen" ? (query.reason ?? "") : "",
    version: record.version + 1,
  };
  await call.db
    .update(companies)
    .set({ ...patch, updatedAt: call.now })
    .where(eq(companies.id, params.id));
  call.audit({
    entityId: params.id,
    before: { status: record.status, freezeReason: record.freezeReason },
    after: { status: patch.status, freezeReason: patch.freezeReason },
  });
  return { id: params.id, version: patch.version, status: patch.status };
};

export const companyHandlers: Handlers<typeof companyCalls> = {
  companyPageList: async ({ body }, call) => {
    const viewer = toViewer(call.actor);
    const page = await queryPage(call, companyList, body, (record) => record);
    const ids = page.list.map(({ id }) => id);
    const ends = await readServiceEnds(call.db, ids, call.now);
    const toRow = (record: CompanyRecord) =>
      toCompanyRow(record, ends.get(record.id) ?? noServiceEnds, viewer);
    return { ...page, list: page.list.map(toRow) };
  },
  companyOne: async ({ params }, call) => readCompanyRow(call, await getCompany(call.db, params.id)),
  companyFrozen,
  companyCreate,
  companyUpdate,
  companyChildUsers: async ({ params }, { db }) => {
    await getCompany(db, params.id);
    const records = await db
      .select()
      .from(users)
      .where(and(eq(users.companyId, params.id), isNull(users.deletedAt)))
      .orderBy(asc(users.createdAt), asc(users.id))
      .limit(wholeListMax);
    return records.map(({ id, name, phoneNumber, role, status, lastLoginAt, version }) => ({
      id,
      name,
      phoneNumber: maskPhone(phoneNumber),
      role,
      status,
      lastLoginAt: lastLoginAt?.toISOString() ?? null,
      version,
    }));
  },
};
