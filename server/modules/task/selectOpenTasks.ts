import { hasPositionAlarm, isPositionFrozen } from "../../../adapters/contract/droneState.ts";
import { frameAlarms } from "../../../adapters/contract/fleetFrame.ts";
import { flightPhases, linkStates } from "../../../adapters/contract/flight.ts";
import type { FlightState, LiveTaskPage, LiveTaskSort } from "../../../adapters/contract/task.ts";
import type { Fleet } from "../../telemetry/fleet/fleet.ts";
import { countFlights } from "../../telemetry/flights/countFlights.ts";
import type { FlightRegistry } from "../../telemetry/flights/flightRegistry.ts";
import type { OpenTask } from "../../telemetry/flights/openTasks.ts";

export interface OpenTaskQuery {
  readonly state?: FlightState | undefined;
  readonly kind?: string | undefined;
  readonly companyId?: string | undefined;
  /** Ids that a keyword finds; null without one. */
  readonly foundIds: ReadonlySet<string> | null;
  readonly sort: { readonly field: LiveTaskSort; readonly order: "asc" | "desc" };
  readonly offset: number;
  readonly limit: number;
}

export interface SelectedTasks {
  readonly page: readonly OpenTask[];
  readonly total: number;
  readonly counts: LiveTaskPage["counts"];
}

const [fresh, delayed] = [linkStates.indexOf("fresh"), linkStates.indexOf("delayed")];

/** Filters, sorts and counts the running tasks over the registry's columns, without the database. */
export function selectOpenTasks(registry: FlightRegistry, query: OpenTaskQuery): SelectedTasks {
  const { fleet, slots, count, getBySlot } = registry;
  const matching: OpenTask[] = [];
  const isInState = createStateFilter(fleet, query.state);
  for (let i = 0; i < count(); i++) {
    const slot = slots[i] ?? 0;
    const open = getBySlot(slot);
    if (!open?.startedAt) continue;
    if (isInState(open) && matchesRecord(open, query)) matching.push(open);
  }
  const { field, order } = query.sort;
  const ascending = comparators[field](fleet);
  const compare = (a: OpenTask, b: OpenTask) =>
    (order === "asc" ? ascending(a, b) : ascending(b, a)) || compareText(a.task.id, b.task.id);
  const compareKnown = knownFirst(fleet, field, compare);
  return {
    page: takeFirst(matching, query.offset + query.limit, compareKnown).slice(query.offset),
    total: matching.length,
    counts: countFlights(registry),
  };
}

const matchesRecord = ({ task }: OpenTask, { kind, companyId, foundIds }: OpenTaskQuery): boolean =>
  (kind === undefined || task.kind === kind) &&
  (companyId === undefined || task.companyId === companyId) &&
  (foundIds === null || foundIds.has(task.id));

function createStateFilter(
  { columns: { link, alarms, phase } }: Fleet,
  state: FlightState | undefined,
): (open: OpenTask) => boolean {
  if (state === undefined) return () => true;
  if (state === "lost") return ({ flight, slot }) => flight !== null && (link[slot] ?? fresh) > delayed;
  if (state === "delayed") return ({ flight, slot }) => flight !== null && link[slot] === delayed;
  if (state === "positionAlarm")
    return ({ flight, slot }) => flight !== null && hasPositionAlarm(alarms[slot]);
  if (state === "positionFrozen")
    return ({ flight, slot }) => flight !== null && isPositionFrozen(alarms[slot]);
  const code = flightPhases.indexOf(state);
  return ({ flight, slot }) => flight !== null && phase[slot] === code;
}

type Compare = (a: OpenTask, b: OpenTask) => number;

/** Numbers in texts by their value: 巡检9 before 巡检10. */
const collator = new Intl.Collator("zh-CN", { numeric: true });
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const compareColumn =
  (column: Float64Array): Compare =>
  (a, b) =>
    (column[a.slot] ?? 0) - (column[b.slot] ?? 0);

const compareStart: Compare = (a, b) => (a.startedAt?.getTime() ?? 0) - (b.startedAt?.getTime() ?? 0);

const { p1, p2, p3, p1Ended, p2Ended, p1Acknowledged, p2Acknowledged, positionLost, positionJump, ...bits } =
  frameAlarms;
type IsInTrouble = (alarms: number, link: number) => boolean;
const has =
  (mask: number): IsInTrouble =>
  (alarms) =>
    (alarms & mask) !== 0;
const hasHolding =
  (waiting: number, ended: number): IsInTrouble =>
  (alarms) =>
    (alarms & (waiting | ended)) === waiting;
/** What puts a flight further up, most urgent first. */
const urgency: readonly IsInTrouble[] = [
  hasHolding(p1, p1Ended),
  (_, link) => link > delayed,
  has(p1),
  hasHolding(p2, p2Ended),
  has(p2),
  (_, link) => link === delayed,
  has(positionLost | positionJump | bits.positionFrozen | bits.contradicted),
  has(p1Acknowledged | p2Acknowledged | p3),
];

/**
 * How much a flight needs to be looked at; 0 for not at all.
 * @param link index in `linkStates`
 * @param alarms bits of `frameAlarms`
 */
export function rankTrouble(link: number, alarms: number): number {
  const place = urgency.findIndex((isIn) => isIn(alarms, link));
  return place < 0 ? 0 : urgency.length - place;
}

const comparators: Readonly<Record<LiveTaskSort, (fleet: Fleet) => Compare>> = {
  startedAt: () => compareStart,
  trouble: ({ columns: { link, alarms } }) => {
    const rank = ({ flight, slot }: OpenTask) =>
      flight === null ? -1 : rankTrouble(link[slot] ?? fresh, alarms[slot] ?? 0);
    return (a, b) => rank(a) - rank(b) || compareStart(a, b);
  },
  // The younger the position, the later it came.
  age: ({ groupAt }) => {
    const compare = compareColumn(groupAt.position);
    return (a, b) => compare(b, a);
  },
  battery: ({ values }) => compareColumn(values.batPct),
  name: () => (a, b) => collator.compare(a.task.name, b.task.name),
  taskNo: () => (a, b) => compareText(a.task.taskNo, b.task.taskNo),
};

/** Puts unknown values last, whatever the order. */
function knownFirst({ groupAt, values }: Fleet, field: LiveTaskSort, compare: Compare): Compare {
  if (field !== "age" && field !== "battery") return compare;
  const column = field === "age" ? groupAt.position : values.batPct;
  const isUnknown = ({ flight, slot }: OpenTask) => flight === null || Number.isNaN(column[slot]);
  return (a, b) =>
    Number(isUnknown(a)) - Number(isUnknown(b)) ||
    (isUnknown(a) ? compareText(a.task.id, b.task.id) : compare(a, b));
}

/** The first `n` in order, without sorting all of 20,000. */
function takeFirst(tasks: readonly OpenTask[], n: number, compare: Compare): OpenTask[] {
  let best: OpenTask[] = [];
  let worst: OpenTask | undefined;
  for (const task of tasks) {
    if (worst && compare(task, worst) >= 0) continue;
    best.push(task);
    if (best.length < 2 * n) continue;
    best = best.sort(compare).slice(0, n);
    worst = best.at(-1);
  }
  return best.sort(compare).slice(0, n);
}
