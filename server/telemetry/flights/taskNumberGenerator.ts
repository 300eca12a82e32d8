import { gte, max, sql } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { tasks } from "../../db/schema/task.ts";

const dayMs = 86_400_000;
const shanghaiOffsetMs = 8 * 3_600_000;
const minDigits = 6;

/** Generates `RW` + Shanghai date `yyyyMMdd` + a rising count of at least six digits. */
export type TaskNumberGenerator = (at: Date) => string;

/** Continues after the numbers in the database. */
export async function loadTaskNumberGenerator(db: Db, now: Date): Promise<TaskNumberGenerator> {
  const day = sql<string>`substr(${tasks.taskNo}, 3, 8)`;
  const lastNumbers = await db
    .select({ day, last: max(sql<string>`lpad(substr(${tasks.taskNo}, 11), 12, '0')`) })
    .from(tasks)
    .where(gte(sql`coalesce(${tasks.plannedAt}, ${tasks.createdAt})`, new Date(now.getTime() - 2 * dayMs)))
    .groupBy(day);
  return createTaskNumberGenerator(new Map(lastNumbers.map((row) => [row.day, Number(row.last)])));
}

/** @param counts last number by day, `yyyyMMdd` */
export function createTaskNumberGenerator(counts: Map<string, number> = new Map()): TaskNumberGenerator {
  return (at) => {
    const day = new Date(at.getTime() + shanghaiOffsetMs).toISOString().slice(0, 10).replaceAll("-", "");
    const next = (counts.get(day) ?? 0) + 1;
    counts.set(day, next);
    return `RW${day}${String(next).padStart(minDigits, "0")}`;
  };
}
