import { eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { ExportJob, exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import type { Actor } from "../../call.ts";
import { type ExportRecord, exportJobs } from "../../db/schema/exportJob.ts";
import { defineListSource } from "../../list/listSource.ts";

/** Whether somebody sees everybody's exports. */
export const canSeeAllExports = ({ roles }: Pick<Actor, "roles">) => roles.includes("admin");

/** The exports that somebody sees: their own, all of them for admins. */
export const createExportJobList = (actor: Actor) =>
  defineListSource<z.output<typeof exportJobCalls.exportList.body>>()({
    table: exportJobs,
    id: exportJobs.id,
    createdAt: exportJobs.createdAt,
    baseCondition: canSeeAllExports(actor) ? undefined : eq(exportJobs.staffId, actor.id),
    search: sql`lower(concat_ws(e'\n', ${exportJobs.fileName}, ${exportJobs.conditions}, ${exportJobs.staffName}))`,
    masksPhones: true,
    sortable: {
      createdAt: exportJobs.createdAt,
      endedAt: exportJobs.endedAt,
      expectedRows: exportJobs.expectedRows,
      bytes: exportJobs.bytes,
    },
    filters: {
      kind: (value) => eq(exportJobs.kind, value),
      status: (value) => eq(exportJobs.status, value),
    },
  });

/** An export as the centre shows it. */
export const toExportJobRow =
  (actor: Actor) =>
  ({ body: _body, createdAt, endedAt, keptUntil, ...job }: ExportRecord): ExportJob => ({
    ...job,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    keptUntil: keptUntil?.toISOString() ?? null,
    own: job.staffId === actor.id,
  });
