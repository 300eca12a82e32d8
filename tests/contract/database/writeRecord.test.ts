import { expectTypeOf, test } from "vitest";
import * as z from "zod/mini";
import { alarmRuleCalls, alarmRuleRow } from "../../../adapters/contract/alarmRule.ts";
import type { Call } from "../../../server/call.ts";
import { alarmRules } from "../../../server/db/schema/alarmRule.ts";
import { departments } from "../../../server/db/schema/department.ts";
import { defineRecord } from "../../../server/list/defineRecord.ts";
import { defineRecordSource } from "../../../server/list/recordSource.ts";
import { createRecordStore } from "../../../server/records/recordStore.ts";
import { insertRecord, updateRecord } from "../../../server/records/writeRecord.ts";

// The compiler runs this test: an unused `@ts-expect-error` does not compile either.
test("a record that lacks a column, or has another, does not compile", () => {
  const { save } = createRecordStore(departments, "部门", (record) => record);
  const write = (call: Call, record: typeof departments.$inferSelect) => {
    void insertRecord(call, departments, { name: "华东部" });
    // @ts-expect-error the name is missing
    void insertRecord(call, departments, {});
    // @ts-expect-error a name is a text
    void updateRecord(call, departments, record, { name: 1 });
    // @ts-expect-error there is no such column
    void updateRecord(call, departments, record, { colour: "red" });
    void save(call, { id: "1", version: 1, name: "华东部" });
    // @ts-expect-error a name is a text
    void save(call, { name: 1 });
    // @ts-expect-error there is no such column
    void save(call, { name: "华东部", colour: "red" });
  };
  const source = defineRecordSource(alarmRuleCalls.ruleList, alarmRules);
  void defineRecord(source, alarmRuleRow);
  // @ts-expect-error a rule has no such column
  void defineRecord(source, z.object({ colour: z.string() }));
  expectTypeOf(write).toBeFunction();
});
