import { Button, Center, Group, Loader, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { FormHost } from "../../list/form/FormHost.tsx";
import { useForm } from "../../list/form/useForm.ts";
import type { PageDialogProps } from "../../list/listDefinition.ts";
import { useSmsTemplates } from "../../list/sms/useSmsTemplates.ts";
import { SidePanel } from "../../ui/SidePanel.tsx";
import classes from "./SmsTemplates.module.css";
import { TemplateCard } from "./TemplateCard.tsx";
import { deleteTemplateForm, templateForm } from "./templateForm.ts";

/** The templates with their signatures: what may be sent, and how it is kept in step with the gateway's operator. */
export function SmsTemplates({ onClose }: PageDialogProps) {
  const { result, refetch } = useSmsTemplates();
  const editForm = useForm(templateForm, { onSaved: refetch, onUncertain: refetch });
  const deleteForm = useForm(deleteTemplateForm, { onSaved: refetch, onUncertain: refetch });
  return (
    <SidePanel opened onClose={onClose} title="短信模板与签名">
      {result.state === "pending" && (
        <Center py="xl">
          <Loader aria-label="正在读取" />
        </Center>
      )}
      {result.state === "error" && (
        <Center py="xl">
          <Button onClick={refetch}>模板没有读到，重试</Button>
        </Center>
      )}
      {result.state === "success" && (
        <Stack gap="sm">
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Text size="sm" c="dimmed">
              模板和签名须先在短信网关报备，审核通过后才能发送。
              {result.data.plainText
                ? "当前网关也接受自定义文本，签名须是已过审的。"
                : "当前网关不接受自定义文本。"}
            </Text>
            <Button flex="none" leftSection={<IconPlus size={16} />} onClick={() => editForm.open(null)}>
              新增模板
            </Button>
          </Group>
          <ul className={classes["templates"]} aria-label="模板">
            {result.data.templates.map((template) => (
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
      <FormHost form={editForm} />
      <FormHost form={deleteForm} />
    </SidePanel>
  );
}
