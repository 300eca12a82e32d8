import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import { invoiceEmail } from "./invoice.ts";
import { notificationKind } from "./notification.ts";
import { consoleRoles } from "./roles.ts";

const kinds = z
  .array(notificationKind.schema)
  .check(z.maxLength(notificationKind.options.length, "选择过多"));

const chosen = {
  /** Empty where no mail is wanted. */
  email: z.union([invoiceEmail, z.literal("")]),
  smsKinds: kinds,
  mailKinds: kinds,
};

/** Which notifications a person also gets as SMS or mail. */
export const notificationChoice = z.object({
  ...chosen,
  /** Kinds that the person's roles are told of. */
  kinds,
  /** Masked. */
  phone: z.string(),
  /** Why no SMS or mail can be chosen, in Chinese; empty where it can. */
  smsObstacle: z.string(),
  mailObstacle: z.string(),
  /** Why the last mail did not arrive; empty if it did, or there was none. */
  mailFailure: z.string(),
});
export type NotificationChoice = z.infer<typeof notificationChoice>;

/** One's own choice. */
export const notificationChoiceCalls = defineCalls({
  notificationChoice: {
    host: "api",
    method: "GET",
    path: "/x/notification/choice",
    summary: "我的通知接收方式",
    access: consoleRoles,
    data: notificationChoice,
  },
  notificationChoiceSave: {
    host: "api",
    method: "PUT",
    path: "/x/notification/choice",
    summary: "设置通知接收方式",
    access: consoleRoles,
    audit: "staff",
    body: z.strictObject(chosen),
  },
});
