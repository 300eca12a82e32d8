import { and, count, eq, gte, isNotNull, notInArray, type SQL, sql } from "drizzle-orm";
import { type AlarmPriority, alarmPriority } from "../../adapters/contract/alarm.ts";
import { hangarStatus } from "../../adapters/contract/device.ts";
import { type DutyScope, wholeScope } from "../../adapters/contract/dutyScope.ts";
import { type FlightPhase, flightPhases, linkStates } from "../../adapters/contract/flight.ts";
import type { Overview } from "../../adapters/contract/graphql/overview.ts";
import type { Db } from "../db/handle.ts";
import { alarms } from "../db/schema/alarm.ts";
import { flights } from "../db/schema/flight.ts";
import { listOpenShifts } from "../duty/dutyLog.ts";
import { companyRegionSql, inScopeSql } from "../duty/inScopeSql.ts";
import { readHangarsIn } from "../modules/hangar/readHangarsIn.ts";
import { startOfShanghaiDay } from "../records/shanghaiDay.ts";
import { maskName } from "../screens/maskNames.ts";
import { type ScreenView, toViewKey } from "../screens/screenView.ts";
import { isInAir } from "../telemetry/flights/flightPhases.ts";
import type { FlightRegistry } from "../telemetry/flights/flightRegistry.ts";
import { narrowRegistry } from "../telemetry/flights/narrowRegistry.ts";
import { summarizeRefused } from "../telemetry/ingest/summarizeRefused.ts";
import type { GraphqlContext } from "./graphqlContext.ts";

/** What people see, and a screen that shows all. */
const wholeView: ScreenView = { scope: wholeScope, audience: "staff" };

/** Whose figures the caller reads. */
const getView = ({ actor }: GraphqlContext): ScreenView => actor.view ?? wholeView;

const delayed = linkStates.indexOf("delayed");

/**
 * Reads once for all who ask for the same within `maxAgeMs`, as a hundred screens do. A read that failed is not kept.
 * Only for what is the same for every role.
 */
function shareRead<T>(
  maxAgeMs: number,
  read: (context: GraphqlContext) => Promise<T>,
): (context: GraphqlContext) => Promise<T> {
  type Latest = Map<string, { readonly at: number; readonly answer: Promise<T> }>;
  const byServices = new WeakMap<GraphqlContext["services"], Latest>();
  return (context) => {
    const { services, now } = context;
    const latest: Latest = byServices.get(services) ?? new Map();
    byServices.set(services, latest);
    const key = toViewKey(getView(context));
    const known = latest.get(key);
    const age = now.getTime() - (known?.at ?? Number.NEGATIVE_INFINITY);
    if (known && age >= 0 && age < maxAgeMs) return known.answer;
    const answer = read(context);
    latest.set(key, { at: now.getTime(), answer });
    answer.catch(() => {
      // Not a later one.
      if (latest.get(key)?.answer === answer) latest.delete(key);
    });
    return answer;
  };
}

/** What flies now, from memory, and what has flown today, which also counts the flights that are still open. */
async function readFigures(context: GraphqlContext): Promise<Omit<Overview, "hours">> {
  const { services, db, now } = context;
  const { scope, audience } = getView(context);
  const today = startOfShanghaiDay(now);
  const registry = narrowRegistry(services.live.registry, scope);
  const open = summarizeOpenFlights(registry, now.getTime(), today.getTime());
  const [ended, alarmCounts, duty, hangarCounts] = await Promise.all([
    readEndedFlights(db, today, scope),
    countAlarms(db, scope),
    readDuty(db, audience),
    countHangars(db, scope),
  ]);
  return {
    at: now.toISOString(),
    flying: open.flying,
    phases: flightPhases.flatMap((key) => {
      const flying = open.phases.get(key) ?? 0;
      return flying === 0 ? [] : [{ key, count: flying }];
    }),
    lost: open.lost,
    flightsToday: ended.flights + open.today.flights,
    durationTodayS: ended.durationS + Math.round(open.today.durationMs / 1_000),
    distanceTodayM: ended.distanceM + open.today.distanceM,
    incompleteToday: ended.incomplete + open.today.incomplete,
    alarms: alarmCounts,
    duty,
    hangars: hangarCounts,
    refusedDrones: summarizeRefused({ ingestStatus: services.live.ingestStatus, registry }, now.getTime()),
  };
}

/** A walk over 20,000 drones takes some milliseconds; the map's frames are as old. */
export const readSharedFigures = shareRead(1_000, readFigures);

function summarizeOpenFlights(
  { fleet, slots, count: countSlots, getBySlot }: FlightRegistry,
  now: number,
  today: number,
) {
  const phases = new Map<FlightPhase, number>();
  const sums = { flights: 0, durationMs: 0, distanceM: 0, incomplete: 0 };
  let flying = 0;
  let lost = 0;
  for (const slot of slots.subarray(0, countSlots())) {
    const open = getBySlot(slot);
    if (!open?.startedAt || !open.flight) continue;
    if ((fleet.columns.link[slot] ?? 0) > delayed) lost += 1;
    if (isInAir(fleet, open)) {
      flying += 1;
      const phase = flightPhases[fleet.columns.phase[slot] ?? -1] ?? "unknown";
      phases.set(phase, (phases.get(phase) ?? 0) + 1);
    }
    if (open.flight.startedAt < today) continue;
    sums.flights += 1;
    sums.durationMs += Math.max(0, now - open.flight.startedAt);
    const { distanceM, isDistanceIncomplete } = fleet.getFlightStats(slot);
    sums.distanceM += distanceM;
    if (isDistanceIncomplete) sums.incomplete += 1;
  }
  return { flying, lost, phases, today: sums };
}

