import { useComputedColorScheme } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Basemap } from "../../../adapters/contract/basemap.ts";
import type { TaskRow } from "../../../adapters/contract/task.ts";
import * as word from "../../../adapters/contract/words.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import { formatDistance } from "../../live/formatFlight.ts";
import classes from "../../live/LiveMap.module.css";
import type { LiveActor, LiveServices } from "../../live/liveServices.ts";
import { BasemapErrorNotice, LayerErrorNotice, type LayerLoad } from "../../live/MapErrors.tsx";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { BaseMap } from "../../map/base/BaseMap.tsx";
import type { MapScheme } from "../../map/base/mapColors.ts";
import { parseBasemaps } from "../../map/base/parseBasemaps.ts";
import { AttributionLine } from "../../map/controls/AttributionLine.tsx";
import { CoordinateMenu } from "../../map/controls/CoordinateMenu.tsx";
import { ScaleLine } from "../../map/controls/ScaleLine.tsx";
import { Drones } from "../../map/drones/Drones.tsx";
import { flyTo, isInView } from "../../map/flyTo.ts";
import { MapView } from "../../map/MapView.tsx";
import { useMap } from "../../map/useMap.ts";
import { type MapViewport, useViewportChange } from "../../map/useViewportChange.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { FeedStatus } from "./FeedStatus.tsx";
import { toFleetViewport, toWholeFleetViewport, withGroups } from "./fleetViewport.ts";
import { toLngLat } from "./toLngLat.ts";
import type { LiveZones } from "./ZoneSource.tsx";

/** Below this zoom, a single drone is hard to find. */
const minZoom = 9;

/** Pans once to a newly opened task if it is out of view or the zoom is too low. */
function PanToTask({ task, live: { shouldPan } }: { readonly task: TaskRow; readonly live: LiveServices }) {
  const map = useMap();
  const { id, last, route } = task;
  useEffect(() => {
    if (!shouldPan(id)) return;
    const [start] = route;
    const at = (last && toLngLat(last)) ?? (start ? ([start[0], start[1]] as const) : null);
    const zoom = map.getView().getZoom() ?? 0;
    if (at && (zoom < minZoom || !isInView(map, at))) flyTo(map, [at]);
  }, [map, id, last, route, shouldPan]);
  return null;
}

/** Moves to places that are asked for beside the map. */
function PanToPlace({ place }: Pick<LiveServices, "place">) {
  const map = useMap();
  useEffect(() => {
    const show = () => {
      const at = place.take();
      if (at) flyTo(map, [at]);
    };
    show();
    return place.subscribe(show);
  }, [map, place]);
  return null;
}

interface ViewportSyncProps {
  readonly actor: LiveActor;
  /** Requests the drones outside of the view too. */
  readonly isWholeRequested: boolean;
}

