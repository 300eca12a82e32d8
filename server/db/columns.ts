import { customType, timestamp } from "drizzle-orm/pg-core";

/** An int8 that stays a decimal string: the drivers answer with number, bigint or string. */
export const int8 = customType<{ data: string; driverData: string | number | bigint }>({
  dataType: () => "int8",
  fromDriver: String,
});

/** Instant with milliseconds, as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
