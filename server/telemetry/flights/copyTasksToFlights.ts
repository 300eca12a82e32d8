import { inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { flights } from "../../db/schema/flight.ts";
import { regions } from "../../db/schema/region.ts";
import { tasks } from "../../db/schema/task.ts";

const batchSize = 1_000;

/**
 * Writes what flights copy of their tasks, and their numbers: call it in the transaction that adds a flight, moves one
 * to another task, or changes a task. Flights that have it already are not touched. A task ends with its last flight,
 * which takes over why it ended.
 */
export async function copyTasksToFlights(db: Db, taskIds: readonly string[]): Promise<void> {
  const distinctIds = [...new Set(taskIds)];
  for (let start = 0; start < distinctIds.length; start += batchSize)
    await copyBatch(db, distinctIds.slice(start, start + batchSize));
}

async function copyBatch(db: Db, taskIds: readonly string[]): Promise<void> {
  const inOrder = sql`(partition by ${flights.taskId} order by ${flights.startedAt}, ${flights.id})`;
  const sameTask = sql`(partition by ${flights.taskId})`;
  await db.execute(sql`
    update ${flights} set (flight_no, task_no, task_name, task_kind, task_status, company_name, drone_model, pilot_id,
      pilot_name, takeoff_region_name, end_reason, search) = (copied.flight_no, copied.task_no, copied.task_name,
      copied.task_kind, copied.task_status, copied.company_name, copied.drone_model, copied.pilot_id,
      copied.pilot_name, copied.takeoff_region_name, copied.end_reason, copied.search)
    from (
      select id, flight_no, task_no, task_name, task_kind, task_status, company_name, drone_model, pilot_id,
        pilot_name, takeoff_region_name, end_reason, lower(flight_no) || chr(31) || lower(task_name) || chr(31)
          || lower(company_name) || chr(31) || lower(pilot_name) || chr(31) || lower(drone_sn) as search
      from (
        select ${flights.id}, ${flights.droneSn}, ${tasks.taskNo}, ${tasks.name} as task_name,
          ${tasks.kind} as task_kind, ${tasks.status} as task_status, ${tasks.companyName}, ${tasks.droneModel},
          ${tasks.pilotId}, ${tasks.pilotName}, coalesce(${regions.fullName}, '') as takeoff_region_name,
          ${tasks.taskNo} || case when count(*) over ${sameTask} > 1
            then '-' || row_number() over ${inOrder} else '' end as flight_no,
          case when ${flights.endReason} = '' and ${flights.endedAt} is not null
            and row_number() over ${inOrder} = count(*) over ${sameTask}
            then ${tasks.endReason} else ${flights.endReason} end as end_reason
        from ${flights} join ${tasks} on ${tasks.id} = ${flights.taskId}
        left join ${regions} on ${regions.id} = ${flights.takeoffRegionId}
        where ${inArray(flights.taskId, [...taskIds])}
      ) as numbered
    ) as copied
    where ${flights.id} = copied.id
      and (${flights.flightNo}, ${flights.taskName}, ${flights.taskKind}, ${flights.taskStatus}, ${flights.companyName},
        ${flights.droneModel}, ${flights.pilotId}, ${flights.pilotName}, ${flights.takeoffRegionName},
        ${flights.endReason}, ${flights.taskNo}, ${flights.search})
      is distinct from (copied.flight_no, copied.task_name, copied.task_kind, copied.task_status, copied.company_name,
        copied.drone_model, copied.pilot_id, copied.pilot_name, copied.takeoff_region_name, copied.end_reason,
        copied.task_no, copied.search)`);
}