/** Sends the viewport to the machine, so that the server sends only drones around it. */
function ViewportSync({ actor, isWholeRequested }: ViewportSyncProps) {
  const clusters = useSelector(actor, ({ context }) => context.layers.clusters);
  const heat = useSelector(actor, ({ context }) => context.layers.heat);
  const sendView = useCallback(
    (viewport: MapViewport) => {
      const view = isWholeRequested ? toWholeFleetViewport(viewport) : toFleetViewport(viewport);
      actor.send({ type: "view.change", view: withGroups(view, { clusters, heat }) });
    },
    [actor, isWholeRequested, clusters, heat],
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
const MapTools = lazyComponent(async () => (await import("./MapTools.tsx")).MapTools);
const Measure = lazyComponent(async () => (await import("../../map/controls/Measure.tsx")).default);
const FleetHeat = lazyComponent(async () => (await import("../../map/drones/FleetHeat.tsx")).default);
const HangarLayer = lazyComponent(async () => (await import("../../live/HangarLayer.tsx")).HangarLayer);
const OutsideNotice = lazyComponent(async () => (await import("./OutsideNotice.tsx")).OutsideNotice);
const BasemapHint = lazyComponent(async () => (await import("./BasemapHint.tsx")).BasemapHint);
const ZoneLayers = lazyComponent(async () => (await import("../../map/zones/ZoneLayers.tsx")).ZoneLayers);
const UnselectedRoutes = lazyComponent(async () => (await import("./UnselectedRoutes.tsx")).UnselectedRoutes);
const SelectedRoute = lazyComponent(async () => (await import("./SelectedRoute.tsx")).SelectedRoute);
const Graticule = lazyComponent(async () => (await import("../../map/features/Graticule.tsx")).default);

const noop = () => {};

/** The delay varies with every frame: it is shown in steps, so that the text does not flicker. */
const delayStepMs = 500;
const defaultDelayMs = 1_000;

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

interface FleetLayerProps {
  readonly live: LiveServices;
  readonly scheme: MapScheme;
  /** While measuring, clicks select nothing. */
  readonly measuring: boolean;
  readonly onDelayChange: (delayMs: number) => void;
}

/** The drones. Clicking one selects its task; clicking elsewhere deselects it. */
function FleetLayer({
  live: { actor, feed, table, loadTrack },
  scheme,
  measuring,
  onDelayChange,
}: FleetLayerProps) {
  const { labels, trails, clusters } = useSelector(actor, ({ context }) => context.layers);
  const smooth = useSelector(actor, ({ context }) => context.smooth);
  const following = useSelector(actor, ({ context }) => context.following);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const stale = useSelector(actor, (snapshot) => snapshot.hasTag("stale") || snapshot.hasTag("polling"));
  const index = useSyncExternalStore(table.subscribe, () =>
    selected === null ? null : table.indexOf(selected),
  );
  useEffect(() => {
    // A task attached to another one is loaded by the id that it leads to.
    if (selected === null || index === null) return;
    const controller = new AbortController();
    loadTrack(selected, index, controller.signal).catch((error: unknown) => {
      // Without it the trail begins where the page was opened; the list shows a failing server.
      if (!(error instanceof CallError)) throw error;
    });
    return () => controller.abort();
    // `stale` changes when the stream comes back: what flew meanwhile is loaded too.
  }, [loadTrack, selected, index, stale]);
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
      onDelayChange={onDelayChange}
    />
  );
}

interface Props {
  readonly live: LiveServices;
  readonly zones: LiveZones;
  readonly task: TaskRow | null;
}

const notLoaded: LayerLoad = { hasFailed: false, isUnread: true, cutAt: null };

/** The map with its layers, tools and notices. */
export function LiveMap({ live, zones, task }: Props) {
  const { actor, viewState } = live;
  const { toast } = usePageApi();
  const scheme = useComputedColorScheme("light");
  const basemapState = useBasemap(actor);
  const { basemap, hasFailed } = basemapState;
  const [measuring, setMeasuring] = useState(false);
  const [length, setLength] = useState<number | null>(null);
  const [delayMs, setDelayMs] = useState(defaultDelayMs);
  const handleDelayChange = useCallback(
    (exact: number) => setDelayMs(Math.round(exact / delayStepMs) * delayStepMs),
    [],
  );
  const [hangarLoad, setHangarLoad] = useState(notLoaded);
  const [isShowAllRequested, setShowAllRequested] = useState(false);
  const layers = useSelector(actor, ({ context }) => context.layers);
  return (
    <section className={classes["stage"]} aria-label="地图">
      <MapView viewState={viewState} label="实时任务地图，方向键移动，加减键缩放" area="world">
        <BasemapLayers {...basemapState} scheme={scheme} />
        <ViewportSync actor={actor} isWholeRequested={isShowAllRequested} />
        {task && <PanToTask task={task} live={live} />}
        <PanToPlace place={live.place} />
        <ZoneLayers zones={zones.named} visible={layers.zones} scheme={scheme} />
        {layers.routes && <UnselectedRoutes actor={actor} />}
        {layers.routes && task && <SelectedRoute live={live} task={task} />}
        {layers.hangars && <HangarLayer scheme={scheme} onLoad={setHangarLoad} />}
        <FleetLayer live={live} scheme={scheme} measuring={measuring} onDelayChange={handleDelayChange} />
        {layers.graticule && <Graticule scheme={scheme} />}
        {layers.heat && <FleetHeat feed={live.feed} />}
        {measuring && <Measure onLength={setLength} />}
        <CoordinateMenu
          onCopy={(text) => toast.success(`已复制 ${text}`)}
          onCopyError={() => toast.error("浏览器不允许复制，请手动抄录。")}
        />
        <div className={classes["top"]}>
          <FeedStatus live={live} delayMs={delayMs} />
          {hasFailed && <BasemapErrorNotice name={basemap?.name} />}
          {layers.zones && (
            <LayerErrorNotice
              name={word.zone}
              load={{ hasFailed: zones.hasFailed, isUnread: zones.all === null, cutAt: null }}
            />
          )}
          {layers.hangars && <LayerErrorNotice name={word.hangar} load={hangarLoad} />}
          {basemap === null && <BasemapHint actor={actor} />}
          <OutsideNotice
            live={live}
            isRequested={isShowAllRequested}
            onAnswer={() => setShowAllRequested(false)}
          />
          {measuring && (
            <p className={classes["note"]} role="status">
              {formatMeasure(length)}
            </p>
          )}
        </div>
        <MapTools
          live={live}
          measuring={measuring}
          isLoadingAll={isShowAllRequested}
          onShowAll={() => setShowAllRequested(true)}
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
