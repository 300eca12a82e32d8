import type { TaskRow } from "../../../../adapters/contract/task.ts";
import { formatClock } from "../../../ui/format/formatTime.ts";

/**
 * What the open panel says once its task has left the list.
 * @param noticedAt when that was noticed, ms since 1970
 */
export const formatEndedNotice = ({ status }: Pick<TaskRow, "status">, noticedAt: number): string =>
  status === "planned"
    ? `任务已取消或改期（${formatClock(noticedAt)} 得知），不再待起飞。`
    : `任务已结束（${formatClock(noticedAt)} 得知），下面是最后一次收到的数据。`;
