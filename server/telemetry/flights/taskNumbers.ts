import { gte, max, sql } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { tasks } from "../../db/schema/task.ts";

const dayMs = 86_400_000;
const shanghaiMs = 8 * 3_600_000;
const digits = 6;

/** Numbers `RW` + day in Shanghai + a rising count of six digits or more. */
export type TaskNumbers = (at: Date) => string;

/** Goes on after the numbers that are taken. */
export async function taskNumbers(db: Db, now: Date): Promise<TaskNumbers> {
  const day = sql<string>`substr(${tasks.taskNo}, 3, 8)`;
  const taken = await db
    .select({ day, last: max(sql<string>`lpad(substr(${tasks.taskNo}, 11), 12, '0')`) })
    .from(tasks)
    .where(gte(tasks.plannedAt, new Date(now.getTime() - 2 * dayMs)))
    .groupBy(day);
  return countedNumbers(new Map(taken.map((one) => [one.day, Number(one.last)])));
}

/** @param counts the last number of each day, `yyyyMMdd` */
export function countedNumbers(counts: Map<string, number> = new Map()): TaskNumbers {
  return (at) => {
    const day = new Date(at.getTime() + shanghaiMs).toISOString().slice(0, 10).replaceAll("-", "");
    const next = (counts.get(day) ?? 0) + 1;
    counts.set(day, next);
    return `RW${day}${String(next).padStart(digits, "0")}`;
  };
}
