import { Paper, Text } from "@mantine/core";
import { countSmsParts } from "../../../adapters/contract/countSmsParts.ts";
import { buildSmsContent, renderTemplate } from "../../../adapters/contract/smsText.ts";
import type { FormValues } from "../../list/form/formConfig.ts";
import { useSmsTemplates } from "../../list/sms/useSmsTemplates.ts";

/** What a single message of the chosen type says. */
export function StandardSmsPreview({ values }: { readonly values: FormValues }) {
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
      <Text size="xs" c="dimmed" mt={4}>
        计费 {countSmsParts(content).parts} 条；每个号码 1 分钟 1 条，每天最多 10 条
        {type === "marketing" && "；营销短信只在 08:00 至 22:00 发送"}
      </Text>
    </Paper>
  );
}
