import { smsCalls } from "../../../adapters/contract/sms.ts";
import { smsTemplateCalls } from "../../../adapters/contract/smsTemplate.ts";
import { brought } from "../../console/brought.tsx";
import type { PageAction } from "../../list/definition.ts";

/** One text to many, with its count and preview before and its progress after. */
export const massSending: PageAction = {
  name: "mass",
  label: "群发",
  call: smsCalls.smsSendAll,
  primary: true,
  dialog: brought(async () => (await import("./MassSending.tsx")).MassSending),
};

/** One message to one phone. */
export const singleSending: PageAction = {
  name: "single",
  label: "单发",
  call: smsCalls.smsSend,
  dialog: brought(async () => (await import("./SingleSending.tsx")).SingleSending),
};

/** The templates with their signatures. */
export const templates: PageAction = {
  name: "templates",
  label: "模板",
  call: smsTemplateCalls.smsTemplates,
  dialog: brought(async () => (await import("./SmsTemplates.tsx")).SmsTemplates),
};
