import type { TaskRow } from "../../../../adapters/contract/task.ts";
import { formatClock } from "../../../ui/format/time.ts";

/**
 * What the open panel says once its task has left the list.
 * @param at when that was noticed, ms since 1970
 */
export const endedText = ({ status }: Pick<TaskRow, "status">, at: number): string =>
  status === "planned"
    ? `任务已取消或改期（${formatClock(at)} 得知），不再待起飞。`
    : `任务已结束（${formatClock(at)} 得知），下面是最后一次收到的数据。`;
