import type { Page } from "playwright-core";
import type { LiveTaskRow } from "../../../../adapters/contract/task.ts";
import { createTaskRow } from "../../../live/createTaskRow.ts";
import { createFrame } from "../../../live/harness/frames.ts";
import type { PathContext } from "../defineDriver.ts";
import { holdCalls, type PendingCalls, respondWith } from "../holdCalls.ts";
import { waitUntil } from "../waitUntil.ts";

type RecordCall = Parameters<ReturnType<typeof respondWith>>[0];

export interface LiveTasksPathContext extends PathContext {
  /** The calls of the list. */
  readonly list: PendingCalls;
  /** The calls of the chosen task's record and of the drones, which go out beside the list's. */
  readonly records: RecordCall[];
  /** Whether the next load asks for them too. */
  isSelected: boolean;
  isDown: boolean;
  frames: number;
}

const at = "2026-11-25T08:00:00.000Z";
const serverMs = Date.parse(at);

export const taskNames = { "42": "巡检四十二", "43": "巡检四十三" } as const;

const toRow = ([id, name]: readonly [string, string]): LiveTaskRow => ({
  id,
  taskNo: `RW-${id}`,
  name,
  droneSn: `SN-${id}`,
  company: "江城测绘",
  time: serverMs / 1_000 - 600,
});
const page = {
  rows: Object.entries(taskNames).map(toRow),
  planned: [],
  plannedTotal: 0,
  counts: { flying: 2, lost: 0, delayed: 0, positionAlarm: 0, positionFrozen: 0 },
};

const record42 = createTaskRow({
  id: "42",
  createdAt: at,
  updatedAt: at,
  taskNo: "RW-42",
  name: taskNames["42"],
  companyId: "1",
  companyName: "江城测绘",
  droneSn: "SN-42",
  startedAt: at,
});

/** Holds the calls of the list; those of records wait beside them. */
export async function holdTasks(page: Page): Promise<Pick<LiveTasksPathContext, "list" | "records">> {
  const records: RecordCall[] = [];
  const list = await holdCalls(page, "**/task/start/list", ({ body }) =>
    "ids" in (JSON.parse(body) as object) ? async (call) => void records.push(call) : null,
  );
  return { list, records };
}

/** Answers the list and, where it is asked for, the record: of task 42, or that there is none. */
export async function answerTasks(ctx: LiveTasksPathContext, record: "42" | null): Promise<void> {
  const { list, records } = ctx;
  await list.respond(respondWith(0, "", { list: [], total: page.rows.length, at, page }));
  if (!ctx.isSelected && !ctx.isDown) return;
  await waitUntil(() => records.length > 0, "a call of the record");
  const found = { list: record === null ? [] : [record42], total: 1, at };
  // The page has aborted those of earlier loads.
  await Promise.all(records.splice(0).map(respondWith(0, "", found)));
}

/** Sends a frame of one drone, as the socket's worker would pass it on. */
export async function sendFrame(ctx: LiveTasksPathContext): Promise<void> {
  ctx.frames += 1;
  const frame = createFrame([{ index: 0, position: [114.3, 30.5] }], ctx.frames, serverMs + ctx.frames);
  await ctx.page.evaluate((bytes) => window.receiveBytes(bytes), [...frame]);
}
