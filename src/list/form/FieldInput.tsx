import { Checkbox, Group, PasswordInput, Textarea, TextInput } from "@mantine/core";
import { type ComponentType, type FocusEvent, useState } from "react";
import * as word from "../../../adapters/contract/words.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { MoneyInput } from "../../ui/MoneyInput.tsx";
import { NumberField } from "../../ui/NumberField.tsx";
import { ChoiceSelect } from "../pickers/ChoiceSelect.tsx";
import { DictionarySelect } from "../pickers/DictionarySelect.tsx";
import { OptionSelect } from "../pickers/OptionSelect.tsx";
import { RegionSelect } from "../pickers/RegionSelect.tsx";
import { FieldFallback } from "./FieldFallback.tsx";
import type { FormField, FormValues } from "./formConfig.ts";
import { MaskedField } from "./MaskedField.tsx";
import { toInputProps } from "./toInputProps.ts";

const DayInput = lazyComponent(async () => (await import("./DayInput.tsx")).DayInput, FieldFallback);
const FileField = lazyComponent(async () => (await import("./FileField.tsx")).FileField, FieldFallback);

interface CommonProps {
  readonly id: string;
  /** One for each opening of the form. */
  readonly openingId: string;
  readonly value: unknown;
  readonly values: FormValues;
  readonly error: string | null;
  readonly required: boolean;
  readonly disabled: boolean;
  /** Whether the field gets the focus when the form opens. */
  readonly autoFocus: boolean;
  /** The record's current value, masked; empty for none. */
  readonly masked: string;
  /** Whether a masked value can be cleared. */
  readonly clearable: boolean;
  readonly onChange: (value: unknown) => void;
  readonly onPrefill: (values: FormValues) => void;
  readonly onFill: (values: FormValues) => void;
  readonly onBlur: () => void;
  /** Called with whether an upload is running. */
  readonly onBusy: (busy: boolean) => void;
}

type Kind = FormField["kind"];

/** The fields whose kind is or can be `K`. */
type FieldOfKind<K extends Kind, F = FormField> = F extends { readonly kind: infer T }
  ? Extract<T, K> extends never
    ? never
    : F
  : never;

type Props<K extends Kind> = CommonProps & { readonly field: FieldOfKind<K> };
type AnyProps = CommonProps & { readonly field: FormField };

const toText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** The props that most controls share. */
const toControlProps = ({ id, field: { label, hint }, error, required, disabled, onBlur }: AnyProps) => ({
  ...toInputProps({ id, label, error, required, disabled, onBlur }),
  description: hint,
});

/** The props of a control that can have the focus when the form opens. */
const toFocusableProps = (props: AnyProps) => ({
  ...toControlProps(props),
  "data-autofocus": props.autoFocus || undefined,
});

