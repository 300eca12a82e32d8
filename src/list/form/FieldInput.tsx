import { MultiSelect, NumberInput, PasswordInput, Select, Textarea, TextInput } from "@mantine/core";
import { ChoiceSelect } from "../pickers/ChoiceSelect.tsx";
import { DictionarySelect } from "../pickers/DictionarySelect.tsx";
import { RegionSelect } from "../pickers/RegionSelect.tsx";
import type { FormField } from "./formPlan.ts";

interface Props {
  readonly id: string;
  readonly field: FormField;
  readonly value: unknown;
  readonly error: string | null;
  readonly required: boolean;
  readonly disabled: boolean;
  /** What the record has now, masked. */
  readonly masked: string;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
}

/** The control of one field, with its label, hint and error. */
export function FieldInput({ id, field, value, error, required, disabled, masked, onChange, onBlur }: Props) {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const frame = {
    id,
    label: field.label,
    error,
    withAsterisk: required,
    disabled,
    onBlur,
    description: field.hint,
  };
  const placeholder = field.placeholder ?? "";
  switch (field.kind) {
    case "text":
      return (
        <TextInput
          {...frame}
          value={text}
          placeholder={masked ? `${masked}，留空则不修改` : placeholder}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "longText":
      return (
        <Textarea
          {...frame}
          value={text}
          placeholder={placeholder}
          autosize
          minRows={2}
          maxRows={6}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "number":
      return (
        <NumberInput {...frame} value={text} placeholder={placeholder} hideControls onChange={onChange} />
      );
    case "password":
      return (
        <PasswordInput
          {...frame}
          value={text}
          placeholder={placeholder}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ "aria-label": `显示或隐藏${field.label}` }}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "select":
      return (
        <Select
          {...frame}
          data={field.of.options.map(({ value: one, label }) => ({ value: one, label }))}
          value={text || null}
          placeholder={placeholder || "请选择"}
          onChange={(chosen) => onChange(chosen ?? "")}
        />
      );
    case "several":
      return (
        <MultiSelect
          {...frame}
          data={field.of.options.map(({ value: one, label }) => ({ value: one, label }))}
          value={Array.isArray(value) ? value.map(String) : []}
          placeholder={placeholder || "请选择"}
          onChange={onChange}
        />
      );
    case "dictionary":
      return (
        <DictionarySelect
          {...frame}
          of={field.key}
          value={text}
          onChange={onChange}
          placeholder={placeholder}
        />
      );
    case "region":
      return <RegionSelect {...frame} value={text || null} onChange={(chosen) => onChange(chosen ?? "")} />;
    case "choice":
      return (
        <ChoiceSelect
          {...frame}
          source={field.source}
          value={text || null}
          onChange={(chosen) => onChange(chosen ?? "")}
        />
      );
  }
}
