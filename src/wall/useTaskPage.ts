import { type LiveTaskRow, taskCalls } from "../../adapters/contract/task.ts";
import * as word from "../../adapters/contract/words.ts";
import { useWallRead } from "./useWallRead.ts";
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
  const { answer } = useWallRead({ clock }, word.task, readEveryMs, async (signal): Promise<TaskPage> => {
    const body = { brief: true as const, pageNo: 1, pageSize, sort: { field, order: "desc" as const } };
    const sentAt = performance.now();
    const read = await client.call(taskCalls.taskStartList, { body }, { signal });
    clock.sync(read.at, sentAt);
    return { rows: read.page?.rows ?? [], total: read.total, at: Date.parse(read.at) };
  });
  return answer;
}
