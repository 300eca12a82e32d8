import { eq } from "drizzle-orm";
import type { companyCalls } from "../../../adapters/contract/company.ts";
import type { Call, Handler, InputOf } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { invoices } from "../../db/schema/invoice.ts";
import { orders } from "../../db/schema/order.ts";
import { changes } from "../changes.ts";
import { pinyinOrder, searchText } from "../pinyinOrder.ts";
import { conflict, refusingDuplicates } from "../refusing.ts";
import { renameCopies } from "../renameCopies.ts";
import { viewerOf } from "../viewer.ts";
import { companyDuplicates } from "./companyDuplicates.ts";
import type { CompanyRecord } from "./companyList.ts";
import { channelNameOf, countCompany, managerNameOf, regionNameOf } from "./companyReferences.ts";
import { companyRow } from "./companyRow.ts";
import { liveCompany, lockCompany } from "./liveCompany.ts";

type Edit = Omit<InputOf<typeof companyCalls.companyUpdate>["body"], "id" | "version" | "requestId">;

/** Saves the fields that were sent and leaves the others, phones included, as they are. */
export const companyUpdate: Handler<typeof companyCalls.companyUpdate> = async ({ body }, call) => {
  const { id, version, requestId, ...sent } = body;
  const { db, now } = call;
  if (sent.name !== undefined) await holdNamed(db, id, sent.name);
  const record = await lockCompany(db, id);
  if (record.version !== version) throw conflict(companyRow(record, viewerOf(call.actor)));
  const edit = await withNames(call, record, sent);
  const next = { ...record, ...edit };
  const derived = {
    nameOrder: pinyinOrder(next.name),
    search: searchText(next.name, next.creditCode),
    version: version + 1,
    updatedAt: now,
  };
  await refusingDuplicates(companyDuplicates, () =>
    db
      .update(companies)
      .set({ ...edit, ...derived })
      .where(eq(companies.id, id)),
  );
  if (next.name !== record.name)
    await renameCopies(db, companies, id, { name: next.name, nameOrder: derived.nameOrder });
  if (next.channelCodeId !== record.channelCodeId) {
    await countCompany(db, record.channelCodeId, -1);
    await countCompany(db, next.channelCodeId, 1);
  }
  call.audit({ entityId: id, ...changes(record, edit) });
  return { id, version: version + 1 };
};

/**
 * Locks what a new name reaches before the company itself: whoever works on an invoice locks it, then its orders, then
 * their company, and two who lock in opposite orders wait for each other. Devices come after: whoever gives one to
 * another company locks the company first, as does a flight that is written with its hangar.
 */
async function holdNamed(db: Db, id: string, name: string): Promise<void> {
  if ((await liveCompany(db, id)).name === name) return;
  for (const table of [invoices, orders])
    await db
      .select({ id: table.id })
      .from(table)
      .where(eq(table.companyId, id))
      .orderBy(table.id)
      .for("update");
}

/** The edit with the names of what it refers to; an unchanged reference is kept even if it could not be chosen now. */
async function withNames({ db, now }: Call, record: CompanyRecord, sent: Edit) {
  const { channelCodeId, ...fields } = sent;
  const edit: Partial<CompanyRecord> = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  if (edit.regionId !== undefined && edit.regionId !== record.regionId)
    edit.regionName = await regionNameOf(db, edit.regionId);
  if (edit.managerId && edit.managerId !== record.managerId)
    edit.managerName = await managerNameOf(db, edit.managerId);
  if (channelCodeId !== undefined && (channelCodeId || null) !== record.channelCodeId) {
    edit.channelCodeId = channelCodeId || null;
    edit.channelName = channelCodeId ? await channelNameOf(db, channelCodeId, now) : "";
  }
  return edit;
}
