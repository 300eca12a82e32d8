import { Button, Popover, Skeleton } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { useState } from "react";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { formatDays } from "./conditions.ts";
import type { RangePickerProps } from "./RangePicker.tsx";

// The calendar weighs as much as the page: it loads when it is opened.
const RangePicker = lazyComponent<RangePickerProps>(
  async () => (await import("./RangePicker.tsx")).RangePicker,
  () => <Skeleton width={250} height={280} animate={false} aria-label="日历正在加载" role="status" />,
);

/** A range of days that have begun, both included, with a calendar to change it. */
export function RangeField({ from, to, now, onChange }: RangePickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconCalendar size={16} />}
          aria-label={`日期范围 ${formatDays({ from, to })}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {formatDays({ from, to })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <RangePicker
          from={from}
          to={to}
          now={now}
          onChange={(first, last) => {
            setIsOpen(false);
            onChange(first, last);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
