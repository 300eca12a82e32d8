import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import { instant } from "./fields.ts";

// Kind of setting, then the page: `list.company`, `draft.company.create`.
const settingKey = z.object({
  key: z.string().check(z.regex(/^(list|draft|query|tags|map|help)(\.[A-Za-z0-9_-]{1,40}){1,4}$/)),
});

/** Where a draft says of which form and record it is, beside the form's values. */
export const draftAbout = "draft.about";

/** A user's settings stored on the server: preferences, saved queries, drafts. Never a password. */
export const meCalls = defineCalls({
  meGet: {
    host: "api",
    method: "GET",
    path: "/x/me/:key",
    summary: "读取个人设置",
    access: "session",
    params: settingKey,
    data: z.nullable(z.object({ value: z.unknown(), updatedAt: instant })),
  },
  mePut: {
    host: "api",
    method: "PUT",
    path: "/x/me/:key",
    summary: "保存个人设置",
    access: "session",
    params: settingKey,
    /** `was`: the value last read (null for none). If another value is stored by now, the call fails with -5. */
    body: z.strictObject({ value: z.unknown(), was: z.optional(z.unknown()) }),
    data: z.object({ updatedAt: instant }),
  },
  meDelete: {
    host: "api",
    method: "DELETE",
    path: "/x/me/:key",
    summary: "删除个人设置",
    access: "session",
    params: settingKey,
  },
});
