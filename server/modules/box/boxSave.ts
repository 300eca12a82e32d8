import { eq } from "drizzle-orm";
import type { boxCalls } from "../../../adapters/contract/box.ts";
import { boxBindingMachine } from "../../../machines/status/boxBinding.ts";
import { type Handler, type InputOf, Refusal } from "../../call.ts";
import { type BoxRecord, boxes } from "../../db/schema/box.ts";
import { Invalid } from "../../http/invalid.ts";
import { changes } from "../changes.ts";
import { lockCompany } from "../company/liveCompany.ts";
import { newOwner } from "../device/newOwner.ts";
import { pinyinOrder, searchText } from "../pinyinOrder.ts";
import { conflict, refusingDuplicates } from "../refusing.ts";
import { bindBox, unbindBox } from "./bindBox.ts";
import { boxRow } from "./boxRow.ts";
import { liveBox, lockBox } from "./liveBox.ts";

const duplicates = {
  boxes_mac_key: "MAC 地址已被其他云盒使用，请核对或重新生成",
  boxes_sn_key: "序列号已存在，请核对后重新填写",
};

type Edit = Omit<InputOf<typeof boxCalls.boxUpdate>["body"], "id" | "version" | "requestId" | "companyId">;

/** Only what was sent; a position that was emptied is none. */
const given = ({ lng, lat, ...sent }: Edit): Partial<BoxRecord> => {
  const fields: Partial<BoxRecord> = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  );
  if (lng !== undefined) fields.lng = lng === "" ? null : lng;
  if (lat !== undefined) fields.lat = lat === "" ? null : lat;
  return fields;
};

const derived = ({ name, mac, sn }: Pick<BoxRecord, "name" | "mac" | "sn">) => ({
  nameOrder: pinyinOrder(name),
  search: searchText(name, mac, sn),
});

/** Enters a box, for a company or for nobody yet; it counts as offline until it is heard of. */
export const boxAdd: Handler<typeof boxCalls.boxAdd> = async ({ body }, call) => {
  const { requestId, companyId, mac, name, sn, model, ...sent } = body;
  const { db, now } = call;
  const id = call.newId();
  const company = companyId ? await newOwner(db, companyId) : null;
  const bound = company ? await bindBox(call, id, company) : {};
  const fields = { ...given(sent), ...bound, mac, name, sn, model };
  await refusingDuplicates(duplicates, () =>
    db.insert(boxes).values({ ...fields, ...derived(fields), id, createdAt: now, updatedAt: now }),
  );
  call.audit({ entityId: id, after: fields });
  return { id, version: 1 };
};

/** Saves the fields that were sent; a company that was sent binds the box, an empty one unbinds it. */
export const boxUpdate: Handler<typeof boxCalls.boxUpdate> = async ({ body }, call) => {
  const { id, version, requestId, companyId, ...sent } = body;
  const { db, now } = call;
  const seen = await liveBox(db, id);
  const to = companyId === undefined ? seen.companyId : companyId || null;
  const company = to !== null && to !== seen.companyId ? await newOwner(db, to) : null;
  if (to === null && seen.companyId !== null) await lockCompany(db, seen.companyId);
  const record = await lockBox(db, id, version);
  // Somebody else bound or unbound it after it was seen: other companies would have to be locked for this edit.
  if (record.companyId !== seen.companyId) throw conflict(await boxRow(db, record));
  const fields = given(sent);
  const next = { ...record, ...fields };
  if ((next.lng === null) !== (next.lat === null))
    throw new Invalid([{ path: next.lng === null ? "lng" : "lat", message: "经度和纬度需要一起填写" }]);
  const isAsked = companyId !== undefined && (to !== record.companyId || Object.keys(fields).length === 0);
  if (isAsked) refuseBinding(record, to === null ? "unbind" : "bind");
  const bound = !isAsked ? {} : company ? await bindBox(call, id, company) : await unbindBox(call, record);
  const edit = { ...fields, ...bound };
  await refusingDuplicates(duplicates, () =>
    db
      .update(boxes)
      .set({ ...edit, ...derived(next), version: version + 1, updatedAt: now })
      .where(eq(boxes.id, id)),
  );
  call.audit({ entityId: id, ...changes(record, edit) });
  return { id, version: version + 1 };
};

function refuseBinding({ companyId, companyName }: BoxRecord, event: "bind" | "unbind"): void {
  const present = companyId === null ? "free" : "bound";
  if (boxBindingMachine.next(present, event) !== null) return;
  const state = `云盒当前状态为「${boxBindingMachine.label(present)}」`;
  throw new Refusal(event === "bind" ? `${state}，请先从「${companyName}」解绑` : `${state}，无需解绑`);
}
