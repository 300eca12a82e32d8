import { asc, eq, isNotNull, sql } from "drizzle-orm";
import type { AlarmKind, AlarmPriority } from "../../../adapters/contract/alarm.ts";
import { createAlarm, createAlarmNames, type RaisedCause } from "../../../server/alarms/createAlarm.ts";
import type { Db } from "../../../server/db/handle.ts";
import { insertAll } from "../../../server/db/insertAll.ts";
import { type AlarmRecord, alarmEvents, alarms } from "../../../server/db/schema/alarm.ts";
import { flights } from "../../../server/db/schema/flight.ts";
import { tasks } from "../../../server/db/schema/task.ts";

interface AlarmSeedContext {
  readonly newId: () => string;
  readonly random: () => number;
}

interface AlarmTemplate {
  readonly kind: AlarmKind;
  readonly priority: AlarmPriority;
  readonly values: AlarmRecord["values"];
  /** Share of all alarms. */
  readonly share: number;
}

/** What happens on ordinary flights, with what is measured then. */
const templates: readonly AlarmTemplate[] = [
  { kind: "batteryLow", priority: "p2", values: { batPct: 24, limitPct: 25 }, share: 0.28 },
  { kind: "delayed", priority: "p3", values: {}, share: 0.2 },
  { kind: "offRoute", priority: "p3", values: { distanceM: 42 }, share: 0.14 },
  { kind: "lost", priority: "p2", values: { batPct: 61 }, share: 0.12 },
  { kind: "autoReturn", priority: "p2", values: { reason: "电量不足" }, share: 0.1 },
  {
    kind: "tooHigh",
    priority: "p2",
    values: { heightM: 124, heightBasis: "离地高度", limitM: 120 },
    share: 0.07,
  },
  { kind: "positionLost", priority: "p2", values: { sats: 6 }, share: 0.06 },
  { kind: "batteryCritical", priority: "p1", values: { batPct: 9, limitPct: 10 }, share: 0.03 },
];
const alarmedShare = 0.09;
const officers = ["周敏", "吴磊", "郑佳"] as const;
const outcomes = ["pilotNotified", "returned", "falseAlarm", "reported", "other"] as const;

/** Past alarms on about a tenth of the past flights, acknowledged and over, with their lines of the duty log. */
export async function seedAlarms(db: Db, { newId, random }: AlarmSeedContext): Promise<void> {
  const flown = await db
    .select({ flight: flights, task: tasks })
    .from(flights)
    .innerJoin(tasks, eq(flights.taskId, tasks.id))
    .where(isNotNull(flights.endedAt))
    .orderBy(asc(flights.startedAt), asc(flights.id));
  const causes = flown.flatMap(({ flight, task }): RaisedCause[] => {
    const count = random() < alarmedShare ? 1 + Math.floor(random() * 1.4) : 0;
    return Array.from({ length: count }, () => createCause(flight, task, random));
  });
  const names = createAlarmNames();
  await names.load(db, causes);
  const rows = causes.map((cause) => endAlarm(createAlarm(newId(), cause, names, null), random));
  await insertAll(db, alarms, rows);
  await insertAll(
    db,
    alarmEvents,
    rows.flatMap((alarm) => createEvents(alarm, newId)),
  );
  const countAlarms = (column: typeof alarms.taskId | typeof alarms.flightId, id: unknown) =>
    sql`(select count(*) from ${alarms} where ${column} = ${id})`;
  await db.update(tasks).set({ alarmCount: countAlarms(alarms.taskId, tasks.id) });
  await db.update(flights).set({ alarmCount: countAlarms(alarms.flightId, flights.id) });
}

function createCause(
  flight: typeof flights.$inferSelect,
  task: typeof tasks.$inferSelect,
  random: () => number,
): RaisedCause {
  let draw = random();
  const template = templates.find(({ share }) => (draw -= share) < 0) ?? templates[0];
  if (!template) throw new Error("There is a template");
  const durationMs = (flight.durationS ?? 600) * 1_000;
  // A few hundred metres from the take-off.
  const shift = () => (random() - 0.5) * 0.01;
  const { takeoffLng, takeoffLat } = flight;
  return {
    at: flight.startedAt.getTime() + Math.round((0.2 + random() * 0.7) * durationMs),
    flight: {
      flightId: flight.id,
      taskId: task.id,
      taskNo: task.taskNo,
      taskName: task.name,
      companyId: flight.companyId,
    },
    signal: {
      kind: template.kind,
      priority: template.priority,
      slot: null,
      droneSn: flight.droneSn,
      hangarId: null,
      zoneId: null,
      lng: takeoffLng === null ? null : takeoffLng + shift(),
      lat: takeoffLat === null ? null : takeoffLat + shift(),
      values: template.values,
    },
  };
}

/** What the officers of that day made of it. */
function endAlarm(alarm: AlarmRecord, random: () => number): AlarmRecord {
  const after = (seconds: number) => new Date(alarm.raisedAt.getTime() + Math.round(seconds * 1_000));
  const officer = officers[Math.floor(random() * officers.length)] ?? officers[0];
  const acknowledgedAt = after(3 + random() ** 3 * 90);
  const clearedAt = after(8 + random() * 170);
  const isClosed = alarm.priority < "p3" && random() < 0.5;
  const lastAt = random() < 0.2 ? after(5) : alarm.raisedAt;
  const isAcknowledged = alarm.priority < "p3" || acknowledgedAt < clearedAt;
  const end = new Date(Math.max(clearedAt.getTime(), acknowledgedAt.getTime()));
  return {
    ...alarm,
    state: "gone",
    isHolding: false,
    version: 3,
    lastAt,
    count: lastAt > alarm.raisedAt ? 2 : 1,
    acknowledgedAt: isAcknowledged ? acknowledgedAt : null,
    acknowledgedByName: isAcknowledged ? officer : "",
    clearedAt,
    closedAt: isClosed ? end : null,
    closedAs: isClosed ? (outcomes[Math.floor(random() * outcomes.length)] ?? "other") : null,
    closedByName: isClosed ? officer : "",
    updatedAt: end,
  };
}

function createEvents(alarm: AlarmRecord, newId: () => string): (typeof alarmEvents.$inferInsert)[] {
  const line = (kind: "raise" | "acknowledge" | "clear" | "close", at: Date | null, byName = "") =>
    at === null
      ? []
      : [
          {
            id: newId(),
            alarmId: alarm.id,
            at,
            kind,
            state: kind === "raise" ? ("active" as const) : ("gone" as const),
            priority: alarm.priority,
            byName,
          },
        ];
  return [
    ...line("raise", alarm.raisedAt),
    ...line("acknowledge", alarm.acknowledgedAt, alarm.acknowledgedByName),
    ...line("clear", alarm.clearedAt),
    ...line("close", alarm.closedAt, alarm.closedByName),
  ];
}
