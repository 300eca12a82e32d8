import { ActionIcon, Button, Loader, SegmentedControl } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { granularity } from "../../../adapters/contract/statistics.ts";
import { RegionSelect } from "../../list/pickers/RegionSelect.tsx";
import { type Conditions, getRangePresets, isPresetOf } from "./conditions.ts";
import { RangeField } from "./RangeField.tsx";
import classes from "./Statistics.module.css";

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
  return (
    <section className={classes["conditions"]} aria-label="统计条件">
      <div className={classes["presets"]} role="group" aria-label="快捷日期">
        {getRangePresets(now).map((preset) => {
          const { label, from, to, compared } = preset;
          const isChosen = isPresetOf(preset, conditions);
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
        <RegionSelect
          anyLevel
          label="地区"
          value={conditions.regionId}
          onChange={(regionId) => onChange({ regionId })}
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
      <ActionIcon variant="default" size="input-sm" aria-label="刷新" onClick={onRefresh}>
        {isBusy ? <Loader size={14} /> : <IconRefresh size={16} />}
      </ActionIcon>
    </section>
  );
}
