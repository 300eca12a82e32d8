import { useComputedColorScheme } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import type { ZoneRow } from "../../../../adapters/contract/zone.ts";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import { BaseMap } from "../../../map/base/BaseMap.tsx";
import { parseBasemaps } from "../../../map/base/parseBasemaps.ts";
import { AttributionLine } from "../../../map/controls/AttributionLine.tsx";
import { CoordinateMenu } from "../../../map/controls/CoordinateMenu.tsx";
import { ScaleLine } from "../../../map/controls/ScaleLine.tsx";
import { Drones } from "../../../map/drones/Drones.tsx";
import { Circles } from "../../../map/features/Circles.tsx";
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
import { UnselectedRoutes } from "./UnselectedRoutes.tsx";
import { toZoneCircles, toZonePolygons } from "./zoneShapes.ts";

/** Farther out than this, a drone is a dot among others. */
const minZoom = 9;

/** Moves the map once to a task that was opened and is out of sight or too far off; nothing else ever moves it. */
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

/** Tells the machine what of the world is seen, so that the server sends no more than that. */
function ViewportSync({ actor }: { readonly actor: LiveActor }) {
  const sendView = useCallback(
    (view: Parameters<Parameters<typeof useViewportChange>[0]>[0]) =>
      actor.send({ type: "view.change", view }),
    [actor],
  );
  useViewportChange(sendView);
  return null;
}

/** @param length metres; null until the measure is ready, 0 before the first click */
const formatMeasure = (length: number | null): string =>
  length === null
    ? "正在准备测距…"
    : length === 0
      ? "点击地图开始测距，双击结束"
      : `距离 ${formatDistance(length)}`;

// What nobody has asked for yet comes when somebody does.
const Measure = lazyComponent(async () => (await import("../../../map/controls/Measure.tsx")).default);
const Heat = lazyComponent(async () => (await import("../../../map/features/Heat.tsx")).default);
const SelectedRoute = lazyComponent(async () => (await import("./SelectedRoute.tsx")).SelectedRoute);
const Graticule = lazyComponent(async () => (await import("../../../map/features/Graticule.tsx")).default);

const noop = () => {};

/** @param name of a configured base map; undefined is the embedded one, which nothing stands in for */
function BasemapErrorNotice({ name }: { readonly name: string | undefined }) {
  return (
    <p className={classes["note"]} role="status">
      {name
        ? `底图“${name}”无法读取，暂用内置底图，恢复后自动切回`
        : "底图无法读取，正在自动重试；无人机、管制区和航线不受影响"}
    </p>
  );
}

interface Props {
  readonly live: LiveServices;
  readonly zones: readonly ZoneRow[];
  readonly task: TaskRow | null;
}

/** The map with the fleet, the zones, the routes and what stands around them. */
export function LiveMap({ live, zones, task }: Props) {
  const { actor, feed, table, viewState } = live;
  const { config, toast } = usePageApi();
  const scheme = useComputedColorScheme("light");
  const [measuring, setMeasuring] = useState(false);
  const [length, setLength] = useState<number | null>(null);
  const layers = useSelector(actor, ({ context }) => context.layers);
  const smooth = useSelector(actor, ({ context }) => context.smooth);
  const following = useSelector(actor, ({ context }) => context.following);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const tasks = useSelector(actor, ({ context }) => context.tasks);
  const basemapId = useSelector(actor, ({ context }) => context.basemap);
  const stale = useSelector(actor, (snapshot) => snapshot.hasTag("stale") || snapshot.hasTag("polling"));
  const index = useSyncExternalStore(table.subscribe, () =>
    selected === null ? null : table.indexOf(selected),
  );
  const basemaps = useMemo(() => parseBasemaps(config), [config]);
  const basemap = basemaps.find(({ id }) => id === basemapId) ?? null;

  const [hasBasemapFailed, setHasBasemapFailed] = useState(false);
  const handleBasemapError = useCallback(() => setHasBasemapFailed(true), []);
  const handleBasemapRecover = useCallback(() => setHasBasemapFailed(false), []);
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
  const polygons = useMemo(() => toZonePolygons(zones), [zones]);
  const circles = useMemo(() => toZoneCircles(zones), [zones]);
  const heatPoints = useMemo(
    () =>
      tasks.flatMap(({ last }) =>
        last && last.lat !== null && last.lon !== null
          ? [{ coordinates: [last.lon / 1e7, last.lat / 1e7] as const, weight: 0.6 }]
          : [],
      ),
    [tasks],
  );

  return (
    <section className={classes["stage"]} aria-label="地图">
      <MapView viewState={viewState} label="实时任务地图，方向键移动，加减键缩放">
        <BaseMap
          basemap={basemap}
          scheme={scheme}
          onError={handleBasemapError}
          onRecover={handleBasemapRecover}
        />
        {basemap && hasBasemapFailed && (
          <BaseMap basemap={null} scheme={scheme} fallback onError={noop} onRecover={noop} />
        )}
        <ViewportSync actor={actor} />
        {task && <PanToTask task={task} />}
        <Polygons polygons={polygons} visible={layers.zones} scheme={scheme} />
        <Circles circles={circles} visible={layers.zones} scheme={scheme} />
        {layers.routes && <UnselectedRoutes tasks={tasks} selected={selected} />}
        {layers.routes && task && <SelectedRoute live={live} task={task} />}
        <Drones
          feed={feed}
          smooth={smooth}
          stale={stale}
          labels={layers.labels}
          trails={layers.trails}
          clusters={layers.clusters}
          dark={scheme === "dark"}
          selected={index}
          following={following}
          name={table.getLabel}
          onSelect={handleSelect}
          onFollowEnd={handleFollowEnd}
        />
        {layers.graticule && <Graticule scheme={scheme} />}
        {layers.heat && <Heat points={heatPoints} />}
        {measuring && <Measure onLength={setLength} />}
        <CoordinateMenu
          onCopy={(text) => toast.success(`已复制 ${text}`)}
          onCopyError={() => toast.error("浏览器不允许复制，请手动抄录。")}
        />
        <div className={classes["top"]}>
          <FeedStatus actor={actor} />
          {hasBasemapFailed && <BasemapErrorNotice name={basemap?.name} />}
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
          <AttributionLine basemap={hasBasemapFailed ? null : basemap} />
        </div>
      </MapView>
    </section>
  );
}
