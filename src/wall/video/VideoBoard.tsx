import { useSelector } from "@xstate/react";
import { useCallback, useEffect, useReducer, useState } from "react";
import type { AlarmRow } from "../../../adapters/contract/alarm.ts";
import type { LiveTaskRow } from "../../../adapters/contract/task.ts";
import * as word from "../../../adapters/contract/words.ts";
import { isAsking } from "../../../machines/alarmRules.ts";
import { readFlights } from "../readFlights.ts";
import { useNow } from "../useNow.ts";
import { type TaskPage, useTaskPage } from "../useTaskPage.ts";
import type { WallServices } from "../wallServices.ts";
import { advanceGrid, createGridTour, type GivenUp, rankTask, type VideoCandidate } from "./gridTour.ts";
import { canTurn } from "./pictureAge.ts";
import classes from "./VideoBoard.module.css";
import { VideoCell } from "./VideoCell.tsx";

/** As many as a page of the list may have. */
const maxTasks = 200;
/** One picture changes at a time: each of four is seen for more than a minute. */
const turnMs = 20_000;
/** A task that the platform has no picture of, or whose picture is dead, is tried again after so long. */
const refusalMs = 300_000;

/** Open alarms by task, most urgent first. */
function groupAlarms(alarms: readonly AlarmRow[]): ReadonlyMap<string, readonly AlarmRow[]> {
  const byTask = new Map<string, readonly AlarmRow[]>();
  for (const alarm of alarms)
    if (isAsking(alarm) && alarm.taskId !== null)
      byTask.set(alarm.taskId, [...(byTask.get(alarm.taskId) ?? []), alarm]);
  return byTask;
}

/** A flight that the list does not reach, by its alarm. */
const toRow = ({ taskId, taskNo, taskName, droneSn, companyName }: AlarmRow): LiveTaskRow => ({
  id: taskId ?? "",
  taskNo,
  name: taskName,
  droneSn,
  company: companyName,
  time: null,
  // Until a frame tells.
  link: "lastKnown",
});

/** The flights of the list, and those with an alarm that fly but are not among the newest. */
function joinTasks(
  { rows }: TaskPage,
  alarms: ReadonlyMap<string, readonly AlarmRow[]>,
  { table }: WallServices,
): readonly LiveTaskRow[] {
  const listed = new Set(rows.map(({ id }) => id));
  const others = [...alarms.values()].flatMap(([alarm]) => {
    const id = alarm?.taskId ?? null;
    return alarm && id !== null && !listed.has(id) && table.indexOf(id) !== null ? [toRow(alarm)] : [];
  });
  return [...rows, ...others];
}

interface Refusal {
  readonly why: GivenUp;
  /** Until when it is believed, server's time. */
  readonly until: number;
}

/** Tasks without a picture. */
function useRefusals({ clock }: WallServices) {
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Refusal>>(new Map());
  const add = useCallback(
    (taskId: string, why: GivenUp) => {
      const now = clock.now();
      setRefusals((before) => {
        const valid = [...before].filter(([, { until }]) => until > now);
        return new Map([...valid, [taskId, { why, until: now + refusalMs }]]);
      });
    },
    [clock],
  );
  return { refusals, add };
}

interface Props {
  readonly services: WallServices;
  readonly size: 4 | 9;
  /** It is one of two layouts. */
  readonly isHalf: boolean;
}

/** Live pictures of the flights that matter most. */
export function VideoBoard({ services, size, isHalf }: Props) {
  const { actor, clock } = services;
  const now = useNow(clock);
  const tasks = useTaskPage(services, maxTasks, "startedAt");
  const alarms = groupAlarms(useSelector(services.alarms, ({ context }) => context.alarms) ?? []);
  const { refusals, add: addRefusal } = useRefusals(services);
  const rows = tasks ? joinTasks(tasks, alarms, services) : [];
  const candidates = rows.map(({ id }): VideoCandidate => {
    const refusal = refusals.get(id);
    return { id, rank: rankTask(alarms.get(id)?.[0], refusal && refusal.until > now ? refusal.why : null) };
  });
  const key = JSON.stringify(candidates);
  const [grid, dispatch] = useReducer(advanceGrid, size, createGridTour);
  useEffect(() => {
    // Parsed from the key, which changes only with a value.
    dispatch({ type: "candidates.change", candidates: JSON.parse(key) as VideoCandidate[] });
  }, [key]);
  useEffect(() => {
    const turn = () => {
      if (canTurn(actor.getSnapshot().context.dataAt, clock.now())) dispatch({ type: "tour.turn" });
    };
    const timer = setInterval(turn, turnMs);
    return () => clearInterval(timer);
  }, [actor, clock]);
  if (tasks === null) return <p className={classes["message"]}>{word.readingTasks}</p>;
  if (rows.length === 0) return <p className={classes["message"]}>当前没有飞行任务</p>;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shown = grid.cells.map((cell) => (cell && byId.get(cell.id)) ?? null);
  const flights = readFlights(
    shown.filter((row) => row !== null),
    tasks.at,
    services,
    now,
  );
  return (
    <div className={classes["grid"]} data-size={size}>
      {cellNumbers.slice(0, size).map((number) => {
        const row = shown[number - 1] ?? null;
        return (
          <VideoCell
            key={number}
            services={services}
            row={row}
            flight={(row && flights.get(row.id)) ?? null}
            alarms={(row && alarms.get(row.id)) ?? noAlarms}
            quality={qualities[size]}
            isSmall={size === 9 || isHalf}
            onGivenUp={addRefusal}
          />
        );
      })}
    </div>
  );
}

/** As in 视频宫格: nine pictures are small, and share the line. */
const qualities = { 4: 3, 9: 2 } as const;
const cellNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const noAlarms: readonly AlarmRow[] = [];
