import { lookUp } from "../../adapters/contract/lookUp.ts";

/** Template of the notice that a service ends soon. */
export const expiryTemplateCode = "NOTICE_SERVICE_END";

/** Sender of messages that the platform sends by itself. */
export const automaticSender = "系统";

/** Template that tells the shift's leader of an alarm that nobody has acknowledged. */
export const alarmTemplateCode = "NOTICE_ALARM";

/** Template that tells maintainers of a screen that is offline. */
export const screenTemplateCode = "NOTICE_SCREEN";

/** Template that tells a staff member of a notification. */
export const staffTemplateCode = "NOTICE_STAFF";

/** Templates that the platform itself uses, with the variables it fills in. */
const builtInVariables: Readonly<Record<string, readonly string[]>> = {
  [expiryTemplateCode]: ["service", "count", "days"],
  [alarmTemplateCode]: ["alarm", "subject"],
  [screenTemplateCode]: ["screen", "time"],
  [staffTemplateCode]: ["kind", "text"],
};

/** Variables that the platform fills in for every verification template. */
const verifyVariables = ["code"];

/** Whether the platform itself uses the template with this code. */
export const isBuiltIn = (code: string): boolean => Object.hasOwn(builtInVariables, code);

/** The variables that the platform fills in; null if the sender does. */
export const getAutoFilledVariables = (code: string, type: string): readonly string[] | null =>
  type === "verify" ? verifyVariables : (lookUp(builtInVariables, code) ?? null);
