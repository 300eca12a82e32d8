import { desc, inArray } from "drizzle-orm";
import { ownAct } from "../../audit/auditActions.ts";
import type { Db } from "../../db/handle.ts";
import { accessKeys } from "../../db/schema/accessKey.ts";
import { auditLog } from "../../db/schema/auditLog.ts";
import type { Platform } from "../../platform.ts";
import { BadSecretKey, createSecretKey, readSecretKey, secretKeyFile } from "../../secretKey.ts";
import type { Settings } from "../../settings.ts";
import { openSecret } from "./sealSecret.ts";

type Start = Pick<Platform, "clock" | "newId" | "log"> & {
  readonly settings: Pick<Settings, "secretKey" | "dataDir" | "discardAccessKeys">;
};

/**
 * The key of the platform, which opens the access keys in the database. A first one is made only where nothing is
 * sealed yet: a new key would silently make every signature of a device wrong.
 * @throws BadSecretKey where access keys are sealed and the key is missing or another one
 */
export async function matchSecretKey(db: Db, { settings, clock, newId, log }: Start): Promise<Buffer> {
  const key = readSecretKey(settings);
  const sealed = await db
    .select({ id: accessKeys.id, accessKey: accessKeys.accessKey, secret: accessKeys.sealedSecret })
    .from(accessKeys)
    .orderBy(desc(accessKeys.createdAt));
  const lost = sealed.filter(({ secret }) => !key || !opens(key, secret));
  if (lost.length === 0) return key ?? createSecretKey(settings);
  if (settings.discardAccessKeys) {
    await discard(db, lost, { clock, newId });
    return key ?? createSecretKey(settings);
  }
  if (!key) throw new BadSecretKey(missing(settings.dataDir, lost.length));
  if (lost.length === sealed.length) throw new BadSecretKey(other(settings, lost.length));
  // Once a key was replaced, some access keys are of the one and some of the other; the server is of use to these.
  log.warn(
    { lost: lost.length, all: sealed.length, newest: lost[0]?.accessKey },
    "the secret key does not open all access keys: whoever signs with the others is refused, docs/backup.md says what to do",
  );
  return key;
}

function opens(key: Buffer, sealed: string): boolean {
  try {
    openSecret(key, sealed);
    return true;
  } catch {
    return false;
  }
}

const missing = (dataDir: string, count: number) =>
  `${secretKeyFile(dataDir)} is missing, and ${accessKeysText(count)} sealed with the key in it. Bring it back from a copy, or set SECRET_KEY to that key; docs/backup.md says what to do if it is lost`;

const other = ({ secretKey, dataDir }: Start["settings"], count: number) =>
  secretKey
    ? `SECRET_KEY is another key than the one that ${accessKeysText(count)} sealed with. Set it to that key; docs/backup.md says what to do if it is lost`
    : `${secretKeyFile(dataDir)} holds another key than the one that ${accessKeysText(count)} sealed with. Bring it back from a copy, or set SECRET_KEY to that key; docs/backup.md says what to do if it is lost`;

const accessKeysText = (count: number) => (count === 1 ? "1 access key is" : `${count} access keys are`);

/** Deletes what nothing opens any more, with a row in the audit trail for each. */
async function discard(
  db: Db,
  lost: readonly { readonly id: string; readonly accessKey: string }[],
  { clock, newId }: Pick<Start, "clock" | "newId">,
): Promise<void> {
  const at = clock();
  await db.transaction(async (tx) => {
    await tx.delete(accessKeys).where(
      inArray(
        accessKeys.id,
        lost.map(({ id }) => id),
      ),
    );
    for (const { id, accessKey } of lost)
      await tx.insert(auditLog).values({
        id: newId(),
        at,
        staffName: "系统",
        address: "",
        call: ownAct,
        summary: "密钥文件丢失，删除无法解开的访问密钥",
        entity: "accessKey",
        entityId: id,
        before: { accessKey },
      });
  });
}
