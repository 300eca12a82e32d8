import { expectTypeOf, test } from "vitest";
import type { Call } from "../../../server/call.ts";
import { departments } from "../../../server/db/schema/department.ts";
import { insertRecord, updateRecord } from "../../../server/records/writeRecord.ts";

// The compiler runs this test: an unused `@ts-expect-error` does not compile either.
test("a record that lacks a column, or has another, does not compile", () => {
  const write = (call: Call, record: typeof departments.$inferSelect) => {
    void insertRecord(call, departments, { name: "华东部" }, { derived: { nameOrder: "hua dong bu" } });
    // @ts-expect-error the sort key is missing
    void insertRecord(call, departments, { name: "华东部" });
    // @ts-expect-error a name is a text
    void updateRecord(call, departments, record, { name: 1 });
    // @ts-expect-error there is no such column
    void updateRecord(call, departments, record, { colour: "red" });
  };
  expectTypeOf(write).toBeFunction();
});
