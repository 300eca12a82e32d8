import { asc, count, eq } from "drizzle-orm";
import { type accessKeyCalls, maxAccessKeysPerCompany } from "../../../adapters/contract/accessKey.ts";
import { type Handlers, RefusalError } from "../../call.ts";
import { accessKeys } from "../../db/schema/accessKey.ts";
import { getCompany, lockCompany } from "../company/getCompany.ts";
import { encryptSecret } from "./encryptSecret.ts";

export const accessKeyHandlers: Handlers<typeof accessKeyCalls> = {
  accessKeyCreate: async ({ body: { companyId } }, call) => {
    // The company's lock serializes concurrent requests, so that each counts the other's key.
    const company = await lockCompany(call.db, companyId);
    const [{ keyCount = 0 } = {}] = await call.db
      .select({ keyCount: count() })
      .from(accessKeys)
      .where(eq(accessKeys.companyId, companyId));
    if (keyCount >= maxAccessKeysPerCompany)
      throw new RefusalError(
        `每个企业最多 ${maxAccessKeysPerCompany} 个访问密钥，「${company.shortName}」已达上限`,
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
    });
    call.audit({ entityId: id, after: { companyId, accessKey } });
    return { accessKey, secret };
  },
  accessKeyList: async ({ params }, { db }) => {
    await getCompany(db, params.companyId);
    const keys = await db
      .select()
      .from(accessKeys)
      .where(eq(accessKeys.companyId, params.companyId))
      .orderBy(asc(accessKeys.createdAt), asc(accessKeys.id));
    return keys.map(({ id, accessKey, createdAt, lastUsedAt }) => ({
      id,
      accessKey,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }));
  },
};