/** The condition that a scope takes in where a flight took off; none where it takes in everything. */
const flightsIn = (scope: DutyScope): SQL | undefined =>
  scope.by === "all"
    ? undefined
    : inScopeSql(scope, {
        companyId: flights.companyId,
        regionId: sql`coalesce(${flights.takeoffRegionId}, ${companyRegionSql(flights.companyId)})`,
      });

async function readEndedFlights(db: Db, today: Date, scope: DutyScope) {
  const isOfToday = and(isNotNull(flights.endedAt), gte(flights.startedAt, today), flightsIn(scope));
  const [row] = await db
    .select({
      flights: count(),
      durationS: sql<string>`coalesce(sum(${flights.durationS}), 0)`.mapWith(Number),
      distanceM: sql<string>`coalesce(sum(${flights.distanceM}), 0)`.mapWith(Number),
    })
    .from(flights)
    .where(isOfToday);
  // By an index of its own: that of the sums does not have it.
  const incomplete = await db.$count(flights, and(isOfToday, eq(flights.isDistanceIncomplete, true)));
  return { ...(row ?? { flights: 0, durationS: 0, distanceM: 0 }), incomplete };
}

const hourMs = 3_600_000;
const dayHours = 24;

/** Flights that started and alarms that were raised in each of the last 24 hours. Shanghai's hours are those of UTC. */
async function readHours(context: GraphqlContext): Promise<NonNullable<Overview["hours"]>> {
  const { services, db, now } = context;
  const { scope } = getView(context);
  const first = Math.floor(now.getTime() / hourMs) - dayHours + 1;
  const since = new Date(first * hourMs);
  const toHour = (column: typeof flights.startedAt | typeof alarms.raisedAt) =>
    sql<string>`floor(extract(epoch from ${column}) / 3600)`.mapWith(Number);
  const flightHour = toHour(flights.startedAt);
  const alarmHour = toHour(alarms.raisedAt);
  const [flightRows, alarmRows] = await Promise.all([
    db
      .select({ hour: flightHour, count: count() })
      .from(flights)
      .where(and(isNotNull(flights.endedAt), gte(flights.startedAt, since), flightsIn(scope)))
      .groupBy(flightHour),
    db
      .select({ hour: alarmHour, priority: alarms.priority, count: count() })
      .from(alarms)
      .where(and(gte(alarms.raisedAt, since), alarmsIn(scope)))
      .groupBy(alarmHour, alarms.priority),
  ]);
  const hours = Array.from({ length: dayHours }, (_, place) => ({
    from: new Date((first + place) * hourMs).toISOString(),
    flights: 0,
    p1: 0,
    p2: 0,
    p3: 0,
    p4: 0,
  }));
  // The clock of a source may be ahead: what lies in the future is in no hour.
  const add = (hour: number, key: "flights" | AlarmPriority, more: number) => {
    const entry = hours[hour - first];
    if (entry) entry[key] += more;
  };
  for (const row of flightRows) add(row.hour, "flights", row.count);
  for (const row of alarmRows) add(row.hour, row.priority, row.count);
  const { slots, count: countSlots, getBySlot } = narrowRegistry(services.live.registry, scope);
  for (const slot of slots.subarray(0, countSlots())) {
    const open = getBySlot(slot);
    if (open?.startedAt && open.flight) add(Math.floor(open.flight.startedAt / hourMs), "flights", 1);
  }
  return hours;
}

export const readSharedHours = shareRead(5_000, readHours);

const alarmsIn = (scope: DutyScope): SQL | undefined => (scope.by === "all" ? undefined : inScopeSql(scope));

async function countAlarms(db: Db, scope: DutyScope): Promise<Overview["alarms"]> {
  const rows = await db
    .select({ priority: alarms.priority, count: count() })
    .from(alarms)
    .where(and(notInArray(alarms.state, ["gone", "shelved", "suppressed"]), alarmsIn(scope)))
    .groupBy(alarms.priority);
  return alarmPriority.options.map(({ value }) => {
    const key = alarmPriority.schema.parse(value);
    return { key, count: rows.find(({ priority }) => priority === key)?.count ?? 0 };
  });
}

async function readDuty(db: Db, audience: ScreenView["audience"]): Promise<Overview["duty"]> {
  const shifts = await listOpenShifts(db);
  const [first] = shifts;
  const names = shifts.map((shift) => shift.staffName);
  const staffName = (audience === "visitors" ? names.map(maskName) : names).join("、");
  return { shift: first ? { staffName, startedAt: first.startedAt.toISOString() } : null };
}

async function countHangars(db: Db, scope: DutyScope): Promise<Overview["hangars"]> {
  const found = await readHangarsIn(db, scope);
  return hangarStatus.options.map(({ value }) => {
    const key = hangarStatus.schema.parse(value);
    return { key, count: found.filter(({ status }) => status === key).length };
  });
}
