import { PgDialect } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { pageRequest } from "../../adapters/contract/page.ts";
import { departments } from "../../server/db/schema/department.ts";
import { hangars } from "../../server/db/schema/hangar.ts";
import { buildConditions } from "../../server/list/buildConditions.ts";
import { getOrdering } from "../../server/list/ordering.ts";
import { defineRecordSource } from "../../server/list/recordSource.ts";

const call = {
  host: "api",
  method: "POST",
  path: "/x/hangar",
  summary: "机场列表",
  access: "session",
  body: pageRequest(["createdAt", "altitude"], {
    cover: z.optional(z.enum(["open", "closed"])),
    near: z.optional(z.number()),
  }),
} as const;

// The compiler runs this test too: an unused `@ts-expect-error` does not compile.
test("a source sorts and filters by the columns of the call's names, and asks for the others", () => {
  // @ts-expect-error the table has no column `near`
  const half = defineRecordSource(call, hangars);
  expect(Object.keys(half.filters)).toEqual(["cover"]);
  // @ts-expect-error departments have neither `cover` nor `altitude`
  expect(Object.keys(defineRecordSource(call, departments).sortable)).toEqual(["createdAt"]);
  const source = defineRecordSource(call, hangars, { filters: { near: () => undefined } });
  expect(getOrdering(source, { sort: { field: "altitude", order: "asc" } }).column).toBe(hangars.altitude);
  const where = buildConditions(source, { cover: "open", near: 3 }, new Date());
  const { sql, params } = new PgDialect().sqlToQuery(where?.getSQL() ?? expect.fail());
  expect(sql).toBe('("hangars"."deleted_at" is null and "hangars"."cover" = $1)');
  expect(params).toEqual(["open"]);
});
