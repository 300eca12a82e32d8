import { integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { bytea, int8 } from "../columns.ts";
import { exportJobs } from "./exportJob.ts";

/** Files of finished exports in pieces, where several processes share the database and no disk. */
export const exportFiles = pgTable(
  "export_files",
  {
    jobId: int8("job_id")
      .notNull()
      .references(() => exportJobs.id, { onDelete: "cascade" }),
    /** From 0. */
    piece: integer("piece").notNull(),
    bytes: bytea("bytes").notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.piece] })],
);
