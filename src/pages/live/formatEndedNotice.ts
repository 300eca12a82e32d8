import type { TaskRow } from "../../../adapters/contract/task.ts";
import { formatClock } from "../../ui/format/formatTime.ts";

/**
 * The notice in the panel of a task that has left the list.
 * @param noticedAt when the page noticed it, UTC ms
 */
export const formatEndedNotice = ({ status }: Pick<TaskRow, "status">, noticedAt: number): string =>
  status === "planned"
    ? `任务已取消或改期（${formatClock(noticedAt)} 得知），不再待起飞。`
    : `任务已结束（${formatClock(noticedAt)} 得知），下面是最后一次收到的数据。`;
