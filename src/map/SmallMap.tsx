import { useComputedColorScheme } from "@mantine/core";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { usePageApi } from "../pageApi/usePageApi.ts";
import { BaseMap } from "./base/BaseMap.tsx";
import { parseBasemaps } from "./base/parseBasemaps.ts";
import { AttributionLine } from "./controls/AttributionLine.tsx";
import { ScaleLine } from "./controls/ScaleLine.tsx";
import { ZoomButtons } from "./controls/ZoomButtons.tsx";
import { MapView } from "./MapView.tsx";
import type { MapViewState } from "./mapViewState.ts";
import classes from "./SmallMap.module.css";

interface Props {
  readonly viewState: MapViewState;
  readonly label: string;
  readonly children: ReactNode;
}

const noop = () => {};

/** A map in a dialog or drawer on the first configured base map; falls back to the embedded one. */
export function SmallMap({ viewState, label, children }: Props) {
  const { config } = usePageApi();
  const scheme = useComputedColorScheme("light");
  const [hasFailed, setHasFailed] = useState(false);
  const handleError = useCallback(() => setHasFailed(true), []);
  const handleRecover = useCallback(() => setHasFailed(false), []);
  const basemap = useMemo(() => parseBasemaps(config)[0] ?? null, [config]);
  return (
    <div className={classes["frame"]}>
      <MapView viewState={viewState} label={label}>
        <BaseMap basemap={basemap} scheme={scheme} onError={handleError} onRecover={handleRecover} />
        {basemap && hasFailed && (
          <BaseMap basemap={null} scheme={scheme} fallback onError={noop} onRecover={noop} />
        )}
        {children}
        {!basemap && hasFailed && (
          <p className={classes["note"]} role="status">
            底图无法读取，坐标不受影响
          </p>
        )}
        <div className={classes["tools"]}>
          <ZoomButtons />
        </div>
        <div className={classes["bottom"]}>
          <ScaleLine />
          <AttributionLine basemap={hasFailed ? null : basemap} />
        </div>
      </MapView>
    </div>
  );
}
