import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";

/** `data` of the status. `mustChange`: all other calls are refused until the change. Other platforms send no data. */
export const pwdStatusData = z.object({ mustChange: z.boolean() });

/**
 * Password status and change. As specified, the status is the envelope's `state` and `message`:
 * 0 fine, 1 initial, 2 older than 90 days, 3 weak.
 */
export const passwordCalls = defineCalls({
  checkPwdStatus: {
    host: "api",
    method: "GET",
    path: "/checkPwdStatus",
    summary: "密码状态",
    access: "session",
    isAllowedDuringSetup: true,
    data: z.nullable(pwdStatusData),
  },
  ignorePwdStatus: {
    host: "api",
    method: "GET",
    path: "/checkPwdStatus/ignore",
    summary: "忽略密码提醒",
    access: "session",
    isAllowedDuringSetup: true,
    audit: "staff",
  },
  modifyPwd: {
    host: "api",
    method: "PUT",
    path: "/user/sysAdmin/pwd/modify",
    summary: "修改密码",
    access: "session",
    isAllowedDuringSetup: true,
    audit: "staff",
    // Strings are not validated further: the specification lets the handler decide and shows its message.
    body: z.strictObject({ oldPassword: z.string(), newPassword: z.string(), confirmPassword: z.string() }),
  },
});
