import { Button, Group, Stack, Text } from "@mantine/core";
import { smsMaxLength } from "../../../adapters/contract/sms.ts";
import { buildSmsContent, mergeFields, smsSignature } from "../../../adapters/contract/smsText.ts";
import type { CustomFieldProps } from "../form/formConfig.ts";
import { formatSmsCount } from "./formatSmsCount.ts";
import { SmsTextArea } from "./SmsTextArea.tsx";

/** A custom text, with the number of SMS it will be charged as, and buttons for what differs by recipient. */
export function ContentField(field: CustomFieldProps) {
  const { value, values, disabled, onChange } = field;
  const text = typeof value === "string" ? value : "";
  const signature = String(values["signature"] || smsSignature);
  const content = buildSmsContent(signature, text.trim(), values["type"] === "marketing");
  const description = `${formatSmsCount(content)}，最多 ${smsMaxLength} 字`;
  return (
    <Stack gap={6}>
      <SmsTextArea field={field} text={text} description={description} />
      <Group gap={6} role="group" aria-label="按收件人填写">
        <Text size="xs" c="dimmed">
          按收件人填写：
        </Text>
        {Object.values(mergeFields).map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            disabled={disabled}
            onClick={() => onChange(`${text}{${name}}`)}
          >
            {name}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
