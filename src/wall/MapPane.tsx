import { useSelector } from "@xstate/react";
import { type CSSProperties, type ReactNode, useEffect, useMemo, useState } from "react";
import type { AlarmRow } from "../../adapters/contract/alarm.ts";
import { isAsking } from "../../machines/alarmRules.ts";
import { BaseMap } from "../map/base/BaseMap.tsx";
import { measureScale, type ScaleBar } from "../map/controls/ScaleLine.tsx";
import { Drones } from "../map/drones/Drones.tsx";
import type { FleetMapFeed } from "../map/drones/fleetFeed.ts";
import type { LabelPainter } from "../map/drones/overlay.ts";
import { MapView } from "../map/MapView.tsx";
import { createMapViewState } from "../map/mapViewState.ts";
import { useMap } from "../map/useMap.ts";
import { ZoneLayers } from "../map/zones/ZoneLayers.tsx";
import { createLabelPainter } from "./createLabelPainter.ts";
import type { WallBase } from "./useWallBase.ts";
import type { WallZones } from "./useWallZones.ts";
import classes from "./WallMap.module.css";
import type { WallServices } from "./wallServices.ts";

const noop = () => undefined;
/** Height of the map's texts, CSS px, and what they are to be at the viewer's eye. */
const labelPx = 12;
const labelArcMinutes = 16;
/** Of the names of drones: they are Chinese. */
const nameArcMinutes = 22;
/** The whole country has to fit into a part of a screen, drawn larger. */
const minZoom = 1;
/** Of the longest bar of the scale. */
const scaleArcMinutes = 120;

/** By how much the map is drawn larger, so that its texts are legible at a distance. */
export const getMapScale = (arcMinutePx: number): number =>
  Math.max(1, (labelArcMinutes * arcMinutePx) / labelPx);

/** Labels with names and alarms, of the size in pixels of the map. */
function useLabelPainter({ table, alarms }: WallServices, px: number): LabelPainter {
  const rows = useSelector(alarms, ({ context }) => context.alarms);
  return useMemo(() => {
    // Most urgent first.
    const worst = new Map<string, AlarmRow>();
    for (const row of (rows ?? []).filter(isAsking).toReversed())
      if (row.taskId !== null) worst.set(row.taskId, row);
    return createLabelPainter({
      px,
      getName: table.getLabel,
      getAlarm: (index) => worst.get(table.getTaskId(index) ?? "") ?? null,
    });
  }, [rows, table, px]);
}

/** The configured base map, and the embedded one below it while its tiles fail. */
function WallBaseMap({ basemap, hasFailed, onError, onRecover }: WallBase) {
  return (
    <>
      <BaseMap basemap={basemap} scheme="dark" onError={onError} onRecover={onRecover} />
      {basemap && hasFailed && (
        <BaseMap basemap={null} scheme="dark" fallback onError={noop} onRecover={noop} />
      )}
    </>
  );
}

interface ScaleProps {
  /** Of the longest bar, CSS px of the map. */
  readonly maxPx: number;
  readonly onChange: (bar: ScaleBar | null) => void;
}

/** Measures the scale after each move of the map. */
function Scale({ maxPx, onChange }: ScaleProps) {
  const map = useMap();
  useEffect(() => {
    const update = () => onChange(measureScale(map, maxPx));
    update();
    map.on("moveend", update);
    return () => map.un("moveend", update);
  }, [map, maxPx, onChange]);
  return null;
}

interface Props {
  readonly services: WallServices;
  readonly arcMinutePx: number;
  readonly label: string;
  readonly base: WallBase;
  readonly zones: WallZones;
  readonly feed: FleetMapFeed;
  readonly clusters: boolean;
  /** Table index of the drone whose whole trail is shown. */
  readonly selected: number | null;
  /** What moves the map, and lies on it. */
  readonly children: ReactNode;
  /** Stands above the map, in the size of the wall. */
  readonly caption: ReactNode;
}

/** One map of the wall: base map, zones, drones and scale. */
export function MapPane({
  services,
  arcMinutePx,
  label,
  base,
  zones,
  feed,
  clusters,
  selected,
  children,
  caption,
}: Props) {
  const [viewState] = useState(createMapViewState);
  const [bar, setBar] = useState<ScaleBar | null>(null);
  const isOld = useSelector(services.actor, (state) => !state.hasTag("dataFresh"));
  const scale = getMapScale(arcMinutePx);
  const paintLabels = useLabelPainter(services, (nameArcMinutes * arcMinutePx) / scale);
  const style: CSSProperties = {
    width: `${100 / scale}%`,
    height: `${100 / scale}%`,
    transform: `scale(${scale})`,
  };
  const barStyle: CSSProperties & Record<"--bar", string> = { "--bar": `${(bar?.width ?? 0) * scale}px` };
  return (
    <section className={classes["pane"]} aria-label={label}>
      <div className={classes["sheet"]} style={style}>
        <MapView
          viewState={viewState}
          label={`大屏地图 ${label}`}
          area="world"
          scale={scale}
          minZoom={minZoom}
        >
          <WallBaseMap {...base} />
          <ZoneLayers {...zones} scheme="dark" />
          <Drones
            feed={feed}
            smooth
            stale={isOld}
            labels
            paintLabels={paintLabels}
            trails
            clusters={clusters}
            following={false}
            dark
            selected={selected}
            name={services.table.getLabel}
            onSelect={noop}
            onFollowEnd={noop}
          />
          <Scale maxPx={(scaleArcMinutes * arcMinutePx) / scale} onChange={setBar} />
          {children}
        </MapView>
      </div>
      {bar && (
        <span className={classes["scale"]} style={barStyle}>
          {bar.label}
        </span>
      )}
      {caption}
    </section>
  );
}
