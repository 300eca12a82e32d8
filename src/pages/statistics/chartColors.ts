export type ChartScheme = "light" | "dark";

interface ChartColors {
  readonly surface: string;
  readonly text: string;
  readonly title: string;
  readonly line: string;
  /** Series in their order; all reach 3:1 on the surface. */
  readonly series: readonly [string, string, ...string[]];
  /** From the least to the most of a map, and a region without anything. */
  readonly scale: readonly [string, ...string[]];
  readonly empty: string;
  readonly border: string;
}

/** Colours on the canvas, which cannot read CSS variables; text reaches 4.5:1 on the page's surface. */
export const chartColors: Readonly<Record<ChartScheme, ChartColors>> = {
  light: {
    surface: "#ffffff",
    text: "#5b6472",
    title: "#1f2733",
    line: "#e3e7ed",
    series: ["#1864ab", "#c2410c", "#087f5b", "#862e9c", "#5f6b00", "#a61e4d", "#364fc7", "#5c3d11"],
    scale: ["#d0ebff", "#74c0fc", "#339af0", "#1864ab", "#0b3d6e"],
    empty: "#f1f3f5",
    border: "#868e96",
  },
  dark: {
    surface: "#242424",
    text: "#a9afb8",
    title: "#d5d8dd",
    line: "#3a3d42",
    series: ["#74c0fc", "#ffa94d", "#63e6be", "#e599f7", "#d8f048", "#faa2c1", "#91a7ff", "#d9b38c"],
    scale: ["#12324d", "#1864ab", "#339af0", "#74c0fc", "#d0ebff"],
    empty: "#2e3136",
    border: "#7b828c",
  },
};

/** The colour of the series at an index. */
export const getSeriesColor = (scheme: ChartScheme, index: number): string => {
  const { series } = chartColors[scheme];
  return series[index % series.length] ?? series[0];
};
