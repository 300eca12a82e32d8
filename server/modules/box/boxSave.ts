import { eq } from "drizzle-orm";
import type { boxCalls } from "../../../adapters/contract/box.ts";
import { boxBindingMachine } from "../../../machines/status/boxBinding.ts";
import { type EndpointInput, type Handler, RefusalError } from "../../call.ts";
import { type BoxRecord, boxes } from "../../db/schema/box.ts";
import { ValidationError } from "../../http/validationError.ts";
import { lockCompany } from "../company/getCompany.ts";
import { lockNewOwner } from "../device/lockNewOwner.ts";
import { diffFields } from "../diffFields.ts";
import { handleUniqueViolation, versionConflict } from "../refusals.ts";
import { buildSearchText, toPinyinSortKey } from "../searchText.ts";
import { bindBox, unbindBox } from "./bindBox.ts";
import { toBoxRow } from "./boxRow.ts";
import { getBox, lockBox } from "./getBox.ts";

const duplicateMessages = {
  boxes_mac_key: "MAC 地址已被其他云盒使用，请核对或重新生成",
  boxes_sn_key: "序列号已存在，请核对后重新填写",
};

type BoxPatch = Omit<
  EndpointInput<typeof boxCalls.boxUpdate>["body"],
  "id" | "version" | "requestId" | "companyId"
>;

/** Only what was sent; a position that was emptied is none. */
const toBoxFields = ({ lng, lat, ...sent }: BoxPatch): Partial<BoxRecord> => {
  const fields: Partial<BoxRecord> = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  );
  if (lng !== undefined) fields.lng = lng === "" ? null : lng;
  if (lat !== undefined) fields.lat = lat === "" ? null : lat;
  return fields;
};

const deriveFields = ({ name, mac, sn }: Pick<BoxRecord, "name" | "mac" | "sn">) => ({
  nameOrder: toPinyinSortKey(name),
  search: buildSearchText(name, mac, sn),
});

/** Enters a box, for a company or for nobody yet; it counts as offline until it is heard of. */
export const boxAdd: Handler<typeof boxCalls.boxAdd> = async ({ body }, call) => {
  const { requestId, companyId, mac, name, sn, model, ...sent } = body;
  const { db, now } = call;
  const id = call.newId();
  const company = companyId ? await lockNewOwner(db, companyId) : null;
  const ownerFields = company ? await bindBox(call, id, company) : {};
  const fields = { ...toBoxFields(sent), ...ownerFields, mac, name, sn, model };
  await handleUniqueViolation(duplicateMessages, () =>
    db.insert(boxes).values({ ...fields, ...deriveFields(fields), id, createdAt: now, updatedAt: now }),
  );
  call.audit({ entityId: id, after: fields });
  return { id, version: 1 };
};

/** Saves the fields that were sent; a company that was sent binds the box, an empty one unbinds it. */
export const boxUpdate: Handler<typeof boxCalls.boxUpdate> = async ({ body }, call) => {
  const { id, version, requestId, companyId, ...sent } = body;
  const { db, now } = call;
  const unlocked = await getBox(db, id);
  const targetCompanyId = companyId === undefined ? unlocked.companyId : companyId || null;
  const company =
    targetCompanyId !== null && targetCompanyId !== unlocked.companyId
      ? await lockNewOwner(db, targetCompanyId)
      : null;
  if (targetCompanyId === null && unlocked.companyId !== null) await lockCompany(db, unlocked.companyId);
  const record = await lockBox(db, id, version);
  // Somebody else bound or unbound it after it was seen: other companies would have to be locked for this edit.
  if (record.companyId !== unlocked.companyId) throw versionConflict(await toBoxRow(db, record));
  const fields = toBoxFields(sent);
  const next = { ...record, ...fields };
  if ((next.lng === null) !== (next.lat === null))
    throw new ValidationError([
      { path: next.lng === null ? "lng" : "lat", message: "经度和纬度需要一起填写" },
    ]);
  const isBindingChange =
    companyId !== undefined && (targetCompanyId !== record.companyId || Object.keys(fields).length === 0);
  if (isBindingChange) assertBindingAllowed(record, targetCompanyId === null ? "unbind" : "bind");
  const ownerFields = !isBindingChange
    ? {}
    : company
      ? await bindBox(call, id, company)
      : await unbindBox(call, record);
  const patch = { ...fields, ...ownerFields };
  await handleUniqueViolation(duplicateMessages, () =>
    db
      .update(boxes)
      .set({ ...patch, ...deriveFields(next), version: version + 1, updatedAt: now })
      .where(eq(boxes.id, id)),
  );
  call.audit({ entityId: id, ...diffFields(record, patch) });
  return { id, version: version + 1 };
};

function assertBindingAllowed({ companyId, companyName }: BoxRecord, event: "bind" | "unbind"): void {
  const current = companyId === null ? "free" : "bound";
  if (boxBindingMachine.next(current, event) !== null) return;
  const state = `云盒当前状态为「${boxBindingMachine.label(current)}」`;
  throw new RefusalError(event === "bind" ? `${state}，请先从「${companyName}」解绑` : `${state}，无需解绑`);
}
