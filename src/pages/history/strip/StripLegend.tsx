import {
  ActionIcon,
  Button,
  Popover,
  SegmentedControl,
  Text,
  UnstyledButton,
  useComputedColorScheme,
} from "@mantine/core";
import { IconChevronDown, IconZoomIn, IconZoomOut, IconZoomReset } from "@tabler/icons-react";
import { toFlightKey } from "../../../live/playbackAddress.ts";
import { getCommonDatum, metricNames, metrics } from "./metrics.ts";
import classes from "./StripChart.module.css";
import { stripColors } from "./stripColors.ts";
import { type TimeWindow, zoomWindow } from "./timeScale.ts";
import type { ShownCurves } from "./useShownCurves.ts";

interface ToggleProps {
  readonly label: string;
  readonly color: string;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

const Toggle = ({ label, color, isShown, onToggle }: ToggleProps) => (
  <UnstyledButton className={classes["toggle"]} aria-pressed={isShown} onClick={onToggle}>
    <span
      className={classes["swatch"]}
      style={{ background: isShown ? color : "transparent", borderColor: color }}
    />
    {label}
  </UnstyledButton>
);

/** More are folded: they would take the map's place. */
const maxOpenFlights = 4;

/** Selects flights by their colours. */
function FlightToggles({ curves: { allFlights, flights, toggleFlight } }: { readonly curves: ShownCurves }) {
  const datum = getCommonDatum(flights);
  const toggles = allFlights.map((flight) => (
    <Toggle
      key={toFlightKey(flight.ref)}
      label={datum === null ? `${flight.label}（${flight.heightDatum}）` : flight.label}
      color={flight.color}
      isShown={flights.includes(flight)}
      onToggle={() => toggleFlight(flight)}
    />
  ));
  if (allFlights.length <= maxOpenFlights) return toggles;
  const shown = flights.length < allFlights.length ? `，显示 ${flights.length} 次` : "";
  return (
    <Popover withArrow shadow="md" position="top" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          rightSection={<IconChevronDown size={14} />}
        >{`共 ${allFlights.length} 次飞行${shown}`}</Button>
      </Popover.Target>
      <Popover.Dropdown className={classes["flights"] ?? ""}>{toggles}</Popover.Dropdown>
    </Popover>
  );
}

interface Props {
  readonly curves: ShownCurves;
  readonly whole: TimeWindow;
  readonly window: TimeWindow;
  readonly timeMs: number;
  readonly onWindow: (window: TimeWindow) => void;
}

/** Selects metrics and flights, and zooms. */
export function StripLegend({ curves, whole, window, timeMs, onWindow }: Props) {
  const colors = stripColors[useComputedColorScheme("light")];
  const { allFlights, flights, isSingleMetric } = curves;
  const datum = getCommonDatum(flights);
  const isWhole = window.fromMs <= whole.fromMs && window.toMs >= whole.toMs;
  const zoom = (factor: number) => onWindow(zoomWindow(window, factor, timeMs, whole));
  return (
    <div className={classes["legend"]}>
      {isSingleMetric ? (
        <SegmentedControl
          size="xs"
          aria-label="曲线"
          value={curves.metrics[0] ?? "height"}
          data={metricNames.map((value) => ({ value, label: metrics[value].label }))}
          onChange={curves.chooseMetric}
        />
      ) : (
        metricNames.map((metric) => (
          <Toggle
            key={metric}
            label={metrics[metric].label}
            color={colors.metrics[metric]}
            isShown={curves.metrics.includes(metric)}
            onToggle={() => curves.toggleMetric(metric)}
          />
        ))
      )}
      {curves.metrics.includes("height") && (
        <Text component="span" size="xs" c="dimmed">
          {datum === null ? "各次飞行的高度基准不同，不能直接比较" : `高度：${datum}`}
        </Text>
      )}
      {allFlights.length > 1 && <FlightToggles curves={curves} />}
      <ActionIcon.Group className={classes["zoom"]}>
        <ActionIcon variant="default" aria-label="放大时间轴" onClick={() => zoom(0.5)}>
          <IconZoomIn size={16} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="缩小时间轴" disabled={isWhole} onClick={() => zoom(2)}>
          <IconZoomOut size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label="显示全部时间"
          disabled={isWhole}
          onClick={() => onWindow(whole)}
        >
          <IconZoomReset size={16} />
        </ActionIcon>
      </ActionIcon.Group>
    </div>
  );
}
