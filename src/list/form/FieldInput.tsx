import { Checkbox, Group, PasswordInput, Select, Textarea, TextInput } from "@mantine/core";
import type { FocusEvent } from "react";
import { brought } from "../../console/brought.tsx";
import { NumberField } from "../../ui/NumberField.tsx";
import { ChoiceSelect } from "../pickers/ChoiceSelect.tsx";
import { DictionarySelect } from "../pickers/DictionarySelect.tsx";
import { RegionSelect } from "../pickers/RegionSelect.tsx";
import { FieldWaiting } from "./FieldWaiting.tsx";
import { fieldFrame } from "./fieldFrame.ts";
import type { FormField, FormValues } from "./formPlan.ts";
import { MaskedField } from "./MaskedField.tsx";

const DayInput = brought(async () => (await import("./DayInput.tsx")).DayInput, FieldWaiting);
const FileField = brought(async () => (await import("./FileField.tsx")).FileField, FieldWaiting);

interface Props {
  readonly id: string;
  readonly field: FormField;
  /** One for each opening of the form. */
  readonly opening: string;
  readonly value: unknown;
  readonly values: FormValues;
  readonly error: string | null;
  readonly required: boolean;
  readonly disabled: boolean;
  /** Where typing begins when the form opens. */
  readonly first: boolean;
  /** What the record has now, masked. */
  readonly masked: string;
  /** Whether what is masked can be taken away. */
  readonly clearable: boolean;
  readonly onChange: (value: unknown) => void;
  readonly onFill: (values: FormValues) => void;
  readonly onBlur: () => void;
  /** Whether the field is still at work on its value: a file on its way. */
  readonly onBusy: (busy: boolean) => void;
}

/** The control of one field, with its label, hint and error; the heavy ones come when they are asked for. */
export function FieldInput({
  id,
  field,
  opening,
  value,
  values,
  error,
  required,
  disabled,
  first,
  masked,
  clearable,
  onChange,
  onFill,
  onBlur,
  onBusy,
}: Props) {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const { label, hint } = field;
  const frame = { ...fieldFrame({ id, label, error, required, disabled, onBlur }), description: hint };
  const placeholder = field.placeholder ?? "";
  switch (field.kind) {
    case "text":
      if (masked)
        return (
          <MaskedField
            {...frame}
            data-autofocus={first || undefined}
            {...{ value, masked, clearable, onChange }}
          />
        );
      return (
        <TextInput
          {...frame}
          data-autofocus={first || undefined}
          value={text}
          placeholder={placeholder}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "longText":
      return (
        <Textarea
          {...frame}
          data-autofocus={first || undefined}
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
        <NumberField
          {...frame}
          data-autofocus={first || undefined}
          value={text}
          placeholder={placeholder}
          hideControls
          onChange={onChange}
        />
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
          allowDeselect={!required}
          onChange={(chosen) => onChange(chosen ?? "")}
        />
      );
    case "several":
      return (
        // All in sight: a dropdown stays open for the next choice, and covers what comes below.
        <Checkbox.Group
          {...{ label, error, disabled }}
          description={hint}
          withAsterisk={required}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={onChange}
          onBlur={whenLeft(onBlur)}
        >
          <Group gap="md" mt={6}>
            {field.of.options.map(({ value: one, label }, place) => (
              // The form moves to a field by its id.
              <Checkbox key={one} id={place === 0 ? id : `${id}-${one}`} value={one} label={label} />
            ))}
          </Group>
        </Checkbox.Group>
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
    case "money":
      return (
        <NumberField
          {...frame}
          data-autofocus={first || undefined}
          value={text}
          placeholder={placeholder || "0.00"}
          leftSection="¥"
          decimalScale={2}
          thousandSeparator
          allowNegative={false}
          hideControls
          onChange={onChange}
        />
      );
    case "day":
    case "moment":
      return <DayInput {...frame} kind={field.kind} value={text} onChange={onChange} />;
    case "check":
      return (
        <Checkbox
          id={id}
          label={field.label}
          description={field.hint}
          error={error}
          disabled={disabled}
          checked={value === true}
          onBlur={onBlur}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "file":
      return (
        <FileField
          {...frame}
          field={field}
          opening={opening}
          value={text}
          onChange={onChange}
          onBusy={onBusy}
        />
      );
    case "custom":
      return (
        <field.control
          {...{ id, value, values, error, required, disabled, onChange, onFill, onBlur }}
          label={field.label}
        />
      );
  }
}

/** Calls back when the focus leaves a group, not when it goes from one control to the next in it. */
const whenLeft =
  (left: () => void) =>
  ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) left();
  };
