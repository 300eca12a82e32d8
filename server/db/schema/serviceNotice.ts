import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { int8, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import { companies } from "./company.ts";
import { serviceGrants } from "./serviceGrant.ts";

/** Notices that a service is about to end; those without `sentAt` are still to be sent. */
export const serviceNotices = pgTable(
  "service_notices",
  {
    grantId: int8("grant_id")
      .notNull()
      .references(() => serviceGrants.id),
    /** Days before the end: 30, 7 or 1. */
    days: integer("days").notNull(),
    companyId: int8("company_id")
      .notNull()
      .references(() => companies.id),
    serviceName: text("service_name").notNull(),
    expireAt: timestamptz("expire_at").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    sentAt: timestamptz("sent_at"),
  },
  (t) => [
    primaryKey({ columns: [t.grantId, t.days] }),
    index("service_notices_unsent").on(t.sentAt, t.createdAt),
  ],
);

export const serviceNoticeNames: DenormalizedNames = {
  table: serviceNotices,
  fixed: [serviceNotices.serviceName],
};
