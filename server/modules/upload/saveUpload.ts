import { and, eq } from "drizzle-orm";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type UploadPurpose, uploads } from "../../db/schema/upload.ts";
import { RefusalError } from "../../errors.ts";
import { generateUploadId, parseUploadId, toUploadUrl } from "./uploadUrl.ts";

interface ValidatedFile {
  readonly contentType: string;
  readonly bytes: Buffer;
  /** Pixels; only for a picture. */
  readonly width?: number;
  readonly height?: number;
}

/** Stores a file whose content was checked, fills the audit row and returns the file's URL. */
export async function saveUpload(call: Call, purpose: UploadPurpose, file: ValidatedFile): Promise<string> {
  const { contentType, bytes, width = 0, height = 0 } = file;
  const id = generateUploadId(call.randomBytes);
  const stamps = { createdAt: call.now, createdBy: call.actor.id };
  await call.db.insert(uploads).values({ id, purpose, contentType, bytes, width, height, ...stamps });
  call.audit({ entityId: id, after: { purpose, contentType, width, height, size: bytes.length } });
  return toUploadUrl(id);
}

/** Refuses a URL without a file that was uploaded for this purpose. */
export async function assertUploadExists(
  db: Db,
  purpose: UploadPurpose,
  url: string,
  label: string,
): Promise<void> {
  const matches = await db.$count(
    uploads,
    and(eq(uploads.id, parseUploadId(url)), eq(uploads.purpose, purpose)),
  );
  if (matches === 0) throw new RefusalError(`${label}不存在，请重新上传`);
}
