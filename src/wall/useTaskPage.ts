import { useEffect, useState } from "react";
import { type LiveTaskRow, taskCalls } from "../../adapters/contract/task.ts";
import type { WallServices } from "./wallServices.ts";

/** As the console's own list. */
const readEveryMs = 9_500;

export interface TaskPage {
  readonly rows: readonly LiveTaskRow[];
  readonly total: number;
  /** Server's time, UTC ms. */
  readonly at: number;
}

/** Reads the first open tasks of an order again and again; null before the first answer. */
export function useTaskPage(
  { client, clock }: WallServices,
  pageSize: number,
  field: "trouble" | "startedAt",
): TaskPage | null {
  const [page, setPage] = useState<TaskPage | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const body = { brief: true as const, pageNo: 1, pageSize, sort: { field, order: "desc" as const } };
    const read = async () => {
      const sentAt = performance.now();
      try {
        const answer = await client.call(taskCalls.taskStartList, { body }, { signal: controller.signal });
        clock.sync(answer.at, sentAt);
        setPage({ rows: answer.page?.rows ?? [], total: answer.total, at: Date.parse(answer.at) });
      } catch (error) {
        if (!controller.signal.aborted) console.error("任务读取失败", error);
      }
    };
    void read();
    const timer = setInterval(() => void read(), readEveryMs);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [client, clock, pageSize, field]);
  return page;
}
