import { desc, inArray } from "drizzle-orm";
import { systemAction } from "../../audit/auditActions.ts";
import type { Db } from "../../db/handle.ts";
import { accessKeys } from "../../db/schema/accessKey.ts";
import { auditLog } from "../../db/schema/auditLog.ts";
import type { Platform } from "../../platform.ts";
import { createSecretKey, getSecretKeyPath, readSecretKey, SecretKeyError } from "../../secretKey.ts";
import type { Settings } from "../../settings.ts";
import { decryptSecret } from "./encryptSecret.ts";

type StartupContext = Pick<Platform, "clock" | "newId" | "log"> & {
  readonly settings: Pick<Settings, "secretKey" | "dataDir" | "discardAccessKeys">;
};

/**
 * Loads the platform's key, which decrypts the access keys in the database. Creates one only if no access key needs the
 * old one: with a new key every signature of a device would silently be wrong.
 * @throws SecretKeyError if there are access keys and the key is missing or does not decrypt any of them
 */
export async function loadSecretKey(
  db: Db,
  { settings, clock, newId, log }: StartupContext,
): Promise<Buffer> {
  const key = readSecretKey(settings);
  const encrypted = await db
    .select({ id: accessKeys.id, accessKey: accessKeys.accessKey, secret: accessKeys.sealedSecret })
    .from(accessKeys)
    .orderBy(desc(accessKeys.createdAt));
  const unreadable = encrypted.filter(({ secret }) => !key || !canDecrypt(key, secret));
  if (unreadable.length === 0) return key ?? createSecretKey(settings);
  if (settings.discardAccessKeys) {
    await discardKeys(db, unreadable, { clock, newId });
    return key ?? createSecretKey(settings);
  }
  if (!key) throw new SecretKeyError(formatMissingKeyMessage(settings.dataDir, unreadable.length));
  if (unreadable.length === encrypted.length)
    throw new SecretKeyError(formatWrongKeyMessage(settings, unreadable.length));
  // After a key was replaced, some access keys belong to the other key; the server stays useful for the rest.
  log.warn(
    { lost: unreadable.length, all: encrypted.length, newest: unreadable[0]?.accessKey },
    "the secret key does not decrypt all access keys: requests signed with the others are refused, see docs/backup.md",
  );
  return key;
}

function canDecrypt(key: Buffer, encrypted: string): boolean {
  try {
    decryptSecret(key, encrypted);
    return true;
  } catch {
    return false;
  }
}

const formatMissingKeyMessage = (dataDir: string, count: number) =>
  `${getSecretKeyPath(dataDir)} is missing, and ${formatKeyCount(count)} sealed with the key in it. Restore it from a copy, or set SECRET_KEY to that key; docs/backup.md says what to do if it is lost`;

const formatWrongKeyMessage = ({ secretKey, dataDir }: StartupContext["settings"], count: number) =>
  secretKey
    ? `SECRET_KEY is another key than the one that ${formatKeyCount(count)} sealed with. Set it to that key; docs/backup.md says what to do if it is lost`
    : `${getSecretKeyPath(dataDir)} holds another key than the one that ${formatKeyCount(count)} sealed with. Restore it from a copy, or set SECRET_KEY to that key; docs/backup.md says what to do if it is lost`;

const formatKeyCount = (count: number) => (count === 1 ? "1 access key is" : `${count} access keys are`);

/** Deletes access keys that cannot be decrypted, with an audit row for each. */
async function discardKeys(
  db: Db,
  unreadable: readonly { readonly id: string; readonly accessKey: string }[],
  { clock, newId }: Pick<StartupContext, "clock" | "newId">,
): Promise<void> {
  const at = clock();
  await db.transaction(async (tx) => {
    await tx.delete(accessKeys).where(
      inArray(
        accessKeys.id,
        unreadable.map(({ id }) => id),
      ),
    );
    for (const { id, accessKey } of unreadable)
      await tx.insert(auditLog).values({
        id: newId(),
        at,
        staffName: "系统",
        address: "",
        call: systemAction,
        summary: "密钥文件丢失，删除无法解开的访问密钥",
        entity: "accessKey",
        entityId: id,
        before: { accessKey },
      });
  });
}
