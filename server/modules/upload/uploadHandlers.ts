import { eq } from "drizzle-orm";
import type { uploadCalls } from "../../../adapters/contract/upload.ts";
import type { Handlers } from "../../call.ts";
import { uploads } from "../../db/schema/upload.ts";
import { found } from "../refusing.ts";
import { signedUploadUrl } from "./signedUpload.ts";
import { uploadUrl } from "./uploadUrl.ts";

export const uploadHandlers: Handlers<typeof uploadCalls> = {
  uploadAddress: async ({ params }, { db, secretKey, now }) => {
    const [upload] = await db
      .select({ purpose: uploads.purpose })
      .from(uploads)
      .where(eq(uploads.id, params.id));
    const url = uploadUrl(params.id);
    return { url: found(upload, "文件").purpose === "picture" ? url : signedUploadUrl(secretKey, url, now) };
  },
};
