import { and, inArray, isNull, lt, notInArray } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { hangars } from "../../db/schema/hangar.ts";
import type { IngestServices } from "../ingest/findDroneTasks.ts";
import type { LiveService } from "../liveService.ts";
import { getOrCreate } from "./boundedMap.ts";
import type { HangarState } from "./dockProperties.ts";

/** What docks report, until it is written to the hangars with their serial numbers. */
export interface HangarReports {
  readonly add: (sn: string, state: HangarState, now: Date) => void;
  /** Queues the updates of registered hangars; those that fell silent are offline. */
  readonly write: (services: Pick<IngestServices, "db" | "live" | "now">) => Promise<void>;
}

/** A dock reports every 2 s. */
const silentAfterMs = 60_000;
const maxDocks = 20_000;

export function createHangarReports(monotonicMs: () => number): HangarReports {
  const reports = new Map<string, { state: HangarState; at: Date; reportedAt: number }>();
  /** Hangars by id that report here, with the monotonic time of their last report. */
  const lastReports = new Map<string, number>();
  /** The first write, by both clocks. */
  let start: { readonly at: Date; readonly monotonicMs: number } | undefined;
  let hasCheckedEarlier = false;
  return {
    add: (sn, state, now) => {
      const report = getOrCreate(reports, sn, maxDocks, createReport);
      Object.assign(report, { state: { ...report.state, ...state }, at: now, reportedAt: monotonicMs() });
    },
    write: async ({ db, live, now }) => {
      start ??= { at: now, monotonicMs: monotonicMs() };
      const due = new Map(reports);
      reports.clear();
      const found =
        due.size === 0
          ? []
          : await db
              .select({ id: hangars.id, sn: hangars.sn })
              .from(hangars)
              .where(and(inArray(hangars.sn, [...due.keys()]), isNull(hangars.deletedAt)));
      for (const { id, sn } of found) {
        const report = due.get(sn);
        if (!report) continue;
        lastReports.set(id, report.reportedAt);
        live.writes.updateHangar({
          id,
          set: { ...report.state, lastSeenAt: report.at, updatedAt: report.at },
        });
      }
      for (const [id, at] of lastReports) {
        if (monotonicMs() - at < silentAfterMs) continue;
        lastReports.delete(id);
        live.writes.updateHangar({ id, set: { status: "offline", updatedAt: now } });
      }
      if (hasCheckedEarlier || monotonicMs() - start.monotonicMs < silentAfterMs) return;
      for (const { id } of await findEarlierHangars(db, live, start.at))
        if (!lastReports.has(id))
          live.writes.updateHangar({ id, set: { status: "offline", updatedAt: now } });
      hasCheckedEarlier = true;
    },
  };
}

const createReport = () => ({ state: {}, at: new Date(0), reportedAt: 0 });

/** Hangars that reported before the start and have not since; those of the simulator report when they change. */
function findEarlierHangars(db: Db, { simulatedHangars }: LiveService, startedAt: Date) {
  return db
    .select({ id: hangars.id })
    .from(hangars)
    .where(
      and(
        inArray(hangars.status, ["idle", "working", "fault"]),
        lt(hangars.lastSeenAt, startedAt),
        isNull(hangars.deletedAt),
        simulatedHangars.size > 0 ? notInArray(hangars.id, [...simulatedHangars]) : undefined,
      ),
    );
}
