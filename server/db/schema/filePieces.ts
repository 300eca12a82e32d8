import { integer, type PgColumn, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { bytea, int8 } from "../columns.ts";

/**
 * A table of files of jobs in pieces, for several processes that share the database and no disk.
 * @param getJobId the key of the jobs' table; their files go with them
 */
export const definePieces = (name: string, getJobId: () => PgColumn) =>
  pgTable(
    name,
    {
      jobId: int8("job_id").notNull().references(getJobId, { onDelete: "cascade" }),
      /** From 0. */
      piece: integer("piece").notNull(),
      bytes: bytea("bytes").notNull(),
    },
    (t) => [primaryKey({ columns: [t.jobId, t.piece] })],
  );
export type PieceTable = ReturnType<typeof definePieces>;
