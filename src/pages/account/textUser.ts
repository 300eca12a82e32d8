import { lazy } from "react";
import * as z from "zod/mini";
import { smsCalls, smsType } from "../../../adapters/contract/sms.ts";
import type { UserRow } from "../../../adapters/contract/user.ts";
import type { RowAction } from "../../list/definition.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import { chosenTemplate } from "../msg/templateChoice.ts";

const TemplateField = lazy(() =>
  import("../msg/TemplateField.tsx").then(({ TemplateField: field }) => ({ default: field })),
);

/** A verification code goes out by itself. */
const types = { ...smsType, options: smsType.options.filter(({ value }) => value !== "verify") };

const template = z.unknown().check(
  z.check(({ value, issues }) => {
    const { fault } = chosenTemplate(value);
    if (fault !== null) issues.push({ code: "custom", message: fault, input: value });
  }),
);

/** Sends one user a message by a template; the background sends it, and it stands in the list of messages. */
export const textUser: RowAction<UserRow> = {
  name: "sms",
  label: "发短信",
  call: smsCalls.smsSendAll,
  refusal: ({ status }) => (status === "frozen" ? "用户已冻结，不能接收短信" : null),
  form: actionForm({
    name: "user-sms",
    title: ({ name }: UserRow) => `发短信给 ${name}`,
    call: smsCalls.smsSendAll,
    submitLabel: "发送",
    consequence: ({ name, companyName, phoneNumber }) =>
      `将向 ${companyName} 的 ${name}（${phoneNumber}）发送一条短信，结果见消息列表。`,
    fields: [
      { kind: "select", name: "type", label: "短信类型", of: types, initial: "notice", wide: true },
      { kind: "custom", name: "template", label: "短信模板", control: TemplateField, wide: true },
    ],
    schemas: { template },
    args: ({ id }, values, requestId) => {
      const { code, params } = chosenTemplate(values.template);
      const type = values.type === "marketing" ? ("marketing" as const) : ("notice" as const);
      return { body: { type, templateCode: code, params, target: { userIds: [id] }, requestId } };
    },
  }),
};
