import { useComputedColorScheme, useMantineTheme } from "@mantine/core";
import { type Ref, useImperativeHandle } from "react";
import { createShareChart } from "../../../charts/createShareChart.ts";
import { useChart } from "../../../charts/useChart.ts";
import classes from "../Statistics.module.css";
import type { DrawnChart } from "../trend/TrendChart.tsx";
import { buildShareOption, type DrawnShare } from "./shareOption.ts";

export interface ShareChartProps {
  /** What the chart shows, in words. */
  readonly label: string;
  readonly shares: readonly DrawnShare[];
  readonly onSelect: (key: string) => void;
  readonly ref?: Ref<DrawnChart>;
}

/** Bars of shares, whose code loads on first use. */
export default function ShareChart({ label, shares, onSelect, ref }: ShareChartProps) {
  const scheme = useComputedColorScheme("light");
  const { fontFamily = "sans-serif" } = useMantineTheme();
  const option = buildShareOption(shares, scheme, fontFamily);
  const { sizeRef, elementRef, toCanvas } = useChart(createShareChart, option, (index) => {
    const share = shares[index];
    if (share) onSelect(share.key);
  });
  useImperativeHandle(ref, () => ({ toCanvas }));
  return (
    <div ref={sizeRef} className={classes["chart"]} role="img" aria-label={label}>
      <div ref={elementRef} className={classes["canvas"]} />
    </div>
  );
}
