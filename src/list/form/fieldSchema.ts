import { md5 } from "js-md5";
import type * as z from "zod/mini";
import type { FormField } from "./formPlan.ts";

/** The first fault of a value, in the schema's words; null where it fits. */
export function firstIssue(schema: z.ZodMiniType, value: unknown): string | null {
  const result = schema.safeParse(value);
  return result.success ? null : (result.error.issues[0]?.message ?? "格式不正确");
}

/** A field's value as the wire has it; undefined where nothing was filled in. */
export function wireValue(field: FormField, value: unknown): unknown {
  if (field.kind === "several") return value;
  const text = typeof value === "string" ? value.trim() : value;
  if (text === "" || text === null || text === undefined) return undefined;
  if (field.kind === "number") return Number(text);
  // The only form a password has on the wire.
  return field.kind === "password" ? md5(String(value)) : text;
}

const choosing = new Set(["select", "several", "region", "choice", "dictionary"]);

/** Checks one field by its schema; an empty one is said to be missing, or fine where the wire leaves it out. */
export function checkField(
  schema: z.ZodMiniType | null,
  field: FormField,
  value: unknown,
  needed = false,
): string | null {
  if (schema === null) return null;
  const wire = wireValue(field, value);
  if (wire !== undefined) return firstIssue(schema, wire);
  if (!needed && schema.safeParse(undefined).success) return null;
  return `${choosing.has(field.kind) ? "请选择" : "请输入"}${field.label}`;
}

/** Puts `account.name` where it belongs; absent values are left out. */
export function nested(flat: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(flat)) {
    if (value === undefined) continue;
    const [head = name, tail] = name.split(".");
    if (tail === undefined) body[head] = value;
    else body[head] = { ...(body[head] as object | undefined), [tail]: value };
  }
  return body;
}
