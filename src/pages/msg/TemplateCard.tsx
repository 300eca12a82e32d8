import { Group, Paper, Text } from "@mantine/core";
import { countSmsParts } from "../../../adapters/contract/countSmsParts.ts";
import { smsType } from "../../../adapters/contract/sms.ts";
import type { SmsTemplate } from "../../../adapters/contract/smsTemplate.ts";
import { buildSmsContent } from "../../../adapters/contract/smsText.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { TextAction } from "../../ui/TextAction.tsx";

interface Props {
  readonly template: SmsTemplate;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** One template as it reaches the phone, with what may be done to it. */
export function TemplateCard({ template, onEdit, onDelete }: Props) {
  const { name, code, type, signature, text, approved, standard, builtIn } = template;
  const content = buildSmsContent(signature, text, type === "marketing");
  const color = smsType.options.find(({ value }) => value === type)?.color ?? "gray";
  return (
    <Paper component="li" withBorder p="sm" radius="md" aria-label={name}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <StatusTag label={smsType.label(type)} color={color} />
        <StatusTag label={approved ? "已过审" : "审核中"} color={approved ? "green" : "orange"} />
        {standard && <StatusTag label="单发默认" color="gray" />}
        {builtIn && <StatusTag label="系统使用" color="gray" />}
        <Group gap="sm" ml="auto">
          <TextAction aria-label={`编辑 ${name}`} onClick={onEdit}>
            编辑
          </TextAction>
          {!builtIn && !standard && (
            <TextAction
              aria-label={`删除 ${name}`}
              style={{ color: "var(--mantine-color-error)" }}
              onClick={onDelete}
            >
              删除
            </TextAction>
          )}
        </Group>
      </Group>
      <Text size="sm" mt={6} style={{ overflowWrap: "anywhere" }}>
        {content}
      </Text>
      <Text size="xs" c="dimmed" mt={4}>
        编码 {code}，签名 {signature}，计费 {countSmsParts(content).parts} 条（填入变量前）
      </Text>
    </Paper>
  );
}
