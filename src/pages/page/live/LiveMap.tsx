import { useComputedColorScheme } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Basemap } from "../../../../adapters/contract/basemap.ts";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import type { ZoneRow } from "../../../../adapters/contract/zone.ts";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import { BaseMap } from "../../../map/base/BaseMap.tsx";
import type { MapScheme } from "../../../map/base/mapColors.ts";
import { parseBasemaps } from "../../../map/base/parseBasemaps.ts";
import { AttributionLine } from "../../../map/controls/AttributionLine.tsx";
import { CoordinateMenu } from "../../../map/controls/CoordinateMenu.tsx";
import { ScaleLine } from "../../../map/controls/ScaleLine.tsx";
import { Drones } from "../../../map/drones/Drones.tsx";
import { Circles } from "../../../map/features/Circles.tsx";
import { Lines } from "../../../map/features/Lines.tsx";
import { Polygons } from "../../../map/features/Polygons.tsx";
import { flyTo, isInView } from "../../../map/flyTo.ts";
import { MapView } from "../../../map/MapView.tsx";
import { useMap } from "../../../map/useMap.ts";
import { useViewportChange } from "../../../map/useViewportChange.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { FeedStatus } from "./FeedStatus.tsx";
import { formatDistance } from "./flightMetrics.ts";
import classes from "./LiveMap.module.css";
import type { LiveActor, LiveServices } from "./liveServices.ts";
import { MapTools } from "./MapTools.tsx";
import { toLngLat } from "./toLngLat.ts";
import { useViewTasks } from "./useViewTasks.ts";
import { toZoneCircles, toZonePolygons } from "./zoneShapes.ts";

/** The planned routes of the other flights in the view, as thin lines. */
function UnselectedRoutes({ actor }: { readonly actor: LiveActor }) {
  const tasks = useViewTasks(actor);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const lines = useMemo(
    () =>
      tasks
        .filter(({ id, status, route }) => id !== selected && status === "running" && route.length > 1)
        .map(({ id, route }) => ({
          id,
          path: route.map(([lng, lat]) => [lng, lat] as const),
          color: "rgba(64, 132, 196, 0.55)",
          width: 1.2,
          dashed: true,
        })),
    [tasks, selected],
  );
  return <Lines lines={lines} />;
}

/** Below this zoom, a single drone is hard to find. */
const minZoom = 9;

/** Pans once to a newly opened task if it is out of view or the zoom is too low. */
function PanToTask({ task }: { readonly task: TaskRow }) {
  const map = useMap();
  const shownTaskId = useRef("");
  const { id, last, route } = task;
  useEffect(() => {
    if (shownTaskId.current === id) return;
    shownTaskId.current = id;
    const [start] = route;
    const at = (last && toLngLat(last)) ?? (start ? ([start[0], start[1]] as const) : null);
    const zoom = map.getView().getZoom() ?? 0;
    if (at && (zoom < minZoom || !isInView(map, at))) flyTo(map, [at]);
  }, [map, id, last, route]);
  return null;
}

/** Sends the viewport to the machine, so that the server sends only drones within it. */
function ViewportSync({ actor }: { readonly actor: LiveActor }) {
  const sendView = useCallback(
    (view: Parameters<Parameters<typeof useViewportChange>[0]>[0]) =>
      actor.send({ type: "view.change", view }),
    [actor],
  );
  useViewportChange(sendView);
  return null;
}

/** @param length metres; null until the tool is ready, 0 before the first click */
const formatMeasure = (length: number | null): string =>
  length === null
    ? "正在准备测距…"
    : length === 0
      ? "点击地图开始测距，双击结束"
      : `距离 ${formatDistance(length)}`;

// Loaded when first shown.
const Measure = lazyComponent(async () => (await import("../../../map/controls/Measure.tsx")).default);
const Heat = lazyComponent(async () => (await import("../../../map/features/Heat.tsx")).default);
const SelectedRoute = lazyComponent(async () => (await import("./SelectedRoute.tsx")).SelectedRoute);
const Graticule = lazyComponent(async () => (await import("../../../map/features/Graticule.tsx")).default);

const noop = () => {};

/** @param name name of a configured base map; undefined for the embedded one, which has no fallback */
function BasemapErrorNotice({ name }: { readonly name: string | undefined }) {
  return (
    <p className={classes["note"]} role="status">
      {name
        ? `底图“${name}”无法读取，暂用内置底图，恢复后自动切回`
        : "底图无法读取，正在自动重试；无人机、管制区和航线不受影响"}
    </p>
  );
}

interface BasemapState {
  /** The selected base map; null for the embedded one. */
  readonly basemap: Basemap | null;
  readonly hasFailed: boolean;
  readonly handleError: () => void;
  readonly handleRecover: () => void;
}

/** Returns the selected base map and whether its tiles fail to load. */
function useBasemap(actor: LiveActor): BasemapState {
  const { config } = usePageApi();
  const basemapId = useSelector(actor, ({ context }) => context.basemap);
  const basemaps = useMemo(() => parseBasemaps(config), [config]);
  const [hasFailed, setHasFailed] = useState(false);
  const handleError = useCallback(() => setHasFailed(true), []);
  const handleRecover = useCallback(() => setHasFailed(false), []);
  const basemap = basemaps.find(({ id }) => id === basemapId) ?? null;
  return { basemap, hasFailed, handleError, handleRecover };
}

interface BasemapLayersProps extends BasemapState {
  readonly scheme: MapScheme;
}

