import { flightPhase } from "../../../../adapters/contract/flight.ts";
import { type PhoneKeyword, parsePhoneKeyword } from "../../../../adapters/contract/parsePhoneKeyword.ts";
import { type TaskRow, taskKind } from "../../../../adapters/contract/task.ts";

/** Filter and sort order of the task list; stored in the URL. */
export interface TaskFilter {
  readonly keyword: string;
  readonly kind: string;
  readonly state: string;
  readonly sort: TaskSort;
}

export const taskSorts = [
  { value: "started", label: "最近起飞" },
  { value: "name", label: "名称" },
  { value: "battery", label: "电量从低到高" },
  { value: "no", label: "任务编号" },
] as const;
export type TaskSort = (typeof taskSorts)[number]["value"];

const paramNames = { keyword: "q", kind: "kind", state: "state", sort: "sort" } as const;

/** Parses the filter from the URL; an unknown sort order becomes the default. */
export function parseFilter(query: URLSearchParams): TaskFilter {
  const sort = taskSorts.find(({ value }) => value === query.get(paramNames.sort));
  return {
    keyword: query.get(paramNames.keyword) ?? "",
    kind: query.get(paramNames.kind) ?? "",
    state: query.get(paramNames.state) ?? "",
    sort: sort?.value ?? "started",
  };
}

/** Writes a filter to URL parameters; defaults are omitted. */
export function toSearchParams(filter: TaskFilter, current: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(current);
  const defaults = parseFilter(new URLSearchParams());
  for (const part of ["keyword", "kind", "state", "sort"] as const) {
    if (filter[part] === defaults[part]) query.delete(paramNames[part]);
    else query.set(paramNames[part], filter[part]);
  }
  return query;
}

const nameCollator = new Intl.Collator("zh-CN", { numeric: true });
const getStartTime = ({ startedAt, plannedAt }: TaskRow) => startedAt ?? plannedAt;

const comparators: Readonly<Record<TaskSort, (a: TaskRow, b: TaskRow) => number>> = {
  started: (a, b) => getStartTime(b).localeCompare(getStartTime(a)),
  name: (a, b) => nameCollator.compare(a.name, b.name),
  battery: (a, b) => (a.last?.batPct ?? 101) - (b.last?.batPct ?? 101),
  no: (a, b) => nameCollator.compare(a.taskNo, b.taskNo),
};

/** Whether the visible digits of a masked phone match the keyword's. */
const matchesMaskedPhone = (masked: string, named: PhoneKeyword) =>
  masked.startsWith(named.fullNumber?.slice(0, 3) ?? "") && masked.endsWith(named.lastFour);

/** Filters tasks by kind and keyword, preserving their order. Phones are masked, so only visible digits can match. */
export function searchTasks(
  tasks: readonly TaskRow[],
  { keyword, kind }: Pick<TaskFilter, "keyword" | "kind">,
): readonly TaskRow[] {
  const needle = keyword.trim().toLowerCase();
  const phone = parsePhoneKeyword(keyword);
  return tasks.filter(
    (task) =>
      (kind === "" || task.kind === kind) &&
      (needle === "" ||
        [task.name, task.taskNo, task.companyName, task.pilotName, task.droneSn, task.droneModel].some(
          (text) => text.toLowerCase().includes(needle),
        ) ||
        (phone !== null &&
          [task.pilotPhone, task.backupPhone].some((masked) => matchesMaskedPhone(masked, phone)))),
  );
}

/** Filters flights and sorts them. */
export function filterTasks(tasks: readonly TaskRow[], filter: TaskFilter): readonly TaskRow[] {
  return searchTasks(tasks, filter)
    .filter(({ last }) => filter.state === "" || last?.phase === filter.state)
    .sort(comparators[filter.sort]);
}

/**
 * The text of an empty flight list.
 * @param hidden number of flights that the filter hides
 * @param below number of planned tasks that match it
 * @param hasFailed whether the last load failed
 */
export function getNoFlightsText(hidden: number, below: number, hasFailed: boolean): string {
  if (hidden === 0) return hasFailed ? "最后一次读到时没有在飞任务。" : "当前没有在飞任务。";
  return below > 0
    ? "没有符合条件的在飞任务，符合条件的计划任务在下面。"
    : "没有符合条件的任务，请调整搜索条件。";
}

/** The text of an empty list of planned tasks. @param hidden number of planned tasks that the filter hides */
export function getNoPlannedText(hidden: number, hasFailed: boolean): string {
  if (hidden > 0) return "没有符合条件的计划任务。";
  return hasFailed ? "最后一次读到时没有计划任务。" : "未来 2 小时没有计划任务。";
}

/**
 * The message above a list that failed to load.
 * @param isLoaded whether it was loaded before, so that old rows are shown
 * @param isStreaming whether positions still arrive over the socket
 */
export const getReadFailedText = (isLoaded: boolean, isStreaming: boolean): string =>
  `任务列表读取失败，正在自动重试${isLoaded ? "；下面是最后一次读到的内容" : ""}。${isStreaming ? "无人机位置仍在实时更新。" : ""}`;

export const kindOptions = taskKind.options.map(({ value, label }) => ({ value, label }));
export const phaseOptions = flightPhase.options.map(({ value, label }) => ({ value, label }));

/** Splits tasks into flights and planned ones, the next first. The server sends those planned within two hours. */
export function splitByStatus(tasks: readonly TaskRow[]) {
  return {
    flying: tasks.filter(({ status }) => status === "running"),
    planned: tasks
      .filter(({ status }) => status === "planned")
      .sort((a, b) => a.plannedAt.localeCompare(b.plannedAt)),
  };
}
