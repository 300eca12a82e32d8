import { Button, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import {
  extractVariables,
  findMergeFields,
  getVariableValue,
  type MergeField,
  renderTemplate,
  toMergeToken,
} from "../../../adapters/contract/smsText.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { CustomFieldProps } from "../form/formConfig.ts";
import { toInputProps } from "../form/toInputProps.ts";
import { OptionSelect } from "../pickers/OptionSelect.tsx";
import { getVariableLabel } from "./getVariableLabel.ts";
import { parseTemplateChoice, type TemplateChoice } from "./templateChoice.ts";
import { useSmsTemplates } from "./useSmsTemplates.ts";

/** Selects a template of the form's type and fills in its variables. */
export function TemplateField(field: CustomFieldProps) {
  const { id, value, values, disabled, onChange, onBlur } = field;
  const { result, refetch } = useSmsTemplates();
  if (result.state === "error" && result.isRefused)
    return <Text size="sm">{`${result.message}，请选择自定义文本`}</Text>;
  if (result.state === "error")
    return (
      <Button variant="default" onClick={refetch}>
        模板没有读到，重试
      </Button>
    );
  const templates =
    result.state === "success" ? result.data.templates.filter(({ type }) => type === values["type"]) : [];
  const { code, params, variables, missing, error } = parseTemplateChoice(value);
  const template = templates.find((option) => option.code === code);
  // The form focuses and marks what is missing: a variable of the chosen template.
  const isFillingIn = template !== undefined && missing.length > 0;
  return (
    <Stack gap="xs">
      <OptionSelect
        {...toInputProps(isFillingIn ? { ...field, id: `${id}-code`, error: null } : field)}
        disabled={disabled || result.state === "pending"}
        placeholder={result.state === "pending" ? word.readingNow : word.choose}
        data={templates.map((option) => ({
          value: option.code,
          label: option.approved ? option.name : `${option.name}（未过审）`,
          disabled: !option.approved,
        }))}
        value={template ? code : null}
        canBeEmpty={!field.required}
        onChange={(selected) => {
          const next = templates.find((option) => option.code === selected);
          onChange(next ? toTemplateChoice(next) : "");
        }}
      />
      {template && error !== null && (
        <Text
          size="sm"
          c="dimmed"
        >{`【${template.signature}】${renderTemplate(template.text, params)}`}</Text>
      )}
      {template && variables.length > 0 && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          {variables.map((variable) => (
            <TextInput
              key={variable}
              id={variable === missing[0] ? id : `${id}-${variable}`}
              error={field.error !== null && missing.includes(variable) && toMissingText(variable)}
              label={getVariableLabel(variable)}
              description={
                findMergeFields(getVariableValue(params, variable)).fields.length > 0
                  ? "按每位收件人填写，可改为固定内容"
                  : undefined
              }
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

const toMissingText = (variable: string) => `请填写${getVariableLabel(variable)}`;

/** Variables that are filled in for each recipient unless the sender types something else. */
const mergedVariables: Readonly<Record<string, MergeField>> = {
  name: "name",
  company: "company",
  service: "service",
  days: "days",
  manager: "manager",
};

function toTemplateChoice({ code, text }: { readonly code: string; readonly text: string }): TemplateChoice {
  const variables = [...extractVariables(text)];
  const params = variables.flatMap((variable) => {
    const field = lookUp(mergedVariables, variable);
    return field ? [[variable, toMergeToken(field)] as const] : [];
  });
  return { code, variables, params: Object.fromEntries(params) };
}
