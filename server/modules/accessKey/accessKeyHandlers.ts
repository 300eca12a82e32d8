import { and, desc, eq } from "drizzle-orm";
import {
  type AccessKeyRow,
  type accessKeyCalls,
  accessKeyStatus,
  maxAccessKeysPerCompany,
} from "../../../adapters/contract/accessKey.ts";
import { wholeListMax } from "../../../adapters/contract/page.ts";
import * as word from "../../../adapters/contract/words.ts";
import { getAccessKeyStatus, isValidKey } from "../../auth/accessKeyStatus.ts";
import { encryptSecret } from "../../auth/encryptSecret.ts";
import type { Call, Handler, Handlers } from "../../call.ts";
import { accessKeys } from "../../db/schema/accessKey.ts";
import { RefusalError } from "../../errors.ts";
import { requireRecord } from "../../records/refusals.ts";
import { getCompany, lockCompany } from "../company/getCompany.ts";

const accessKeyCreate: Handler<typeof accessKeyCalls.accessKeyCreate> = async ({ body }, call) => {
  const { companyId, expiresAt } = body;
  if (expiresAt !== undefined && new Date(expiresAt) <= call.now)
    throw new RefusalError("有效期至必须晚于现在，请重新选择");
  // The company's lock serializes concurrent requests, so that each counts the other's key.
  const company = await lockCompany(call.db, companyId);
  const validCount = await call.db.$count(
    accessKeys,
    and(eq(accessKeys.companyId, companyId), isValidKey(call.now)),
  );
  if (validCount >= maxAccessKeysPerCompany)
    throw new RefusalError(
      `每个企业最多 ${maxAccessKeysPerCompany} 个有效的访问密钥，「${company.shortName}」已达上限，请先吊销不再使用的密钥`,
    );
  const accessKey = `AK${call.randomBytes(12).toString("hex").toUpperCase()}`;
  const secret = call.randomBytes(30).toString("base64url");
  const id = call.newId();
  await call.db.insert(accessKeys).values({
    id,
    companyId,
    accessKey,
    sealedSecret: encryptSecret(call.secretKey, call.randomBytes, secret),
    createdAt: call.now,
    createdBy: call.actor.id,
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
  });
  call.audit({ entityId: id, after: { companyId, accessKey, expiresAt } });
  call.publish("accessKey.changed", { accessKey });
  return { accessKey, secret };
};

/** The cache of keys drops it before the answer: the next signed request is refused. */
const accessKeyRevoke: Handler<typeof accessKeyCalls.accessKeyRevoke> = async ({ body }, call) => {
  const { id, reason } = body;
  const [found] = await call.db.select().from(accessKeys).where(eq(accessKeys.id, id)).for("update");
  const { companyId, accessKey, ...key } = requireRecord(found, word.accessKey);
  const status = getAccessKeyStatus(key, call.now);
  if (status !== "valid")
    throw new RefusalError(
      `访问密钥 ${accessKey} ${accessKeyStatus.label(status)}，已经不能使用，请刷新列表`,
    );
  await call.db.update(accessKeys).set({ revokedAt: call.now }).where(eq(accessKeys.id, id));
  call.audit({ entityId: id, after: { companyId, accessKey, reason } });
  call.publish("accessKey.changed", { accessKey });
  return { id };
};

const accessKeyList: Handler<typeof accessKeyCalls.accessKeyList> = async ({ params }, call) => {
  await getCompany(call.db, params.companyId);
  const keys = await call.db
    .select()
    .from(accessKeys)
    .where(eq(accessKeys.companyId, params.companyId))
    .orderBy(desc(accessKeys.createdAt), desc(accessKeys.id))
    .limit(wholeListMax);
  const rows = keys.map((key) => toRow(key, call));
  return [
    ...rows.filter(({ status }) => status === "valid"),
    ...rows.filter(({ status }) => status !== "valid"),
  ];
};

/** A key with its last use, which may be newer than the stored one. */
function toRow(key: typeof accessKeys.$inferSelect, { live, now }: Call): AccessKeyRow {
  const use = live.accessKeyUses.get(key.id);
  return {
    id: key.id,
    accessKey: key.accessKey,
    status: getAccessKeyStatus(key, now),
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: (use?.at ?? key.lastUsedAt)?.toISOString() ?? null,
    lastAddress: use?.address ?? key.lastAddress,
  };
}

export const accessKeyHandlers: Handlers<typeof accessKeyCalls> = {
  accessKeyCreate,
  accessKeyRevoke,
  accessKeyList,
};
