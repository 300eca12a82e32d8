import * as z from "zod/mini";
import { enumeration } from "../../../adapters/contract/enumeration.ts";
import { smsCalls, smsType } from "../../../adapters/contract/sms.ts";
import { userRole } from "../../../adapters/contract/user.ts";
import type { FormValues } from "../../../machines/formValues.ts";
import type { AnyRow } from "../../list/definition.ts";
import { firstIssue } from "../../list/form/fieldSchema.ts";
import type { FormField, FormPlan } from "../../list/form/formPlan.ts";
import { CompaniesField } from "./CompaniesField.tsx";
import { ContentField } from "./ContentField.tsx";
import { MassPreviewField } from "./MassPreviewField.tsx";
import { massOf } from "./massOf.ts";
import { TemplateField } from "./TemplateField.tsx";
import { chosenTemplate } from "./templateChoice.ts";

const source = enumeration("sms_source", { template: "短信模板", own: "自定义文本" });
const scope = enumeration("sms_scope", { all: "全部企业", companies: "指定企业" });
/** A verification code goes to one phone alone. */
const massTypes = { ...smsType, options: smsType.options.filter(({ value }) => value !== "verify") };

const fields: readonly FormField[] = [
  { kind: "select", name: "type", label: "短信类型", of: massTypes, initial: "notice" },
  { kind: "select", name: "source", label: "内容来源", of: source, initial: "template" },
  {
    kind: "custom",
    name: "template",
    label: "短信模板",
    control: TemplateField,
    wide: true,
    when: { field: "source", is: ["template"] },
  },
  {
    kind: "custom",
    name: "content",
    label: "短信内容",
    control: ContentField,
    wide: true,
    when: { field: "source", is: ["own"] },
  },
  { kind: "select", name: "scope", label: "收件范围", of: scope, initial: "all" },
  { kind: "several", name: "roles", label: "用户角色", of: userRole, placeholder: "不选为全部角色" },
  {
    kind: "custom",
    name: "companyIds",
    label: "收件企业",
    control: CompaniesField,
    wide: true,
    when: { field: "scope", is: ["companies"] },
  },
  { kind: "custom", name: "preview", label: "发送预览", control: MassPreviewField, wide: true },
];

const empty: FormValues = {
  type: "notice",
  source: "template",
  template: "",
  content: "",
  scope: "all",
  roles: [],
  companyIds: [],
  preview: "",
};
const { content } = smsCalls.smsPreview.body.shape;
const companyIds = z.array(z.string()).check(z.minLength(1, "请选择收件企业"));
const someCount = z.int("请等待预览完成").check(z.minimum(1, "没有可以发送的收件人"));

/** One text to many: what it says, to whom, and before it goes how many it will reach. */
export const massForm: FormPlan<AnyRow> = {
  name: "sms-mass",
  title: () => "群发短信",
  sections: [{ fields }],
  frame: "drawer",
  submitLabel: "发送",
  drafts: true,
  valuesOf: () => empty,
  check: ({ name }, value) => {
    if (name === "template") return chosenTemplate(value).fault;
    if (name === "content") return value === "" ? "请输入短信内容" : firstIssue(content, value);
    if (name === "companyIds") return firstIssue(companyIds, value);
    if (name === "preview") return firstIssue(someCount, value);
    return name !== "roles" && !value ? "请选择" : null;
  },
  required: ({ name }) => name !== "roles" && name !== "preview",
  present: () => null,
  save: async (client, { values, requestId }, signal) => {
    const expectedCount = z.int().safeParse(values["preview"]).data;
    const counted = expectedCount === undefined ? {} : { expectedCount };
    const body = { ...massOf(values), ...counted, requestId };
    const { batchId } = await client.call(smsCalls.smsSendAll, { body }, { signal });
    return { id: batchId };
  },
};
