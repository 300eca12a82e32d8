import { Select, TextInput } from "@mantine/core";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { ChoiceSelect } from "../pickers/ChoiceSelect.tsx";
import type { FilterFieldProps } from "./filterFieldProps.ts";

/** As high as any control of a condition. */
const FieldFallback = ({ id }: { readonly id?: string | undefined }) => (
  <TextInput id={id} disabled placeholder="正在加载" />
);

const DateRangeField = lazyComponent(
  async () => (await import("./DateRangeField.tsx")).DateRangeField,
  FieldFallback,
);
const NumberRangeField = lazyComponent(
  async () => (await import("./NumberRangeField.tsx")).NumberRangeField,
  FieldFallback,
);
const RegionSelect = lazyComponent(
  async () => (await import("../pickers/RegionSelect.tsx")).RegionSelect,
  FieldFallback,
);

const toText = (value: unknown) => (value === undefined ? null : String(value));

/** The control of one condition; the heavy ones come when the form is unfolded. */
export function FilterField({ id, filter, conditions, onChange }: FilterFieldProps) {
  switch (filter.kind) {
    case "text":
      return (
        <TextInput
          id={id}
          value={toText(conditions[filter.name]) ?? ""}
          maxLength={100}
          placeholder={filter.placeholder ?? "请输入"}
          // A narrow field cuts its placeholder off.
          title={filter.placeholder}
          onChange={(event) => onChange({ [filter.name]: event.currentTarget.value || undefined })}
        />
      );
    case "select":
      return (
        <Select
          id={id}
          data={filter.dictionary.options.map(({ value, label }) => ({ value, label }))}
          value={toText(conditions[filter.name])}
          placeholder="全部"
          clearable
          searchable={filter.dictionary.options.length > 8}
          onChange={(value) => onChange({ [filter.name]: value ?? undefined })}
        />
      );
    case "region":
      return (
        <RegionSelect
          id={id}
          anyLevel
          value={toText(conditions[filter.name])}
          onChange={(value) => onChange({ [filter.name]: value ?? undefined })}
        />
      );
    case "choice":
      return (
        <ChoiceSelect
          id={id}
          source={filter.source}
          value={toText(conditions[filter.name])}
          onChange={(value) => onChange({ [filter.name]: value ?? undefined })}
        />
      );
    case "days":
      return <DateRangeField id={id} filter={filter} conditions={conditions} onChange={onChange} />;
    case "numbers":
      return <NumberRangeField id={id} filter={filter} conditions={conditions} onChange={onChange} />;
  }
}
