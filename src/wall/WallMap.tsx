import { shallowEqual, useSelector } from "@xstate/react";
import { type CSSProperties, useEffect, useMemo, useState } from "react";
import type { AlarmRow } from "../../adapters/contract/alarm.ts";
import { formatAlarmLine } from "../../adapters/contract/alarmLine.ts";
import { isAsking } from "../../machines/alarmRules.ts";
import { BaseMap } from "../map/base/BaseMap.tsx";
import { shortAttribution } from "../map/base/getAttribution.ts";
import { maxDetailZoom } from "../map/base/useEmbeddedMapEnd.ts";
import { Drones } from "../map/drones/Drones.tsx";
import { toMercatorX, toMercatorY } from "../map/drones/data/mercator.ts";
import { fitMost, type Places, widenToCountry } from "../map/drones/fitMost.ts";
import type { LabelPainter } from "../map/drones/overlay.ts";
import { flyToOne } from "../map/flyTo.ts";
import { MapView } from "../map/MapView.tsx";
import { createMapViewState } from "../map/mapViewState.ts";
import { useMap } from "../map/useMap.ts";
import { useZones } from "../map/zones/useZones.ts";
import { ZoneLayers } from "../map/zones/ZoneLayers.tsx";
import { priorityShapes } from "../pages/page/alarm/priorityShapes.ts";
import { findZoneAlarms, markZones } from "../pages/page/live/markZones.ts";
import { createLabelPainter } from "./createLabelPainter.ts";
import { useNow } from "./useNow.ts";
import classes from "./Wall.module.css";
import type { WallAddress } from "./wallAddress.ts";
import type { WallServices } from "./wallServices.ts";

const noop = () => undefined;
/** A drone that moves stays in view. */
const recenterMs = 5_000;

/** Where the drones of tasks were last, EPSG:3857; those in no frame are left out. */
function findPlaces({ feed, table }: WallServices, tasks: readonly string[]): Places {
  const { columns } = feed.getLatest() ?? {};
  return tasks.flatMap((taskId) => {
    const index = table.indexOf(taskId);
    const row = index === null ? -1 : (columns?.index.indexOf(index) ?? -1);
    const [lat, lon] = [columns?.lat[row], columns?.lon[row]];
    return lat === undefined || lon === undefined ? [] : [[toMercatorX(lon), toMercatorY(lat)] as const];
  });
}

/** Where all drones are, EPSG:3857. */
function findAllPlaces({ feed }: WallServices): Places {
  const snapshot = feed.getLatest();
  return Array.from(
    { length: snapshot?.count ?? 0 },
    (_, row) => [snapshot?.x1[row] ?? 0, snapshot?.y1[row] ?? 0] as const,
  );
}

/** The tasks that the map shows: all unacknowledged P1 at once, else one stop of the tour after another. */
function useShownTasks({ actor }: WallServices): readonly string[] {
  const isFocused = useSelector(actor, (state) => state.hasTag("focused"));
  const p1Tasks = useSelector(actor, ({ context }) => context.p1Tasks);
  const stop = useSelector(actor, ({ context }) => context.tour[context.stop]);
  return isFocused ? p1Tasks : stop === undefined ? [] : [stop];
}

interface TourProps {
  readonly services: WallServices;
  readonly tasks: readonly string[];
  readonly part: WallAddress["part"];
  /** Height of the caption on the map, CSS px of the map. */
  readonly captionPx: number;
  /** Called with how many of what the map is to show it leaves out. */
  readonly onMove: (outside: number) => void;
}

/** Moves the map to what matters; to the whole fleet where nothing does. */
function Tour({ services, tasks, part, captionPx, onMove }: TourProps) {
  const map = useMap();
  const key = tasks.join();
  useEffect(() => {
    const move = () => {
      const chosen = findPlaces(services, key === "" ? [] : key.split(","));
      const [place] = chosen;
      const all = chosen.length > 0 ? chosen : findAllPlaces(services);
      // No nearer than the map has places and boundaries: where a drone is could not be told otherwise.
      const options = { maxZoom: maxDetailZoom, covered: captionPx };
      if (place && chosen.length === 1) {
        flyToOne(map, place, part, maxDetailZoom);
        onMove(0);
      } else if (all.length > 0) {
        const widen = chosen.length > 0 ? {} : { widen: widenToCountry };
        onMove(fitMost(map, all, { ...options, ...widen }).outside.length);
      } else onMove(0);
    };
    move();
    // By the clock, so that all screens of one wall move at the same moment.
    const moveLater = () =>
      window.setTimeout(
        () => {
          move();
          timer = moveLater();
        },
        recenterMs - (services.clock.now() % recenterMs),
      );
    let timer = moveLater();
    return () => clearTimeout(timer);
  }, [map, services, key, part, captionPx, onMove]);
  return null;
}

