import type { FieldIssue } from "../../adapters/contract/envelope.ts";

const deepest = 32;

/** What no PostgreSQL text or JSON can hold, by path: NUL, halves of surrogate pairs, nesting without end. */
export function unstorable(value: unknown, path = "", depth = 0): FieldIssue[] {
  if (typeof value === "string") return badText(value) ? [{ path, message: "包含无法保存的字符" }] : [];
  if (typeof value !== "object" || value === null) return [];
  if (depth === deepest) return [{ path, message: "嵌套层数过多" }];
  return Object.entries(value).flatMap(([name, inner]) => {
    const below = path ? `${path}.${name}` : name;
    if (badText(name)) return [{ path, message: "包含无法保存的字符" }];
    return unstorable(inner, below, depth + 1);
  });
}

const badText = (text: string) => text.includes("\u0000") || !text.isWellFormed();
