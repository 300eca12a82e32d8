import { flightPhase } from "../../../../adapters/contract/flight.ts";
import { type PhoneKeyword, parsePhoneKeyword } from "../../../../adapters/contract/parsePhoneKeyword.ts";
import { type TaskRow, taskKind } from "../../../../adapters/contract/task.ts";

/** What the list beside the map is narrowed to; the address holds it. */
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

/** Reads the filter off an address; what it does not know counts as not said. */
export function parseFilter(query: URLSearchParams): TaskFilter {
  const sort = taskSorts.find(({ value }) => value === query.get(paramNames.sort));
  return {
    keyword: query.get(paramNames.keyword) ?? "",
    kind: query.get(paramNames.kind) ?? "",
    state: query.get(paramNames.state) ?? "",
    sort: sort?.value ?? "started",
  };
}

/** The address of a filter, without what is as it always is. */
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

/** Whether a masked phone can be the one that a keyword names: what the mask shows of both is the same. */
const matchesMaskedPhone = (masked: string, named: PhoneKeyword) =>
  masked.startsWith(named.fullNumber?.slice(0, 3) ?? "") && masked.endsWith(named.lastFour);

/** The tasks of a kind that have the keyword in what one knows a task by, as they stood; its phones are masked. */
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

/** The flights that fit, in order. */
export function filterTasks(tasks: readonly TaskRow[], filter: TaskFilter): readonly TaskRow[] {
  return searchTasks(tasks, filter)
    .filter(({ last }) => filter.state === "" || last?.phase === filter.state)
    .sort(comparators[filter.sort]);
}

/**
 * What stands where no flight does.
 * @param hidden flights that the filter leaves out
 * @param below tasks to come that fit it
 * @param failed the list could not be read since
 */
export function getNoFlightsText(hidden: number, below: number, failed: boolean): string {
  if (hidden === 0) return failed ? "最后一次读到时没有在飞任务。" : "当前没有在飞任务。";
  return below > 0
    ? "没有符合条件的在飞任务，符合条件的计划任务在下面。"
    : "没有符合条件的任务，请调整搜索条件。";
}

/** What stands where no task to come does. @param hidden tasks to come that the filter leaves out */
export function getNoPlannedText(hidden: number, failed: boolean): string {
  if (hidden > 0) return "没有符合条件的计划任务。";
  return failed ? "最后一次读到时没有计划任务。" : "未来 2 小时没有计划任务。";
}

/**
 * Above a list that could not be read.
 * @param listed it was read before: its rows still stand
 * @param streaming positions come over the socket all the same
 */
export const getReadFailedText = (listed: boolean, streaming: boolean): string =>
  `任务列表读取失败，正在自动重试${listed ? "；下面是最后一次读到的内容" : ""}。${streaming ? "无人机位置仍在实时更新。" : ""}`;

export const kindOptions = taskKind.options.map(({ value, label }) => ({ value, label }));
export const phaseOptions = flightPhase.options.map(({ value, label }) => ({ value, label }));

/** Flights in the air, and those to come, the next first; the server gives those of the next two hours. */
export function splitByStatus(tasks: readonly TaskRow[]) {
  return {
    flying: tasks.filter(({ status }) => status === "running"),
    planned: tasks
      .filter(({ status }) => status === "planned")
      .sort((a, b) => a.plannedAt.localeCompare(b.plannedAt)),
  };
}
