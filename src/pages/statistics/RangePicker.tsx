import "@mantine/dates/styles.layer.css";
import "dayjs/locale/zh-cn";
import { DatePicker, DatesProvider } from "@mantine/dates";
import { useState } from "react";
import { calendarProps } from "../../list/calendarProps.ts";
import { formatDay } from "../../ui/format/formatTime.ts";

export interface RangePickerProps {
  /** First and last day, as `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly now: Date;
  /** Called after the second click. */
  readonly onChange: (from: string, to: string) => void;
}

/** A calendar in which two clicks choose a range of days. */
export function RangePicker({ from, to, now, onChange }: RangePickerProps) {
  const [pendingStart, setPendingStart] = useState<string | null>(null);
  const { ariaLabels, hideOutsideDates, weekendDays } = calendarProps;
  return (
    <DatesProvider settings={{ locale: "zh-cn", firstDayOfWeek: 1 }}>
      <DatePicker
        type="range"
        ariaLabels={ariaLabels}
        hideOutsideDates={hideOutsideDates}
        weekendDays={weekendDays}
        monthLabelFormat="YYYY年M月"
        allowSingleDateInRange
        minDate="2000-01-01"
        maxDate={formatDay(now)}
        defaultDate={to}
        value={pendingStart === null ? [from, to] : [pendingStart, null]}
        onChange={([first, last]) => {
          setPendingStart(first !== null && last === null ? first : null);
          if (first !== null && last !== null) onChange(first, last);
        }}
      />
    </DatesProvider>
  );
}
