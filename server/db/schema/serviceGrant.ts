import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { ServiceRow } from "../../../adapters/contract/service.ts";
import { int8, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import { companies } from "./company.ts";
import { orders } from "./order.ts";
import { services } from "./service.ts";

/** What companies may use, by which order and when. The status is derived from the columns and the clock. */
export const serviceGrants = pgTable(
  "service_grants",
  {
    id: int8("id").primaryKey(),
    createdAt: timestamptz("created_at").notNull(),
    companyId: int8("company_id")
      .notNull()
      .references(() => companies.id),
    serviceId: int8("service_id")
      .notNull()
      .references(() => services.id),
    serviceName: text("service_name").notNull(),
    kind: text("kind").notNull().$type<ServiceRow["kind"]>(),
    unit: text("unit").notNull(),
    orderId: int8("order_id")
      .notNull()
      .references(() => orders.id),
    orderNo: text("order_no").notNull(),
    total: bigint("total", { mode: "number" }).notNull(),
    used: bigint("used", { mode: "number" }).notNull().default(0),
    months: integer("months").notNull(),
    startAt: timestamptz("start_at").notNull(),
    expireAt: timestamptz("expire_at").notNull(),
    /** Set if a refund ended the grant early. */
    endedAt: timestamptz("ended_at"),
  },
  (t) => [
    index("service_grants_company").on(t.companyId, t.expireAt, t.id),
    index("service_grants_order").on(t.orderId, t.id),
    index("service_grants_expire_at").on(t.expireAt).where(sql`${t.endedAt} is null`),
    check("service_grants_used_check", sql`${t.used} between 0 and ${t.total}`),
    check("service_grants_span_check", sql`${t.expireAt} > ${t.startAt}`),
  ],
);
export type ServiceGrantRecord = typeof serviceGrants.$inferSelect;

export const serviceGrantNames: DenormalizedNames = {
  table: serviceGrants,
  fixed: [serviceGrants.serviceName],
};
