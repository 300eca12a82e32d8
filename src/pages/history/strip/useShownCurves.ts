import { useState } from "react";
import { toFlightKey } from "../../../live/playbackAddress.ts";
import { type Metric, metricNames } from "./metrics.ts";
import type { StripFlight } from "./stripFlight.ts";

export interface ShownCurves {
  /** Flights that are drawn. */
  readonly flights: readonly StripFlight[];
  readonly allFlights: readonly StripFlight[];
  /** Metrics that are drawn, at least one. */
  readonly metrics: readonly Metric[];
  /** Only one metric at a time: several flights, or no room for more than one axis. */
  readonly isSingleMetric: boolean;
  readonly chooseMetric: (metric: Metric) => void;
  /** Shows or hides a metric; the last one stays. */
  readonly toggleMetric: (metric: Metric) => void;
  /** Shows or hides a flight; the last one stays. */
  readonly toggleFlight: (flight: StripFlight) => void;
}

/** A narrower strip has a single value axis, CSS px. */
const wideFrom = 560;

/** Adds or removes one; removing the last shown one changes nothing. */
export function toggleHidden<Item>(
  hidden: readonly Item[],
  item: Item,
  all: readonly Item[],
): readonly Item[] {
  if (hidden.includes(item)) return hidden.filter((other) => other !== item);
  const next = [...hidden, item];
  return all.every((other) => next.includes(other)) ? hidden : next;
}

const getFlightKey = ({ ref }: StripFlight) => toFlightKey(ref);

/**
 * What the legend has selected.
 * @param width CSS px of the strip
 */
export function useShownCurves(allFlights: readonly StripFlight[], width: number): ShownCurves {
  const [hiddenMetrics, setHiddenMetrics] = useState<readonly Metric[]>([]);
  const [hiddenFlights, setHiddenFlights] = useState<readonly string[]>([]);
  const [metric, setMetric] = useState<Metric>("height");
  const isSingleMetric = allFlights.length > 1 || width < wideFrom;
  const keys = allFlights.map(getFlightKey);
  return {
    allFlights,
    flights: allFlights.filter((flight) => !hiddenFlights.includes(getFlightKey(flight))),
    metrics: isSingleMetric ? [metric] : metricNames.filter((name) => !hiddenMetrics.includes(name)),
    isSingleMetric,
    chooseMetric: setMetric,
    toggleMetric: (toggled) => setHiddenMetrics((hidden) => toggleHidden(hidden, toggled, metricNames)),
    toggleFlight: (flight) => setHiddenFlights((hidden) => toggleHidden(hidden, getFlightKey(flight), keys)),
  };
}
