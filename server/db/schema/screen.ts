import { isNull } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { type DutyScope, wholeScope } from "../../../adapters/contract/dutyScope.ts";
import { screenAudience, screenLayout } from "../../../adapters/contract/screen.ts";
import { enumChecks, enumColumn, recordColumns, timestamptz } from "../columns.ts";
import type { RecordSubject } from "../recordSubject.ts";

/** Screens of the control room, each a session of its own. */
export const screens = pgTable(
  "screens",
  {
    ...recordColumns(),
    name: text("name").notNull(),
    layout: enumColumn("layout", screenLayout).notNull(),
    scope: jsonb("scope").notNull().default(wholeScope).$type<DutyScope>(),
    audience: enumColumn("audience", screenAudience).notNull().default("staff"),
    /** Whether a P1 sounds. */
    sound: boolean("sound").notNull().default(false),
    /** SHA-256 in hexadecimal, of the cookie; null until the link is opened. */
    tokenHash: text("token_hash"),
    /** The same of the link, also when it is spent; it and `linkMadeAt` are null for screens older than links of one use. */
    linkHash: text("link_hash"),
    linkMadeAt: timestamptz("link_made_at"),
    openedAt: timestamptz("opened_at"),
    /** Client address. */
    openedFrom: text("opened_from"),
    /** SHA-256 of the number that the browser gave its opening. */
    openingHash: text("opening_hash"),
    /** The last opening that was refused. */
    refusedAt: timestamptz("refused_at"),
    refusedFrom: text("refused_from"),
    revokedAt: timestamptz("revoked_at"),
    /** A page that was loaded before it is to load itself again. */
    reloadAskedAt: timestamptz("reload_asked_at"),
    reportedAt: timestamptz("reported_at"),
    paintedAt: timestamptz("painted_at"),
    dataAt: timestamptz("data_at"),
    build: text("build"),
    frameRate: real("frame_rate"),
    heapBytes: bigint("heap_bytes", { mode: "number" }),
    /** What it showed otherwise than the platform, in words; empty for nothing. */
    difference: text("difference").notNull().default(""),
    /** In how many reports in a row. */
    differences: integer("differences").notNull().default(0),
  },
  (t) => [
    uniqueIndex("screens_token_hash_key").on(t.tokenHash),
    uniqueIndex("screens_link_hash_key").on(t.linkHash),
    uniqueIndex("screens_name_key").on(t.name).where(isNull(t.revokedAt)),
    index("screens_created_at").on(t.createdAt, t.id),
    ...enumChecks(t),
  ],
);
export type ScreenRecord = typeof screens.$inferSelect;

export const screenSubject: RecordSubject = {
  entities: ["screen"],
  rights: { screen: ["operate"] },
  table: screens,
  name: screens.name,
};
