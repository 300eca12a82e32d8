import type * as z from "zod/mini";
import { lookUp } from "../../adapters/contract/lookUp.ts";
import { parseForeignInstant } from "../../adapters/http/parseForeignInstant.ts";
import { isObject, type Json, showValue } from "./json.ts";
import type { Finding } from "./report.ts";

type Issue = z.core.$ZodIssue;

/** A field that does not fit its schema, and whether the console can use it nevertheless. */
export interface FieldFinding extends Finding {
  readonly isUsable: boolean;
}

const kinds: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

/** Fields that only this project's platform knows, and figures that the console counts itself. */
const ownFields: readonly unknown[] = ["version", "pageNo", "pageSize", "total"];

/** Describes an issue of the parser for an integrator; null where the console reads the value in full. */
export function describeIssue(issue: Issue, data: Json): FieldFinding | null {
  const value = getAt(data, issue.path);
  if (ownFields.includes(issue.path.at(-1))) return null;
  const field = formatPath(issue.path);
  const expected = describeExpected(issue);
  if (value === undefined || value === null || (value === "" && isRowId(issue.path)))
    return isRowId(issue.path) && hasTaskId(data, issue.path)
      ? null
      : { field, expected, came: "nothing", isUsable: !isNeeded(issue) };
  if (issue.code !== "invalid_type" && isIdField(issue.path)) return null;
  const came = showValue(value);
  // Not fen, whatever its type.
  if (String(issue.path.at(-1)).endsWith("Fen") && String(value).includes("."))
    return { field, expected: "a whole number of fen", came, isUsable: false };
  switch (issue.code) {
    case "invalid_type":
      return isReadable(issue.expected, value) ? null : { field, expected, came, isUsable: false };
    case "invalid_format":
      if (issue.format !== "datetime") return { field, expected, came, isUsable: true };
      return parseForeignInstant(String(value)) === null ? { field, expected, came, isUsable: false } : null;
    default:
      return { field, expected, came, isUsable: true };
  }
}

function describeExpected(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return lookUp(kinds, issue.expected) ?? issue.expected;
    case "invalid_value":
      return `one of ${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      return issue.format === "datetime" ? "a time such as 2026-01-31T08:00:00Z" : "another notation";
    default:
      return "another value";
  }
}

/** Whether the console reads a value of another type without loss. */
function isReadable(expected: string, value: Json): boolean {
  switch (expected) {
    case "string":
      return typeof value === "number";
    case "number":
    case "int":
      return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
    case "array":
      // One record counts as a list of it.
      return isObject(value) && ("id" in value || Object.values(value).some(Array.isArray));
    case "boolean":
      return [0, 1, "0", "1", "true", "false"].some((one) => one === value);
    default:
      return false;
  }
}

/** `data.list[].id`: one name for all rows. */
const formatPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => text + (typeof part === "number" ? "[]" : `.${String(part)}`), "data");

const isRowId = (path: readonly PropertyKey[]): boolean =>
  path.at(-1) === "id" && typeof path.at(-2) === "number";

/** Ids of any notation are taken: the contract's own are refused by their format alone. */
const isIdField = (path: readonly PropertyKey[]): boolean =>
  /[iI]ds?$/.test(String(path.findLast((part) => typeof part !== "number")));

/** Without these there is nothing to show: the data, the rows of a page, the id of a row. No list at all is an empty one. */
function isNeeded(issue: Issue): boolean {
  const { path } = issue;
  if (path.length === 0) return issue.code === "invalid_type" && issue.expected === "object";
  return (path.length === 1 && path[0] === "list") || isRowId(path);
}

/** A live task may be named by its task alone. */
function hasTaskId(data: Json, path: readonly PropertyKey[]): boolean {
  const row = getAt(data, path.slice(0, -1));
  return isObject(row) && row["taskId"] !== undefined && row["taskId"] !== null;
}

function getAt(data: Json, path: readonly PropertyKey[]): Json | undefined {
  let value: Json | undefined = data;
  for (const part of path) {
    if (typeof value !== "object" || value === null) return undefined;
    // Safe cast: a member of JSON is JSON; a path leads to members only.
    value = Reflect.get(value, part) as Json | undefined;
  }
  return value;
}
