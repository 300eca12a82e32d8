import { and, eq } from "drizzle-orm";
import { type Call, Refusal } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type UploadPurpose, uploads } from "../../db/schema/upload.ts";
import { randomUploadId, uploadIdIn, uploadUrl } from "./uploadUrl.ts";

interface CheckedFile {
  readonly contentType: string;
  readonly bytes: Buffer;
  /** Of a picture. */
  readonly width?: number;
  readonly height?: number;
}

/** Keeps a file whose content has been checked, tells the audit trail, and answers with its address. */
export async function keepUpload(call: Call, purpose: UploadPurpose, file: CheckedFile): Promise<string> {
  const { contentType, bytes, width = 0, height = 0 } = file;
  const id = randomUploadId(call.randomBytes);
  const stamps = { createdAt: call.now, createdBy: call.actor.id };
  await call.db.insert(uploads).values({ id, purpose, contentType, bytes, width, height, ...stamps });
  call.audit({ entityId: id, after: { purpose, contentType, width, height, size: bytes.length } });
  return uploadUrl(id);
}

/** Refuses an address under which no file is kept that was uploaded for this purpose. */
export async function keptUpload(db: Db, purpose: UploadPurpose, url: string, name: string): Promise<void> {
  const known = await db.$count(uploads, and(eq(uploads.id, uploadIdIn(url)), eq(uploads.purpose, purpose)));
  if (known === 0) throw new Refusal(`${name}不存在，请重新上传`);
}