function TextField(props: Props<"text">) {
  const { field, value, masked, clearable, onChange } = props;
  return masked ? (
    <MaskedField {...toFocusableProps(props)} {...{ value, masked, clearable, onChange }} />
  ) : (
    <TextInput
      {...toFocusableProps(props)}
      value={toText(value)}
      placeholder={field.placeholder ?? ""}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function LongTextField(props: Props<"longText">) {
  return (
    <Textarea
      {...toFocusableProps(props)}
      value={toText(props.value)}
      placeholder={props.field.placeholder ?? ""}
      autosize
      minRows={2}
      maxRows={6}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

function PlainNumberField(props: Props<"number">) {
  return (
    <NumberField
      {...toFocusableProps(props)}
      value={toText(props.value)}
      placeholder={props.field.placeholder ?? ""}
      hideControls
      onChange={props.onChange}
    />
  );
}

function MoneyField(props: Props<"money">) {
  return (
    <MoneyInput
      {...toFocusableProps(props)}
      value={props.value}
      placeholder={props.field.placeholder || "0.00"}
      onChange={props.onChange}
    />
  );
}

function PasswordField(props: Props<"password">) {
  const { field, value, onChange } = props;
  return (
    <PasswordInput
      {...toControlProps(props)}
      value={toText(value)}
      placeholder={field.placeholder ?? ""}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ "aria-label": `显示或隐藏${field.label}` }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function SelectField(props: Props<"select">) {
  const { field, required, onChange } = props;
  const value = toText(props.value);
  const options = field.dictionary.options.map(({ value: option, label }) => ({ value: option, label }));
  // Another platform's value that none of ours is remains until another is chosen.
  const [given] = useState(value);
  const isOwn = options.some((option) => option.value === given);
  return (
    <OptionSelect
      {...toFocusableProps(props)}
      data={isOwn || given === "" ? options : [...options, { value: given, label: given }]}
      value={value || null}
      placeholder={field.placeholder || word.choose}
      canBeEmpty={!required}
      onChange={(selected) => onChange(selected ?? "")}
    />
  );
}

/** Checkboxes, as an open dropdown would cover the fields below it. */
function SeveralField({ id, field, value, error, required, disabled, onChange, onBlur }: Props<"several">) {
  return (
    <Checkbox.Group
      {...{ error, disabled }}
      label={field.label}
      description={field.hint}
      withAsterisk={required}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
      onBlur={onGroupBlur(onBlur)}
    >
      <Group gap="md" mt={6}>
        {field.dictionary.options.map(({ value: option, label }, index) => (
          // The form focuses a field by its id.
          <Checkbox key={option} id={index === 0 ? id : `${id}-${option}`} value={option} label={label} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** Calls back when the focus leaves the group, not when it moves within it. */
const onGroupBlur =
  (onBlur: () => void) =>
  ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onBlur();
  };

function DictionaryField(props: Props<"dictionary">) {
  const { field, value, onChange } = props;
  return (
    <DictionarySelect
      {...toFocusableProps(props)}
      dictionaryKey={field.key}
      value={toText(value)}
      onChange={onChange}
      placeholder={field.placeholder ?? ""}
    />
  );
}

function RegionField(props: Props<"region">) {
  return (
    <RegionSelect
      {...toFocusableProps(props)}
      value={toText(props.value) || null}
      onChange={(selected) => props.onChange(selected ?? "")}
    />
  );
}

function ChoiceField(props: Props<"choice">) {
  return (
    <ChoiceSelect
      {...toFocusableProps(props)}
      source={props.field.source}
      value={toText(props.value) || null}
      onChange={(selected) => props.onChange(selected ?? "")}
    />
  );
}

function DayField(props: Props<"day" | "moment">) {
  const { field, value, onChange } = props;
  return <DayInput {...toControlProps(props)} kind={field.kind} value={toText(value)} onChange={onChange} />;
}

function CheckField({ id, field, value, error, disabled, onChange, onBlur }: Props<"check">) {
  return (
    <Checkbox
      {...{ id, error, disabled, onBlur }}
      label={field.label}
      description={field.hint}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

function UploadField(props: Props<"file">) {
  const { field, openingId, value, onChange, onBusy } = props;
  return (
    <FileField {...toControlProps(props)} {...{ field, openingId, onChange, onBusy }} value={toText(value)} />
  );
}

function CustomField({ field, ...props }: Props<"custom">) {
  const { id, value, values, error, required, disabled, autoFocus } = props;
  const { onChange, onPrefill, onFill, onBlur } = props;
  return (
    <field.control
      {...{ id, value, values, error, required, disabled, autoFocus, onChange, onPrefill, onFill, onBlur }}
      label={field.label}
    />
  );
}

const controls: { readonly [K in Kind]: ComponentType<Props<K>> } = {
  text: TextField,
  longText: LongTextField,
  number: PlainNumberField,
  money: MoneyField,
  password: PasswordField,
  select: SelectField,
  several: SeveralField,
  dictionary: DictionaryField,
  region: RegionField,
  choice: ChoiceField,
  day: DayField,
  moment: DayField,
  check: CheckField,
  file: UploadField,
  custom: CustomField,
};

const getControl = <K extends Kind>(kind: K): ComponentType<Props<K>> => controls[kind];

/** One field's control, with its label, hint and error. */
export function FieldInput(props: AnyProps) {
  const Control = getControl(props.field.kind);
  return <Control {...props} />;
}
