import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { countSmsParts } from "../../../adapters/contract/countSmsParts.ts";
import { smsType } from "../../../adapters/contract/sms.ts";
import type { SmsTemplate } from "../../../adapters/contract/smsTemplate.ts";
import { buildSmsContent } from "../../../adapters/contract/smsText.ts";
import * as word from "../../../adapters/contract/words.ts";
import { FormHost } from "../../list/form/FormHost.tsx";
import { useForm } from "../../list/form/useForm.ts";
import type { PageDialogProps } from "../../list/listDefinition.ts";
import { QueryPanel } from "../../list/QueryPanel.tsx";
import { useSmsTemplates } from "../../list/sms/useSmsTemplates.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { TextAction } from "../../ui/TextAction.tsx";
import { NextNotices } from "./NextNotices.tsx";
import classes from "./SmsTemplates.module.css";
import { deleteTemplateForm, templateForm } from "./templateForm.ts";

interface Props {
  readonly template: SmsTemplate;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** One template as recipients see it, with its actions. */
function TemplateCard({ template, onEdit, onDelete }: Props) {
  const { name, code, type, signature, text, approved, standard, builtIn } = template;
  const content = buildSmsContent(signature, text, type === "marketing");
  return (
    <Paper component="li" withBorder p="sm" radius="md" aria-label={name}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <StatusTag {...smsType.tag(type)} />
        <StatusTag label={approved ? "已过审" : "审核中"} color={approved ? "green" : "orange"} />
        {standard && <StatusTag label="单发默认" color="gray" />}
        {builtIn && <StatusTag label="系统使用" color="gray" />}
        <Group gap="sm" ml="auto">
          <TextAction aria-label={`编辑 ${name}`} onClick={onEdit}>
            {word.edit}
          </TextAction>
          {!builtIn && !standard && (
            <TextAction
              aria-label={`删除 ${name}`}
              style={{ color: "var(--mantine-color-error)" }}
              onClick={onDelete}
            >
              {word.remove}
            </TextAction>
          )}
        </Group>
      </Group>
      <Text size="sm" mt={6} style={{ overflowWrap: "anywhere" }}>
        {content}
      </Text>
      <Text
        size="xs"
        c="dimmed"
        mt={4}
      >{`编码 ${code}，签名 ${signature}，计费 ${countSmsParts(content).parts} 条（填入变量前）`}</Text>
    </Paper>
  );
}

/** The templates with their signatures, kept in sync with the gateway's operator by hand. */
export function SmsTemplates({ onClose }: PageDialogProps) {
  const query = useSmsTemplates();
  const { reread } = query;
  const editForm = useForm(templateForm, { onSaved: reread, onUncertain: reread });
  const deleteForm = useForm(deleteTemplateForm, { onSaved: reread, onUncertain: reread });
  return (
    <QueryPanel
      title="短信模板与签名"
      noun={word.template}
      query={query}
      onClose={onClose}
      forms={
        <>
          <FormHost form={editForm} />
          <FormHost form={deleteForm} />
        </>
      }
    >
      {(data) => (
        <Stack gap="sm">
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Text size="sm" c="dimmed">{`模板和签名须先在短信网关报备，审核通过后才能发送。${
              data.plainText ? "当前网关也接受自定义文本，签名须是已过审的。" : "当前网关不接受自定义文本。"
            }`}</Text>
            <Button flex="none" leftSection={<IconPlus size={16} />} onClick={() => editForm.open(null)}>
              新增模板
            </Button>
          </Group>
          <NextNotices />
          <ul className={classes["templates"]} aria-label={word.template}>
            {data.templates.map((template) => (
              <TemplateCard
                key={template.id}
                template={template}
                onEdit={() => editForm.open(template)}
                onDelete={() => deleteForm.open(template)}
              />
            ))}
          </ul>
        </Stack>
      )}
    </QueryPanel>
  );
}
