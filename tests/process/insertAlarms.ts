import { desc, eq } from "drizzle-orm";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { type AlarmRecord, alarms } from "../../server/db/schema/alarm.ts";
import { tasks } from "../../server/db/schema/task.ts";

type AlarmSeed = Pick<AlarmRecord, "kind" | "priority"> & Partial<AlarmRecord>;

/**
 * Inserts open alarms into a stopped server's database, one for each of the newest tasks that are under way. Ids
 * count from 1.
 * @param raisedAt of the first one; each further one is a minute older
 */
export async function insertAlarms(
  dataDir: string,
  raisedAt: Date,
  seeds: readonly AlarmSeed[],
): Promise<void> {
  const { db, close } = await openDatabase({ url: undefined, dataDir });
  const flying = await db
    .select()
    .from(tasks)
    .where(eq(tasks.status, "running"))
    .orderBy(desc(tasks.id))
    .limit(seeds.length);
  const rows = seeds.map((seed, place) => {
    const task = flying[place];
    const at = new Date(raisedAt.getTime() - place * 60_000);
    return {
      id: String(place + 1),
      createdAt: at,
      updatedAt: at,
      state: "active" as const,
      isHolding: true,
      taskId: task?.id ?? null,
      taskNo: task?.taskNo ?? "",
      taskName: task?.name ?? "",
      companyId: task?.companyId ?? null,
      companyName: task?.companyName ?? "",
      droneSn: task?.droneSn ?? `1581F6Q8D0000${place}`,
      place: "海淀区 西北 3.2 km",
      lng: 116.3,
      lat: 39.96,
      raisedAt: at,
      priorityAt: at,
      lastAt: at,
      values: {},
      search: `${task?.taskNo ?? ""}\n${task?.name ?? ""}`.toLowerCase(),
      ...seed,
    };
  });
  await db.insert(alarms).values(rows);
  await close();
}
