import * as z from "zod/mini";
import { smsCalls, smsType } from "../../../adapters/contract/sms.ts";
import type { AnyRow } from "../../list/definition.ts";
import { checkField } from "../../list/form/fieldSchema.ts";
import type { FormPlan } from "../../list/form/formPlan.ts";
import { StandardText } from "./StandardText.tsx";

const { shape } = smsCalls.smsSend.params;
const sent = z.object({ phone: z.string(), type: smsType.schema });

/** One message to one phone, by the standard template of its type. */
export const singleForm: FormPlan<AnyRow> = {
  name: "sms-single",
  title: () => "单发短信",
  sections: [
    {
      fields: [
        { kind: "text", name: "phone", label: "手机号", placeholder: "11 位手机号" },
        { kind: "select", name: "type", label: "短信类型", of: smsType },
      ],
    },
  ],
  frame: "dialog",
  submitLabel: "发送",
  drafts: false,
  valuesOf: () => ({ phone: "", type: "notice" }),
  check: (field, value) => checkField(field.name === "phone" ? shape.phone : shape.type, field, value),
  required: () => true,
  present: () => null,
  summary: StandardText,
  save: async (client, { values, requestId }, signal) => {
    const { phone, type } = sent.parse(values);
    const args = { params: { phone: phone.trim(), type }, query: { requestId } };
    const { id } = await client.call(smsCalls.smsSend, args, { signal });
    return { id };
  },
};
