import { useSelector } from "@xstate/react";
import { type CSSProperties, useEffect, useState } from "react";
import type { AlarmRow } from "../../adapters/contract/alarm.ts";
import { isAsking } from "../../machines/alarmRules.ts";
import { BaseMap } from "../map/base/BaseMap.tsx";
import { Drones } from "../map/drones/Drones.tsx";
import { flyTo } from "../map/flyTo.ts";
import { MapView } from "../map/MapView.tsx";
import { createMapViewState } from "../map/mapViewState.ts";
import { useMap } from "../map/useMap.ts";
import { formatKind, formatSubject } from "../pages/page/alarm/alarmTexts.ts";
import { priorityShapes } from "../pages/page/alarm/priorityShapes.ts";
import classes from "./Wall.module.css";
import type { WallAddress } from "./wallAddress.ts";
import type { WallServices } from "./wallServices.ts";

const noop = () => undefined;
/** Degrees × 10⁷ in a frame. */
const frameDegrees = 1e7;
/** A drone that moves stays in view. */
const recenterMs = 5_000;

/** Where a task's drone was last; null where no frame has it. */
function findPlace({ feed, table }: WallServices, taskId: string): readonly [number, number] | null {
  const index = table.indexOf(taskId);
  const snapshot = feed.getLatest();
  if (index === null || !snapshot) return null;
  const row = snapshot.columns.index.indexOf(index);
  const [lat, lon] = [snapshot.columns.lat[row], snapshot.columns.lon[row]];
  return lat === undefined || lon === undefined ? null : [lon / frameDegrees, lat / frameDegrees];
}

/** The tasks that the map shows: all P1 at once, else one stop of the tour after another. */
function useShownTasks({ actor }: WallServices): readonly string[] {
  const isFocused = useSelector(actor, (state) => state.hasTag("focused"));
  const p1Tasks = useSelector(actor, ({ context }) => context.p1Tasks);
  const stop = useSelector(actor, ({ context }) => context.tour[context.stop]);
  return isFocused ? p1Tasks : stop === undefined ? [] : [stop];
}

/** Moves the map to what matters; to the whole fleet where nothing does. */
function Tour({ services, tasks }: { readonly services: WallServices; readonly tasks: readonly string[] }) {
  const map = useMap();
  const key = tasks.join();
  useEffect(() => {
    const move = () => {
      const places = (key === "" ? [] : key.split(",")).flatMap((task) => {
        const place = findPlace(services, task);
        return place ? [place] : [];
      });
      flyTo(map, places.length > 0 ? places : findWholeFleet(services));
    };
    move();
    const timer = setInterval(move, recenterMs);
    return () => clearInterval(timer);
  }, [map, services, key]);
  return null;
}

/** Two corners of the area in which drones are; nothing before the first frame. */
function findWholeFleet({ feed }: WallServices): readonly (readonly [number, number])[] {
  const snapshot = feed.getLatest();
  if (!snapshot || snapshot.count === 0) return [];
  let [west, south, east, north] = [180, 90, -180, -90];
  for (let row = 0; row < snapshot.count; row++) {
    const lon = (snapshot.columns.lon[row] ?? 0) / frameDegrees;
    const lat = (snapshot.columns.lat[row] ?? 0) / frameDegrees;
    [west, east] = [Math.min(west, lon), Math.max(east, lon)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  return [
    [west, south],
    [east, north],
  ];
}

/** What the map shows now, in words. */
function Caption({ alarms }: { readonly alarms: readonly AlarmRow[] }) {
  const [alarm] = alarms;
  if (!alarm) return null;
  return (
    <p className={classes["caption"]} data-level={alarm.priority}>
      <span aria-hidden>{priorityShapes[alarm.priority]} </span>
      {formatKind(alarm)} · {formatSubject(alarm)}
      {alarms.length > 1 && ` 等 ${alarms.length} 条`}
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

/** The whole fleet on the map. */
export function WallMap({ services, address: { part, arcMinutePx } }: Props) {
  const { actor, feed, table, alarms } = services;
  const [viewState] = useState(createMapViewState);
  const isOld = useSelector(actor, (state) => !state.hasTag("dataFresh"));
  const tasks = useShownTasks(services);
  const all = useSelector(alarms, ({ context }) => context.alarms);
  const shown = (all ?? []).filter(
    (alarm) => isAsking(alarm) && alarm.taskId !== null && tasks.includes(alarm.taskId),
  );
  // A smaller map, drawn larger, so that its texts are legible at a distance.
  const scale = Math.max(1, (labelArcMinutes * arcMinutePx) / labelPx);
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
          <Drones
            feed={feed}
            smooth
            stale={isOld}
            labels={false}
            trails
            clusters
            following={false}
            dark
            selected={null}
            name={table.getLabel}
            onSelect={noop}
            onFollowEnd={noop}
          />
          <Tour services={services} tasks={tasks} />
        </MapView>
      </div>
      <Caption alarms={shown} />
    </section>
  );
}