/** The base map. While a configured one fails, the embedded one covers it. */
function BasemapLayers({ basemap, hasFailed, handleError, handleRecover, scheme }: BasemapLayersProps) {
  return (
    <>
      <BaseMap basemap={basemap} scheme={scheme} onError={handleError} onRecover={handleRecover} />
      {basemap && hasFailed && (
        <BaseMap basemap={null} scheme={scheme} fallback onError={noop} onRecover={noop} />
      )}
    </>
  );
}

interface ZoneLayersProps {
  readonly zones: readonly ZoneRow[];
  readonly visible: boolean;
  readonly scheme: MapScheme;
}

/** The controlled zones, drawn as polygons and circles. */
function ZoneLayers({ zones, visible, scheme }: ZoneLayersProps) {
  const polygons = useMemo(() => toZonePolygons(zones), [zones]);
  const circles = useMemo(() => toZoneCircles(zones), [zones]);
  return (
    <>
      <Polygons polygons={polygons} visible={visible} scheme={scheme} />
      <Circles circles={circles} visible={visible} scheme={scheme} />
    </>
  );
}

/** Heat map of the drones' positions in the last frame. */
function HeatLayer({ feed }: Pick<LiveServices, "feed">) {
  const snapshot = useSyncExternalStore(feed.onSnapshot, feed.getLatest);
  const points = useMemo(
    () =>
      Array.from({ length: snapshot?.count ?? 0 }, (_, row) => ({
        coordinates: [
          (snapshot?.columns.lon[row] ?? 0) / 1e7,
          (snapshot?.columns.lat[row] ?? 0) / 1e7,
        ] as const,
        weight: 0.6,
      })),
    [snapshot],
  );
  return <Heat points={points} />;
}

interface FleetLayerProps {
  readonly live: LiveServices;
  readonly scheme: MapScheme;
  /** While measuring, clicks select nothing. */
  readonly measuring: boolean;
}

/** The drones. Clicking one selects its task; clicking elsewhere deselects it. */
function FleetLayer({ live: { actor, feed, table }, scheme, measuring }: FleetLayerProps) {
  const { labels, trails, clusters } = useSelector(actor, ({ context }) => context.layers);
  const smooth = useSelector(actor, ({ context }) => context.smooth);
  const following = useSelector(actor, ({ context }) => context.following);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const stale = useSelector(actor, (snapshot) => snapshot.hasTag("stale") || snapshot.hasTag("polling"));
  const index = useSyncExternalStore(table.subscribe, () =>
    selected === null ? null : table.indexOf(selected),
  );
  const handleSelect = useCallback(
    (hit: number | null) => {
      if (measuring) return;
      const taskId = hit === null ? null : table.getTaskId(hit);
      if (taskId !== null) actor.send({ type: "task.select", taskId });
      else if (hit === null) actor.send({ type: "task.leave" });
    },
    [actor, table, measuring],
  );
  const handleFollowEnd = useCallback(() => actor.send({ type: "follow.end" }), [actor]);
  return (
    <Drones
      {...{ feed, smooth, stale, labels, trails, clusters, following }}
      dark={scheme === "dark"}
      selected={index}
      name={table.getLabel}
      onSelect={handleSelect}
      onFollowEnd={handleFollowEnd}
    />
  );
}

interface Props {
  readonly live: LiveServices;
  readonly zones: readonly ZoneRow[];
  readonly task: TaskRow | null;
}

/** The map with its layers, tools and notices. */
export function LiveMap({ live, zones, task }: Props) {
  const { actor, viewState } = live;
  const { toast } = usePageApi();
  const scheme = useComputedColorScheme("light");
  const basemapState = useBasemap(actor);
  const { basemap, hasFailed } = basemapState;
  const [measuring, setMeasuring] = useState(false);
  const [length, setLength] = useState<number | null>(null);
  const layers = useSelector(actor, ({ context }) => context.layers);
  return (
    <section className={classes["stage"]} aria-label="地图">
      <MapView viewState={viewState} label="实时任务地图，方向键移动，加减键缩放">
        <BasemapLayers {...basemapState} scheme={scheme} />
        <ViewportSync actor={actor} />
        {task && <PanToTask task={task} />}
        <ZoneLayers zones={zones} visible={layers.zones} scheme={scheme} />
        {layers.routes && <UnselectedRoutes actor={actor} />}
        {layers.routes && task && <SelectedRoute live={live} task={task} />}
        <FleetLayer live={live} scheme={scheme} measuring={measuring} />
        {layers.graticule && <Graticule scheme={scheme} />}
        {layers.heat && <HeatLayer feed={live.feed} />}
        {measuring && <Measure onLength={setLength} />}
        <CoordinateMenu
          onCopy={(text) => toast.success(`已复制 ${text}`)}
          onCopyError={() => toast.error("浏览器不允许复制，请手动抄录。")}
        />
        <div className={classes["top"]}>
          <FeedStatus actor={actor} />
          {hasFailed && <BasemapErrorNotice name={basemap?.name} />}
          {measuring && (
            <p className={classes["note"]} role="status">
              {formatMeasure(length)}
            </p>
          )}
        </div>
        <MapTools
          live={live}
          measuring={measuring}
          onMeasure={() => {
            setMeasuring(!measuring);
            setLength(null);
          }}
        />
        <div className={classes["bottom"]}>
          <ScaleLine />
          <AttributionLine basemap={hasFailed ? null : basemap} />
        </div>
      </MapView>
    </section>
  );
}
