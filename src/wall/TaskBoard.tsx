import { alarmLevels } from "../../adapters/contract/droneState.ts";
import { linkState } from "../../adapters/contract/flight.ts";
import type { LiveTaskRow } from "../../adapters/contract/task.ts";
import * as word from "../../adapters/contract/words.ts";
import { priorityShapes } from "../live/alarms/priorityShapes.ts";
import { formatPhase } from "../live/formatFlight.ts";
import { formatRowAge, type RowStatus } from "../live/liveRow.ts";
import { Board } from "./Board.tsx";
import { readFlights } from "./readFlights.ts";
import { useNow } from "./useNow.ts";
import { useTaskPage } from "./useTaskPage.ts";
import wallClasses from "./Wall.module.css";
import type { WallServices } from "./wallServices.ts";

/** As many as a page of the list may have; the board shows them in turns. */
const readRows = 200;

const levels = ["p1", "p2", "p3"] as const;

/** Of the worst open alarm. */
const getAlarm = (status: RowStatus | null) => alarmLevels[status?.alarmLevel ?? 0]?.priority;

/** What is wrong with the data of a flight whose link is fine. */
const getFault = (status: RowStatus) => (status.link === "fresh" ? status.fault : null);

/** How abnormal a flight is, by its link, its data and its alarms; undefined where it is not. */
function getLevel(status: RowStatus | null): (typeof levels)[number] | undefined {
  if (status === null) return undefined;
  const isSuspect = status.link === "delayed" || getFault(status) !== null;
  const byLink = isSuspect ? "p2" : status.link === "fresh" ? undefined : "p1";
  return levels.find((level) => level === byLink || level === getAlarm(status));
}

/** The name, with the shape of its alarm: colour alone would not tell. */
function NameCell({ row, status }: { readonly row: LiveTaskRow; readonly status: RowStatus | null }) {
  const alarm = getAlarm(status);
  return (
    <>
      {alarm && <span aria-hidden>{priorityShapes[alarm]} </span>}
      {row.name || row.taskNo}
    </>
  );
}

/** The flights under way, those in trouble or with an alarm first. */
export function TaskBoard({ services }: { readonly services: WallServices }) {
  const page = useTaskPage(services, readRows, "trouble");
  const now = useNow(services.clock);
  if (page === null) return <p className={wallClasses["message"]}>{word.readingTasks}</p>;
  if (page.rows.length === 0) return <p className={wallClasses["message"]}>当前没有飞行任务</p>;
  const known = readFlights(page.rows, page.at, services, now);
  const flights = page.rows.map((row) => {
    const status = known.get(row.id)?.status ?? null;
    return { row, status, level: getLevel(status) };
  });
  const byUrgency = [...levels, undefined].flatMap((level) =>
    flights.filter((flight) => flight.level === level),
  );
  return (
    <Board
      name="tasks"
      heads={[word.task, word.drone, word.phase, word.battery, word.link, word.position]}
      rows={byUrgency.map(({ row, status, level }) => ({
        key: row.id,
        level,
        isUrgent: level !== undefined,
        cells: [
          <NameCell key="name" row={row} status={status} />,
          row.droneSn,
          status ? formatPhase(status.phase) : word.notYetFlown,
          status?.battery === null || !status ? "—" : `${status.battery}%`,
          status ? (getFault(status) ?? linkState.label(status.link)) : "—",
          status ? formatRowAge(status.ageMs) : "—",
        ],
      }))}
      now={now}
      total={page.total}
      describeRest={(count) => `还有 ${count} 个任务`}
    />
  );
}
