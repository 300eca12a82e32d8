import { useEffect, useState } from "react";
import { type TaskRow, taskCalls } from "../../../../../adapters/contract/task.ts";
import { CallError } from "../../../../../adapters/http/callError.ts";
import { usePageApi } from "../../../../pageApi/usePageApi.ts";

const intervalMs = 10_000;

/** The record of an open task, read again every ten seconds; null until it is there, and where the task is over. */
export function useTaskRecord(taskId: string | null): TaskRow | null {
  const { client } = usePageApi();
  const [task, setTask] = useState<TaskRow | null>(null);
  useEffect(() => {
    if (taskId === null) return;
    const controller = new AbortController();
    const load = () => {
      const options = { signal: controller.signal, quiet: true };
      client.call(taskCalls.taskStartList, { body: { ids: [taskId] } }, options).then(
        ({ list }) => setTask(list[0] ?? null),
        (error: unknown) => {
          // The figures show their age; the page says that the connection is down.
          if (!(error instanceof CallError)) throw error;
        },
      );
    };
    load();
    const timer = setInterval(load, intervalMs);
    return () => {
      controller.abort();
      clearInterval(timer);
    };
  }, [client, taskId]);
  return task?.id === taskId ? task : null;
}
