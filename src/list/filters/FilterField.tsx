import { Select, TextInput } from "@mantine/core";
import { lazy, Suspense } from "react";
import { ChoiceSelect } from "../pickers/ChoiceSelect.tsx";
import type { FilterFieldProps } from "./filterFieldProps.ts";

const DaySpanField = lazy(() =>
  import("./DaySpanField.tsx").then(({ DaySpanField: field }) => ({ default: field })),
);
const NumberSpanField = lazy(() =>
  import("./NumberSpanField.tsx").then(({ NumberSpanField: field }) => ({ default: field })),
);
const RegionSelect = lazy(() =>
  import("../pickers/RegionSelect.tsx").then(({ RegionSelect: field }) => ({ default: field })),
);

const textOf = (value: unknown) => (value === undefined ? null : String(value));

/** The control of one condition; the heavy ones come when the form is unfolded. */
export function FilterField(props: FilterFieldProps) {
  return (
    <Suspense fallback={<TextInput id={props.id} disabled placeholder="正在加载" />}>
      <Control {...props} />
    </Suspense>
  );
}

function Control({ id, filter, conditions, onChange }: FilterFieldProps) {
  switch (filter.kind) {
    case "text":
      return (
        <TextInput
          id={id}
          value={textOf(conditions[filter.name]) ?? ""}
          maxLength={100}
          placeholder={filter.placeholder ?? "请输入"}
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
