import { expect, test } from "vitest";
import * as z from "zod/mini";
import { toWireRow } from "../../server/records/toWireRow.ts";

test("a row has the fields of its schema only, and instants as text", () => {
  const schema = z.object({ id: z.string(), at: z.nullable(z.string()), kind: z.enum(["a", "b"]) });
  const at = new Date("2026-01-05T02:00:00Z");
  const record = { id: "1", at, kind: "a" as const, passwordHash: "x" };
  expect(toWireRow(schema, record)).toEqual({ id: "1", at: "2026-01-05T02:00:00.000Z", kind: "a" });
  expect(toWireRow(schema, { ...record, at: null }).at).toBeNull();
  // @ts-expect-error the record lacks `kind`
  toWireRow(schema, { id: "1", at });
  // @ts-expect-error no value of the schema's
  toWireRow(schema, { ...record, kind: "c" });
});
