import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import { instant } from "./fields.ts";

// `list.company`, `draft.company.create`: what is remembered, about which page.
const settingKey = z.object({
  key: z.string().check(z.regex(/^(list|draft|query|tags)(\.[A-Za-z0-9_-]{1,40}){1,4}$/)),
});

/** What a user's console remembers on the server: preferences, saved queries, drafts. Never a password. */
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
    /** With `was`, only over that: what somebody has kept since is not overwritten but answered with (-5). Null for nothing. */
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
