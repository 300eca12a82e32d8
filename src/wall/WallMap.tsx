import { useSelector } from "@xstate/react";
import { type CSSProperties, useCallback, useEffect, useMemo, useState } from "react";
import type { AlarmRow } from "../../adapters/contract/alarm.ts";
import { formatAlarmLine } from "../../adapters/contract/alarmLine.ts";
import * as word from "../../adapters/contract/words.ts";
import { priorityShapes } from "../live/alarms/priorityShapes.ts";
import { formatCutLayer } from "../live/formatCutLayer.ts";
import { getAttribution, shortAttribution } from "../map/base/getAttribution.ts";
import { maxDetailZoom } from "../map/base/useEmbeddedMapEnd.ts";
import { fitCountry, fitMost, widenToCountry } from "../map/drones/fitMost.ts";
import { Lines } from "../map/features/Lines.tsx";
import { Points } from "../map/features/Points.tsx";
import { flyToOne, isInExtent } from "../map/flyTo.ts";
import { useMap } from "../map/useMap.ts";
import { findTaskAlarms } from "./findUrgentTasks.ts";
import { getMapScale, MapPane } from "./MapPane.tsx";
import { type Focus, findAllPlaces, findPlace, useFocus, useHasPlace } from "./mapPlaces.ts";
import { useNow } from "./useNow.ts";
import { usePlan } from "./usePlan.ts";
import { useCloseUpBase, useWallBase } from "./useWallBase.ts";
import { useWallHangars } from "./useWallHangars.ts";
import { useWallZones } from "./useWallZones.ts";
import classes from "./WallMap.module.css";
import type { WallAddress } from "./wallAddress.ts";
import type { WallServices } from "./wallServices.ts";

/** A drone that moves stays in view. */
const recenterMs = 5_000;
/** The map is drawn larger, and its edge with it. */
const paddingPx = 8;
/** Also on the light base map of somebody else. */
const [routeColor, routeEdge] = ["rgba(126, 178, 230, 0.9)", "rgba(9, 20, 34, 0.75)"] as const;
/** Share of a low map that a caption is thought to cover: the drone stays within. */
const mostCovered = 0.4;
/** Height of the attribution, with a caption of two lines above it, and of a caption of four lines. */
const [attributionArcMinutes, captionedArcMinutes, captionArcMinutes] = [32, 96, 130] as const;

/** Calls `move` now, with every change of the map's size, and every five seconds. */
function useMoves(clock: WallServices["clock"], move: () => void): void {
  const map = useMap();
  useEffect(() => {
    move();
    map.on("change:size", move);
    // By the clock, so that all screens of one wall move at the same moment.
    const moveLater = () =>
      window.setTimeout(
        () => {
          move();
          timer = moveLater();
        },
        recenterMs - (clock.now() % recenterMs),
      );
    let timer = moveLater();
    return () => {
      map.un("change:size", move);
      clearTimeout(timer);
    };
  }, [map, clock, move]);
}

interface FitProps {
  readonly services: WallServices;
  /** Height of the attribution on the map, CSS px of the map. */
  readonly coveredPx: number;
  /** Called with how many of what the map is to show it leaves out. */
  readonly onMove: (outside: number) => void;
}

/** Moves the map to the whole fleet; to the country where nothing flies. */
function FitFleet({ services, coveredPx, onMove }: FitProps) {
  const map = useMap();
  const move = useCallback(() => {
    const places = findAllPlaces(services);
    const options = { maxZoom: maxDetailZoom, covered: coveredPx, padding: paddingPx };
    if (places.length === 0) fitCountry(map, options);
    const widen = widenToCountry;
    onMove(places.length > 0 ? fitMost(map, places, { ...options, widen }).outside.length : 0);
  }, [map, services, coveredPx, onMove]);
  useMoves(services.clock, move);
  return null;
}

/** Keeps the map on the country, wherever its drones are. */
function FitCountry({ services, coveredPx, onMove }: FitProps) {
  const map = useMap();
  const count = useCallback(() => {
    const [left = 0, bottom = 0, right = 0, top = 0] = map.getView().calculateExtent(map.getSize());
    onMove(findAllPlaces(services).filter((place) => !isInExtent([left, bottom, right, top], place)).length);
  }, [map, services, onMove]);
  const move = useCallback(() => {
    fitCountry(map, { covered: coveredPx, padding: paddingPx });
    count();
  }, [map, coveredPx, count]);
  useMoves(services.clock, move);
  useEffect(() => {
    map.on("moveend", count);
    return () => map.un("moveend", count);
  }, [map, count]);
  return null;
}

interface FitTaskProps {
  readonly services: WallServices;
  readonly taskId: string;
  readonly zoom: number;
  /** Rows of screens that show the picture together. */
  readonly rows: number;
  /** Height of the caption on the map, CSS px of the map. */
  readonly captionPx: number;
}

