import { Checkbox, Group, PasswordInput, Select, Textarea, TextInput } from "@mantine/core";
import type { FocusEvent } from "react";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { NumberField } from "../../ui/NumberField.tsx";
import { ChoiceSelect } from "../pickers/ChoiceSelect.tsx";
import { DictionarySelect } from "../pickers/DictionarySelect.tsx";
import { RegionSelect } from "../pickers/RegionSelect.tsx";
import { FieldFallback } from "./FieldFallback.tsx";
import type { FormField, FormValues } from "./formConfig.ts";
import { MaskedField } from "./MaskedField.tsx";
import { toInputProps } from "./toInputProps.ts";

const DayInput = lazyComponent(async () => (await import("./DayInput.tsx")).DayInput, FieldFallback);
const FileField = lazyComponent(async () => (await import("./FileField.tsx")).FileField, FieldFallback);

interface Props {
  readonly id: string;
  readonly field: FormField;
  /** One for each opening of the form. */
  readonly openingId: string;
  readonly value: unknown;
  readonly values: FormValues;
  readonly error: string | null;
  readonly required: boolean;
  readonly disabled: boolean;
  /** Where typing begins when the form opens. */
  readonly autoFocus: boolean;
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
  openingId,
  value,
  values,
  error,
  required,
  disabled,
  autoFocus,
  masked,
  clearable,
  onChange,
  onFill,
  onBlur,
  onBusy,
}: Props) {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const { label, hint } = field;
  const inputProps = { ...toInputProps({ id, label, error, required, disabled, onBlur }), description: hint };
  const placeholder = field.placeholder ?? "";
  switch (field.kind) {
    case "text":
      if (masked)
        return (
          <MaskedField
            {...inputProps}
            data-autofocus={autoFocus || undefined}
            {...{ value, masked, clearable, onChange }}
          />
        );
      return (
        <TextInput
          {...inputProps}
          data-autofocus={autoFocus || undefined}
          value={text}
          placeholder={placeholder}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "longText":
      return (
        <Textarea
          {...inputProps}
          data-autofocus={autoFocus || undefined}
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
          {...inputProps}
          data-autofocus={autoFocus || undefined}
          value={text}
          placeholder={placeholder}
          hideControls
          onChange={onChange}
        />
      );
    case "password":
      return (
        <PasswordInput
          {...inputProps}
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
          {...inputProps}
          data={field.dictionary.options.map(({ value: option, label }) => ({ value: option, label }))}
          value={text || null}
          placeholder={placeholder || "请选择"}
          allowDeselect={!required}
          onChange={(selected) => onChange(selected ?? "")}
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
          onBlur={onGroupBlur(onBlur)}
        >
          <Group gap="md" mt={6}>
            {field.dictionary.options.map(({ value: option, label }, index) => (
              // The form moves to a field by its id.
              <Checkbox key={option} id={index === 0 ? id : `${id}-${option}`} value={option} label={label} />
            ))}
          </Group>
        </Checkbox.Group>
      );
    case "dictionary":
      return (
        <DictionarySelect
          {...inputProps}
          dictionaryKey={field.key}
          value={text}
          onChange={onChange}
          placeholder={placeholder}
        />
      );
    case "region":
      return (
        <RegionSelect
          {...inputProps}
          value={text || null}
          onChange={(selected) => onChange(selected ?? "")}
        />
      );
    case "choice":
      return (
        <ChoiceSelect
          {...inputProps}
          source={field.source}
          value={text || null}
          onChange={(selected) => onChange(selected ?? "")}
        />
      );
    case "money":
      return (
        <NumberField
          {...inputProps}
          data-autofocus={autoFocus || undefined}
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
      return <DayInput {...inputProps} kind={field.kind} value={text} onChange={onChange} />;
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
          {...inputProps}
          field={field}
          openingId={openingId}
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
const onGroupBlur =
  (onBlur: () => void) =>
  ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onBlur();
  };
