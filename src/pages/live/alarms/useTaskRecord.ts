import { useEffect, useState } from "react";
import { type TaskRow, taskCalls } from "../../../../adapters/contract/task.ts";
import { CallError } from "../../../../adapters/http/callError.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";

const intervalMs = 10_000;

interface TaskRecord {
  /** Null until it is there, and where the task is over. */
  readonly task: TaskRow | null;
  readonly isOver: boolean;
}

/** The record of an open task, read again every ten seconds. */
export function useTaskRecord(taskId: string | null): TaskRecord {
  const { client } = usePageApi();
  const [loaded, setLoaded] = useState<{ readonly id: string; readonly task: TaskRow | null } | null>(null);
  useEffect(() => {
    if (taskId === null) return;
    const controller = new AbortController();
    const load = () => {
      const options = { signal: controller.signal, quiet: true };
      client.call(taskCalls.taskStartList, { body: { ids: [taskId] } }, options).then(
        ({ list }) => setLoaded({ id: taskId, task: list[0] ?? null }),
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
  const task = loaded?.id === taskId ? loaded.task : null;
  return { task, isOver: loaded?.id === taskId && task === null };
}
