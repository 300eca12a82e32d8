import { deviceCalls, hangarStatus } from "../../contract/device.ts";
import { type FlightPhase, flightPhases } from "../../contract/flight.ts";
import type { Overview } from "../../contract/graphql/overview.ts";
import { groundPhases } from "../../contract/groundPhases.ts";
import { taskCalls } from "../../contract/task.ts";
import { taskHistoryCalls } from "../../contract/taskHistory.ts";
import { callIfAllowed, type RestContext } from "./restContext.ts";

/** The most that the call gives. */
const maxTasks = 2_000;
const dayMs = 86_400_000;
/** Shanghai is eight hours ahead of UTC, all year. */
const shanghaiOffsetMs = 8 * 3_600_000;

const startOfShanghaiDay = (at: number) =>
  Math.floor((at + shanghaiOffsetMs) / dayMs) * dayMs - shanghaiOffsetMs;

/**
 * The overview by the calls of the specification. What flies is null where there are more open tasks than a call gives;
 * what has flown today, which lacks the flights that are still open, is null for roles without the history.
 */
export async function overviewByRest(context: RestContext): Promise<Overview> {
  const { client, options } = context;
  const [{ list, total, at }, hangars] = await Promise.all([
    client.call(taskCalls.taskStartList, { body: { limit: maxTasks } }, options),
    client.call(deviceCalls.deviceList, { query: { kind: "hangar" } }, options),
  ]);
  const readToday = async () => {
    // By the server's clock, which may be ahead of this one.
    const from = new Date(startOfShanghaiDay(Date.parse(at))).toISOString();
    const body = { from, pageNo: 1, pageSize: 1 };
    return (await client.call(taskHistoryCalls.taskHistoryList, { body }, options)).sums;
  };
  const today = await callIfAllowed(context, taskHistoryCalls.taskHistoryList, readToday).catch(() => null);
  const open = list.flatMap(({ status, last }) => (status === "running" && last ? [last] : []));
  const phases = open
    .map(({ phase }): FlightPhase => phase ?? "unknown")
    .filter((phase) => !groundPhases.includes(phase));
  const isComplete = list.length === total;
  return {
    at,
    flying: isComplete ? phases.length : null,
    phases: isComplete ? countEach(flightPhases, phases).filter(({ count }) => count > 0) : [],
    lost: isComplete
      ? open.filter(({ linkState }) => linkState === "lost" || linkState === "lastKnown").length
      : null,
    flightsToday: today?.flights ?? null,
    durationTodayS: today?.durationS ?? null,
    distanceTodayM: today?.distanceM ?? null,
    incompleteToday: today?.incompleteFlights ?? null,
    alarms: null,
    duty: null,
    hours: null,
    refusedDrones: null,
    hangars: countEach(
      hangarStatus.options.map(({ value }) => hangarStatus.schema.parse(value)),
      hangars.flatMap(({ hangar }) => (hangar ? [hangar.status] : [])),
    ),
  };
}

const countEach = <K extends string>(keys: readonly K[], values: readonly K[]) =>
  keys.map((key) => ({ key, count: values.filter((value) => value === key).length }));
