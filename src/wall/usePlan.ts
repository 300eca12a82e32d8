import { useEffect, useState } from "react";
import type { RoutePoint } from "../../adapters/contract/task.ts";
import { wallReads } from "../../adapters/contract/wallReads.ts";
import { CallError } from "../../adapters/http/callError.ts";
import type { WallServices } from "./wallServices.ts";

const retryMs = 10_000;

/** The planned route of a task; empty before it is read, and where there is none. */
export function usePlan({ client }: WallServices, taskId: string | null): readonly RoutePoint[] {
  const [plan, setPlan] = useState<{ readonly taskId: string; readonly route: readonly RoutePoint[] }>();
  useEffect(() => {
    if (taskId === null) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      const args = { params: { id: taskId }, query: {} };
      client.call(wallReads.taskTrack, args, { signal: controller.signal, quiet: true }).then(
        ({ task }) => setPlan({ taskId, route: task.route }),
        (error: unknown) => {
          if (!(error instanceof CallError)) throw error;
          if (!controller.signal.aborted) timer = setTimeout(read, retryMs);
        },
      );
    };
    read();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [client, taskId]);
  return plan && plan.taskId === taskId ? plan.route : [];
}
