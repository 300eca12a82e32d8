import { smsType } from "../../../adapters/contract/sms.ts";
import {
  type SmsTemplate,
  smsTemplate,
  smsTemplateCalls,
  smsTemplateFieldLabels,
} from "../../../adapters/contract/smsTemplate.ts";
import * as word from "../../../adapters/contract/words.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import { FieldFallback } from "../../list/form/FieldFallback.tsx";
import { recordForm } from "../../list/form/recordForm.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";

const TemplateTextField = lazyComponent(
  async () => (await import("./TemplateTextField.tsx")).TemplateTextField,
  FieldFallback,
);

/** Adds and edits a template; code and type cannot be changed. */
export const templateForm = recordForm({
  name: "sms-template",
  noun: word.smsTemplate,
  create: smsTemplateCalls.smsTemplateCreate,
  update: smsTemplateCalls.smsTemplateUpdate,
  detailCall: { data: smsTemplate },
  container: "dialog",
  fields: [
    { kind: "text", name: "name", label: smsTemplateFieldLabels.name, placeholder: "如 系统维护" },
    { kind: "text", name: "signature", label: word.signature, placeholder: "不含【】，如 低空服务平台" },
    {
      kind: "select",
      name: "type",
      label: smsTemplateFieldLabels.type,
      dictionary: smsType,
      only: "create",
      initial: "notice",
    },
    {
      kind: "text",
      name: "code",
      label: smsTemplateFieldLabels.code,
      only: "create",
      placeholder: "与短信网关报备的一致",
      hint: "保存后不能修改",
    },
    {
      kind: "custom",
      name: "text",
      label: smsTemplateFieldLabels.text,
      control: TemplateTextField,
      wide: true,
    },
    {
      kind: "check",
      name: "approved",
      label: smsTemplateFieldLabels.approved,
      hint: "未过审的模板不能发送；修改内容或签名后须重新报备",
      wide: true,
    },
    {
      kind: "check",
      name: "standard",
      label: smsTemplateFieldLabels.standard,
      hint: "单发该类型短信时使用，每种类型一个，不能含变量",
      wide: true,
    },
  ],
});

export const deleteTemplateForm = actionForm({
  name: "sms-template-delete",
  title: ({ name }: SmsTemplate) => `删除模板 ${name}`,
  call: smsTemplateCalls.smsTemplateDelete,
  detailCall: { data: smsTemplate },
  destructive: true,
  submitLabel: word.remove,
  consequence: ({ code }) => `删除后不能再按该模板发送，编码 ${code} 也不能再用；已发送的短信不受影响。`,
  args: ({ id, version }, _, requestId) => ({ params: { id }, query: { version, requestId } }),
});
