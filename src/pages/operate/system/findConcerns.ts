import type { EndpointData } from "../../../../adapters/contract/endpoint.ts";
import { processDuty, type systemStatusCalls } from "../../../../adapters/contract/systemStatus.ts";
import { formatTime } from "../../../ui/format/formatTime.ts";

export type SystemStatus = EndpointData<typeof systemStatusCalls.systemStatus>;

/** Rows that wait longer are not only between two writes. */
const longUnwrittenMs = 15_000;
/** An answer that takes longer is felt in every list. */
const slowAnswerMs = 1_000;

/** What somebody has to look after, the worst first, each with what to do next. */
export function findConcerns({ processes, database }: SystemStatus): readonly string[] {
  const running = processes.filter(({ isRunning }) => isRunning);
  const orphaned = processDuty.options.filter(
    ({ value }) => !running.some(({ duties }) => duties.some((duty) => duty === value)),
  );
  return [
    ...(database.isWritable ? [] : ["数据库不能写入，保存都会被拒绝。请检查数据库服务和磁盘空间。"]),
    ...(database.damagedTables.length > 0
      ? [
          `有 ${database.damagedTables.length} 张数据表不能完整读出：${database.damagedTables.join("、")}。请按备份文档恢复。`,
        ]
      : []),
    ...orphaned.map(({ label }) => `没有进程负责${label}。请启动一个能承担它的进程。`),
    ...running
      .filter(({ status }) => status?.isBusConnected === false)
      .map(({ name }) => `进程 ${name} 连不上消息总线，消息改由数据库每秒传递。请检查 NATS。`),
    ...running
      .filter(({ status }) => (status?.unwrittenMs ?? 0) > longUnwrittenMs)
      .map(
        ({ name, status }) =>
          `进程 ${name} 的飞行数据已有 ${Math.round((status?.unwrittenMs ?? 0) / 1_000)} 秒没有写入数据库。请检查数据库。`,
      ),
    ...(database.answerMs > slowAnswerMs
      ? [`数据库答复用了 ${database.answerMs} 毫秒。请检查数据库的负载。`]
      : []),
    ...processes
      .filter(({ hasFailed }) => hasFailed)
      .map(({ name, heardAt }) => `进程 ${name} 在 ${formatTime(heardAt)} 或之前异常停止。请查看它的日志。`),
  ];
}
