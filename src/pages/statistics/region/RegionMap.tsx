import { useComputedColorScheme, useMantineTheme } from "@mantine/core";
import { type Ref, useImperativeHandle } from "react";
import { createRegionMap, type RegionMapOption, registerOutlines } from "../../../charts/createRegionMap.ts";
import { type ChartHandle, useChart } from "../../../charts/useChart.ts";
import classes from "../Statistics.module.css";
import type { DrawnChart } from "../trend/TrendChart.tsx";
import type { RegionOutlines } from "./loadOutlines.ts";
import mapClasses from "./RegionMap.module.css";
import { buildRegionOption, type RegionOptionInput } from "./regionOption.ts";

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