interface CaptionProps {
  readonly alarms: readonly AlarmRow[];
  readonly outside: number;
  readonly clock: WallServices["clock"];
}

/** What the map shows now, in words, and what it leaves out. */
function Caption({ alarms, outside, clock }: CaptionProps) {
  const now = useNow(clock);
  const [alarm] = alarms;
  if (!alarm && outside === 0) return null;
  return (
    <p className={classes["caption"]} data-level={alarm?.priority}>
      {alarm && (
        <>
          <span aria-hidden>{`${priorityShapes[alarm.priority]} `}</span>
          <span>{`${formatAlarmLine(alarm, now)}${alarms.length > 1 ? ` 等 ${alarms.length} 条` : ""}`}</span>
        </>
      )}
      {alarm && outside > 0 && " · "}
      {outside > 0 && `另有 ${outside} 架在视野外`}
    </p>
  );
}

interface Props {
  readonly services: WallServices;
  readonly address: WallAddress;
}

/** Height of the map's texts, CSS px, and what they are to be at the viewer's eye. */
const labelPx = 12;
const labelArcMinutes = 16;
/** Height of the caption and of the attribution below it. */
const captionArcMinutes = 70;
/** Of the names of drones: they are Chinese. */
const nameArcMinutes = 22;

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

/** The controlled zones as on the console's live map; in colour only where one has an open alarm. */
function WallZones({ services }: { readonly services: WallServices }) {
  const { zones } = useZones(services.client, services.onZonesChanged);
  const alarms = useSelector(services.alarms, ({ context }) => findZoneAlarms(context.alarms), shallowEqual);
  const named = useMemo(() => markZones(zones ?? [], alarms), [zones, alarms]);
  const alarmed = useMemo(() => new Set(Object.keys(alarms)), [alarms]);
  return <ZoneLayers zones={named} coloured={alarmed} scheme="dark" />;
}

/** The whole fleet on the map. */
export function WallMap({ services, address: { part, arcMinutePx } }: Props) {
  const { actor, feed, table, alarms } = services;
  const [viewState] = useState(createMapViewState);
  const isOld = useSelector(actor, (state) => !state.hasTag("dataFresh"));
  const tasks = useShownTasks(services);
  const [outside, setOutside] = useState(0);
  const all = useSelector(alarms, ({ context }) => context.alarms);
  const shown = (all ?? []).filter(
    (alarm) => isAsking(alarm) && alarm.taskId !== null && tasks.includes(alarm.taskId),
  );
  // A smaller map, drawn larger, so that its texts are legible at a distance.
  const scale = Math.max(1, (labelArcMinutes * arcMinutePx) / labelPx);
  const paintLabels = useLabelPainter(services, (nameArcMinutes * arcMinutePx) / scale);
  // Each screen of a wall draws the whole map, and shows its own part of it.
  const style: CSSProperties = {
    width: `${(part.columns * 100) / scale}%`,
    height: `${(part.rows * 100) / scale}%`,
    transform: `scale(${scale})`,
    left: `${part.column * -100}%`,
    top: `${part.row * -100}%`,
  };
  return (
    <section className={classes["map"]} aria-label="地图">
      <div className={classes["sheet"]} style={style}>
        <MapView viewState={viewState} label="大屏地图" area="world" scale={scale}>
          <BaseMap basemap={null} scheme="dark" onError={noop} onRecover={noop} />
          <WallZones services={services} />
          <Drones
            feed={feed}
            smooth
            stale={isOld}
            labels
            paintLabels={paintLabels}
            trails
            clusters
            following={false}
            dark
            selected={null}
            name={table.getLabel}
            onSelect={noop}
            onFollowEnd={noop}
          />
          <Tour
            services={services}
            tasks={tasks}
            part={part}
            captionPx={(captionArcMinutes * arcMinutePx) / scale}
            onMove={setOutside}
          />
        </MapView>
      </div>
      {part.column === 0 && part.row === 0 && (
        <>
          <p className={classes["attribution"]}>{shortAttribution}</p>
          <Caption alarms={shown} outside={outside} clock={services.clock} />
        </>
      )}
    </section>
  );
}
