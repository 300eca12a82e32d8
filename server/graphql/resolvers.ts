import { and, count, eq, gte, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import type { IResolvers } from "mercurius";
import * as z from "zod/mini";
import { type AlarmPriority, alarmPriority } from "../../adapters/contract/alarm.ts";
import { companyCalls } from "../../adapters/contract/company.ts";
import { hangarStatus } from "../../adapters/contract/device.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { id } from "../../adapters/contract/fields.ts";
import { type FlightPhase, flightPhases, linkStates } from "../../adapters/contract/flight.ts";
import { tabSize } from "../../adapters/contract/graphql/companyView.ts";
import type { Overview } from "../../adapters/contract/graphql/overview.ts";
import { graphqlEndpoint } from "../../adapters/contract/graphql/query.ts";
import { searchRequest } from "../../adapters/contract/graphql/search.ts";
import { consoleRoles } from "../../adapters/contract/roles.ts";
import { taskCalls } from "../../adapters/contract/task.ts";
import type { Db } from "../db/handle.ts";
import { alarms } from "../db/schema/alarm.ts";
import { flights } from "../db/schema/flight.ts";
import { hangars } from "../db/schema/hangar.ts";
import { listOpenShifts } from "../duty/dutyLog.ts";
import { ValidationError } from "../http/validationError.ts";
import { runPhoneSearch } from "../list/runPhoneSearch.ts";
import { startOfShanghaiDay } from "../modules/shanghaiDay.ts";
import { isInAir } from "../telemetry/flights/flightPhases.ts";
import type { FlightRegistry } from "../telemetry/flights/flightRegistry.ts";
import { summarizeRefused } from "../telemetry/ingest/summarizeRefused.ts";
import { readCompanyHead } from "./company/companyHead.ts";
import { companyTabs } from "./company/companyTabs.ts";
import { assertMayReadField, type GraphqlContext } from "./graphqlContext.ts";
import { searchRecords } from "./search/searchRecords.ts";

const delayed = linkStates.indexOf("delayed");

/**
 * Reads once for all who ask within `maxAgeMs`: a hundred screens ask for the same. A read that failed is not kept.
 * Only for what is the same for every role.
 */
function shareRead<T>(
  maxAgeMs: number,
  read: (context: GraphqlContext) => Promise<T>,
): (context: GraphqlContext) => Promise<T> {
  const latest = new WeakMap<
    GraphqlContext["services"],
    { readonly at: number; readonly answer: Promise<T> }
  >();
  return (context) => {
    const { services, now } = context;
    const known = latest.get(services);
    const age = now.getTime() - (known?.at ?? Number.NEGATIVE_INFINITY);
    if (known && age >= 0 && age < maxAgeMs) return known.answer;
    const answer = read(context);
    latest.set(services, { at: now.getTime(), answer });
    answer.catch(() => {
      // Not a later one.
      if (latest.get(services)?.answer === answer) latest.delete(services);
    });
    return answer;
  };
}

/** What flies now, from memory, and what has flown today, which also counts the flights that are still open. */
async function readFigures({ services, db, now }: GraphqlContext): Promise<Omit<Overview, "hours">> {
  const today = startOfShanghaiDay(now);
  const open = summarizeOpenFlights(services.live.registry, now.getTime(), today.getTime());
  const [ended, alarmCounts, duty, hangarCounts] = await Promise.all([
    readEndedFlights(db, today),
    countAlarms(db),
    readDuty(db),
    countHangars(db),
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
    refusedDrones: summarizeRefused(services.live, now.getTime()),
  };
}

/** A walk over 20,000 drones takes some milliseconds; the map's frames are as old. */
const readSharedFigures = shareRead(1_000, readFigures);

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

async function readEndedFlights(db: Db, today: Date) {
  const isOfToday = and(isNotNull(flights.endedAt), gte(flights.startedAt, today));
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
async function readHours({ services, db, now }: GraphqlContext): Promise<NonNullable<Overview["hours"]>> {
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
      .where(and(isNotNull(flights.endedAt), gte(flights.startedAt, since)))
      .groupBy(flightHour),
    db
      .select({ hour: alarmHour, priority: alarms.priority, count: count() })
      .from(alarms)
      .where(gte(alarms.raisedAt, since))
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
  const { slots, count: countSlots, getBySlot } = services.live.registry;
  for (const slot of slots.subarray(0, countSlots())) {
    const open = getBySlot(slot);
    if (open?.startedAt && open.flight) add(Math.floor(open.flight.startedAt / hourMs), "flights", 1);
  }
  return hours;
}

const readSharedHours = shareRead(5_000, readHours);

async function countAlarms(db: Db): Promise<Overview["alarms"]> {
  const rows = await db
    .select({ priority: alarms.priority, count: count() })
    .from(alarms)
    .where(notInArray(alarms.state, ["gone", "shelved", "suppressed"]))
    .groupBy(alarms.priority);
  return alarmPriority.options.map(({ value }) => {
    const key = alarmPriority.schema.parse(value);
    return { key, count: rows.find(({ priority }) => priority === key)?.count ?? 0 };
  });
}

async function readDuty(db: Db): Promise<Overview["duty"]> {
  const shifts = await listOpenShifts(db);
  const [first] = shifts;
  const staffName = shifts.map((shift) => shift.staffName).join("、");
  return { shift: first ? { staffName, startedAt: first.startedAt.toISOString() } : null };
}

async function countHangars(db: Db): Promise<Overview["hangars"]> {
  const rows = await db
    .select({ status: hangars.status, count: count() })
    .from(hangars)
    .where(isNull(hangars.deletedAt))
    .groupBy(hangars.status);
  return hangarStatus.options.map(({ value }) => {
    const key = hangarStatus.schema.parse(value);
    return { key, count: rows.find(({ status }) => status === key)?.count ?? 0 };
  });
}

/** Mercurius adds its own to the context. */
interface ResolverContext {
  readonly aerial: GraphqlContext;
}
/** What the fields of a company start from. */
interface CompanyParent {
  readonly id: string;
}

type Resolve<P, R> = (parent: P, args: unknown, context: ResolverContext) => Promise<R>;

/** Parses arguments; one that does not fit is a 400 with its name. */
function parseArguments<S extends z.ZodMiniType>(schema: S, args: unknown): z.output<S> {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  throw new ValidationError(
    parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
  );
}

const search: Resolve<unknown, unknown> = async (_parent, args, { aerial }) => {
  const { text, limit } = parseArguments(searchRequest, args);
  const { services, actor, db, call } = aerial;
  return runPhoneSearch(
    services,
    { ...call, endpoint: graphqlEndpoint, actor, conditions: { keyword: text } },
    () => searchRecords(db, actor, text, limit),
    ({ groups }) => groups.reduce((total, { hits }) => total + hits.length, 0),
  );
};

const overview: Resolve<unknown, unknown> = (_parent, _args, { aerial }) => readSharedFigures(aerial);

const hours: Resolve<unknown, unknown> = (_parent, _args, { aerial }) => readSharedHours(aerial);

const company: Resolve<unknown, CompanyParent> = async (_parent, args) => {
  return parseArguments(z.strictObject({ id }), args);
};

const head: Resolve<CompanyParent, unknown> = (parent, _args, { aerial }) =>
  readCompanyHead(aerial, parent.id);

const tabs = Object.fromEntries(
  Object.entries(companyTabs).map(([name, read]): [string, Resolve<CompanyParent, unknown>] => [
    name,
    async (parent, args, { aerial }) =>
      read(aerial, parent.id, parseArguments(z.strictObject({ first: tabSize }), args).first),
  ]),
);

/** A field of the query, and the call whose roles may read it. */
type QueryField = readonly [endpoint: Pick<Endpoint, "access">, resolve: Resolve<unknown, unknown>];

const guardFields = (fields: Readonly<Record<string, QueryField>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, [endpoint, resolve]]) => {
      const guarded: Resolve<unknown, unknown> = async (parent, args, context) => {
        assertMayReadField(context.aerial, name, endpoint);
        return resolve(parent, args, context);
      };
      return [name, guarded];
    }),
  );

// Cast: the library's types know neither the parents nor the context.
export const resolvers = {
  Query: guardFields({
    search: [{ access: consoleRoles }, search],
    overview: [taskCalls.taskStartList, overview],
    company: [companyCalls.companyOne, company],
  }),
  Overview: { hours },
  Company: { head, ...tabs },
} as unknown as IResolvers;
