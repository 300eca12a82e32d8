import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";

/** Where an uploaded picture is kept. */
export const uploadUrl = z.string().check(z.regex(/^\/uploads\/[0-9]{1,19}$/, "请先上传图片"));

/** Uploads are made by the calls of what they are for; this one finds them again. */
export const uploadCalls = defineCalls({
  uploadAddress: {
    host: "api",
    method: "GET",
    path: "/x/upload/address/:id",
    summary: "文件地址",
    // Who may read orders and invoices may read what belongs to them.
    access: ["admin", "operator", "finance"],
    params: z.object({ id: f.id }),
    // Signed, good for ten minutes; a picture's own address, which anybody may open.
    data: z.object({ url: z.string() }),
  },
});
