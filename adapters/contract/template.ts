import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import { changedRights } from "./session.ts";

/** The template's own calls on the proxy base, with the envelope `{ code: 20000, data }`. */
export const templateCalls = defineCalls({
  templateLogout: {
    host: "proxy",
    method: "POST",
    path: "/vue-element-admin/user/logout",
    summary: "退出登录",
    access: "session",
    isAllowedDuringSetup: true,
    audit: "session",
    data: z.string(),
  },
  templateUserInfo: {
    host: "proxy",
    method: "GET",
    path: "/user/info",
    summary: "当前用户",
    access: "session",
    data: z.object({
      /** Another platform's may be here and not in the login. */
      id: z.optional(z.string()),
      roles: z.array(z.string()),
      /** These two are extensions of the specified call. */
      changedRights: z.optional(changedRights),
      ownRoleName: z.optional(z.string()),
      name: z.string(),
      avatar: z.string(),
      introduction: z.string(),
    }),
  },
});
