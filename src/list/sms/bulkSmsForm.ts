import * as z from "zod/mini";
import { defineEnum } from "../../../adapters/contract/defineEnum.ts";
import { smsCalls, smsType } from "../../../adapters/contract/sms.ts";
import { smsSignature } from "../../../adapters/contract/smsText.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { FormValues } from "../../../machines/formValues.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { FieldFallback } from "../form/FieldFallback.tsx";
import type { FormConfig, FormField } from "../form/formConfig.ts";
import { getFirstIssue } from "../form/validateField.ts";
import type { AnyRow } from "../listDefinition.ts";
import { parseTemplateChoice } from "./templateChoice.ts";
import { recipientFile, toBulkSms } from "./toBulkSms.ts";

const TemplateField = lazyComponent(
  async () => (await import("./TemplateField.tsx")).TemplateField,
  FieldFallback,
);
const SignatureField = lazyComponent(
  async () => (await import("./SignatureField.tsx")).SignatureField,
  FieldFallback,
);
const ContentField = lazyComponent(
  async () => (await import("./ContentField.tsx")).ContentField,
  FieldFallback,
);
const BulkSmsPreviewField = lazyComponent(
  async () => (await import("./BulkSmsPreviewField.tsx")).BulkSmsPreviewField,
  FieldFallback,
);

const source = defineEnum("sms_source", { template: "短信模板", own: "自定义文本" });
/** Verification codes are never sent in bulk. */
const smsTypes = { ...smsType, options: smsType.options.filter(({ value }) => value !== "verify") };
const whenOwnText = { field: "source", is: ["own"] } as const;

const messageFields: readonly FormField[] = [
  { kind: "select", name: "type", label: word.smsType, dictionary: smsTypes },
  { kind: "select", name: "source", label: "内容来源", dictionary: source },
  {
    kind: "custom",
    name: "template",
    label: word.smsTemplate,
    control: TemplateField,
    wide: true,
    when: { field: "source", is: ["template"] },
  },
  {
    kind: "custom",
    name: "signature",
    label: word.signature,
    control: SignatureField,
    wide: true,
    when: whenOwnText,
  },
  {
    kind: "custom",
    name: "content",
    label: "短信内容",
    control: ContentField,
    wide: true,
    when: whenOwnText,
  },
];
const previewField: FormField = {
  kind: "custom",
  name: "preview",
  label: "发送预览",
  control: BulkSmsPreviewField,
  wide: true,
};

const emptyValues: FormValues = {
  type: "notice",
  source: "template",
  template: "",
  signature: smsSignature,
  content: "",
  // No audience is chosen for the user: a wrong one cannot be called back.
  scope: "",
  list: null,
  roles: [],
  companyIds: [],
  userIds: [],
  recipients: null,
  preview: "",
};
const { content: contentSchema } = smsCalls.smsPreview.body.shape;
const createIdsSchema = (message: string) =>
  z.array(z.string()).check(z.minLength(1, message), z.maxLength(200, "最多选择 200 个"));
const companyIdsSchema = createIdsSchema("请选择收件企业");
const userIdsSchema = createIdsSchema("请选择收件用户");
const recipientCountSchema = z
  .int("还没有统计出收件人数，请按预览中的提示处理后再发送")
  .check(z.minimum(1, "没有可以发送的收件人"));

interface BulkSmsFormOptions<R> {
  readonly name: string;
  readonly title: (row: R | null) => string;
  /** By default that it is being sent to many. */
  readonly done?: (row: R | null) => string;
  /** Recipient fields; empty if the opening row determines the recipients. */
  readonly recipientFields: readonly FormField[];
  /** Initial values, which select the recipients. */
  readonly getInitialValues: (row: R | null) => FormValues;
  readonly savesDrafts?: boolean;
}

/** The number of recipients, once the preview knows it. */
const getRecipientCount = (values: FormValues): number => z.int().safeParse(values["preview"]).data ?? 0;

/** The label of the button that sends: how many receive the message. */
const toSendLabel = (values: FormValues): string => {
  const count = getRecipientCount(values);
  return count > 0 ? `发送给 ${formatNumber(count)} 人` : "发送";
};

const ownFields = ["source", "template", "signature", "recipients", "preview"];
/** What of a choice only this platform reads. */
const ownChoice = "file";

/**
 * The form for a platform of others, which has no templates, signatures or merge fields of ours, and no preview: the
 * text goes out as it is typed.
 */
export const toPlainSmsForm = <R extends AnyRow>(form: FormConfig<R>): FormConfig<R> => ({
  ...form,
  sections: form.sections.map(({ fields, ...section }) => ({
    ...section,
    fields: fields
      .filter(({ name }) => !ownFields.includes(name))
      .map((field): FormField => {
        if (field.name === "content")
          return { kind: "longText", name: field.name, label: field.label, wide: true };
        if (field.kind !== "select") return field;
        const { dictionary } = field;
        const options = dictionary.options.filter(({ value }) => value !== ownChoice);
        return { ...field, dictionary: { ...dictionary, options } };
      }),
  })),
  confirmation: () => ({
    title: "发送短信？",
    text: "短信将发给收件范围内的所有人，发出后不能撤回。",
    label: "确认发送",
  }),
  getValues: (row) => ({ ...form.getValues(row), source: "own", signature: "" }),
});

/** The bulk SMS form: content, recipients, and a preview with their number. */
export const bulkSmsForm = <R extends AnyRow>({
  name,
  title,
  done = () => "已提交群发，正在发送",
  recipientFields,
  getInitialValues,
  savesDrafts = true,
}: BulkSmsFormOptions<R>): FormConfig<R> => ({
  name,
  title,
  done,
  sections: [{ fields: [...messageFields, ...recipientFields, previewField] }],
  container: "drawer",
  submitLabel: "发送",
  toSubmitLabel: toSendLabel,
  confirmation: (values) => ({
    title: `${toSendLabel(values)}？`,
    text: `短信将发给 ${formatNumber(getRecipientCount(values))} 人，发出后不能撤回。`,
    label: "确认发送",
  }),
  savesDrafts,
  asksBeforeDiscard: true,
  getValues: (row) => ({ ...emptyValues, ...getInitialValues(row) }),
  validate: (field, value) => {
    switch (field.name) {
      case "roles":
        return null;
      case "template":
        return parseTemplateChoice(value).error;
      case "content":
        return value === "" ? "请输入短信内容" : getFirstIssue(contentSchema, value);
      case "companyIds":
        return getFirstIssue(companyIdsSchema, value);
      case "userIds":
        return getFirstIssue(userIdsSchema, value);
      case "recipients":
        return recipientFile.safeParse(value).success ? null : "请选择收件名单";
      case "preview":
        return getFirstIssue(recipientCountSchema, value);
      default:
        return value ? null : `请选择${field.label}`;
    }
  },
  isRequired: (field) => field.name !== "roles" && field.name !== "preview",
  parseCurrent: () => null,
  save: async (client, { row, values, requestId }, signal) => {
    const expectedCount = z.int().safeParse(values["preview"]).data;
    const countPart = expectedCount === undefined ? {} : { expectedCount };
    const body = { ...toBulkSms(values), ...countPart, requestId };
    const { batchId } = await client.call(smsCalls.smsSendAll, { body }, { signal });
    return { id: row?.id ?? batchId };
  },
});
