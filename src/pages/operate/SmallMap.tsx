import { useComputedColorScheme } from "@mantine/core";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useConsole } from "../../console/useConsole.ts";
import { BaseMap } from "../../map/base/BaseMap.tsx";
import { basemapsOf } from "../../map/base/basemapsOf.ts";
import { AttributionLine } from "../../map/controls/AttributionLine.tsx";
import { GroundLine } from "../../map/controls/GroundLine.tsx";
import { ZoomButtons } from "../../map/controls/ZoomButtons.tsx";
import { MapView } from "../../map/MapView.tsx";
import type { MapPlace } from "../../map/place.ts";
import classes from "./SmallMap.module.css";

interface Props {
  readonly place: MapPlace;
  readonly label: string;
  readonly children: ReactNode;
}

const nothing = () => {};

/** A map in a dialog or a drawer, on the first configured base map; the embedded one stands in for it. */
export function SmallMap({ place, label, children }: Props) {
  const { config } = useConsole();
  const scheme = useComputedColorScheme("light");
  const [gone, setGone] = useState(false);
  const failing = useCallback(() => setGone(true), []);
  const back = useCallback(() => setGone(false), []);
  const basemap = useMemo(() => basemapsOf(config)[0] ?? null, [config]);
  return (
    <div className={classes["frame"]}>
      <MapView place={place} label={label}>
        <BaseMap basemap={basemap} scheme={scheme} onFailing={failing} onBack={back} />
        {basemap && gone && (
          <BaseMap basemap={null} scheme={scheme} instead onFailing={nothing} onBack={nothing} />
        )}
        {children}
        {!basemap && gone && (
          <p className={classes["note"]} role="status">
            底图无法读取，坐标不受影响
          </p>
        )}
        <div className={classes["tools"]}>
          <ZoomButtons />
        </div>
        <div className={classes["bottom"]}>
          <GroundLine />
          <AttributionLine basemap={gone ? null : basemap} />
        </div>
      </MapView>
    </div>
  );
}
