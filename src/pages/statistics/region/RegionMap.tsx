import { useComputedColorScheme, useMantineTheme } from "@mantine/core";
import { type Ref, useImperativeHandle } from "react";
import type { CompanyPoint } from "../../../../adapters/contract/statistics.ts";
import { createRegionMap, type RegionMapOption, registerOutlines } from "../../../charts/createRegionMap.ts";
import { type ChartHandle, useChart } from "../../../charts/useChart.ts";
import { formatNumber } from "../../../ui/format/formatNumber.ts";
import { formatShare } from "../change.ts";
import { type ChartScheme, chartColors } from "../chartColors.ts";
import classes from "../Statistics.module.css";
import type { DrawnChart } from "../trend/TrendChart.tsx";
import type { RegionOutlines } from "./loadOutlines.ts";
import mapClasses from "./RegionMap.module.css";
import type { RegionRow } from "./regionRows.ts";

interface RegionOptionInput {
  /** Name of the registered outlines. */
  readonly map: string;
  readonly rows: readonly RegionRow[];
  /** Instead of colours by area. */
  readonly heat: readonly CompanyPoint[] | null;
  readonly label: string;
  readonly sum: number;
  readonly format: (value: number) => string;
  readonly scheme: ChartScheme;
  readonly fontFamily: string;
}

/** Heat from cold to hot; light and dark share it, as it is transparent where it is cold. */
const heatColors = ["#2c7fb8", "#41b6c4", "#fecc5c", "#fd8d3c", "#e31a1c"];

/** The dashes in the South Sea and the undecided border, which belong to no area. */
const lineNames = ["line-0", "line-1"];

/** Areas in colours by their value, or the heat of companies on plain areas. */
function buildRegionOption(input: RegionOptionInput): RegionMapOption {
  const { map, rows, heat, label, sum, format, scheme, fontFamily } = input;
  const colors = chartColors[scheme];
  const text = { color: colors.title, fontFamily, fontSize: 11 };
  const byCode = new Map(rows.map((row) => [row.regionId, row]));
  const values = heat ? heat.map(({ count }) => count) : rows.map(({ value }) => value);
  // Another platform may not tell a number.
  const most = Math.max(1, ...values.filter((value) => !Number.isNaN(value)));
  const describe = (code: string) => {
    const row = byCode.get(code);
    return row ? `${row.name}\n${label}  ${format(row.value)}  ${formatShare(row.value, sum)}` : "";
  };
  const lines = lineNames.map((name) => ({
    name,
    silent: true,
    label: { show: false },
    itemStyle: { borderWidth: 1.6, borderColor: colors.text, areaColor: "transparent" },
    tooltip: { show: false },
  }));
  const area = {
    map,
    nameProperty: "adcode",
    roam: false as const,
    left: 8,
    right: 8,
    top: 8,
    // Below the areas is the legend.
    bottom: 40,
    itemStyle: { areaColor: colors.empty, borderColor: colors.border, borderWidth: 0.6 },
    label: { show: false },
    emphasis: {
      label: { ...text, show: true, formatter: ({ name }: { name: string }) => byCode.get(name)?.name ?? "" },
      itemStyle: { areaColor: scheme === "light" ? "#ffe8a3" : "#6b5600", borderWidth: 1.4 },
    },
    select: { disabled: true },
  };
  const shared: RegionMapOption = {
    animation: false,
    textStyle: { fontFamily },
    tooltip: {
      trigger: "item",
      renderMode: "richText",
      confine: true,
      backgroundColor: colors.surface,
      borderColor: colors.border,
      textStyle: { ...text, fontSize: 12 },
      formatter: (params) => (Array.isArray(params) ? "" : describe(params.name)),
    },
    visualMap: {
      type: "continuous",
      min: 0,
      max: most,
      orient: "horizontal",
      left: 8,
      bottom: 4,
      itemHeight: 120,
      itemWidth: 12,
      calculable: false,
      hoverLink: false,
      text: [formatNumber(most), "0"],
      formatter: (value) => formatNumber(Math.round(Number(value))),
      textStyle: { ...text, color: colors.text },
      inRange: { color: heat ? heatColors : [...colors.scale] },
    },
  };
  if (heat)
    return {
      ...shared,
      geo: { ...area, regions: lines },
      series: [
        {
          type: "heatmap",
          coordinateSystem: "geo",
          data: heat.map(({ lng, lat, count }) => [lng, lat, count]),
          pointSize: 14,
          blurSize: 18,
          silent: true,
        },
      ],
    };
  return {
    ...shared,
    series: [
      {
        type: "map",
        name: label,
        ...area,
        data: [
          // A region without anything keeps the plain colour, so that it differs from one with little.
          ...rows.filter(({ value }) => value > 0).map(({ regionId, value }) => ({ name: regionId, value })),
          ...lines,
        ],
      },
    ],
  };
}

export interface RegionMapProps
  extends Pick<RegionOptionInput, "rows" | "heat" | "label" | "sum" | "format"> {
  /** What the map shows, in words. */
  readonly title: string;
  readonly outlines: RegionOutlines;
  /** Called with the code of a clicked area. */
  readonly onSelect: (code: string) => void;
  readonly ref?: Ref<DrawnChart>;
}

interface Drawing {
  readonly outlines: RegionOutlines;
  readonly option: RegionMapOption;
}

/** A map whose outlines are registered before they are drawn. */
function createOutlinedMap(element: HTMLElement, onSelect: (code: string) => void): ChartHandle<Drawing> {
  const map = createRegionMap(element, onSelect);
  return {
    ...map,
    draw: ({ outlines, option }) => {
      registerOutlines(outlines.regionId, outlines.outlines);
      map.draw(option);
    },
  };
}

/** The map itself, whose code loads on first use. */
export default function RegionMap(props: RegionMapProps) {
  const { title, outlines, rows, heat, label, sum, format, onSelect, ref } = props;
  const scheme = useComputedColorScheme("light");
  const { fontFamily = "sans-serif" } = useMantineTheme();
  const map = outlines.regionId;
  const option = buildRegionOption({ map, rows, heat, label, sum, format, scheme, fontFamily });
  const { sizeRef, elementRef, toCanvas } = useChart(createOutlinedMap, { outlines, option }, (code) => {
    if (outlines.areas.some((area) => area.code === code)) onSelect(code);
  });
  useImperativeHandle(ref, () => ({ toCanvas }));
  return (
    <div ref={sizeRef} className={mapClasses["map"]} role="img" aria-label={title}>
      <div ref={elementRef} className={classes["canvas"]} />
    </div>
  );
}
