import { and, inArray, isNull } from "drizzle-orm";
import { hangars } from "../../db/schema/hangar.ts";
import type { IngestServices } from "../ingest/ingestDeviceSamples.ts";
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

export function createHangarReports(): HangarReports {
  const reports = new Map<string, { state: HangarState; at: Date }>();
  /** Hangars by id that report here, with the time of their last report. */
  const lastReports = new Map<string, number>();
  return {
    add: (sn, state, now) => {
      const report = getOrCreate(reports, sn, maxDocks, () => ({ state: {}, at: now }));
      report.state = { ...report.state, ...state };
      report.at = now;
    },
    write: async ({ db, live, now }) => {
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
        lastReports.set(id, report.at.getTime());
        live.writes.updateHangar({
          id,
          set: { ...report.state, lastSeenAt: report.at, updatedAt: report.at },
        });
      }
      for (const [id, at] of lastReports) {
        if (now.getTime() - at < silentAfterMs) continue;
        lastReports.delete(id);
        live.writes.updateHangar({ id, set: { status: "offline", updatedAt: now } });
      }
    },
  };
}
