import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { brought } from "../../../console/brought.tsx";
import { useConsole } from "../../../console/useConsole.ts";
import { usePageScope } from "../../../console/usePageScope.ts";
import { LiveMap } from "./LiveMap.tsx";
import classes from "./LiveTasks.module.css";
import { liveOf } from "./live.ts";
import { TaskList } from "./TaskList.tsx";
import { useZones } from "./useZones.ts";

const FlightTable = brought(async () => (await import("./FlightTable.tsx")).default);
const TaskPanel = brought(async () => (await import("./TaskPanel.tsx")).default);

/** Whether the browser has what a map is drawn on at the least. */
const canDraw = (): boolean => document.createElement("canvas").getContext("2d") !== null;

/** 实时任务: the list, the map and the open task, each linked with the others. */
export function LiveTasks() {
  const scope = usePageScope();
  const console = useConsole();
  const [live] = useState(() => liveOf(scope, console));
  const [draws] = useState(canDraw);
  const { actor } = live;
  const zones = useZones(console);
  const ended = useSelector(actor, ({ context }) => context.ended);
  const listed = useSelector(actor, ({ context: { tasks, selected } }) =>
    tasks.find(({ id }) => id === selected),
  );
  // A flight that has ended stays on the screen as it was until it is left.
  const task = listed ?? ended?.task;
  useEffect(() => {
    actor.send({ type: "page.show" });
    return () => actor.send({ type: "page.hide" });
  }, [actor]);
  return (
    <div className={classes["page"]} data-open={task ? true : undefined}>
      <TaskList actor={actor} />
      {draws ? <LiveMap live={live} zones={zones} task={task ?? null} /> : <FlightTable live={live} />}
      {task && <TaskPanel live={live} task={task} endedAt={ended?.at ?? null} zones={zones} />}
    </div>
  );
}