/** Moves the map to the drone of a task. */
function FitTask({ services, taskId, zoom, rows, captionPx }: FitTaskProps) {
  const map = useMap();
  const move = useCallback(() => {
    const place = findPlace(services, taskId);
    const [, height = 0] = map.getSize() ?? [];
    const covered = Math.min(captionPx, mostCovered * height);
    if (place) flyToOne(map, place, { columns: 1, rows }, zoom, covered);
  }, [map, services, taskId, zoom, rows, captionPx]);
  useMoves(services.clock, move);
  return null;
}

/** The planned route of the task in the close-up. */
function PlannedRoute({ services, taskId }: Pick<FitTaskProps, "services" | "taskId">) {
  const route = usePlan(services, taskId);
  const lines = useMemo(
    () =>
      route.length > 1
        ? [
            {
              id: taskId,
              path: route.map(([lng, lat]) => [lng, lat] as const),
              color: routeColor,
              edge: routeEdge,
              dashed: true,
            },
          ]
        : [],
    [route, taskId],
  );
  return <Lines lines={lines} />;
}

interface CaptionProps {
  readonly alarms: readonly AlarmRow[];
  readonly focus: Focus;
  readonly clock: WallServices["clock"];
}

/** What the close-up shows, in words. */
function Caption({ alarms, focus: { number, count }, clock }: CaptionProps) {
  const now = useNow(clock);
  const [alarm] = alarms;
  if (!alarm) return null;
  return (
    <p className={classes["caption"]} data-level={alarm.priority}>
      <span aria-hidden>{`${priorityShapes[alarm.priority]} `}</span>
      <span>{`${formatAlarmLine(alarm, now)}${alarms.length > 1 ? ` 等 ${alarms.length} 条` : ""}`}</span>
      {count > 1 && <span>{` · 第 ${number}/${count} 处`}</span>}
    </p>
  );
}

interface Props {
  readonly services: WallServices;
  readonly address: WallAddress;
  /** The country, and nothing near. */
  readonly isCountry?: boolean;
}

/** The whole fleet on the map; beside it, while a P1 or P2 waits, the place of it. */
export function WallMap({ services, address: { part, arcMinutePx }, isCountry = false }: Props) {
  const { alarms, feed, table, clock } = services;
  const waiting = useFocus(services);
  const focus = isCountry ? null : waiting;
  const taskId = focus?.taskId ?? null;
  const hasCloseUp = useHasPlace(services, taskId);
  const base = useWallBase(services.getBasemap());
  const closeUp = useCloseUpBase(services.getBasemap(), taskId, base.hasFailed);
  const zones = useWallZones(services);
  const hangars = useWallHangars(services);
  const [outside, setOutside] = useState(0);
  useEffect(() => {
    if (hasCloseUp) return () => feed.closeCloseUp();
  }, [feed, hasCloseUp]);
  const all = useSelector(alarms, ({ context }) => context.alarms);
  const shown = findTaskAlarms(all ?? [], taskId);
  const toMapPx = (arcMinutes: number) => (arcMinutes * arcMinutePx) / getMapScale(arcMinutePx);
  // Each screen of a wall draws the whole picture, and shows its own part of it.
  const style: CSSProperties = {
    width: `${part.columns * 100}%`,
    height: `${part.rows * 100}%`,
    left: `${part.column * -100}%`,
    top: `${part.row * -100}%`,
  };
  const caption = focus && <Caption alarms={shown} focus={focus} clock={clock} />;
  // What waits and has no place is told here, and must not cover the south of the country.
  const coveredArcMinutes = focus && !hasCloseUp ? captionedArcMinutes : attributionArcMinutes;
  const shared = { services, arcMinutePx, zones };
  const FitAll = isCountry ? FitCountry : FitFleet;
  return (
    <section className={classes["map"]} aria-label="地图">
      <div className={classes["panes"]} style={style}>
        <MapPane
          {...shared}
          label="总览"
          base={base}
          feed={feed}
          clusters
          selected={null}
          caption={
            <>
              <p className={classes["attribution"]}>
                {base.basemap && !base.hasFailed ? getAttribution(base.basemap) : shortAttribution}
              </p>
              {outside > 0 && <p className={classes["outside"]}>{`另有 ${outside} 架在视野外`}</p>}
              {!hasCloseUp && caption}
            </>
          }
        >
          <FitAll services={services} coveredPx={toMapPx(coveredArcMinutes)} onMove={setOutside} />
        </MapPane>
        {hasCloseUp && taskId !== null && (
          <MapPane
            {...shared}
            label="近景"
            base={closeUp.base}
            feed={feed.closeUp}
            clusters={false}
            selected={table.indexOf(taskId)}
            caption={
              <>
                {hangars.cutAt !== null && (
                  <p className={classes["outside"]}>{formatCutLayer(word.hangar, hangars.cutAt)}</p>
                )}
                {caption}
              </>
            }
          >
            <Points points={hangars.points} scheme="dark" />
            <PlannedRoute services={services} taskId={taskId} />
            <FitTask
              services={services}
              taskId={taskId}
              zoom={closeUp.zoom}
              rows={part.rows}
              captionPx={toMapPx(captionArcMinutes)}
            />
          </MapPane>
        )}
      </div>
    </section>
  );
}
