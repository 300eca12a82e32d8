import { isNull } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { int8, timestamptz } from "../columns.ts";
import type { DenormalizedNames } from "../denormalizedNames.ts";
import { companies } from "./company.ts";

/** Which company a box or a hangar belonged to, and when. Ids are unique across both, so one column is enough. */
export const deviceOwners = pgTable(
  "device_owners",
  {
    id: int8("id").primaryKey(),
    deviceId: int8("device_id").notNull(),
    companyId: int8("company_id")
      .notNull()
      .references(() => companies.id),
    /** The company's name at that time. */
    companyName: text("company_name").notNull(),
    boundAt: timestamptz("bound_at").notNull(),
    /** Name of the staff member; empty if the binding itself was never recorded, see `endOwnership`. */
    boundBy: text("bound_by").notNull().default(""),
    unboundAt: timestamptz("unbound_at"),
    unboundBy: text("unbound_by").notNull().default(""),
  },
  (t) => [
    index("device_owners_device").on(t.deviceId, t.boundAt),
    uniqueIndex("device_owners_present_key").on(t.deviceId).where(isNull(t.unboundAt)),
  ],
);

export const deviceOwnerNames: DenormalizedNames = {
  table: deviceOwners,
  fixed: [deviceOwners.companyName, deviceOwners.boundBy, deviceOwners.unboundBy],
};
