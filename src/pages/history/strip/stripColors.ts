import type { Metric } from "./metrics.ts";

/** Of the platform's own outages, whatever the colour of the flight. */
export const platformOutageColor = "#7950f2";

export type StripScheme = "light" | "dark";

interface StripColors {
  readonly text: string;
  readonly grid: string;
  readonly metrics: Readonly<Record<Metric, string>>;
}

/** Colours on the canvas, which cannot read CSS variables; text reaches 4.5:1 on the page's surface. */
export const stripColors: Readonly<Record<StripScheme, StripColors>> = {
  light: {
    text: "#5b6472",
    grid: "#e3e7ed",
    metrics: { height: "#1864ab", speed: "#087f5b", battery: "#a84300" },
  },
  dark: {
    text: "#a9afb8",
    grid: "#3a3d42",
    metrics: { height: "#74c0fc", speed: "#63e6be", battery: "#ffc078" },
  },
};
