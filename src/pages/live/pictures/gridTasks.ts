import type { LiveState } from "../../../../adapters/contract/sample.ts";
import { type TaskRow, taskCalls } from "../../../../adapters/contract/task.ts";
import { taskHistoryCalls } from "../../../../adapters/contract/taskHistory.ts";
import { CallError } from "../../../../adapters/http/callError.ts";
import type { Client } from "../../../../adapters/http/client.ts";

/** A task that a cell can show. */
export interface GridTask {
  readonly id: string;
  readonly name: string;
  readonly droneSn: string;
  readonly status: "flying" | "planned" | "over";
  /** Last known state; null before the first sample, and where it was not asked for. */
  readonly last: LiveState | null;
}

export interface GridTasks {
  /** Tasks in the air, in the order of the list. */
  readonly flying: readonly GridTask[];
  /** The tasks that were asked for; null where there is no such task. */
  readonly shown: ReadonlyMap<string, GridTask | null>;
  /** Server's time of the answer, ISO 8601. */
  readonly at: string;
}

/** More than cells, so that those that are shown elsewhere leave enough. */
const pageSize = 50;

/** By take-off, so that pictures stay where they are. */
export const listSort = { field: "startedAt", order: "desc" } as const;

type ListOptions = NonNullable<Parameters<Client["call"]>[2]>;

/**
 * The first flights in the air by the order of 实时任务, or those that match a text.
 * @param keyword as in the search field of the list
 */
export async function loadFlying(client: Client, keyword: string, options: ListOptions) {
  const body = {
    brief: true as const,
    pageNo: 1,
    pageSize,
    sort: listSort,
    ...(keyword === "" ? {} : { keyword }),
  };
  const { page, at } = await client.call(taskCalls.taskStartList, { body }, options);
  const flying = (page?.rows ?? []).map(
    ({ id, name, droneSn }): GridTask => ({ id, name, droneSn, status: "flying", last: null }),
  );
  return { flying, at };
}

const toGridTask = ({ id, name, droneSn, status, last }: TaskRow): GridTask => ({
  id,
  name,
  droneSn,
  status: status === "running" ? "flying" : status === "planned" ? "planned" : "over",
  last,
});

/** A task by its id, or the one that its flights were attached to; null where there is none. */
export async function loadTask(client: Client, id: string, options: ListOptions): Promise<GridTask | null> {
  try {
    return toGridTask(await client.call(taskHistoryCalls.taskOne, { params: { id } }, options));
  } catch (error) {
    if (error instanceof CallError && (error.kind === "refused" || error.kind === "notFound")) return null;
    throw error;
  }
}

/** Flights in the air, and the tasks that the cells show. */
export async function loadGridTasks(
  client: Client,
  cells: readonly string[],
  options: ListOptions,
): Promise<GridTasks> {
  const [{ flying, at }, { list }] = await Promise.all([
    loadFlying(client, "", options),
    cells.length === 0
      ? { list: [] }
      : client.call(taskCalls.taskStartList, { body: { ids: [...cells] } }, options),
  ]);
  const open = new Map(list.map((row) => [row.id, toGridTask(row)]));
  const shown = await Promise.all(
    cells.map(async (id) => [id, open.get(id) ?? (await loadTask(client, id, options))] as const),
  );
  return { flying, shown: new Map(shown), at };
}
