import "@mantine/dates/styles.layer.css";
import "dayjs/locale/zh-cn";
import { DatePickerInput, type DatePickerPreset, DatesProvider } from "@mantine/dates";
import { useState } from "react";
import { formatDay } from "../../ui/format/formatTime.ts";
import { calendarProps } from "../calendarProps.ts";
import type { Filter } from "../listDefinition.ts";
import { getDatePresets, toInstantRange } from "../query/dateRange.ts";
import classes from "./FilterForm.module.css";
import type { FilterFieldProps } from "./filterFieldProps.ts";

type DateRange = [string | null, string | null];

/** A range of days in Asia/Shanghai, both inclusive, with presets. */
export function DateRangeField({
  id,
  filter,
  conditions,
  onChange,
}: FilterFieldProps<Extract<Filter, { kind: "days" }>>) {
  const toDay = (name: string) =>
    conditions[name] === undefined ? null : formatDay(String(conditions[name]));
  const applied: DateRange = [toDay(filter.from), toDay(filter.to)];
  // A range takes two clicks; it becomes a condition after the second.
  const [pendingStart, setPendingStart] = useState<string | null>(null);
  return (
    <DatesProvider settings={{ locale: "zh-cn", firstDayOfWeek: 1 }}>
      <DatePickerInput
        id={id}
        // The popover labels its dialog by an id that no element has; this one is the field's label.
        popoverProps={{ id: `${id}-label` }}
        {...calendarProps}
        classNames={{ input: classes["days"] ?? "" }}
        type="range"
        valueFormat="YYYY-MM-DD"
        placeholder="开始日期 – 结束日期"
        clearable
        allowSingleDateInRange
        value={pendingStart === null ? applied : [pendingStart, null]}
        presets={getPresets()}
        onChange={([first, last]) => {
          setPendingStart(first !== null && last === null ? first : null);
          if (first !== null && last !== null) {
            const range = toInstantRange([first, last]);
            onChange({ [filter.from]: range.from, [filter.to]: range.to });
          } else if (first === null) onChange({ [filter.from]: undefined, [filter.to]: undefined });
        }}
      />
    </DatesProvider>
  );
}

function getPresets(): DatePickerPreset<"range">[] {
  return getDatePresets(new Date()).map(({ label, days: [first, last] }) => ({
    label,
    value: [first, last],
  }));
}
