import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";

export const revealCalls = defineCalls({
  reveal: {
    host: "api",
    method: "POST",
    path: "/x/reveal",
    summary: "查看完整号码",
    access: ["admin", "operator"],
    audit: "personalData",
    isRateLimited: true,
    body: z.strictObject({
      entity: z.enum(["company", "user", "staff", "channelCode", "sms", "smsDecline"]),
      id: f.id,
      field: z.enum(["phone", "emergencyPhone", "accountPhone", "phoneNumber"]),
      reason: f.text(2, 100),
    }),
    data: z.object({ value: z.string() }),
  },
});
