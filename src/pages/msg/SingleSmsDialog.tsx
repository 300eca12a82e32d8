import { Paper, Text } from "@mantine/core";
import * as z from "zod/mini";
import { countSmsParts } from "../../../adapters/contract/countSmsParts.ts";
import { smsCalls, smsType } from "../../../adapters/contract/sms.ts";
import { buildSmsContent, renderTemplate } from "../../../adapters/contract/smsText.ts";
import * as word from "../../../adapters/contract/words.ts";
import { FormHost } from "../../list/form/FormHost.tsx";
import type { FormConfig, FormValues } from "../../list/form/formConfig.ts";
import { useFormOnMount } from "../../list/form/useFormOnMount.ts";
import { validateField } from "../../list/form/validateField.ts";
import type { AnyRow, PageDialogProps } from "../../list/listDefinition.ts";
import { useSmsTemplates } from "../../list/sms/useSmsTemplates.ts";

/** Previews the standard template of the selected type. */
function StandardSmsPreview({ values }: { readonly values: FormValues }) {
  const { result } = useSmsTemplates();
  const template =
    result.state === "success"
      ? result.data.templates.find(({ type, standard }) => standard && type === values["type"])
      : undefined;
  if (!template) return null;
  const { signature, text, type } = template;
  const content = buildSmsContent(signature, renderTemplate(text, { code: "******" }), type === "marketing");
  return (
    <Paper withBorder p="sm" radius="md" bg="var(--console-ground)" role="status" aria-label="短信预览">
      <Text size="sm">{content}</Text>
      <Text
        size="xs"
        c="dimmed"
        mt={4}
      >{`计费 ${countSmsParts(content).parts} 条；每个号码 1 分钟 1 条，每天最多 10 条${type === "marketing" ? "；营销短信只在 08:00 至 22:00 发送" : ""}`}</Text>
    </Paper>
  );
}

const { shape } = smsCalls.smsSend.params;
const valuesSchema = z.object({ phone: z.string(), type: smsType.schema });

/** Sends one message to one phone with the standard template of its type. */
const singleSmsForm: FormConfig<AnyRow> = {
  name: "sms-single",
  title: () => "单发短信",
  done: () => "已提交短信",
  sections: [
    {
      fields: [
        { kind: "text", name: "phone", label: word.phoneNumber, placeholder: word.phoneExample },
        { kind: "select", name: "type", label: word.smsType, dictionary: smsType },
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

export function SingleSmsDialog({ onClose, onDone, onOutdated }: PageDialogProps) {
  const form = useFormOnMount(singleSmsForm, {
    onSaved: () => onDone(),
    onClosed: onClose,
    onOutdated,
  });
  return <FormHost form={form} />;
}
