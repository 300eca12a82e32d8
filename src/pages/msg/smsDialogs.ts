import { smsCalls } from "../../../adapters/contract/sms.ts";
import { smsTemplateCalls } from "../../../adapters/contract/smsTemplate.ts";
import type { PageAction } from "../../list/listDefinition.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";

/** One text to many, with its count and preview before and its progress after. */
export const sendBulkSms: PageAction = {
  name: "mass",
  label: "群发",
  call: smsCalls.smsSendAll,
  primary: true,
  dialog: lazyComponent(async () => (await import("./BulkSmsDialog.tsx")).BulkSmsDialog),
};

/** One message to one phone. */
export const sendSingleSms: PageAction = {
  name: "single",
  label: "单发",
  call: smsCalls.smsSend,
  dialog: lazyComponent(async () => (await import("./SingleSmsDialog.tsx")).SingleSmsDialog),
};

/** The templates with their signatures. */
export const manageTemplates: PageAction = {
  name: "templates",
  label: "模板",
  call: smsTemplateCalls.smsTemplates,
  dialog: lazyComponent(async () => (await import("./SmsTemplates.tsx")).SmsTemplates),
};
