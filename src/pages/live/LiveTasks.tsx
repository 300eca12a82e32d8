import { Alert } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { getPagePath } from "../../../adapters/http/basePath.ts";
import { defaultLayers, liveLayers } from "../../../machines/liveTasksPort.ts";
import { parseAddress, toAddressParams } from "../../live/liveAddress.ts";
import type { LiveServices } from "../../live/liveServices.ts";
import { getLiveServices, type LiveActor } from "../../live/liveServices.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { createMapViewState } from "../../map/mapViewState.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import { LiveMap } from "./LiveMap.tsx";
import classes from "./LiveTasks.module.css";
import { TaskList } from "./TaskList.tsx";
import type { LiveZones } from "./ZoneSource.tsx";

/** Writing the address renders the page again, so that it waits for a pan to end. */
const viewDelayMs = 600;

/** Keeps selection, view and layers in the address; opening another task adds a step to the browser's history. */
function useLiveAddress({ actor, viewState }: LiveServices): void {
  const [query, setQuery] = useSearchParams();
  const { pathname } = useLocation();
  // A step back to the address that is rendered renders nothing by itself.
  const [steps, setSteps] = useState(0);
  useEffect(() => {
    const countStep = () => setSteps((count) => count + 1);
    window.addEventListener("popstate", countStep);
    return () => window.removeEventListener("popstate", countStep);
  }, []);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const following = useSelector(actor, ({ context }) => context.following);
  const viewport = useSelector(actor, ({ context }) => context.view);
  const layers = useSelector(actor, ({ context }) => context.layers);
  const smooth = useSelector(actor, ({ context }) => context.smooth);
  const basemap = useSelector(actor, ({ context }) => context.basemap);
  const addressTask = parseAddress(query).task;
  // The task of the address that was followed or written last: another one comes from a link or from the history.
  const followed = useRef<string | null | undefined>(undefined);
  const written = useRef<string | null>(null);
  useEffect(() => {
    // The browser is further than React has rendered: the next render follows it. To write would overwrite its entry.
    const isBehind = () =>
      getPagePath() !== pathname ||
      new URLSearchParams(window.location.search).toString() !== query.toString();
    const isFirst = followed.current === undefined;
    if (isBehind()) {
      if (isFirst) followed.current = addressTask;
      return;
    }
    const isNavigated = followed.current !== addressTask;
    followed.current = addressTask;
    // At first the services have started with the address.
    if (isNavigated && !isFirst && addressTask !== selected) {
      actor.send(
        addressTask === null ? { type: "task.leave" } : { type: "task.select", taskId: addressTask },
      );
      return;
    }
    const address = {
      task: selected,
      // The map writes its state before it reports the viewport.
      view: viewport && !following && isMoved(viewState) ? viewState : parseAddress(query).view,
      toggledLayers: liveLayers.filter((layer) => layers[layer] !== defaultLayers[layer]),
      smooth,
      // The embedded one is in an address only where somebody has put it there.
      basemap: basemap === "" ? (parseAddress(query).basemap === null ? null : "") : basemap,
    };
    const write = () => {
      if (isBehind()) return;
      const next = toAddressParams(address, query);
      const text = next.toString();
      if (text === query.toString() || text === written.current) return;
      written.current = text;
      followed.current = selected;
      setQuery(next, { replace: selected === addressTask || isFirst });
    };
    const timer = setTimeout(write, selected === addressTask ? viewDelayMs : 0);
    return () => clearTimeout(timer);
  }, [
    actor,
    viewState,
    viewport,
    following,
    addressTask,
    selected,
    layers,
    smooth,
    basemap,
    query,
    pathname,
    steps,
    setQuery,
  ]);
  useEffect(() => {
    written.current = null;
  }, [query, steps]);
}

function isMoved({ centre, zoom }: LiveServices["viewState"]): boolean {
  const initial = createMapViewState();
  return (
    Math.abs(centre[0] - initial.centre[0]) > 1e-4 ||
    Math.abs(centre[1] - initial.centre[1]) > 1e-4 ||
    Math.abs(zoom - initial.zoom) > 0.01
  );
}

/** Before they are loaded. */
const noZones: LiveZones = { all: null, named: [], hasFailed: false };
const ZoneSource = lazyComponent(async () => (await import("./ZoneSource.tsx")).ZoneSource);
const AlarmDesk = lazyComponent(async () => (await import("./alarms/AlarmDesk.tsx")).AlarmDesk);
const FlightTable = lazyComponent(async () => (await import("./FlightTable.tsx")).default);
const TaskPanel = lazyComponent(async () => (await import("./TaskPanel.tsx")).default);

/** Whether the browser supports a 2D canvas, the minimum for a map. */
const canDraw = (): boolean => document.createElement("canvas").getContext("2d") !== null;

/** In the panel's place: the address names a task that is over, or none. */
function MissingTask({ actor }: { readonly actor: LiveActor }) {
  return (
    <Alert
      className={classes["missing"] ?? ""}
      color="orange"
      variant="light"
      title="任务不在进行中"
      withCloseButton
      closeButtonLabel="关闭任务"
      onClose={() => actor.send({ type: "task.leave" })}
    >
      链接中的任务已结束、已取消，或还有 2 小时以上才起飞。请在左侧选择其他任务。
    </Alert>
  );
}

/** 实时任务: the task list, the map and the panel of the open task. */
export function LiveTasks() {
  const scope = usePageScope();
  const pageApi = usePageApi();
  const [query] = useSearchParams();
  const [live] = useState(() => getLiveServices(scope, pageApi, query));
  const [canDrawMap] = useState(canDraw);
  const { actor } = live;
  const [zones, setZones] = useState(noZones);
  const openedTask = useSelector(actor, ({ context }) => context.opened);
  const endedTask = useSelector(actor, ({ context }) => context.ended);
  const isMissing = useSelector(actor, ({ context }) => context.missing);
  // An ended flight stays open with its last state until the user closes it.
  const task = openedTask ?? endedTask?.task;
  useLiveAddress(live);
  useEffect(() => {
    actor.send({ type: "page.show" });
    return () => actor.send({ type: "page.hide" });
  }, [actor]);
  return (
    <div
      className={classes["page"]}
      data-alarms={pageApi.config.extensions || undefined}
      data-open={task || isMissing ? true : undefined}
    >
      <ZoneSource onChange={setZones} />
      {pageApi.config.extensions && <AlarmDesk live={live} />}
      <TaskList live={live} />
      {canDrawMap ? <LiveMap live={live} zones={zones} task={task ?? null} /> : <FlightTable live={live} />}
      {task && <TaskPanel live={live} task={task} endedAt={endedTask?.at ?? null} zones={zones.all} />}
      {isMissing && <MissingTask actor={actor} />}
    </div>
  );
}
