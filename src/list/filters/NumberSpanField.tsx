import { Group, Text } from "@mantine/core";
import { NumberField } from "../../ui/NumberField.tsx";
import type { Filter } from "../definition.ts";
import type { FilterFieldProps } from "./filterFieldProps.ts";

/** A span of numbers, either end open; amounts are typed in yuan and go as fen. */
export function NumberSpanField({
  id,
  filter,
  conditions,
  onChange,
}: FilterFieldProps<Extract<Filter, { kind: "numbers" }>>) {
  const scale = filter.unit === "fen" ? 100 : 1;
  const [least, most] = [conditions[filter.min], conditions[filter.max]];
  const isCrossed = least !== undefined && most !== undefined && Number(least) > Number(most);
  const end = (name: string, endId: string, hint: string, error: string | null = null) => (
    <NumberField
      id={endId}
      aria-label={`${filter.label}${hint}`}
      style={{ flex: 1, minWidth: 0 }}
      value={conditions[name] === undefined ? "" : Number(conditions[name]) / scale}
      placeholder={hint}
      error={error}
      min={0}
      decimalScale={filter.unit === "fen" ? 2 : 0}
      hideControls
      thousandSeparator
      onChange={(value) => onChange({ [name]: value === "" ? undefined : Math.round(Number(value) * scale) })}
    />
  );
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      {end(filter.min, id, "最小")}
      <Text span c="dimmed" lh="var(--control-height)">
        –
      </Text>
      {end(filter.max, `${id}-max`, "最大", isCrossed ? "不能小于最小值" : null)}
    </Group>
  );
}
