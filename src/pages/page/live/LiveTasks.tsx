import { Alert } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { usePageScope } from "../../../pageApi/usePageScope.ts";
import { LiveMap } from "./LiveMap.tsx";
import classes from "./LiveTasks.module.css";
import { getLiveServices, type LiveActor } from "./liveServices.ts";
import { TaskList } from "./TaskList.tsx";
import { useLiveAddress } from "./useLiveAddress.ts";
import type { LiveZones } from "./ZoneSource.tsx";

/** Before they are loaded. */
const noZones: LiveZones = { all: [], named: [] };
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
      {canDrawMap ? (
        <LiveMap live={live} zones={zones.named} task={task ?? null} />
      ) : (
        <FlightTable live={live} />
      )}
      {task && <TaskPanel live={live} task={task} endedAt={endedTask?.at ?? null} zones={zones.all} />}
      {isMissing && <MissingTask actor={actor} />}
    </div>
  );
}
