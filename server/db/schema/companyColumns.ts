import { text } from "drizzle-orm/pg-core";
import { int8 } from "../columns.ts";
import { companies } from "./company.ts";

/** The company of a record, with its name. A function, because each table needs its own column builders. */
export const companyColumns = () => ({
  companyId: int8("company_id")
    .notNull()
    .references(() => companies.id),
  companyName: text("company_name").notNull(),
});
