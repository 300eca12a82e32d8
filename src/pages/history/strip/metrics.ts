import * as word from "../../../../adapters/contract/words.ts";
import type { StripFlight } from "./stripFlight.ts";

export const metricNames = ["height", "speed", "battery"] as const;
export type Metric = (typeof metricNames)[number];

interface MetricInfo {
  readonly label: string;
  readonly unit: string;
  readonly digits: number;
  readonly select: (flight: StripFlight) => Float64Array;
}

/** The curves of the strip. */
export const metrics: Readonly<Record<Metric, MetricInfo>> = {
  height: { label: word.height, unit: "m", digits: 1, select: ({ heightM }) => heightM },
  speed: { label: word.speed, unit: "m/s", digits: 1, select: ({ speedMs }) => speedMs },
  battery: { label: word.battery, unit: "%", digits: 0, select: ({ battery }) => battery },
};

/** Formats a value with its unit: `53.2 m`; 未知 for NaN. */
export function formatMetric(metric: Metric, value: number): string {
  const { unit, digits } = metrics[metric];
  if (Number.isNaN(value)) return word.unknown;
  const text = value.toFixed(digits);
  // Avoids "-0.0".
  return `${Number(text) === 0 ? (0).toFixed(digits) : text} ${unit}`;
}

/** What the flights' heights are measured from; null where they differ. */
export function getCommonDatum(flights: readonly StripFlight[]): string | null {
  const [first] = flights;
  return first && flights.every(({ heightDatum }) => heightDatum === first.heightDatum)
    ? first.heightDatum
    : null;
}
