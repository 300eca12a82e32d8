import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** Entries of the open dictionaries; the closed ones are enumerations of the contract. */
export const dictionaryEntries = pgTable(
  "dictionary_entries",
  {
    key: text("key").notNull(),
    value: text("value").notNull(),
    label: text("label").notNull(),
    color: text("color"),
    sort: integer("sort").notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.value] })],
);
