import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { usePageScope } from "../../../pageApi/usePageScope.ts";
import { LiveMap } from "./LiveMap.tsx";
import classes from "./LiveTasks.module.css";
import { getLiveServices } from "./liveServices.ts";
import { TaskList } from "./TaskList.tsx";
import { useZones } from "./useZones.ts";

const FlightTable = lazyComponent(async () => (await import("./FlightTable.tsx")).default);
const TaskPanel = lazyComponent(async () => (await import("./TaskPanel.tsx")).default);

/** Whether the browser has what a map is drawn on at the least. */
const canDraw = (): boolean => document.createElement("canvas").getContext("2d") !== null;

/** 实时任务: the list, the map and the open task, each linked with the others. */
export function LiveTasks() {
  const scope = usePageScope();
  const pageApi = usePageApi();
  const [live] = useState(() => getLiveServices(scope, pageApi));
  const [canDrawMap] = useState(canDraw);
  const { actor } = live;
  const zones = useZones(pageApi);
  const endedTask = useSelector(actor, ({ context }) => context.ended);
  const listedTask = useSelector(actor, ({ context: { tasks, selected } }) =>
    tasks.find(({ id }) => id === selected),
  );
  // A flight that has ended stays on the screen as it was until it is left.
  const task = listedTask ?? endedTask?.task;
  useEffect(() => {
    actor.send({ type: "page.show" });
    return () => actor.send({ type: "page.hide" });
  }, [actor]);
  return (
    <div className={classes["page"]} data-open={task ? true : undefined}>
      <TaskList actor={actor} />
      {canDrawMap ? <LiveMap live={live} zones={zones} task={task ?? null} /> : <FlightTable live={live} />}
      {task && <TaskPanel live={live} task={task} endedAt={endedTask?.at ?? null} zones={zones} />}
    </div>
  );
}
