import { and, asc, between, count, desc, eq, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Bbox, taskCalls } from "../../../adapters/contract/task.ts";
import type { Handlers } from "../../call.ts";
import { tasks } from "../../db/schema/task.ts";
import { found } from "../../list/conditions.ts";
import type { FlightDesk } from "../../telemetry/flights/flightDesk.ts";
import { taskRow } from "./taskRow.ts";

/** How far ahead planned flights are shown. */
const aheadMs = 2 * 3_600_000;
const defaultLimit = 500;
const searched = { search: tasks.search, phones: [tasks.pilotPhone, tasks.backupPhone] };

export const taskHandlers: Handlers<typeof taskCalls> = {
  taskStartList: async ({ body }, { db, now, live }) => {
    const soon = and(eq(tasks.status, "planned"), lte(tasks.plannedAt, new Date(now.getTime() + aheadMs)));
    const where = and(
      isNull(tasks.deletedAt),
      or(eq(tasks.status, "running"), soon),
      body.status ? eq(tasks.status, body.status) : undefined,
      body.keyword ? found(searched, body.keyword) : undefined,
      body.ids ? inArray(tasks.id, body.ids) : undefined,
      body.companyId ? eq(tasks.companyId, body.companyId) : undefined,
      body.kind ? eq(tasks.kind, body.kind) : undefined,
      body.bbox ? inBox(body.bbox, live.desk) : undefined,
    );
    const [{ total = 0 } = {}] = await db.select({ total: count() }).from(tasks).where(where);
    const records = await db
      .select()
      .from(tasks)
      .where(where)
      // Descending by the name of the status: running before planned.
      .orderBy(
        desc(tasks.status),
        sql`${tasks.startedAt} desc nulls last`,
        asc(tasks.plannedAt),
        asc(tasks.id),
      )
      .limit(body.limit ?? defaultLimit);
    const list = records.map((record) => {
      const flight = live.desk.flightOf(record.id);
      return taskRow(record, flight ? live.desk.stateOf(flight) : null);
    });
    return { list, total, at: now.toISOString() };
  },
};

/** Flights whose last position lies in the box, and planned ones that take off in it. */
function inBox([west, south, east, north]: Bbox, desk: FlightDesk): SQL | undefined {
  const flying: string[] = [];
  const { columns, placed } = desk.fleet;
  for (const slot of desk.slots.subarray(0, desk.count())) {
    const [lat, lon] = [(columns.lat[slot] ?? 0) / 1e7, (columns.lon[slot] ?? 0) / 1e7];
    const across = west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
    const flight = desk.at(slot);
    if (flight && placed[slot] && across && lat >= south && lat <= north) flying.push(flight.task.id);
  }
  const across =
    west <= east
      ? between(tasks.lng, west, east)
      : or(between(tasks.lng, west, 180), between(tasks.lng, -180, east));
  // One parameter however many fly: a statement takes 65,535.
  const inTheAir = sql`${tasks.id} = any(${`{${flying.join(",")}}`}::int8[])`;
  return or(inTheAir, and(eq(tasks.status, "planned"), between(tasks.lat, south, north), across));
}
