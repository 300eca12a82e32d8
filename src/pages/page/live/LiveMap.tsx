import { useComputedColorScheme } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useCallback, useMemo, useState, useSyncExternalStore } from "react";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import type { ZoneRow } from "../../../../adapters/contract/zone.ts";
import { brought } from "../../../console/brought.tsx";
import { useConsole } from "../../../console/useConsole.ts";
import { BaseMap } from "../../../map/base/BaseMap.tsx";
import { basemapsOf } from "../../../map/base/basemapsOf.ts";
import { AttributionLine } from "../../../map/controls/AttributionLine.tsx";
import { CoordinateMenu } from "../../../map/controls/CoordinateMenu.tsx";
import { GroundLine } from "../../../map/controls/GroundLine.tsx";
import { Drones } from "../../../map/drones/Drones.tsx";
import { Circles } from "../../../map/features/Circles.tsx";
import { Polygons } from "../../../map/features/Polygons.tsx";
import { MapView } from "../../../map/MapView.tsx";
import { BringToView } from "./BringToView.tsx";
import { FeedStatus } from "./FeedStatus.tsx";
import { metresText } from "./figures.ts";
import classes from "./LiveMap.module.css";
import type { Live } from "./live.ts";
import { MapTools } from "./MapTools.tsx";
import { OtherRoutes } from "./OtherRoutes.tsx";
import { SeenPart } from "./SeenPart.tsx";
import { zoneCircles, zonePolygons } from "./zoneShapes.ts";

/** @param length metres; null until the measure is ready, 0 before the first click */
const measureText = (length: number | null): string =>
  length === null
    ? "正在准备测距…"
    : length === 0
      ? "点击地图开始测距，双击结束"
      : `距离 ${metresText(length)}`;

// What nobody has asked for yet comes when somebody does.
const Measure = brought(async () => (await import("../../../map/controls/Measure.tsx")).default);
const Heat = brought(async () => (await import("../../../map/features/Heat.tsx")).default);
const SelectedRoute = brought(async () => (await import("./SelectedRoute.tsx")).SelectedRoute);
const Graticule = brought(async () => (await import("../../../map/features/Graticule.tsx")).default);

const nothing = () => {};

/** @param name of a configured base map; undefined is the embedded one, which nothing stands in for */
function BaseMapGone({ name }: { readonly name: string | undefined }) {
  return (
    <p className={classes["note"]} role="status">
      {name
        ? `底图“${name}”无法读取，暂用内置底图，恢复后自动切回`
        : "底图无法读取，正在自动重试；无人机、管制区和航线不受影响"}
    </p>
  );
}

interface Props {
  readonly live: Live;
  readonly zones: readonly ZoneRow[];
  readonly task: TaskRow | null;
}

/** The map with the fleet, the zones, the routes and what stands around them. */
export function LiveMap({ live, zones, task }: Props) {
  const { actor, feed, table, place } = live;
  const { config, say } = useConsole();
  const scheme = useComputedColorScheme("light");
  const [measuring, setMeasuring] = useState(false);
  const [length, setLength] = useState<number | null>(null);
  const layers = useSelector(actor, ({ context }) => context.layers);
  const smooth = useSelector(actor, ({ context }) => context.smooth);
  const following = useSelector(actor, ({ context }) => context.following);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const tasks = useSelector(actor, ({ context }) => context.tasks);
  const chosen = useSelector(actor, ({ context }) => context.basemap);
  const stale = useSelector(actor, (snapshot) => snapshot.hasTag("stale") || snapshot.hasTag("polling"));
  const index = useSyncExternalStore(table.subscribe, () =>
    selected === null ? null : table.indexOf(selected),
  );
  const basemaps = useMemo(() => basemapsOf(config), [config]);
  const basemap = basemaps.find(({ id }) => id === chosen) ?? null;

  const [gone, setGone] = useState(false);
  const failing = useCallback(() => setGone(true), []);
  const back = useCallback(() => setGone(false), []);
  const select = useCallback(
    (hit: number | null) => {
      if (measuring) return;
      const taskId = hit === null ? null : table.taskOf(hit);
      if (taskId !== null) actor.send({ type: "task.select", taskId });
      else if (hit === null) actor.send({ type: "task.leave" });
    },
    [actor, table, measuring],
  );
  const unfollow = useCallback(() => actor.send({ type: "follow.end" }), [actor]);
  const polygons = useMemo(() => zonePolygons(zones), [zones]);
  const circles = useMemo(() => zoneCircles(zones), [zones]);
  const heat = useMemo(
    () =>
      tasks.flatMap(({ last }) =>
        last && last.lat !== null && last.lon !== null
          ? [{ at: [last.lon / 1e7, last.lat / 1e7] as const, weight: 0.6 }]
          : [],
      ),
    [tasks],
  );

  return (
    <section className={classes["stage"]} aria-label="地图">
      <MapView place={place} label="实时任务地图，方向键移动，加减键缩放">
        <BaseMap basemap={basemap} scheme={scheme} onFailing={failing} onBack={back} />
        {basemap && gone && (
          <BaseMap basemap={null} scheme={scheme} instead onFailing={nothing} onBack={nothing} />
        )}
        <SeenPart actor={actor} />
        {task && <BringToView task={task} />}
        <Polygons polygons={polygons} visible={layers.zones} scheme={scheme} />
        <Circles circles={circles} visible={layers.zones} scheme={scheme} />
        {layers.routes && <OtherRoutes tasks={tasks} selected={selected} />}
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
          name={table.nameOf}
          onSelect={select}
          onFollowEnd={unfollow}
        />
        {layers.graticule && <Graticule scheme={scheme} />}
        {layers.heat && <Heat points={heat} />}
        {measuring && <Measure onLength={setLength} />}
        <CoordinateMenu
          onCopied={(text) => say.success(`已复制 ${text}`)}
          onRefused={() => say.error("浏览器不允许复制，请手动抄录。")}
        />
        <div className={classes["top"]}>
          <FeedStatus actor={actor} />
          {gone && <BaseMapGone name={basemap?.name} />}
          {measuring && (
            <p className={classes["note"]} role="status">
              {measureText(length)}
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
          <GroundLine />
          <AttributionLine basemap={gone ? null : basemap} />
        </div>
      </MapView>
    </section>
  );
}
