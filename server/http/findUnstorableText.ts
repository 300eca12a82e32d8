import type { FieldIssue } from "../../adapters/contract/envelope.ts";

const maxDepth = 32;

/** What no PostgreSQL text or JSON can hold, by path: NUL, halves of surrogate pairs, nesting without end. */
export function findUnstorableText(value: unknown, path = "", depth = 0): FieldIssue[] {
  if (typeof value === "string") return isUnstorable(value) ? [{ path, message: "包含无法保存的字符" }] : [];
  if (typeof value !== "object" || value === null) return [];
  if (depth === maxDepth) return [{ path, message: "嵌套层数过多" }];
  return Object.entries(value).flatMap(([name, child]) => {
    const childPath = path ? `${path}.${name}` : name;
    if (isUnstorable(name)) return [{ path, message: "包含无法保存的字符" }];
    return findUnstorableText(child, childPath, depth + 1);
  });
}

const isUnstorable = (text: string) => text.includes("\u0000") || !text.isWellFormed();
