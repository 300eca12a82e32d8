import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { givenText } from "./loginFields.ts";

/** Stored address of an uploaded file. */
export const uploadUrl = z
  .string()
  .check(givenText((text) => /^\/uploads\/[0-9]{1,19}$/.test(text), "请先上传图片"));

/** Returns the URL of an upload; the upload calls are declared with their resources. */
export const uploadCalls = defineCalls({
  uploadAddress: {
    host: "api",
    method: "GET",
    path: "/x/upload/address/:id",
    summary: "文件地址",
    // The roles that may read orders and invoices may read their files.
    access: ["admin", "operator", "finance"],
    comesWith: ["/order/v3/pageList", "/x/orderPay/pageList", "/invoice/pageList"],
    params: z.object({ id: f.id }),
    // A signed URL, valid for ten minutes; for public pictures their own address.
    data: z.object({ url: z.string() }),
  },
});
