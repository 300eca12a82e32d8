import { useSelector } from "@xstate/react";
import { lazy, useEffect, useState } from "react";
import { Brought } from "../../../console/Brought.tsx";
import { useConsole } from "../../../console/useConsole.ts";
import { usePageScope } from "../../../console/usePageScope.ts";
import { LiveMap } from "./LiveMap.tsx";
import classes from "./LiveTasks.module.css";
import { liveOf } from "./live.ts";
import { TaskList } from "./TaskList.tsx";
import { useZones } from "./useZones.ts";

const FlightTable = lazy(() => import("./FlightTable.tsx"));
const TaskPanel = lazy(() => import("./TaskPanel.tsx"));

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
      {draws ? (
        <LiveMap live={live} zones={zones} task={task ?? null} />
      ) : (
        <Brought>
          <FlightTable live={live} />
        </Brought>
      )}
      {task && (
        <Brought>
          <TaskPanel live={live} task={task} endedAt={ended?.at ?? null} zones={zones} />
        </Brought>
      )}
    </div>
  );
}
