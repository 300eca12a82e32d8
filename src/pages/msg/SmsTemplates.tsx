import { Button, Center, Group, Loader, Paper, Stack, Text } from "@mantine/core";
import { type SmsTemplate, smsType } from "../../../adapters/contract/sms.ts";
import { smsParts } from "../../../adapters/contract/smsParts.ts";
import { smsContent } from "../../../adapters/contract/smsText.ts";
import type { PageDialogProps } from "../../list/definition.ts";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { StatusTag } from "../../ui/StatusTag.tsx";
import classes from "./SmsTemplates.module.css";
import { useSmsTemplates } from "./useSmsTemplates.ts";

/** The templates with their signatures, as the gateway's operator has approved them. */
export function SmsTemplates({ onClose }: PageDialogProps) {
  const { answer, again } = useSmsTemplates();
  return (
    <SidePanel opened onClose={onClose} title="短信模板与签名">
      {answer.state === "asking" && (
        <Center py="xl">
          <Loader aria-label="正在读取" />
        </Center>
      )}
      {answer.state === "failed" && (
        <Center py="xl">
          <Button onClick={again}>模板没有读到，重试</Button>
        </Center>
      )}
      {answer.state === "here" && (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            模板和签名须先在短信网关报备，审核通过后才能发送。
            {answer.data.plainText ? "当前网关也接受自定义文本。" : "当前网关不接受自定义文本。"}
          </Text>
          <ul className={classes["templates"]} aria-label="模板">
            {answer.data.templates.map((template) => (
              <Template key={template.code} template={template} />
            ))}
          </ul>
        </Stack>
      )}
    </SidePanel>
  );
}

function Template({ template }: { readonly template: SmsTemplate }) {
  const { name, code, type, signature, text, approved, standard } = template;
  const content = smsContent(signature, text, type === "marketing");
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
      </Group>
      <Text size="sm" mt={6} style={{ overflowWrap: "anywhere" }}>
        {content}
      </Text>
      <Text size="xs" c="dimmed" mt={4}>
        编码 {code}，签名 {signature}，变量填写前计费 {smsParts(content).parts} 条
      </Text>
    </Paper>
  );
}
