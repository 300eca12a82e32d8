import "@mantine/dates/styles.layer.css";
import "dayjs/locale/zh-cn";
import { DatePickerInput, DatesProvider, DateTimePicker } from "@mantine/dates";
import type { ReactNode } from "react";
import { calendarProps } from "../calendarProps.ts";

interface Props {
  readonly id: string;
  readonly kind: "day" | "moment";
  readonly label: string;
  readonly description?: ReactNode;
  readonly error: string | null;
  readonly withAsterisk: boolean;
  readonly disabled: boolean;
  /** `YYYY-MM-DD`, followed by ` HH:mm:ss` for a moment; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

/** A day, or a day and time, in Asia/Shanghai. */
export function DayInput({ kind, value, onChange, description, id, ...inputProps }: Props) {
  const sharedProps = {
    ...inputProps,
    ...calendarProps,
    id,
    description,
    clearable: true,
    clearButtonProps: { "aria-label": `清空${inputProps.label}` },
    value: value === "" ? null : value,
    onChange: (selected: string | null) => onChange(selected ?? ""),
    popoverProps: { id: `${id}-label` },
  };
  return (
    <DatesProvider settings={{ locale: "zh-cn", firstDayOfWeek: 1 }}>
      {kind === "day" ? (
        <DatePickerInput {...sharedProps} valueFormat="YYYY-MM-DD" placeholder="选择日期" />
      ) : (
        <DateTimePicker {...sharedProps} valueFormat="YYYY-MM-DD HH:mm" placeholder="选择日期和时间" />
      )}
    </DatesProvider>
  );
}
