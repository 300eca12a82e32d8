import { Button, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { extractVariables, getVariableValue, renderTemplate } from "../../../adapters/contract/smsText.ts";
import type { CustomFieldProps } from "../form/formConfig.ts";
import { toInputProps } from "../form/toInputProps.ts";
import { getVariableLabel } from "./getVariableLabel.ts";
import { parseTemplateChoice } from "./templateChoice.ts";
import { useSmsTemplates } from "./useSmsTemplates.ts";

/** Selects a template of the form's type and fills in its variables. */
export function TemplateField(field: CustomFieldProps) {
  const { value, values, disabled, onChange, onBlur } = field;
  const { result, refetch } = useSmsTemplates();
  if (result.state === "error")
    return (
      <Button variant="default" onClick={refetch}>
        模板没有读到，重试
      </Button>
    );
  const templates =
    result.state === "success" ? result.data.templates.filter(({ type }) => type === values["type"]) : [];
  const { code, params, variables, error } = parseTemplateChoice(value);
  const template = templates.find((option) => option.code === code);
  return (
    <Stack gap="xs">
      <Select
        {...toInputProps(field)}
        disabled={disabled || result.state === "pending"}
        placeholder={result.state === "pending" ? "正在读取…" : "请选择"}
        data={templates.map((option) => ({
          value: option.code,
          label: option.approved ? option.name : `${option.name}（未过审）`,
          disabled: !option.approved,
        }))}
        value={template ? code : null}
        onChange={(selected) => {
          const next = templates.find((option) => option.code === selected);
          onChange(next ? { code: next.code, variables: extractVariables(next.text), params: {} } : "");
        }}
      />
      {template && error !== null && (
        <Text size="sm" c="dimmed">
          【{template.signature}】{renderTemplate(template.text, params)}
        </Text>
      )}
      {template && variables.length > 0 && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          {variables.map((variable) => (
            <TextInput
              key={variable}
              label={getVariableLabel(variable)}
              withAsterisk
              maxLength={50}
              disabled={disabled}
              value={getVariableValue(params, variable)}
              onBlur={onBlur}
              onChange={(event) =>
                onChange({ code, variables, params: { ...params, [variable]: event.currentTarget.value } })
              }
            />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}
