import { type AlarmRecord, alarms } from "../../server/db/schema/alarm.ts";
import type { TestPlatform } from "../helpers/testPlatform.ts";

/**
 * Inserts an open alarm of priority 2, as it is stored after it was raised; returns its id. Unless the fields name a
 * drone or hangar, it is of a line of its own, as a cause has one open alarm.
 */
export async function insertAlarm(
  { db, clock, platform }: Pick<TestPlatform, "db" | "clock" | "platform">,
  fields: Partial<AlarmRecord> = {},
): Promise<string> {
  const [at, id] = [clock.now(), platform.newId()];
  await db.insert(alarms).values({
    id,
    createdAt: at,
    updatedAt: at,
    kind: "batteryLow",
    priority: "p2",
    state: "active",
    isHolding: true,
    droneSn: "SAMPLE-DRONE",
    lineId: "droneSn" in fields || "hangarId" in fields ? "" : id,
    raisedAt: at,
    priorityAt: at,
    lastAt: at,
    values: { batPct: 24, threshold: 25 },
    search: "sample-drone",
    ...fields,
  });
  return id;
}
