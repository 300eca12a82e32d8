import { ActionIcon, Button, Loader, Popover, SegmentedControl, Skeleton, TextInput } from "@mantine/core";
import { IconCalendar, IconRefresh } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { granularity } from "../../../adapters/contract/statistics.ts";
import * as word from "../../../adapters/contract/words.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { whenIdle } from "../../loading/runWhenIdle.ts";
import { type Conditions, formatDays, getRangePresets, matchesPreset } from "./conditions.ts";
import type { RangePickerProps } from "./RangePicker.tsx";
import classes from "./Statistics.module.css";

const RegionSelect = lazyComponent(
  whenIdle(async () => (await import("../../list/pickers/RegionSelect.tsx")).RegionSelect),
  // As high, so that nothing moves when it is there.
  ({ id }: { readonly id?: string | undefined }) => <TextInput id={id} disabled placeholder={word.loading} />,
);

interface Props {
  readonly conditions: Conditions;
  readonly now: Date;
  /** Without buckets there is nothing to choose the length of. */
  readonly hasGranularity?: boolean;
  readonly isBusy: boolean;
  readonly onChange: (changes: Partial<Conditions>) => void;
  readonly onRefresh: () => void;
  readonly children?: ReactNode;
}

const granularities = granularity.options.map(({ value, label }) => ({ value, label }));

/** The conditions of a page of 数据统计; each change applies at once. */
export function ConditionBar(props: Props) {
  const { conditions, now, hasGranularity = false, isBusy, onChange, onRefresh, children } = props;
  const regionId = useId();
  return (
    <section className={classes["conditions"]} aria-label="统计条件">
      <div className={classes["presets"]} role="group" aria-label="快捷日期">
        {getRangePresets(now).map((preset) => {
          const { label, from, to, compared } = preset;
          const isChosen = matchesPreset(preset, conditions);
          return (
            <Button
              key={label}
              size="compact-sm"
              variant={isChosen ? "filled" : "default"}
              aria-pressed={isChosen}
              onClick={() => onChange({ from, to, compared })}
            >
              {label}
            </Button>
          );
        })}
      </div>
      <RangeField
        from={conditions.from}
        to={conditions.to}
        now={now}
        onChange={(from, to) => onChange({ from, to, compared: null })}
      />
      <div className={classes["region"]}>
        <label id={`${regionId}-label`} htmlFor={regionId}>
          {word.region}
        </label>
        <RegionSelect
          id={regionId}
          anyLevel
          value={conditions.regionId}
          onChange={(chosen) => onChange({ regionId: chosen })}
        />
      </div>
      {hasGranularity && (
        <SegmentedControl
          size="xs"
          aria-label="统计粒度"
          value={conditions.granularity}
          data={granularities}
          onChange={(value) => onChange({ granularity: granularity.schema.parse(value) })}
        />
      )}
      {children}
      <ActionIcon variant="default" size="input-sm" aria-label={word.refresh} onClick={onRefresh}>
        {isBusy ? <Loader size={14} /> : <IconRefresh size={16} />}
      </ActionIcon>
    </section>
  );
}

// The calendar weighs as much as the page: it loads when it is opened.
const RangePicker = lazyComponent<RangePickerProps>(
  async () => (await import("./RangePicker.tsx")).RangePicker,
  () => <Skeleton width={250} height={280} animate={false} aria-label="日历正在加载" role="status" />,
);

/** A range of days that have begun, both included, with a calendar to change it. */
function RangeField({ from, to, now, onChange }: RangePickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconCalendar size={16} />}
          aria-label={`日期范围 ${formatDays({ from, to })}`}
          data-print="keep"
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
