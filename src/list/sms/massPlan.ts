import * as z from "zod/mini";
import { enumeration } from "../../../adapters/contract/enumeration.ts";
import { smsCalls, smsType } from "../../../adapters/contract/sms.ts";
import { smsSignature } from "../../../adapters/contract/smsText.ts";
import type { FormValues } from "../../../machines/formValues.ts";
import { brought } from "../../console/brought.tsx";
import type { AnyRow } from "../definition.ts";
import { FieldWaiting } from "../form/FieldWaiting.tsx";
import { firstIssue } from "../form/fieldSchema.ts";
import type { FormField, FormPlan } from "../form/formPlan.ts";
import { massOf } from "./massOf.ts";
import { chosenTemplate } from "./templateChoice.ts";

const TemplateField = brought(async () => (await import("./TemplateField.tsx")).TemplateField, FieldWaiting);
const SignatureField = brought(
  async () => (await import("./SignatureField.tsx")).SignatureField,
  FieldWaiting,
);
const ContentField = brought(async () => (await import("./ContentField.tsx")).ContentField, FieldWaiting);
const MassPreviewField = brought(
  async () => (await import("./MassPreviewField.tsx")).MassPreviewField,
  FieldWaiting,
);

const source = enumeration("sms_source", { template: "短信模板", own: "自定义文本" });
/** A verification code goes to one phone alone. */
const types = { ...smsType, options: smsType.options.filter(({ value }) => value !== "verify") };
const own = { field: "source", is: ["own"] } as const;

const says: readonly FormField[] = [
  { kind: "select", name: "type", label: "短信类型", of: types },
  { kind: "select", name: "source", label: "内容来源", of: source },
  {
    kind: "custom",
    name: "template",
    label: "短信模板",
    control: TemplateField,
    wide: true,
    when: { field: "source", is: ["template"] },
  },
  { kind: "custom", name: "signature", label: "签名", control: SignatureField, wide: true, when: own },
  { kind: "custom", name: "content", label: "短信内容", control: ContentField, wide: true, when: own },
];
const preview: FormField = {
  kind: "custom",
  name: "preview",
  label: "发送预览",
  control: MassPreviewField,
  wide: true,
};

const empty: FormValues = {
  type: "notice",
  source: "template",
  template: "",
  signature: smsSignature,
  content: "",
  scope: "all",
  roles: [],
  companyIds: [],
  userIds: [],
  preview: "",
};
const { content } = smsCalls.smsPreview.body.shape;
const someIds = (asks: string) =>
  z.array(z.string()).check(z.minLength(1, asks), z.maxLength(200, "最多选择 200 个"));
const companyIds = someIds("请选择收件企业");
const userIds = someIds("请选择收件用户");
const someCount = z.int("请填完以上内容，统计出收件人数后再发送").check(z.minimum(1, "没有可以发送的收件人"));

interface MassPlan<R> {
  readonly name: string;
  readonly title: (row: R | null) => string;
  /** What asks to whom it goes, where that is not said by what the form is opened with. */
  readonly whom: readonly FormField[];
  /** To whom it goes at first. */
  readonly given: (row: R | null) => FormValues;
}

/** A form for one text to many: what it says, to whom, and before it goes how many it will reach. */
export const massPlan = <R extends AnyRow>({ name, title, whom, given }: MassPlan<R>): FormPlan<R> => ({
  name,
  title,
  sections: [{ fields: [...says, ...whom, preview] }],
  frame: "drawer",
  submitLabel: "发送",
  drafts: true,
  valuesOf: (row) => ({ ...empty, ...given(row) }),
  check: (field, value) => {
    switch (field.name) {
      case "roles":
        return null;
      case "template":
        return chosenTemplate(value).fault;
      case "content":
        return value === "" ? "请输入短信内容" : firstIssue(content, value);
      case "companyIds":
        return firstIssue(companyIds, value);
      case "userIds":
        return firstIssue(userIds, value);
      case "preview":
        return firstIssue(someCount, value);
      default:
        return value ? null : "请选择";
    }
  },
  required: (field) => field.name !== "roles" && field.name !== "preview",
  present: () => null,
  save: async (client, { row, values, requestId }, signal) => {
    const expectedCount = z.int().safeParse(values["preview"]).data;
    const counted = expectedCount === undefined ? {} : { expectedCount };
    const body = { ...massOf(values), ...counted, requestId };
    const { batchId } = await client.call(smsCalls.smsSendAll, { body }, { signal });
    return { id: row?.id ?? batchId };
  },
});
