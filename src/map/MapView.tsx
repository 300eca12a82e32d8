import type OlMap from "ol/Map.js";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createMap } from "./createMap.ts";
import classes from "./MapView.module.css";
import type { MapViewState } from "./mapViewState.ts";
import { MapContext } from "./useMap.ts";

interface Props {
  /** Read when the map is made, written at every move; the same object for as long as the map lives. */
  readonly viewState: MapViewState;
  /** What the map shows, in Chinese, for those who cannot see it. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A map with whatever features and controls stand in it. */
export function MapView({ viewState, label, children }: Props) {
  const target = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<OlMap | null>(null);
  useEffect(() => {
    if (!target.current) return;
    const created = createMap(target.current, viewState);
    setMap(created);
    return () => {
      setMap(null);
      created.setTarget(undefined);
      created.dispose();
    };
  }, [viewState]);
  return (
    <div className={classes["map"]}>
      <div ref={target} className={classes["canvas"]} role="application" aria-label={label} tabIndex={0} />
      {map && <MapContext value={map}>{children}</MapContext>}
    </div>
  );
}
