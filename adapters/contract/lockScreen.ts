import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import { md5Hex } from "./fields.ts";

/**
 * The desk that locks itself instead of logging out (`watch: lock`). Its session goes on behind the lock, so that the
 * password is checked against the session's own account; failures count, and lock, as those of a login do.
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
