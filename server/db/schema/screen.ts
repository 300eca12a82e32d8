import { isNull } from "drizzle-orm";
import { bigint, index, pgTable, real, text, uniqueIndex } from "drizzle-orm/pg-core";
import type * as z from "zod/mini";
import { screenLayout } from "../../../adapters/contract/screen.ts";
import { enumCheck, recordColumns, timestamptz } from "../columns.ts";

/** Screens of the control room, each a session of its own. */
export const screens = pgTable(
  "screens",
  {
    ...recordColumns(),
    name: text("name").notNull(),
    layout: text("layout").notNull().$type<z.output<typeof screenLayout.schema>>(),
    /** SHA-256 in hexadecimal. */
    tokenHash: text("token_hash").notNull(),
    revokedAt: timestamptz("revoked_at"),
    /** A page that was loaded before it is to load itself again. */
    reloadAskedAt: timestamptz("reload_asked_at"),
    reportedAt: timestamptz("reported_at"),
    paintedAt: timestamptz("painted_at"),
    dataAt: timestamptz("data_at"),
    build: text("build"),
    frameRate: real("frame_rate"),
    heapBytes: bigint("heap_bytes", { mode: "number" }),
  },
  (t) => [
    uniqueIndex("screens_token_hash_key").on(t.tokenHash),
    uniqueIndex("screens_name_key").on(t.name).where(isNull(t.revokedAt)),
    index("screens_created_at").on(t.createdAt, t.id),
    enumCheck("screens_layout_check", t.layout, screenLayout),
  ],
);
export type ScreenRecord = typeof screens.$inferSelect;
