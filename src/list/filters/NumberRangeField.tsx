import { Group, Text } from "@mantine/core";
import { MoneyInput } from "../../ui/MoneyInput.tsx";
import { NumberField } from "../../ui/NumberField.tsx";
import type { Filter } from "../listDefinition.ts";
import { isInverted } from "../query/conditions.ts";
import type { FilterFieldProps } from "./filterFieldProps.ts";

/** A number range, either end optional; amounts are typed in yuan and sent as fen. */
export function NumberRangeField({
  id,
  filter,
  conditions,
  onChange,
}: FilterFieldProps<Extract<Filter, { kind: "numbers" }>>) {
  const scale = filter.unit === "fen" ? 100 : 1;
  const renderBound = (name: string, boundId: string, placeholder: string, error: string | null = null) => {
    const props = {
      id: boundId,
      "aria-label": `${filter.label}${placeholder}`,
      style: { flex: 1, minWidth: 0 },
      value: conditions[name] === undefined ? "" : Number(conditions[name]) / scale,
      placeholder,
      error,
      allowNegative: false,
      onChange: (value: number | string) =>
        onChange({ [name]: value === "" ? undefined : Math.round(Number(value) * scale) }),
    };
    return filter.unit === "fen" ? (
      <MoneyInput {...props} leftSection={null} />
    ) : (
      <NumberField {...props} decimalScale={0} hideControls thousandSeparator />
    );
  };
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      {renderBound(filter.min, id, "最小")}
      <Text span c="dimmed" lh="var(--control-height)">
        –
      </Text>
      {renderBound(filter.max, `${id}-max`, "最大", isInverted(filter, conditions) ? "不能小于最小值" : null)}
    </Group>
  );
}
