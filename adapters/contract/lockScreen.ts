import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import { md5Hex } from "./fields.ts";

/**
 * Unlocking the screen (`watch: lock`). The session stays alive behind the lock screen, and the password is checked
 * against the session's own account. Failures count towards the login throttle.
 */
export const lockScreenCalls = defineCalls({
  sessionUnlock: {
    host: "api",
    method: "POST",
    path: "/x/session/unlock",
    summary: "解锁工作台",
    access: "session",
    audit: "session",
    body: z.strictObject({ password: md5Hex }),
  },
});
