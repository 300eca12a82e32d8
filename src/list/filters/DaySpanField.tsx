import "@mantine/dates/styles.layer.css";
import "dayjs/locale/zh-cn";
import { DatePickerInput, type DatePickerPreset, DatesProvider } from "@mantine/dates";
import { useState } from "react";
import { formatDay } from "../../ui/format/time.ts";
import { calendarWords } from "../calendarWords.ts";
import type { Filter } from "../definition.ts";
import { datePresets, instantsOfDays } from "../query/dateSpan.ts";
import type { FilterFieldProps } from "./filterFieldProps.ts";

type Span = [string | null, string | null];

/** A span of days in Asia/Shanghai, both inclusive, with the quick choices. */
export function DaySpanField({
  id,
  filter,
  conditions,
  onChange,
}: FilterFieldProps<Extract<Filter, { kind: "days" }>>) {
  const day = (name: string) => (conditions[name] === undefined ? null : formatDay(String(conditions[name])));
  const applied: Span = [day(filter.from), day(filter.to)];
  // A span is picked in two clicks; only the whole of it is a condition.
  const [half, setHalf] = useState<string | null>(null);
  return (
    <DatesProvider settings={{ locale: "zh-cn", firstDayOfWeek: 1 }}>
      <DatePickerInput
        id={id}
        // The popover names its dialog by its own id, which nothing has; the field's label does.
        popoverProps={{ id: `${id}-label` }}
        {...calendarWords}
        type="range"
        valueFormat="YYYY-MM-DD"
        placeholder="开始日期 – 结束日期"
        clearable
        allowSingleDateInRange
        value={half === null ? applied : [half, null]}
        presets={presets()}
        onChange={([first, last]) => {
          setHalf(first !== null && last === null ? first : null);
          if (first !== null && last !== null) {
            const span = instantsOfDays([first, last]);
            onChange({ [filter.from]: span.from, [filter.to]: span.to });
          } else if (first === null) onChange({ [filter.from]: undefined, [filter.to]: undefined });
        }}
      />
    </DatesProvider>
  );
}

function presets(): DatePickerPreset<"range">[] {
  return datePresets(new Date()).map(({ label, days: [first, last] }) => ({ label, value: [first, last] }));
}
