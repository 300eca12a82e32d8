import { Alert } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { socketTypes } from "../../../../adapters/contract/socket.ts";
import type { ZoneRow } from "../../../../adapters/contract/zone.ts";
import { CallError } from "../../../../adapters/http/callError.ts";
import { isTransient } from "../../../../machines/errorInfo.ts";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import { fetchActiveZones } from "../../../map/zones/fetchActiveZones.ts";
import { type PageApi, usePageApi } from "../../../pageApi/usePageApi.ts";
import { usePageScope } from "../../../pageApi/usePageScope.ts";
import { LiveMap } from "./LiveMap.tsx";
import classes from "./LiveTasks.module.css";
import { getLiveServices, type LiveActor } from "./liveServices.ts";
import { TaskList } from "./TaskList.tsx";
import { useAlarmedZones } from "./useAlarmedZones.ts";
import { useLiveAddress } from "./useLiveAddress.ts";

const retryMs = 10_000;

/**
 * Loads all active zones; reloads them after a socket notification and retries transient errors. A failed load keeps
 * the previous zones.
 */
function useZones({ client, socket }: Pick<PageApi, "client" | "socket">): readonly ZoneRow[] {
  const [zones, setZones] = useState<readonly ZoneRow[]>([]);
  // A new object triggers a load. Retries show no error toast.
  const [request, setRequest] = useState({ isRetry: false });
  useEffect(
    () =>
      socket.onFrame(({ type }) => {
        if (type === socketTypes.zone) setRequest({ isRetry: false });
      }),
    [socket],
  );
  useEffect(() => {
    const controller = new AbortController();
    let retry: ReturnType<typeof setTimeout> | undefined;
    const fetchZones = async () => {
      const { signal } = controller;
      setZones(await fetchActiveZones(client, { signal, quiet: request.isRetry }));
    };
    fetchZones().catch((error: unknown) => {
      // The client has already shown a toast.
      if (!(error instanceof CallError)) throw error;
      if (isTransient(error) && !controller.signal.aborted)
        retry = setTimeout(() => setRequest({ isRetry: true }), Math.max(retryMs, error.retryAfterMs ?? 0));
    });
    return () => {
      controller.abort();
      clearTimeout(retry);
    };
  }, [client, request]);
  return zones;
}

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
  const zones = useZones(pageApi);
  const namedZones = useAlarmedZones(zones);
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
      {pageApi.config.extensions && <AlarmDesk live={live} />}
      <TaskList live={live} />
      {canDrawMap ? (
        <LiveMap live={live} zones={namedZones} task={task ?? null} />
      ) : (
        <FlightTable live={live} />
      )}
      {task && <TaskPanel live={live} task={task} endedAt={endedTask?.at ?? null} zones={zones} />}
      {isMissing && <MissingTask actor={actor} />}
    </div>
  );
}
