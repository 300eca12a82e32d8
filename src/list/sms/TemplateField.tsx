import { Button, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { filledText, variablesOf, variableValue } from "../../../adapters/contract/smsText.ts";
import { fieldFrame } from "../form/fieldFrame.ts";
import type { CustomFieldProps } from "../form/formPlan.ts";
import { chosenTemplate } from "./templateChoice.ts";
import { useSmsTemplates } from "./useSmsTemplates.ts";
import { variableName } from "./variableNames.ts";

/** Chooses a template of the form's type, and fills in its variables. */
export function TemplateField(field: CustomFieldProps) {
  const { value, values, disabled, onChange, onBlur } = field;
  const { answer, again } = useSmsTemplates();
  if (answer.state === "failed")
    return (
      <Button variant="default" onClick={again}>
        模板没有读到，重试
      </Button>
    );
  const templates =
    answer.state === "here" ? answer.data.templates.filter(({ type }) => type === values["type"]) : [];
  const { code, params, variables, fault } = chosenTemplate(value);
  const template = templates.find((one) => one.code === code);
  return (
    <Stack gap="xs">
      <Select
        {...fieldFrame(field)}
        disabled={disabled || answer.state === "asking"}
        placeholder={answer.state === "asking" ? "正在读取…" : "请选择"}
        data={templates.map((one) => ({
          value: one.code,
          label: one.approved ? one.name : `${one.name}（未过审）`,
          disabled: !one.approved,
        }))}
        value={template ? code : null}
        onChange={(chosen) => {
          const next = templates.find((one) => one.code === chosen);
          onChange(next ? { code: next.code, variables: variablesOf(next.text), params: {} } : "");
        }}
      />
      {template && fault !== null && (
        <Text size="sm" c="dimmed">
          【{template.signature}】{filledText(template.text, params)}
        </Text>
      )}
      {template && variables.length > 0 && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          {variables.map((variable) => (
            <TextInput
              key={variable}
              label={variableName(variable)}
              withAsterisk
              maxLength={50}
              disabled={disabled}
              value={variableValue(params, variable)}
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
