import { useEffect, useState } from "react";
import { linkState } from "../../adapters/contract/flight.ts";
import { type LiveTaskRow, taskCalls } from "../../adapters/contract/task.ts";
import { formatPhase } from "../pages/page/live/formatFlight.ts";
import { formatRowAge, getRowStatus } from "../pages/page/live/liveRow.ts";
import { useNow } from "./useNow.ts";
import classes from "./Wall.module.css";
import type { WallServices } from "./wallServices.ts";

const maxRows = 8;
/** As the console's own list. */
const readEveryMs = 9_500;

interface TaskPage {
  readonly rows: readonly LiveTaskRow[];
  readonly total: number;
  /** Server's time, UTC ms. */
  readonly at: number;
}

/** Reads the open tasks again and again, troubles first; null before the first answer. */
function useTasks({ client, clock }: WallServices): TaskPage | null {
  const [page, setPage] = useState<TaskPage | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const body = {
      brief: true as const,
      pageNo: 1,
      pageSize: maxRows,
      sort: { field: "trouble" as const, order: "desc" as const },
    };
    const read = async () => {
      const sentAt = performance.now();
      try {
        const answer = await client.call(taskCalls.taskStartList, { body }, { signal: controller.signal });
        clock.sync(answer.at, sentAt);
        setPage({ rows: answer.page?.rows ?? [], total: answer.total, at: Date.parse(answer.at) });
      } catch (error) {
        console.error("任务读取失败", error);
      }
    };
    void read();
    const timer = setInterval(() => void read(), readEveryMs);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [client, clock]);
  return page;
}

/** The flights under way, those in trouble first. */
export function TaskBoard({ services }: { readonly services: WallServices }) {
  const page = useTasks(services);
  const now = useNow(services.clock);
  if (page === null) return <p className={classes["message"]}>正在读取任务…</p>;
  if (page.rows.length === 0) return <p className={classes["message"]}>当前没有飞行任务</p>;
  return (
    <div className={classes["board"]}>
      <table className={classes["table"]} data-board="tasks">
        <thead>
          <tr>
            <th>任务</th>
            <th>无人机</th>
            <th>阶段</th>
            <th>电量</th>
            <th>链路</th>
            <th>位置</th>
          </tr>
        </thead>
        <tbody>
          {page.rows.map((row) => {
            const status = getRowStatus(row, page.at, null, null, now);
            const isNormal = status === null || status.link === "fresh";
            return (
              <tr key={row.id} data-level={isNormal ? undefined : status.link === "delayed" ? "p2" : "p1"}>
                <td>{row.name || row.taskNo}</td>
                <td>{row.droneSn}</td>
                <td>{status ? formatPhase(status.phase) : "待起飞"}</td>
                <td>{status?.battery === null || !status ? "—" : `${status.battery}%`}</td>
                <td>{status ? linkState.label(status.link) : "—"}</td>
                <td>{status ? formatRowAge(status.ageMs) : "—"}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {page.total > page.rows.length && (
        <p className={classes["more"]}>还有 {page.total - page.rows.length} 个任务</p>
      )}
    </div>
  );
}
