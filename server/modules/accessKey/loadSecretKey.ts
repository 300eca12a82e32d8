import { desc, inArray, isNotNull } from "drizzle-orm";
import type { AuditEntity } from "../../../adapters/contract/auditEntities.ts";
import { writeSystemAudit } from "../../audit/writeAudit.ts";
import { decryptSecret } from "../../auth/encryptSecret.ts";
import { resetSecondFactors } from "../../auth/resetSecondFactors.ts";
import type { Db } from "../../db/handle.ts";
import { accessKeys } from "../../db/schema/accessKey.ts";
import { staff } from "../../db/schema/staff.ts";
import type { Platform } from "../../platform.ts";
import { createSecretKey, getSecretKeyPath, readSecretKey, SecretKeyError } from "../../secretKey.ts";
import type { Settings } from "../../settings/settings.ts";

type StartupContext = Pick<Platform, "clock" | "newId" | "log"> & {
  readonly settings: Pick<Settings, "secretKey" | "dataDir" | "discardAccessKeys">;
};

/** A record with a sealed secret: an access key, or an account with a second factor. */
interface SealedRecord {
  readonly entity: Extract<AuditEntity, "accessKey" | "staff">;
  readonly id: string;
  /** As the log names it. */
  readonly name: string;
  readonly secret: string;
}

/** All sealed secrets; the newest access keys first. */
async function readSealed(db: Db): Promise<SealedRecord[]> {
  const keys = await db
    .select({ id: accessKeys.id, name: accessKeys.accessKey, secret: accessKeys.sealedSecret })
    .from(accessKeys)
    .orderBy(desc(accessKeys.createdAt));
  const people = await db
    .select({ id: staff.id, secret: staff.totpSecret })
    .from(staff)
    .where(isNotNull(staff.totpSecret));
  return [
    ...keys.map((key) => ({ ...key, entity: "accessKey" as const })),
    ...people.map(({ id, secret }) => ({
      entity: "staff" as const,
      id,
      name: `second factor of ${id}`,
      secret: secret ?? "",
    })),
  ];
}

/**
 * Loads the platform's key, which decrypts the access keys and second factors in the database. Creates one only if
 * nothing needs the old one: with a new key every signature of a device and every code would silently be wrong.
 * @throws SecretKeyError if there are sealed secrets and the key is missing or does not decrypt any of them
 */
export async function loadSecretKey(
  db: Db,
  { settings, clock, newId, log }: StartupContext,
): Promise<Buffer> {
  const key = readSecretKey(settings);
  const sealed = await readSealed(db);
  const unreadable = sealed.filter(({ secret }) => !key || !canDecrypt(key, secret));
  if (unreadable.length === 0) return key ?? createSecretKey(settings);
  if (settings.discardAccessKeys) {
    await discardSealed(db, unreadable, { clock, newId });
    return key ?? createSecretKey(settings);
  }
  if (!key) throw new SecretKeyError(formatMissingKeyMessage(settings.dataDir, unreadable));
  if (unreadable.length === sealed.length)
    throw new SecretKeyError(formatWrongKeyMessage(settings, unreadable));
  // After a key was replaced, some secrets belong to the other key; the server stays useful for the rest.
  log.warn(
    { lost: unreadable.length, all: sealed.length, newest: unreadable[0]?.name },
    "the secret key does not decrypt all access keys and second factors: requests and logins with the others are refused, see docs/backup.md",
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

const formatMissingKeyMessage = (dataDir: string, lost: readonly SealedRecord[]) =>
  `${getSecretKeyPath(dataDir)} is missing, and ${formatCount(lost)} sealed with the key in it. Restore it from a copy, or set SECRET_KEY to that key; docs/backup.md says what to do if it is lost`;

const formatWrongKeyMessage = (
  { secretKey, dataDir }: StartupContext["settings"],
  lost: readonly SealedRecord[],
) =>
  secretKey
    ? `SECRET_KEY is another key than the one that ${formatCount(lost)} sealed with. Set it to that key; docs/backup.md says what to do if it is lost`
    : `${getSecretKeyPath(dataDir)} holds another key than the one that ${formatCount(lost)} sealed with. Restore it from a copy, or set SECRET_KEY to that key; docs/backup.md says what to do if it is lost`;

/** "1 access key is", "2 access keys and 1 second factor are". */
function formatCount(lost: readonly SealedRecord[]): string {
  const count = (entity: SealedRecord["entity"], noun: string) => {
    const { length } = lost.filter((record) => record.entity === entity);
    return length === 0 ? [] : [`${length} ${noun}${length === 1 ? "" : "s"}`];
  };
  const parts = [...count("accessKey", "access key"), ...count("staff", "second factor")];
  return `${parts.join(" and ")} ${lost.length === 1 ? "is" : "are"}`;
}

/** Deletes access keys and second factors that cannot be decrypted, with an audit row for each. */
async function discardSealed(
  db: Db,
  unreadable: readonly SealedRecord[],
  { clock, newId }: Pick<StartupContext, "clock" | "newId">,
): Promise<void> {
  const now = clock();
  const getIds = (entity: SealedRecord["entity"]) =>
    unreadable.flatMap((record) => (record.entity === entity ? [record.id] : []));
  await db.transaction(async (tx) => {
    await tx.delete(accessKeys).where(inArray(accessKeys.id, getIds("accessKey")));
    for (const { id, name } of unreadable.filter(({ entity }) => entity === "accessKey"))
      await writeSystemAudit(tx, {
        id: newId(),
        at: now,
        summary: "密钥文件丢失，删除无法解开的访问密钥",
        entity: "accessKey",
        entityId: id,
        before: { accessKey: name },
      });
    const condition = inArray(staff.id, getIds("staff"));
    await resetSecondFactors(tx, condition, "密钥文件丢失，重置无法解开的二次验证", { now, newId });
  });
}
