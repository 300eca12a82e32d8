import { eq } from "drizzle-orm";
import { formatWholeScope } from "../../../adapters/contract/dutyScope.ts";
import type { screenCalls } from "../../../adapters/contract/screen.ts";
import * as word from "../../../adapters/contract/words.ts";
import { generateToken, hashToken } from "../../auth/tokens.ts";
import type { Call, Handler, Handlers } from "../../call.ts";
import { type ScreenRecord, screens } from "../../db/schema/screen.ts";
import { RefusalError } from "../../errors.ts";
import { queryPage } from "../../list/queryPage.ts";
import { diffFields } from "../../records/diffFields.ts";
import { findActive } from "../../records/findActive.ts";
import { omitUndefined } from "../../records/omitUndefined.ts";
import { createVersionConflict, handleUniqueViolation, requireRecord } from "../../records/refusals.ts";
import { toViewKey } from "../../screens/screenView.ts";
import { readScope } from "../duty/readScope.ts";
import { screenList, toScreenRow } from "./screenList.ts";
import { getScreenState } from "./screenState.ts";

/** Locks a screen. */
async function lockRecord(call: Call, id: string, version: number | undefined): Promise<ScreenRecord> {
  const record = requireRecord(await findActive(call.db, screens, id, "update"), word.screen);
  if (record.version !== version) throw createVersionConflict(toScreenRow(record, call.now));
  return record;
}

/** Locks a screen that is in use. */
async function lockScreen(call: Call, id: string, version: number | undefined): Promise<ScreenRecord> {
  const record = await lockRecord(call, id, version);
  if (record.revokedAt) throw new RefusalError(`大屏「${record.name}」已停用，请先启用`);
  return record;
}

const duplicateMessages = { screens_name_key: "已有同名的大屏，请更换名称" };

/** A new link, which nobody has opened, and what a screen has of it. */
function makeLink({ now, randomBytes }: Call) {
  const secret = generateToken(randomBytes);
  const fields = {
    linkHash: hashToken(secret),
    linkMadeAt: now,
    tokenHash: null,
    openedAt: null,
    openedFrom: null,
    openingHash: null,
    refusedAt: null,
    refusedFrom: null,
  };
  return { secret, fields };
}

/** What the audit trail has of a screen: its scope in words. */
const toAudited = ({ scope, ...fields }: Partial<ScreenRecord>): Record<string, unknown> => ({
  ...fields,
  ...(scope && { scope: formatWholeScope(scope) }),
});

/** Adds a screen with its link, or changes one. */
const screenSave: Handler<typeof screenCalls.screenSave> = async ({ body }, call) => {
  const { id, version, name, layout, audience, sound } = body;
  const chosen = body.scope && { by: body.scope.by, ids: body.scope.items.map((item) => item.id) };
  const scope = chosen && (await readScope(call.db, chosen));
  const fields = { name, layout, ...omitUndefined({ scope, audience, sound }) };
  if (id === undefined) {
    const created = { id: call.newId(), version: 1 };
    const link = makeLink(call);
    await handleUniqueViolation(duplicateMessages, () =>
      call.db.insert(screens).values({
        ...created,
        ...fields,
        ...link.fields,
        createdAt: call.now,
        updatedAt: call.now,
      }),
    );
    call.audit({ entityId: created.id, after: toAudited(fields) });
    return { ...created, secret: link.secret };
  }
  const record = await lockScreen(call, id, version);
  // Nothing of what it showed may stay on it: its socket and streams begin anew, and its page is loaded again.
  const isOtherView = toViewKey({ ...record, ...fields }) !== toViewKey(record);
  const isOther = isOtherView || (sound !== undefined && sound !== record.sound);
  const patch = isOther ? { ...fields, reloadAskedAt: call.now } : fields;
  const saved = await handleUniqueViolation(duplicateMessages, () => updateScreen(call, record, patch));
  call.audit({ entityId: id, ...diffFields(toAudited(record), toAudited(fields)) });
  if (isOtherView) call.publish("screen.ended", { screenId: id });
  return { ...saved, secret: null };
};

/** Writes what changed and the next version. */
async function updateScreen(
  { db, now }: Call,
  { id, version }: ScreenRecord,
  patch: Partial<ScreenRecord>,
): Promise<{ id: string; version: number }> {
  const saved = { id, version: version + 1 };
  await db
    .update(screens)
    .set({ ...patch, version: saved.version, updatedAt: now })
    .where(eq(screens.id, id));
  return saved;
}

export const screenHandlers: Handlers<typeof screenCalls> = {
  screenList: ({ body }, call) =>
    queryPage(call, screenList, body, (record) => toScreenRow(record, call.now)),
  screenSave,
  screenRevoke: async ({ body: { id, version } }, call) => {
    const record = await lockScreen(call, id, version);
    const saved = await updateScreen(call, record, { revokedAt: call.now });
    call.audit({ entityId: id, after: { name: record.name } });
    call.publish("screen.ended", { screenId: id });
    return saved;
  },
  screenLink: async ({ body: { id, version } }, call) => {
    const record = await lockScreen(call, id, version);
    const { secret, fields } = makeLink(call);
    const saved = await updateScreen(call, record, fields);
    call.audit({ entityId: id, after: { name: record.name } });
    call.publish("screen.ended", { screenId: id });
    return { ...saved, secret };
  },
  screenRestore: async ({ body: { id, version } }, call) => {
    const record = await lockRecord(call, id, version);
    if (!record.revokedAt) throw new RefusalError(`大屏「${record.name}」正在使用，不需要启用`);
    const saved = await handleUniqueViolation(duplicateMessages, () =>
      updateScreen(call, record, { revokedAt: null }),
    );
    call.audit({ entityId: id, after: { name: record.name } });
    return saved;
  },
  screenReload: async ({ body: { id, version } }, call) => {
    const record = await lockScreen(call, id, version);
    if (getScreenState(record, call.now) === "offline")
      throw new RefusalError(`大屏「${record.name}」离线，请到现场检查电源和网络`);
    const saved = await updateScreen(call, record, { reloadAskedAt: call.now });
    call.audit({ entityId: id, after: { name: record.name } });
    return saved;
  },
};
