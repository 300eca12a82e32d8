import { flightPhase, flightPhases } from "../../adapters/contract/flight.ts";
import { commonFilters } from "../../adapters/contract/page.ts";
import {
  type FlightState,
  type FlightTrouble,
  flightStates,
  flightTroubles,
  type LiveTaskPage,
  type LiveTaskSort,
  liveTaskSorts,
  type TaskRow,
  taskKind,
} from "../../adapters/contract/task.ts";
import * as word from "../../adapters/contract/words.ts";

/** Filter, sort order and page of the task list; stored in the URL and answered by the server. */
export interface TaskFilter {
  readonly keyword: string;
  readonly kind: TaskRow["kind"] | "";
  readonly state: FlightState | "";
  readonly sort: LiveTaskSort;
  readonly page: number;
}

/** The list as the server answered it. */
export interface LiveList extends LiveTaskPage {
  /** Flights that match the filter. */
  readonly total: number;
  readonly filter: TaskFilter;
  /** Server's time, UTC ms. */
  readonly at: number;
}

export const rowsPerPage = 100;

const sortLabels: Readonly<Record<LiveTaskSort, string>> = {
  startedAt: "最近起飞",
  trouble: "异常优先",
  age: "数据最旧",
  battery: "电量从低到高",
  name: word.name,
  taskNo: word.taskNo,
};
export const taskSorts = liveTaskSorts.map((value) => ({ value, label: sortLabels[value] }));

export const troubleLabels: Readonly<Record<FlightTrouble, string>> = {
  lost: word.lost,
  delayed: "延迟",
  positionAlarm: word.positionLost,
  positionFrozen: "位置停更",
};
/** What a number of the strip counts, where its label is not enough. */
export const troubleTitles: Readonly<Partial<Record<FlightTrouble, string>>> = {
  lost: "失联与最后已知（超过 60 秒没有数据）都计算在内",
  positionAlarm: "没有定位、卫星不足，或位置跳变",
  positionFrozen: "自报速度超过 3 m/s，但位置 10 秒以上没有变化",
};
const kinds = taskKind.schema.options;
export const kindOptions = kinds.map((value) => ({ value, label: taskKind.label(value) }));
export const stateOptions: readonly { readonly value: FlightState; readonly label: string }[] = [
  ...flightTroubles.map((value) => ({ value, label: troubleLabels[value] })),
  ...flightPhases.map((value) => ({ value, label: flightPhase.label(value) })),
];

/** Flights in trouble first; where there are none, this is the order of the take-offs, the last one first. */
const defaults: TaskFilter = { keyword: "", kind: "", state: "", sort: "trouble", page: 1 };
const paramNames = { keyword: "q", kind: "kind", state: "state", sort: "sort", page: "page" } as const;

/** Parses the filter from the URL; what it does not know, and what the call would refuse, becomes the default. */
export function parseFilter(query: URLSearchParams): TaskFilter {
  const pick = <T extends string>(part: keyof typeof paramNames, known: readonly T[]) =>
    known.find((value) => value === query.get(paramNames[part]));
  const page = Number(query.get(paramNames.page) ?? 1);
  const keyword = query.get(paramNames.keyword) ?? "";
  return {
    keyword: commonFilters.keyword.safeParse(keyword).success ? keyword : "",
    kind: pick("kind", kinds) ?? "",
    state: pick("state", flightStates) ?? "",
    sort: pick("sort", liveTaskSorts) ?? defaults.sort,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** Writes a filter to URL parameters; defaults are omitted. */
export function toSearchParams(filter: TaskFilter, current: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(current);
  for (const part of ["keyword", "kind", "state", "sort", "page"] as const) {
    if (filter[part] === defaults[part]) query.delete(paramNames[part]);
    else query.set(paramNames[part], String(filter[part]));
  }
  return query;
}

const descendingSorts: ReadonlySet<LiveTaskSort> = new Set(["startedAt", "trouble", "age"]);

/** The list's conditions as the call takes them. */
export const toListBody = ({ keyword, kind, state, sort, page }: TaskFilter) => ({
  brief: true as const,
  pageNo: page,
  pageSize: rowsPerPage,
  sort: { field: sort, order: descendingSorts.has(sort) ? ("desc" as const) : ("asc" as const) },
  ...(keyword.trim() === "" ? {} : { keyword: keyword.trim() }),
  ...(kind === "" ? {} : { kind }),
  ...(state === "" ? {} : { state }),
});

export const isFiltered = ({ keyword, kind, state }: TaskFilter): boolean =>
  keyword.trim() !== "" || kind !== "" || state !== "";

/**
 * The text of an empty flight list.
 * @param filtered whether a filter may hide flights
 * @param below number of planned tasks that match it
 * @param hasFailed whether the last load failed
 */
export function getNoFlightsText(filtered: boolean, below: number, hasFailed: boolean): string {
  if (!filtered) return hasFailed ? "最后一次读到时没有在飞任务。" : "当前没有在飞任务。";
  return below > 0
    ? "没有符合条件的在飞任务，符合条件的计划任务在下面。"
    : "没有符合条件的任务，请调整搜索条件。";
}

/** The text of an empty list of planned tasks, which a state of flights hides. */
export function getNoPlannedText(filter: TaskFilter, hasFailed: boolean): string {
  if (filter.state !== "") return "待起飞的任务没有飞行状态，按状态筛选时不显示。";
  if (isFiltered(filter)) return "没有符合条件的计划任务。";
  return hasFailed ? "最后一次读到时没有计划任务。" : "未来 2 小时没有计划任务。";
}

/**
 * The message above a list that failed to load.
 * @param isLoaded whether it was loaded before, so that old rows are shown
 * @param isStreaming whether positions still arrive over the socket
 */
export const getReadFailedText = (isLoaded: boolean, isStreaming: boolean): string =>
  `任务列表读取失败，正在自动重试${isLoaded ? "；下面是最后一次读到的内容" : ""}。${isStreaming ? "无人机位置仍在实时更新。" : ""}`;
