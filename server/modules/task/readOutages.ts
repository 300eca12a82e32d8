import { and, asc, gte, inArray, lte } from "drizzle-orm";
import { wholeListMax } from "../../../adapters/contract/page.ts";
import type { Db } from "../../db/handle.ts";
import type { flights } from "../../db/schema/flight.ts";
import { platformEvents } from "../../db/schema/taskEvent.ts";

const ownOutageKinds = ["stall", "outage"] as const;
/** An outage that ended later than this after a flight is not looked for. */
const longestOutageMs = 24 * 3_600_000;

/** When the platform itself could hear nobody during flights, oldest first. An event is stored with its end. */
export async function readOutages(
  db: Db,
  flown: readonly Pick<typeof flights.$inferSelect, "startedAt" | "endedAt">[],
  now: Date,
): Promise<{ readonly from: string; readonly to: string }[]> {
  if (flown.length === 0) return [];
  const from = Math.min(...flown.map(({ startedAt }) => startedAt.getTime()));
  const to = Math.max(...flown.map(({ endedAt }) => (endedAt ?? now).getTime()));
  const events = await db
    .select()
    .from(platformEvents)
    .where(
      and(
        inArray(platformEvents.kind, [...ownOutageKinds]),
        gte(platformEvents.at, new Date(from)),
        lte(platformEvents.at, new Date(to + longestOutageMs)),
      ),
    )
    .orderBy(asc(platformEvents.at))
    .limit(wholeListMax);
  return events
    .map(({ at, durationMs }) => ({ from: new Date(at.getTime() - durationMs), to: at }))
    .filter((outage) => outage.from.getTime() <= to)
    .map((outage) => ({ from: outage.from.toISOString(), to: outage.to.toISOString() }));
}
