import { and, eq } from "drizzle-orm";
import { Refusal } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { uploads } from "../../db/schema/upload.ts";
import { uploadIdIn } from "./uploadUrl.ts";

/** Refuses an address under which no confidential file is kept. */
export async function keptUpload(db: Db, url: string, what: string): Promise<void> {
  const known = await db.$count(
    uploads,
    and(eq(uploads.id, uploadIdIn(url)), eq(uploads.confidential, true)),
  );
  if (known === 0) throw new Refusal(`${what}不存在，请重新上传`);
}
