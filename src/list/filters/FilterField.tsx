import { Select, TextInput } from "@mantine/core";
import { brought } from "../../console/brought.tsx";
import { ChoiceSelect } from "../pickers/ChoiceSelect.tsx";
import type { FilterFieldProps } from "./filterFieldProps.ts";

/** As high as any control of a condition. */
const FieldWaiting = ({ id }: { readonly id?: string | undefined }) => (
  <TextInput id={id} disabled placeholder="正在加载" />
);

const DaySpanField = brought(async () => (await import("./DaySpanField.tsx")).DaySpanField, FieldWaiting);
const NumberSpanField = brought(
  async () => (await import("./NumberSpanField.tsx")).NumberSpanField,
  FieldWaiting,
);
const RegionSelect = brought(
  async () => (await import("../pickers/RegionSelect.tsx")).RegionSelect,
  FieldWaiting,
);

const textOf = (value: unknown) => (value === undefined ? null : String(value));

/** The control of one condition; the heavy ones come when the form is unfolded. */
export function FilterField({ id, filter, conditions, onChange }: FilterFieldProps) {
  switch (filter.kind) {
    case "text":
      return (
        <TextInput
          id={id}
          value={textOf(conditions[filter.name]) ?? ""}
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
          data={filter.of.options.map(({ value, label }) => ({ value, label }))}
          value={textOf(conditions[filter.name])}
          placeholder="全部"
          clearable
          searchable={filter.of.options.length > 8}
          onChange={(value) => onChange({ [filter.name]: value ?? undefined })}
        />
      );
    case "region":
      return (
        <RegionSelect
          id={id}
          anyLevel
          value={textOf(conditions[filter.name])}
          onChange={(value) => onChange({ [filter.name]: value ?? undefined })}
        />
      );
    case "choice":
      return (
        <ChoiceSelect
          id={id}
          source={filter.source}
          value={textOf(conditions[filter.name])}
          onChange={(value) => onChange({ [filter.name]: value ?? undefined })}
        />
      );
    case "days":
      return <DaySpanField id={id} filter={filter} conditions={conditions} onChange={onChange} />;
    case "numbers":
      return <NumberSpanField id={id} filter={filter} conditions={conditions} onChange={onChange} />;
  }
}
