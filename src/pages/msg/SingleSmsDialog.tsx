import * as z from "zod/mini";
import { smsCalls, smsType } from "../../../adapters/contract/sms.ts";
import { FormHost } from "../../list/form/FormHost.tsx";
import type { FormConfig } from "../../list/form/formConfig.ts";
import { validateField } from "../../list/form/validateField.ts";
import type { AnyRow, PageDialogProps } from "../../list/listDefinition.ts";
import { StandardSmsPreview } from "./StandardSmsPreview.tsx";
import { useFormOnMount } from "./useFormOnMount.ts";

const { shape } = smsCalls.smsSend.params;
const valuesSchema = z.object({ phone: z.string(), type: smsType.schema });

/** One message to one phone, by the standard template of its type. */
const singleSmsForm: FormConfig<AnyRow> = {
  name: "sms-single",
  title: () => "单发短信",
  sections: [
    {
      fields: [
        { kind: "text", name: "phone", label: "手机号", placeholder: "11 位手机号" },
        { kind: "select", name: "type", label: "短信类型", dictionary: smsType },
      ],
    },
  ],
  container: "dialog",
  submitLabel: "发送",
  savesDrafts: false,
  getValues: () => ({ phone: "", type: "notice" }),
  validate: (field, value) => validateField(field.name === "phone" ? shape.phone : shape.type, field, value),
  isRequired: () => true,
  parseCurrent: () => null,
  summary: StandardSmsPreview,
  save: async (client, { values, requestId }, signal) => {
    const { phone, type } = valuesSchema.parse(values);
    const args = { params: { phone: phone.trim(), type }, query: { requestId } };
    const { id } = await client.call(smsCalls.smsSend, args, { signal });
    return { id };
  },
};

/** The form that sends one message. */
export function SingleSmsDialog({ onClose, onDone, onOutdated }: PageDialogProps) {
  const form = useFormOnMount(singleSmsForm, {
    onSaved: () => onDone(),
    onClosed: onClose,
    onOutdated,
  });
  return <FormHost form={form} />;
}
