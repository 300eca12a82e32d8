import { eq } from "drizzle-orm";
import type { uploadCalls } from "../../../adapters/contract/upload.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Handlers } from "../../call.ts";
import { uploads } from "../../db/schema/upload.ts";
import { requireRecord } from "../../records/refusals.ts";
import { signUploadUrl } from "./signedUploadUrl.ts";
import { toUploadUrl } from "./uploadUrl.ts";

export const uploadHandlers: Handlers<typeof uploadCalls> = {
  uploadAddress: async ({ params }, { db, secretKey, now }) => {
    const [upload] = await db
      .select({ purpose: uploads.purpose })
      .from(uploads)
      .where(eq(uploads.id, params.id));
    const url = toUploadUrl(params.id);
    return {
      url: requireRecord(upload, word.file).purpose === "picture" ? url : signUploadUrl(secretKey, url, now),
    };
  },
};
