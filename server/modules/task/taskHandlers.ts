import { and, asc, between, count, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Bbox, taskCalls } from "../../../adapters/contract/task.ts";
import type { Handlers } from "../../call.ts";
import { tasks } from "../../db/schema/task.ts";
import { buildSearchCondition } from "../../list/buildConditions.ts";
import { encodePolledFrame } from "../../telemetry/feed/encodePolledFrame.ts";
import type { FlightRegistry } from "../../telemetry/flights/flightRegistry.ts";
import { flightHandlers, followAttachments } from "./flightHandlers.ts";
import { isStartingSoon, readLivePage, searchColumns } from "./readLivePage.ts";
import { toTaskRow } from "./taskRow.ts";

const defaultLimit = 500;

export const taskHandlers: Handlers<typeof taskCalls> = {
  ...flightHandlers,
  taskStartList: async ({ body }, call) => {
    const { db, now, live } = call;
    const at = now.toISOString();
    const frame =
      body.view === undefined ? {} : { frame: encodePolledFrame(live.registry, body.view, now.getTime()) };
    if (body.brief) return { list: [], at, ...(await readLivePage(body, call, call.actor.view)), ...frame };
    const where = and(
      isNull(tasks.deletedAt),
      or(eq(tasks.status, "running"), isStartingSoon(now)),
      body.status ? eq(tasks.status, body.status) : undefined,
      body.keyword ? buildSearchCondition(searchColumns, body.keyword) : undefined,
      body.ids ? inArray(tasks.id, await followAttachments(db, body.ids)) : undefined,
      body.companyId ? eq(tasks.companyId, body.companyId) : undefined,
      body.kind ? eq(tasks.kind, body.kind) : undefined,
      body.bbox ? buildBboxCondition(body.bbox, live.registry) : undefined,
    );
    const [{ total = 0 } = {}] = await db.select({ total: count() }).from(tasks).where(where);
    const records = await db
      .select()
      .from(tasks)
      .where(where)
      // Descending by status text: running before planned.
      .orderBy(
        desc(tasks.status),
        sql`${tasks.startedAt} desc nulls last`,
        asc(tasks.plannedAt),
        asc(tasks.id),
      )
      .limit(body.limit ?? defaultLimit);
    const list = records.map((record) => {
      const flight = live.registry.getByTask(record.id);
      return toTaskRow(record, flight ? live.registry.getLiveState(flight) : null);
    });
    return { list, total, at, ...frame };
  },
};

/** Matches tasks whose flight's last position is in the box, and planned ones that take off in it. */
function buildBboxCondition([west, south, east, north]: Bbox, registry: FlightRegistry): SQL | undefined {
  const flyingTaskIds: string[] = [];
  const { columns, hasPosition } = registry.fleet;
  for (const slot of registry.slots.subarray(0, registry.count())) {
    const [lat, lon] = [(columns.lat[slot] ?? 0) / 1e7, (columns.lon[slot] ?? 0) / 1e7];
    const matchesLongitude = west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
    const flight = registry.getBySlot(slot);
    if (flight && hasPosition[slot] && matchesLongitude && lat >= south && lat <= north)
      flyingTaskIds.push(flight.task.id);
  }
  const matchesLongitude =
    west <= east
      ? between(tasks.lng, west, east)
      : or(between(tasks.lng, west, 180), between(tasks.lng, -180, east));
  // One parameter for all ids: a statement takes at most 65,535.
  const isFlying = sql`${tasks.id} = any(${`{${flyingTaskIds.join(",")}}`}::int8[])`;
  return or(isFlying, and(eq(tasks.status, "planned"), between(tasks.lat, south, north), matchesLongitude));
}
