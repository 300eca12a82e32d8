import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";

/** `data` of the status: whether nothing else is answered until the password is changed. Other platforms send none. */
export const pwdStatusData = z.object({ mustChange: z.boolean() });

/**
 * Password status and change. The specification's forms answer with `state` and `message` of the envelope:
 * 0 fine, 1 initial, 2 older than 90 days, 3 weak.
 */
export const passwordCalls = defineCalls({
  checkPwdStatus: {
    host: "api",
    method: "GET",
    path: "/checkPwdStatus",
    summary: "密码状态",
    access: "session",
    allowsInitialPassword: true,
    data: z.nullable(pwdStatusData),
  },
  ignorePwdStatus: {
    host: "api",
    method: "GET",
    path: "/checkPwdStatus/ignore",
    summary: "忽略密码提醒",
    access: "session",
    allowsInitialPassword: true,
    audit: "staff",
  },
  modifyPwd: {
    host: "api",
    method: "PUT",
    path: "/user/sysAdmin/pwd/modify",
    summary: "修改密码",
    access: "session",
    allowsInitialPassword: true,
    audit: "staff",
    // No form check here beyond text: the specification lets the server decide and shows its message.
    body: z.strictObject({ oldPassword: z.string(), newPassword: z.string(), confirmPassword: z.string() }),
  },
});
