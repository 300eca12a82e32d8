import { and, asc, count, eq, inArray, isNull, lte, type SQL } from "drizzle-orm";
import { flightPhases } from "../../../adapters/contract/flight.ts";
import type { LiveTaskPage, LiveTaskRow, taskCalls } from "../../../adapters/contract/task.ts";
import type { Call, EndpointInput } from "../../call.ts";
import { tasks } from "../../db/schema/task.ts";
import { buildSearchCondition } from "../../list/buildConditions.ts";
import { maskNames } from "../../screens/maskNames.ts";
import type { ScreenView } from "../../screens/screenView.ts";
import type { FlightRegistry } from "../../telemetry/flights/flightRegistry.ts";
import { narrowRegistry } from "../../telemetry/flights/narrowRegistry.ts";
import type { OpenTask } from "../../telemetry/flights/openTasks.ts";
import { selectOpenTasks } from "./selectOpenTasks.ts";

type Body = EndpointInput<typeof taskCalls.taskStartList>["body"];

export const searchColumns = { search: tasks.search, phones: [tasks.pilotPhone, tasks.backupPhone] };
/** How far ahead planned tasks are shown. */
const plannedWindowMs = 2 * 3_600_000;
const defaultPageSize = 100;
const maxPlannedRows = 50;

/** Planned tasks that start soon. */
export const isStartingSoon = (now: Date): SQL | undefined =>
  and(eq(tasks.status, "planned"), lte(tasks.plannedAt, new Date(now.getTime() + plannedWindowMs)));

/**
 * One page of flights and the next planned tasks, in brief. Only the page's records are read from the database.
 * @param view of the screen that asks; it gets no planned tasks, which no wall shows
 */
export async function readLivePage(
  { keyword, kind, companyId, status, state, sort, pageNo = 1, pageSize = defaultPageSize }: Body,
  call: Pick<Call, "db" | "now" | "live">,
  view?: ScreenView,
): Promise<{ readonly page: LiveTaskPage; readonly total: number }> {
  const { db, now, live } = call;
  const found = keyword ? buildSearchCondition(searchColumns, keyword) : undefined;
  const foundRows = found
    ? await db
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(isNull(tasks.deletedAt), eq(tasks.status, "running"), found))
    : null;
  const registry = view ? narrowRegistry(live.registry, view.scope) : live.registry;
  const selected = selectOpenTasks(registry, {
    state,
    kind,
    companyId,
    foundIds: foundRows && new Set(foundRows.map(({ id }) => id)),
    sort: sort ?? { field: "startedAt", order: "desc" },
    offset: (pageNo - 1) * pageSize,
    limit: pageSize,
  });
  const showsFlights = status === undefined || status === "running";
  const rows = showsFlights ? await readRows(selected.page, call) : [];
  const total = showsFlights ? selected.total : 0;
  if (view) {
    const shown =
      view.audience === "visitors" ? rows.map((row) => ({ ...maskNames(row, "company"), name: "" })) : rows;
    return { page: { rows: shown, planned: [], plannedTotal: 0, counts: selected.counts }, total };
  }
  const plannedWhere = and(
    isNull(tasks.deletedAt),
    isStartingSoon(now),
    found,
    kind ? eq(tasks.kind, kind) : undefined,
    companyId ? eq(tasks.companyId, companyId) : undefined,
  );
  // Before take-off, a task has neither a link nor a phase.
  const showsPlanned = (status === undefined || status === "planned") && state === undefined;
  const planned = showsPlanned
    ? await db
        .select(plannedColumns)
        .from(tasks)
        .where(plannedWhere)
        .orderBy(asc(tasks.plannedAt), asc(tasks.id))
        .limit(maxPlannedRows)
    : [];
  const plannedTotal =
    planned.length < maxPlannedRows
      ? planned.length
      : ((await db.select({ total: count() }).from(tasks).where(plannedWhere))[0]?.total ?? 0);
  return {
    page: { rows, planned: planned.map(toPlannedRow), plannedTotal, counts: selected.counts },
    total,
  };
}

/** Names change while a drone flies, so they are read; what is not stored yet is left out for a moment. */
async function readRows(
  page: readonly OpenTask[],
  { db, now, live }: Pick<Call, "db" | "now" | "live">,
): Promise<LiveTaskRow[]> {
  if (page.length === 0) return [];
  const records = await db
    .select({ id: tasks.id, name: tasks.name, company: tasks.companyName })
    .from(tasks)
    .where(
      and(
        isNull(tasks.deletedAt),
        inArray(
          tasks.id,
          page.map(({ task }) => task.id),
        ),
      ),
    );
  const byId = new Map(records.map((record) => [record.id, record]));
  return page.flatMap((open) => {
    const record = byId.get(open.task.id);
    if (!record) return [];
    const { taskNo, droneSn, plannedAt } = open.task;
    return [
      {
        ...record,
        taskNo,
        droneSn,
        time: toSeconds(open.startedAt),
        ...(plannedAt === null ? { unplanned: true as const } : {}),
        ...(open.flight ? toRowFlight(live.registry, open.slot, now) : {}),
      },
    ];
  });
}

function toRowFlight(
  { fleet }: FlightRegistry,
  slot: number,
  now: Date,
): Pick<LiveTaskRow, "link" | "phase" | "age" | "battery" | "alarms"> {
  const phase = flightPhases[fleet.columns.phase[slot] ?? -1];
  const age = now.getTime() - (fleet.groupAt.position[slot] ?? Number.NaN);
  const battery = fleet.values.batPct[slot] ?? Number.NaN;
  const alarms = fleet.columns.alarms[slot] ?? 0;
  return {
    ...(phase ? { phase } : {}),
    link: fleet.getLinkState(slot),
    ...(Number.isNaN(age) ? {} : { age: Math.max(0, Math.round(age / 100) / 10) }),
    ...(Number.isNaN(battery) ? {} : { battery: Math.round(battery) }),
    ...(alarms === 0 ? {} : { alarms }),
  };
}

const plannedColumns = {
  id: tasks.id,
  taskNo: tasks.taskNo,
  name: tasks.name,
  droneSn: tasks.droneSn,
  company: tasks.companyName,
  plannedAt: tasks.plannedAt,
};

const toPlannedRow = ({
  plannedAt,
  ...row
}: Omit<LiveTaskRow, "time"> & { readonly plannedAt: Date | null }): LiveTaskRow => ({
  ...row,
  time: toSeconds(plannedAt),
});

const toSeconds = (at: Date | null) => (at ? Math.floor(at.getTime() / 1_000) : null);
