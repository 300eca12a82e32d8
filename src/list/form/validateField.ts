import type * as z from "zod/mini";
import * as word from "../../../adapters/contract/words.ts";
import type { FormField } from "./formConfig.ts";
import { toWireValue } from "./toWireValue.ts";

/** The schema's first message; null if the value is valid. */
export function getFirstIssue(schema: z.ZodMiniType, value: unknown): string | null {
  const result = schema.safeParse(value);
  return result.success ? null : (result.error.issues[0]?.message ?? "格式不正确");
}

const missingPrefixes: Partial<Record<FormField["kind"], string>> = {
  select: word.choose,
  several: word.choose,
  region: word.choose,
  choice: word.choose,
  dictionary: word.choose,
  day: word.choose,
  moment: word.choose,
  check: "请勾选",
  file: "请上传",
  custom: "请填写",
};

/** Validates one field by its schema. An empty value is an error unless the schema allows its absence. */
export function validateField(
  schema: z.ZodMiniType | null,
  field: FormField,
  value: unknown,
  isRequired = false,
): string | null {
  if (schema === null) return null;
  const given = toWireValue(field, value);
  // A select shows another platform's value that it does not know as none.
  const isKnown =
    field.kind !== "select" || field.dictionary.options.some((option) => option.value === given);
  const wire = isKnown ? given : undefined;
  // The schema knows a password by its hash alone.
  if (wire !== undefined) return field.kind === "password" ? null : getFirstIssue(schema, wire);
  if (!isRequired && schema.safeParse(undefined).success) return null;
  // Chinese typography: a space before Latin letters.
  const space = /^\w/.test(field.label) ? " " : "";
  return `${missingPrefixes[field.kind] ?? "请输入"}${space}${field.label}`;
}

/**
 * Whether a field holds what the form of a record was filled with. That is accepted as it is, whatever our rules say: the
 * platform gave it, and decides again.
 */
export const isAsGiven = (given: unknown, value: unknown): boolean =>
  JSON.stringify(value) === JSON.stringify(given);

/** Nests `account.name`; undefined values are dropped. */
export function unflatten(flat: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(flat)) {
    if (value === undefined) continue;
    const [head = name, tail] = name.split(".");
    if (tail === undefined) body[head] = value;
    else body[head] = { ...(body[head] as object | undefined), [tail]: value };
  }
  return body;
}
